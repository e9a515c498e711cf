import type { App, Db } from './ctx.ts';

/** What a running job sees. Execution is at least once: handlers are idempotent by `id`. */
export interface JobRun<P> {
  readonly id: string;
  readonly app: App;
  readonly payload: P;
  /** aborted by cancellation, by shutdown and when the lease is lost */
  readonly signal: AbortSignal;
  /** stores the progress shown to people; percent 0–100 */
  progress(percent: number, text: string): Promise<void>;
  /**
   * Ends the job as the last statement of one of the handler's transactions: whoever sees that transaction's writes also sees the job
   * ended, and enqueueing again creates a new job instead of joining this one. The handler may still clean up; its return value is ignored.
   * Throws when this node no longer owns the job, which rolls the transaction back.
   */
  end(db: Db, text: string, state?: JobEnd): Promise<void>;
}
/**
 * True when work was interrupted because its node stops or lost the lease: another node resumes it, so it must not be marked as ended.
 * Cancellation by a person and failures end it.
 */
export const resumesElsewhere = (signal: AbortSignal): boolean => signal.reason instanceof Error;
/** Does the work and answers a short Chinese summary; throwing marks the job failed with the message. */
export type JobHandler<P> = (run: JobRun<P>) => Promise<string>;

/** A handler whose payload only its own module knows. */
export type AnyJob = JobHandler<any>;

/** A job that ended without its handler. */
export interface AbandonedJob<P> {
  readonly id: string;
  readonly subject: string;
  readonly payload: P;
  readonly state: 'cancelled' | 'failed';
}

/** A kind of job that says more than what it does. */
export interface JobKind<P> {
  readonly run: JobHandler<P>;
  /** runs of this kind at once on a node, at most 4; two when not given */
  readonly atOnce?: number;
  /** times that a run which throws is put back to the queue, with a pause that doubles from 30 seconds on; none when not given */
  readonly retries?: number;
  /**
   * Writes down the end of a job that its handler does not see: it was cancelled before it began or after its node had died, or was given up
   * after several deaths. Runs in the transaction that ends the job.
   */
  abandoned?(scope: { readonly app: App; readonly db: Db }, job: AbandonedJob<P>): Promise<void>;
}
/** A kind whose payload only its own module knows. */
export type AnyJobKind = JobKind<any>;

/** How a job ended. */
export type JobEnd = 'done' | 'failed' | 'cancelled';
export type JobState = 'waiting' | 'running' | JobEnd;
export interface JobView {
  id: string;
  kind: string;
  state: JobState;
  percent: number;
  text: string;
  createTime: Date;
  startTime: Date | null;
  endTime: Date | null;
}

/** The background queue of the platform, shared by all nodes on one database. */
export interface Jobs {
  /**
   * Enqueues work inside the caller's transaction. `subject` deduplicates: at most one waiting or running job per kind and subject; its id
   * is returned. A node runs two jobs of a kind at once unless the kind sets `atOnce`. `notBefore` delays the start.
   */
  enqueue(db: Db, job: { kind: string; subject: string; payload: unknown; createBy: string; notBefore?: Date }): Promise<string>;
  /** The latest job of a subject, null when there is none. */
  latest(db: Db, kind: string, subject: string): Promise<JobView | null>;
  get(db: Db, id: string): Promise<JobView | null>;
  /** Requests cancellation; a running job is aborted within seconds on whatever node it runs. */
  cancel(db: Db, id: string): Promise<boolean>;
}
