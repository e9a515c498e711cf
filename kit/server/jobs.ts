import type { App, Db } from './ctx.ts';

/** What a running job sees. Execution is at least once: handlers are idempotent by `id`. */
export interface JobRun<P> {
  readonly id: string;
  readonly app: App;
  readonly payload: P;
  /** aborted by cancel, by shutdown and when the lease is lost */
  readonly signal: AbortSignal;
  /** stores progress for people to see; percent 0–100 */
  progress(percent: number, text: string): Promise<void>;
  /**
   * Ends the job inside a transaction of the handler, as its last statement: whoever sees what that transaction wrote finds the job ended,
   * and asking again makes a new one instead of joining this. The handler may still tidy up; its answer no longer counts. Throws when the
   * job is no longer this node's, which undoes the transaction.
   */
  end(db: Db, text: string, state?: JobEnd): Promise<void>;
}
/**
 * True when work was broken off because its node stops or lost the lease: another node goes on with it, so nothing of it ends here. A person's
 * cancel and a failure end it.
 */
export const goesOnElsewhere = (signal: AbortSignal): boolean => signal.reason instanceof Error;
/** Does the work and answers a short Chinese summary; throwing marks the job failed with the message. */
export type JobHandler<P> = (run: JobRun<P>) => Promise<string>;

/** A handler whose payload only its own module knows. */
export type AnyJob = JobHandler<any>;

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
   * Queues work inside the caller's transaction; `subject` names what it works on (one waiting or running job per kind and subject). A node
   * runs two of a kind at once. `notBefore`: it does not begin earlier.
   */
  enqueue(db: Db, job: { kind: string; subject: string; payload: unknown; createBy: string; notBefore?: Date }): Promise<string>;
  /** The newest job of a subject, null when there was none. */
  latest(db: Db, kind: string, subject: string): Promise<JobView | null>;
  get(db: Db, id: string): Promise<JobView | null>;
  /** Asks for the end of a job; a running one stops within seconds on whatever node it is. */
  cancel(db: Db, id: string): Promise<boolean>;
}
