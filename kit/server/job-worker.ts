import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { App, Db } from './ctx.ts';
import type { AbandonedJob, AnyJob, AnyJobKind, JobEnd, JobState } from './jobs.ts';

const POLL_MS = 500;
const LEASE_SECONDS = 12;
const MAX_AT_ONCE = 4;
/** Default concurrency limit per kind and node, so that one kind cannot occupy all workers. */
const PER_KIND = 2;
/** Claims of a job whose node died each time before it is given up. */
const MAX_INTERRUPTIONS = 3;
/** Pause before the first retry; each further one is twice as long. */
const RETRY_SECONDS = 30;
const MAX_RETRY_SECONDS = 3600;
/** `createBy` of work that no person asked for. */
const PLATFORM = 'system';
/** Minimum interval between two progress notifications of a job. */
const REPORT_MS = 1_000;
/** Progress is stored at most so often: each write waits for the disk, and quick jobs have hundreds of steps. */
const STORE_MS = 200;
/** A stopping node waits this long for handlers to end. */
const STOP_MS = 3_000;
const CANCELLED = 'cancelled';
const LOST = 'the lease was lost';
/** How often a node asks itself whether its leases still hold. */
const HELD_CHECK_MS = 1_000;

interface Claimed {
  id: string;
  kind: string;
  subject: string;
  payload: unknown;
  attempts: number;
  createBy: string;
  text: string;
  percent: number;
  /** while it ran on a node that could not end it any more */
  cancelRequested: boolean;
}

const lease = sql<Date>`now() + interval '${sql.raw(String(LEASE_SECONDS))} seconds'`;

/** Claims the oldest due job of these kinds: a waiting one, or one whose lease has expired. Skips rows locked by other nodes. */
async function claimNext(db: Db, { owner, kinds }: { owner: string; kinds: readonly string[] }): Promise<Claimed | undefined> {
  if (kinds.length === 0) return undefined;
  const next = db
    .selectFrom('kitJob')
    .select('id')
    .where('kind', 'in', kinds)
    .where((e) => e.or([e('notBefore', 'is', null), e('notBefore', '<=', sql<Date>`now()`)]))
    .where((e) => e.or([e('state', '=', 'waiting'), e.and([e('state', '=', 'running'), e('leaseUntil', '<', sql<Date>`now()`)])]))
    .orderBy('createTime')
    .limit(1)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('kitJob')
    .set({
      state: 'running',
      owner,
      leaseUntil: lease,
      attempts: sql<number>`attempts + 1`,
      startTime: sql<Date>`coalesce(start_time, now())`,
    })
    .where('id', 'in', next)
    .returning(['id', 'kind', 'subject', 'payload', 'attempts', 'createBy', 'text', 'percent', 'cancelRequested'])
    .executeTakeFirst();
}

interface Running {
  readonly kind: string;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  /** when the lease was last asked for with success: without the database a node must know by itself that it is over */
  keptAt: number;
}

const isLost = ({ aborted, reason }: AbortSignal): boolean => aborted && reason instanceof Error && reason.message === LOST;

/** Seconds before the next try of a job that failed as often as this. */
const retrySeconds = (failures: number): number => Math.min(RETRY_SECONDS * 2 ** (failures - 1), MAX_RETRY_SECONDS);
const pauseText = (seconds: number): string => (seconds < 60 ? `${seconds} 秒` : `${Math.round(seconds / 60)} 分钟`);

/**
 * Starts the job worker of this node: claims waiting jobs and jobs with an expired lease (their node crashed), renews leases and honours
 * cancellation. At-least-once delivery: a job of a crashed node runs again, up to three times. The returned function stops the worker and
 * puts unfinished jobs back into the queue.
 */
export function startJobWorker(app: App, handlers: ReadonlyMap<string, AnyJob | AnyJobKind>): () => Promise<void> {
  const kinds = new Map([...handlers].map(([kind, job]) => [kind, typeof job === 'function' ? { run: job } : job]));
  const worker = new JobWorker(app, kinds);
  return () => worker.stop();
}

class JobWorker {
  readonly #app: App;
  readonly #kinds: ReadonlyMap<string, AnyJobKind>;
  readonly #owner: string;
  readonly #running = new Map<string, Running>();
  /** jobs that ended themselves by `run.end` and are still cleaning up: their missing lease is not a lost one */
  readonly #tidying = new Set<string>();
  readonly #loop: Promise<void>;
  readonly #heldCheck: NodeJS.Timeout;
  #stopped = false;
  #wake: () => void = () => undefined;

  constructor(app: App, kinds: ReadonlyMap<string, AnyJobKind>) {
    this.#app = app;
    this.#kinds = kinds;
    this.#owner = `${app.node}-${randomUUID()}`;
    this.#heldCheck = setInterval(() => this.#stopLost(), HELD_CHECK_MS).unref();
    this.#loop = this.#work();
  }

  async #work(): Promise<void> {
    for (let tick = 0; !this.#stopped; tick++) {
      try {
        if (tick % 4 === 0 || this.#running.size > 0) await this.#renew();
        await this.#fill();
      } catch (error) {
        this.#app.log.warn({ error: String(error) }, 'job queue is waiting for the database');
      }
      await this.#pause();
    }
  }

  /** Waits until the next look at the queue; a stop does not wait for it. */
  async #pause(): Promise<void> {
    if (this.#stopped) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(resolve, POLL_MS);
    });
    clearTimeout(timer);
  }

  /** Claims jobs for the places that are free. */
  async #fill(): Promise<void> {
    while (!this.#stopped && this.#running.size < MAX_AT_ONCE) {
      const keptAt = performance.now();
      const job = await claimNext(this.#app.db, { owner: this.#owner, kinds: this.#freeKinds() });
      if (!job) break;
      const controller = new AbortController();
      const ended = this.#run(job, controller)
        .catch((error: unknown) => this.#app.log.error({ error, job: job.id }, 'job state was not saved'))
        .finally(() => {
          this.#running.delete(job.id);
          this.#tidying.delete(job.id);
        });
      this.#running.set(job.id, { kind: job.kind, controller, ended, keptAt });
    }
  }

  #freeKinds(): string[] {
    const used = (kind: string) => [...this.#running.values()].filter((job) => job.kind === kind).length;
    return [...this.#kinds].filter(([kind, { atOnce = PER_KIND }]) => used(kind) < atOnce).map(([kind]) => kind);
  }

  async #run(job: Claimed, controller: AbortController): Promise<void> {
    const kind = this.#kinds.get(job.kind);
    if (!kind) return;
    if (job.cancelRequested) return this.#abandon(kind, job, 'cancelled', '已取消');
    if (job.attempts > MAX_INTERRUPTIONS + (kind.retries ?? 0)) return this.#abandon(kind, job, 'failed', '执行多次中断，已停止重试');
    try {
      await this.#notify(this.#app.db, job, { state: 'running', percent: job.percent, text: job.text });
      const text = await kind.run({
        id: job.id,
        app: this.#app,
        payload: job.payload,
        signal: controller.signal,
        progress: this.#progressOf(job, controller.signal),
        end: async (db, message, state = 'done') => {
          this.#tidying.add(job.id);
          if (!(await this.#finish(db, job, state, message))) throw new Error(LOST);
        },
      });
      await this.#finishAlone(job, 'done', text);
    } catch (error) {
      if (!this.#stopped) await this.#failed(job, error, { signal: controller.signal, retries: kind.retries ?? 0 });
    }
  }

  /** Ends a job whose handler does not run again, and lets its kind write that down. */
  async #abandon(kind: AnyJobKind, job: Claimed, state: AbandonedJob<unknown>['state'], text: string): Promise<void> {
    const { id, subject, payload } = job;
    this.#app.log.warn({ job: id, kind: job.kind, state }, 'job ended without its handler');
    try {
      await this.#app.db.transaction().execute(async (db) => {
        if (await this.#finish(db, job, state, text)) await kind.abandoned?.({ app: this.#app, db }, { id, subject, payload, state });
      });
    } catch (error) {
      this.#app.log.error({ error, job: id, kind: job.kind }, 'the end of a job could not be written down');
      await this.#finishAlone(job, state, text);
    }
  }

  /** What becomes of a job whose handler threw: it was cancelled, is tried again later, or has failed. */
  async #failed(job: Claimed, error: unknown, { signal, retries }: { signal: AbortSignal; retries: number }): Promise<void> {
    if (signal.aborted && signal.reason === CANCELLED) {
      await this.#finishAlone(job, 'cancelled', '已取消');
      return;
    }
    // whoever has it by now, or takes it next, says how it ends
    if (isLost(signal)) return;
    this.#app.log.warn({ error, job: job.id, kind: job.kind }, 'job failed');
    const reason = error instanceof Error ? error.message : String(error);
    if (job.attempts <= retries && !this.#tidying.has(job.id)) await this.#retryLater(job, reason);
    else await this.#finishAlone(job, 'failed', reason);
  }

  /** Puts a job back to the queue, for a time that grows with each failure; one that was cancelled meanwhile ends. */
  async #retryLater(job: Claimed, reason: string): Promise<void> {
    const seconds = retrySeconds(job.attempts);
    const text = `${reason}；${pauseText(seconds)}后第 ${job.attempts} 次重试`.slice(0, 2000);
    await this.#app.db.transaction().execute(async (db) => {
      const back = await db
        .updateTable('kitJob')
        .set({
          state: 'waiting',
          text,
          owner: null,
          leaseUntil: null,
          notBefore: sql<Date>`now() + ${seconds} * interval '1 second'`,
        })
        .where('id', '=', job.id)
        .where('owner', '=', this.#owner)
        .where('cancelRequested', '=', false)
        .returning('percent')
        .executeTakeFirst();
      if (back) await this.#notify(db, job, { state: 'waiting', percent: back.percent, text });
      else await this.#finish(db, job, 'cancelled', '已取消');
    });
  }

  /** Stores how far a job is, and tells it now and then. */
  #progressOf(job: Claimed, signal: AbortSignal): (percent: number, text: string) => Promise<void> {
    let reportedAt = performance.now();
    let storedAt = -Infinity;
    return async (given, message) => {
      signal.throwIfAborted();
      if (performance.now() - storedAt < STORE_MS) return;
      storedAt = performance.now();
      const percent = Math.max(0, Math.min(100, Math.round(given)));
      const now = { percent, text: message.slice(0, 500) };
      await this.#app.db.updateTable('kitJob').set(now).where('id', '=', job.id).where('owner', '=', this.#owner).execute();
      if (performance.now() - reportedAt < REPORT_MS) return;
      reportedAt = performance.now();
      await this.#notify(this.#app.db, job, { state: 'running', ...now });
    };
  }

  /** Notifies the browsers of the creator about the state of a job; jobs of the platform notify nobody. */
  async #notify(db: Db, job: Claimed, now: { state: JobState; percent: number; text: string }): Promise<void> {
    if (job.createBy !== PLATFORM)
      await this.#app.push.send(db, { accounts: [job.createBy] }, { kind: 'job', data: { id: job.id, job: job.kind, ...now } });
  }

  /** Stores the final state of a job and notifies; false when this node no longer owns it or it has ended already. */
  async #finish(db: Db, job: Claimed, state: JobEnd, full: string): Promise<boolean> {
    const text = full.slice(0, 2000);
    const ended = await db
      .updateTable('kitJob')
      .set({ state, text, endTime: sql<Date>`now()`, owner: null, leaseUntil: null, ...(state === 'done' ? { percent: 100 } : {}) })
      .where('id', '=', job.id)
      .where('owner', '=', this.#owner)
      .returning('percent')
      .executeTakeFirst();
    if (ended) await this.#notify(db, job, { state, percent: ended.percent, text });
    return ended !== undefined;
  }
  #finishAlone(job: Claimed, state: JobEnd, text: string): Promise<boolean> {
    return this.#app.db.transaction().execute((db) => this.#finish(db, job, state, text));
  }

  /** Renews the leases of what runs here, and stops what was cancelled or taken over. */
  async #renew(): Promise<void> {
    if (this.#running.size === 0) return;
    const asked = performance.now();
    const rows = await this.#app.db
      .updateTable('kitJob')
      .set({ leaseUntil: lease })
      .where('id', 'in', [...this.#running.keys()])
      .where('owner', '=', this.#owner)
      .returning(['id', 'cancelRequested'])
      .execute();
    const mine = new Map(rows.map((row) => [row.id, row.cancelRequested]));
    for (const [id, job] of this.#running) {
      if (mine.has(id)) job.keptAt = asked;
      else if (!this.#tidying.has(id)) job.controller.abort(new Error(LOST));
      if (mine.get(id)) job.controller.abort(CANCELLED);
    }
  }

  /** Stops jobs whose leases ended while the database could not be reached: another node may run them. */
  #stopLost(): void {
    const over = performance.now() - LEASE_SECONDS * 1000;
    for (const [id, { controller, keptAt }] of this.#running)
      if (keptAt < over && !this.#tidying.has(id)) controller.abort(new Error(LOST));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#heldCheck);
    this.#wake();
    for (const { controller } of this.#running.values()) controller.abort(new Error('shutdown'));
    await this.#loop;
    let late: NodeJS.Timeout | undefined;
    await Promise.race([
      Promise.all([...this.#running.values()].map(({ ended }) => ended)),
      new Promise((resolve) => (late = setTimeout(resolve, STOP_MS))),
    ]);
    clearTimeout(late);
    await this.#app.db
      .updateTable('kitJob')
      .set({ state: 'waiting', owner: null, leaseUntil: null, attempts: sql<number>`attempts - 1` })
      .where('owner', '=', this.#owner)
      .where('state', '=', 'running')
      .execute()
      .catch(() => undefined);
  }
}
