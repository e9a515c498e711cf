import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { App, Db } from './ctx.ts';
import type { JobEnd, JobHandler, Jobs, JobState, JobView } from './jobs.ts';

const POLL_MS = 500;
const LEASE_SECONDS = 12;
const MAX_AT_ONCE = 4;
/** Concurrency limit per kind and node, so that one kind cannot occupy all workers. */
const MAX_PER_KIND = 2;
const MAX_ATTEMPTS = 3;
/** Attempts to find the open job of a subject; each attempt fails only when a job ended in between. */
const MAX_ASKED = 100;
/** `createBy` of work that no person asked for. */
const PLATFORM = 'system';
/** Minimum interval between two progress notifications of a job. */
const TELL_MS = 1_000;
const VIEW = ['id', 'kind', 'state', 'percent', 'text', 'createTime', 'startTime', 'endTime'] as const;

/** The part of the queue that callers use; it needs nothing but the database. */
export function jobQueue(nextId: () => string): Jobs {
  const view = (db: Db) => db.selectFrom('kitJob').select(VIEW);
  return {
    async enqueue(db, job) {
      const id = nextId();
      const { kind, subject, createBy, notBefore } = job;
      for (let asked = 0; asked < MAX_ASKED; asked++) {
        const made = await db
          .insertInto('kitJob')
          .values({ id, kind, subject, payload: JSON.stringify(job.payload), createBy, notBefore })
          .onConflict((conflict) => conflict.columns(['kind', 'subject']).where('state', 'in', ['waiting', 'running']).doNothing())
          .returning('id')
          .executeTakeFirst();
        if (made) return made.id;
        const open = await db
          .selectFrom('kitJob')
          .select('id')
          .where('kind', '=', job.kind)
          .where('subject', '=', job.subject)
          .where('state', 'in', ['waiting', 'running'])
          .executeTakeFirst();
        // none: it ended between the two statements
        if (open) return open.id;
      }
      throw new Error(`job ${job.kind} of ${job.subject} could not be queued`);
    },
    async latest(db, kind, subject) {
      const row = await view(db)
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .orderBy('createTime', 'desc')
        .limit(1)
        .executeTakeFirst();
      return (row as JobView | undefined) ?? null;
    },
    async get(db, id) {
      return ((await view(db).where('id', '=', id).executeTakeFirst()) as JobView | undefined) ?? null;
    },
    async cancel(db, id) {
      const waiting = await db
        .updateTable('kitJob')
        .set({ state: 'cancelled', text: '已取消', endTime: sql<Date>`now()` })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      if (waiting.numUpdatedRows > 0n) return true;
      const running = await db
        .updateTable('kitJob')
        .set({ cancelRequested: true })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .executeTakeFirst();
      return running.numUpdatedRows > 0n;
    },
  };
}

interface Claimed {
  id: string;
  kind: string;
  payload: unknown;
  attempts: number;
  createBy: string;
  text: string;
  percent: number;
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
    .returning(['id', 'kind', 'payload', 'attempts', 'createBy', 'text', 'percent'])
    .executeTakeFirst();
}

/**
 * Starts the job worker of this node: claims waiting jobs and jobs with an expired lease (their node crashed), renews leases and honours
 * cancellation. At-least-once delivery: a job of a crashed node runs again, up to three times. The returned function stops the worker and
 * puts unfinished jobs back into the queue.
 */
export function startJobWorker(app: App, handlers: ReadonlyMap<string, JobHandler<any>>): () => Promise<void> {
  const owner = `${app.node}-${randomUUID()}`;
  const running = new Map<string, { kind: string; controller: AbortController; ended: Promise<void> }>();
  /** jobs that ended themselves by `run.end` and are still cleaning up: their missing lease is not a lost one */
  const tidying = new Set<string>();
  let stopped = false;

  const claim = (): Promise<Claimed | undefined> => {
    const ofKind = (kind: string) => [...running.values()].filter((job) => job.kind === kind).length;
    return claimNext(app.db, { owner, kinds: [...handlers.keys()].filter((kind) => ofKind(kind) < MAX_PER_KIND) });
  };

  /** Notifies the browsers of the creator about the state of a job; jobs of the platform notify nobody. */
  const notify = async (db: Db, job: Claimed, now: { state: JobState; percent: number; text: string }): Promise<void> => {
    if (job.createBy !== PLATFORM)
      await app.push.send(db, { accounts: [job.createBy] }, { kind: 'job', data: { id: job.id, job: job.kind, ...now } });
  };

  /** Stores the final state of a job and notifies; false when this node no longer owns it or it has ended already. */
  const finish = async (db: Db, job: Claimed, state: JobEnd, full: string): Promise<boolean> => {
    const text = full.slice(0, 2000);
    const ended = await db
      .updateTable('kitJob')
      .set({
        state,
        text,
        endTime: sql<Date>`now()`,
        owner: null,
        leaseUntil: null,
        ...(state === 'done' ? { percent: 100 } : {}),
      })
      .where('id', '=', job.id)
      .where('owner', '=', owner)
      .returning('percent')
      .executeTakeFirst();
    if (ended) await notify(db, job, { state, percent: ended.percent, text });
    return ended !== undefined;
  };
  const finishAlone = (job: Claimed, state: JobEnd, text: string) => app.db.transaction().execute((db) => finish(db, job, state, text));

  const run = async (job: Claimed, controller: AbortController): Promise<void> => {
    const handler = handlers.get(job.kind);
    if (!handler) return;
    let toldAt = performance.now();
    try {
      await notify(app.db, job, { state: 'running', percent: job.percent, text: job.text });
      if (job.attempts > MAX_ATTEMPTS) throw new Error('执行多次中断，已停止重试');
      const text = await handler({
        id: job.id,
        app,
        payload: job.payload,
        signal: controller.signal,
        progress: async (given, message) => {
          controller.signal.throwIfAborted();
          const percent = Math.max(0, Math.min(100, Math.round(given)));
          const now = { percent, text: message.slice(0, 500) };
          await app.db.updateTable('kitJob').set(now).where('id', '=', job.id).where('owner', '=', owner).execute();
          if (performance.now() - toldAt < TELL_MS) return;
          toldAt = performance.now();
          await notify(app.db, job, { state: 'running', ...now });
        },
        end: async (db, message, state = 'done') => {
          tidying.add(job.id);
          if (!(await finish(db, job, state, message))) throw new Error(LOST);
        },
      });
      await finishAlone(job, 'done', text);
    } catch (error) {
      if (stopped) return;
      const cancelled = controller.signal.aborted && controller.signal.reason === CANCELLED;
      if (!cancelled) app.log.warn({ error, job: job.id, kind: job.kind }, 'job failed');
      await finishAlone(
        job,
        cancelled ? 'cancelled' : 'failed',
        cancelled ? '已取消' : error instanceof Error ? error.message : String(error),
      );
    }
  };

  const renew = async () => {
    if (running.size === 0) return;
    const rows = await app.db
      .updateTable('kitJob')
      .set({ leaseUntil: lease })
      .where('id', 'in', [...running.keys()])
      .where('owner', '=', owner)
      .returning(['id', 'cancelRequested'])
      .execute();
    const mine = new Map(rows.map((row) => [row.id, row.cancelRequested]));
    for (const [id, { controller }] of running) {
      if (!mine.has(id) && !tidying.has(id)) controller.abort(new Error(LOST));
      else if (mine.get(id)) controller.abort(CANCELLED);
    }
  };

  let ticks = 0;
  const tick = async () => {
    if (ticks++ % 4 === 0 || running.size > 0) await renew();
    while (!stopped && running.size < MAX_AT_ONCE) {
      const job = await claim();
      if (!job) break;
      const controller = new AbortController();
      const ended = run(job, controller)
        .catch((error: unknown) => app.log.error({ error, job: job.id }, 'job state was not saved'))
        .finally(() => {
          running.delete(job.id);
          tidying.delete(job.id);
        });
      running.set(job.id, { kind: job.kind, controller, ended });
    }
  };
  const loop = (async () => {
    while (!stopped) {
      await tick().catch((error: unknown) => app.log.warn({ error: String(error) }, 'job queue is waiting for the database'));
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  })();

  return async () => {
    stopped = true;
    for (const { controller } of running.values()) controller.abort(new Error('shutdown'));
    await loop;
    await Promise.race([
      Promise.all([...running.values()].map(({ ended }) => ended)),
      new Promise((resolve) => setTimeout(resolve, 3_000)),
    ]);
    await app.db
      .updateTable('kitJob')
      .set({ state: 'waiting', owner: null, leaseUntil: null, attempts: sql<number>`attempts - 1` })
      .where('owner', '=', owner)
      .where('state', '=', 'running')
      .execute()
      .catch(() => undefined);
  };
}

const CANCELLED = 'cancelled';
const LOST = 'the lease was lost';
