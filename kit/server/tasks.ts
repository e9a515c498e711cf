import type * as z from 'zod';
import type { App } from './ctx.ts';

/** What a running task sees. A run may happen again after its node died: handlers are idempotent by `runId`. */
export interface TaskRun<P> {
  readonly runId: string;
  readonly app: App;
  readonly params: P;
  /** the scheduled time of the run, not its actual start */
  readonly dueTime: Date;
  /** aborted by cancel, by the time limit, by shutdown and when the lease is lost */
  readonly signal: AbortSignal;
  /** appends a line to the live log of the run */
  log(text: string): void;
  /** percent 0–100 */
  progress(percent: number): void;
}

/**
 * A schedulable task. Schedules refer to it by its key in `tasks` of a module (`projects.expiry`), never by code. `params` validates what
 * people enter; each field has a Chinese label in `.meta({ title })`.
 */
export interface Task<S extends z.ZodObject = z.ZodObject> {
  /** Chinese name, 证书到期提醒 */
  readonly name: string;
  /** one Chinese sentence: what it does */
  readonly summary: string;
  readonly params: S;
  /**
   * Answers a short Chinese summary; throwing fails the run with the message. Null = nothing to do: such a run is not stored unless it
   * wrote log lines, so that a task polling every minute does not fill the log.
   */
  readonly run: (run: TaskRun<z.output<S>>) => Promise<string | null>;
}
/** Keeps the types of one task together. */
export const defineTask = <S extends z.ZodObject>(task: Task<S>): AnyTask => task;
/** A task whose parameters only its own module knows. */
export type AnyTask = Task<any>;

/** A schedule seeded into every installation; people may change or pause it. */
export interface ScheduleSeed {
  /** stable code; also prevents seeding twice */
  readonly code: string;
  readonly name: string;
  /** key of the task */
  readonly task: string;
  /** six fields: second minute hour day month weekday */
  readonly cron: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly remark?: string;
}
