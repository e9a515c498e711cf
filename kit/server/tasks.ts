import type * as z from 'zod';
import type { App } from './ctx.ts';

/** What a running task sees. A run may happen again after its node died: handlers are idempotent by `runId`. */
export interface TaskRun<P> {
  readonly runId: string;
  readonly app: App;
  readonly params: P;
  /** the moment the run was due, not the moment it started */
  readonly dueTime: Date;
  /** aborted by cancel, by the time limit, by shutdown and when the lease is lost */
  readonly signal: AbortSignal;
  /** adds a line to the run's live log */
  log(text: string): void;
  /** percent 0–100 */
  progress(percent: number): void;
}

/**
 * Something that can be scheduled. A schedule names it by its key in `tasks` of a module (`projects.expiry`), never by code.
 * `params` checks what a person entered; each field carries its Chinese label in `.meta({ title })`.
 */
export interface Task<S extends z.ZodObject = z.ZodObject> {
  /** Chinese name, 证书到期提醒 */
  readonly name: string;
  /** one Chinese sentence: what it does */
  readonly summary: string;
  readonly params: S;
  /**
   * Answers a short Chinese summary; throwing fails the run with the message. Null = there was nothing to do: a planned run that wrote no
   * lines either is then not kept, so that a task that looks every minute fills no log.
   */
  readonly run: (run: TaskRun<z.output<S>>) => Promise<string | null>;
}
/** Keeps the types of one task together. */
export const defineTask = <S extends z.ZodObject>(task: Task<S>): AnyTask => task;
/** A task whose parameters only its own module knows. */
export type AnyTask = Task<any>;

/** A schedule that every installation starts with; people may change or pause it. */
export interface ScheduleSeed {
  /** stable name, also what prevents a second seeding */
  readonly code: string;
  readonly name: string;
  /** key of the task */
  readonly task: string;
  /** six fields: second minute hour day month weekday */
  readonly cron: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly remark?: string;
}
