import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { App } from '#kit/server/ctx.ts';
import { AppError } from '#kit/contract/errors.ts';
import { findNode } from './definitions-of.ts';
import { inFlowTransaction } from './flow-transaction.ts';
import { sweepEmptied, sweepLeavers } from './leavers.ts';
import { OPERATIONS, notifyAdministrators } from './messages.ts';
import { receiveSignal } from './hear-signal.ts';
import { markDone } from './outbox.ts';
import { runService } from './services/work.ts';
import { isSignal } from './signals.ts';
import { runStep, takeInstance, type InstanceRow } from './step.ts';
import { followDelegations } from './take-over.ts';
import { actOnTimeouts } from './timeouts.ts';
import { typeOf } from './types.ts';

const POLL_MS = 1_000;
/** Due at once: so many in one round, each in its own transaction. */
const ROUND = 200;
const MAX_TRIES = 5;
/** Due at the same time: so many instances are worked on side by side. */
const LANES = 4;
const later = (now: Date, tries: number): Date => new Date(now.getTime() + Math.min(3_600_000, 5_000 * 4 ** tries));

/** Fires the timers that are due, each once on any number of nodes. Returns how many fired. */
export async function fireTimers(app: App): Promise<number> {
  const now = app.now();
  const due = await app.db
    .selectFrom('flowTimer as m')
    .innerJoin('flowInstance as i', 'i.id', 'm.instanceId')
    .select(['m.instanceId', 'm.timer', 'm.nodeKey'])
    .where('m.dueTime', '<=', now)
    .where('m.deadTime', 'is', null)
    .where('i.suspensionState', '=', '1')
    .orderBy('m.dueTime')
    .limit(ROUND)
    .execute();
  return inLanes(due, (timer) => fireTimer(app, timer));
}

/** Does work of one round on a few lanes; answers how much succeeded. */
async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<boolean>): Promise<number> {
  const left = [...items];
  let done = 0;
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) if (await work(item)) done += 1;
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return done;
}

interface Due {
  readonly instanceId: string;
  readonly timer: string;
  readonly nodeKey: string;
}
async function fireTimer(app: App, { instanceId, timer, nodeKey }: Due): Promise<boolean> {
  try {
    return await inFlowTransaction(app, async (scope) => {
      const { db, now } = scope;
      const locked = await db
        .selectFrom('flowInstance')
        .select('id')
        .where('id', '=', instanceId)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      const row = locked
        ? await db
            .selectFrom('flowTimer')
            .select('timer')
            .where('instanceId', '=', instanceId)
            .where('timer', '=', timer)
            .where('dueTime', '<=', now)
            .executeTakeFirst()
        : undefined;
      if (!row) return false;
      const work = await takeInstance(scope, instanceId);
      await runStep(scope, work, {
        command: { type: 'fireTimer', timer },
        actorId: null,
        action: '到时',
        node: { key: nodeKey, name: findNode(work.definitions, nodeKey)?.name || nodeKey },
      });
      return true;
    });
  } catch (error) {
    app.log.warn({ error: String(error), instanceId, timer }, 'a timer of a process failed');
    await postpone(app, { instanceId, timer, nodeKey }, error);
    return false;
  }
}

const textOf = (error: unknown): string => (error instanceof AppError ? error.message : String(error)).slice(0, 1000);

/**
 * A timer that failed is tried again later, at most five times; then an operator decides. Only one that is still due: its instance was open
 * again before this, and another node may have tried it too.
 */
async function postpone(app: App, { instanceId, timer }: Due, error: unknown): Promise<void> {
  const now = app.now();
  const row = await app.db
    .updateTable('flowTimer')
    .set({
      tries: sql<number>`tries + 1`,
      error: textOf(error),
      dueTime: sql<Date>`case when tries + 1 >= ${MAX_TRIES} then due_time
        else ${now}::timestamptz + least(3600, 5 * power(4, tries + 1)) * interval '1 second' end`,
      deadTime: sql<Date | null>`case when tries + 1 >= ${MAX_TRIES} then ${now}::timestamptz end`,
    })
    .where('instanceId', '=', instanceId)
    .where('timer', '=', timer)
    .where('dueTime', '<=', now)
    .where('deadTime', 'is', null)
    .returning('deadTime')
    .executeTakeFirst();
  if (!row?.deadTime) return;
  await notifyAdministrators(app, instanceId, {
    title: '流程定时器失败',
    text: textOf(error),
    path: OPERATIONS,
    key: `flow.timer:${instanceId}:${timer}`,
  });
}

/** Brings about what passed approvals mean; what fails is tried again later, at most five times. Returns how many were done. */
export async function deliver(app: App): Promise<number> {
  const waiting = await app.db
    .selectFrom('flowOutbox as o')
    .innerJoin('flowInstance as i', 'i.id', 'o.instanceId')
    .select('o.id')
    .where('o.state', '=', 'waiting')
    .where('o.nextTime', '<=', app.now())
    // a process that waits for an answer stands still while it is suspended
    .where((e) => e.or([e('i.suspensionState', '=', '1'), e(sql`o.work->>'result'`, 'is', null)]))
    .orderBy('o.nextTime')
    .limit(ROUND)
    .execute();
  return inLanes(waiting, ({ id }) => deliverOne(app, id));
}

async function bringAbout(app: App, { id, businessType, businessKey, snapshot }: InstanceRow): Promise<void> {
  const type = await typeOf({ app, db: app.db }, businessType);
  await type.effect?.(app, { id: businessKey, snapshot: snapshot as Record<string, unknown>, instanceId: id });
}

/** Does what the outbox holds and marks it as done. */
async function carryOut(app: App, id: string, instance: InstanceRow, work: unknown): Promise<void> {
  if (isSignal(work)) return receiveSignal(app, id, instance, work);
  await (work === null ? bringAbout(app, instance) : runService(app, id, instance, work));
  await markDone(app.db, app.now(), id);
}

const failureOf = (work: unknown): string => {
  if (work === null) return '流程已通过，生效失败';
  return isSignal(work) ? '流程信号没有送达' : '流程服务执行失败';
};

async function deliverOne(app: App, id: string): Promise<boolean> {
  const now = app.now();
  // taken by moving it into the future: another node leaves it alone, and after a crash it comes back
  const row = await app.db
    .updateTable('flowOutbox')
    .set({ tries: sql`tries + 1`, nextTime: new Date(now.getTime() + 300_000) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('nextTime', '<=', now)
    .returning(['instanceId', 'tries', 'work'])
    .executeTakeFirst();
  if (!row) return false;
  const instance = await app.db.selectFrom('flowInstance').selectAll().where('id', '=', row.instanceId).executeTakeFirstOrThrow();
  try {
    await carryOut(app, id, instance, row.work);
    return true;
  } catch (error) {
    const isDead = row.tries >= MAX_TRIES;
    const text = textOf(error);
    app.log.warn({ error: String(error), instanceId: row.instanceId }, 'work of an approval failed');
    const failed = await app.db
      .updateTable('flowOutbox')
      .set({ error: text, state: isDead ? 'dead' : 'waiting', nextTime: later(app.now(), row.tries) })
      .where('id', '=', id)
      // whoever took it after five minutes, or a person, has decided about it meanwhile
      .where('state', '=', 'waiting')
      .where('tries', '=', row.tries)
      .executeTakeFirst();
    if (isDead && failed.numUpdatedRows > 0n)
      await notifyAdministrators(app, row.instanceId, {
        title: failureOf(row.work),
        text,
        path: OPERATIONS,
        key: `flow.dead:${id}`,
      });
    return false;
  }
}

/** How often accounts that are gone are looked for, and tasks whose candidates are. */
const LEAVERS_MS = 10_000;
const EMPTIED_MS = 60_000;
/** How often delegations are looked at that begin or end. */
const DELEGATIONS_MS = 1_000;

/** Work that need not be done at every look. */
function seldom(everyMs: number, work: (app: App) => Promise<unknown>): (app: App) => Promise<void> {
  let last = 0;
  return async (app) => {
    if (app.now().getTime() - last < everyMs) return;
    last = app.now().getTime();
    await work(app);
  };
}

const round = async (app: App): Promise<number> => (await fireTimers(app)) + (await actOnTimeouts(app)) + (await deliver(app));

/** Timers and effects, for as long as the node lives. */
export function startLoops(app: App): Promise<() => Promise<void>> {
  const stop = new AbortController();
  const sweeps = [seldom(LEAVERS_MS, sweepLeavers), seldom(EMPTIED_MS, sweepEmptied), seldom(DELEGATIONS_MS, followDelegations)];
  const loop = (async () => {
    while (!stop.signal.aborted) {
      const done = await round(app).catch((error: unknown) => {
        app.log.warn({ error: String(error) }, 'approvals are waiting for the database');
        return 0;
      });
      for (const sweep of sweeps)
        await sweep(app).catch((error: unknown) =>
          app.log.warn({ error: String(error) }, 'tasks of people who are gone or away are waiting'),
        );
      // a full round: more may be due already
      if (done < ROUND / 2) await sleep(POLL_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  return Promise.resolve(async () => {
    stop.abort();
    await loop;
  });
}
