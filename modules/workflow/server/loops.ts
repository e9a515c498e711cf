import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { App } from '#kit/server/ctx.ts';
import { AppError } from '#kit/contract/errors.ts';
import { holdersOf, notify } from '#modules/notices/server/index.ts';
import { ADMINISTERS } from './approvers.ts';
import { runStep, takeInstance } from './step.ts';
import { actOnTimeouts } from './timeouts.ts';
import { typeOf } from './types.ts';

const POLL_MS = 1_000;
/** Due at once: so many in one round, each in its own transaction. */
const ROUND = 200;
const MAX_TRIES = 5;
const later = (now: Date, tries: number): Date => new Date(now.getTime() + Math.min(3_600_000, 5_000 * 4 ** tries));

/** Fires the timers that are due, each once on any number of nodes. Returns how many fired. */
export async function fireTimers(app: App): Promise<number> {
  const now = app.now();
  const due = await app.db
    .selectFrom('flowTimer as m')
    .innerJoin('flowInstance as i', 'i.id', 'm.instanceId')
    .select(['m.instanceId', 'm.timer', 'm.nodeKey'])
    .where('m.dueTime', '<=', now)
    .where('i.suspensionState', '=', '1')
    .orderBy('m.dueTime')
    .limit(ROUND)
    .execute();
  let fired = 0;
  for (const timer of due) if (await fireTimer(app, timer)) fired += 1;
  return fired;
}

interface Due {
  readonly instanceId: string;
  readonly timer: string;
  readonly nodeKey: string;
}
async function fireTimer(app: App, { instanceId, timer, nodeKey }: Due): Promise<boolean> {
  const afterwards: (() => Promise<void> | void)[] = [];
  try {
    const isFired = await app.db.transaction().execute(async (db) => {
      afterwards.length = 0;
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
            .where('dueTime', '<=', app.now())
            .executeTakeFirst()
        : undefined;
      if (!row) return false;
      const scope = { app, db, now: app.now(), afterCommit: (each: () => Promise<void> | void) => void afterwards.push(each) };
      const work = await takeInstance(scope, instanceId);
      await runStep(scope, work, {
        command: { type: 'fireTimer', timer },
        actorId: null,
        action: '到时',
        node: { key: nodeKey, name: nodeKey },
      });
      return true;
    });
    for (const each of afterwards) await each();
    return isFired;
  } catch (error) {
    app.log.warn({ error: String(error), instanceId, timer }, 'a timer of a process failed');
    await app.db
      .updateTable('flowTimer')
      .set({ tries: sql`tries + 1`, dueTime: later(app.now(), 1) })
      .where('instanceId', '=', instanceId)
      .where('timer', '=', timer)
      .execute();
    return false;
  }
}

/** Brings about what passed approvals mean; what fails is tried again later, at most five times. Returns how many were done. */
export async function deliver(app: App): Promise<number> {
  const waiting = await app.db
    .selectFrom('flowOutbox')
    .select('id')
    .where('state', '=', 'waiting')
    .where('nextTime', '<=', app.now())
    .orderBy('nextTime')
    .limit(ROUND)
    .execute();
  let done = 0;
  for (const { id } of waiting) if (await deliverOne(app, id)) done += 1;
  return done;
}

async function deliverOne(app: App, id: string): Promise<boolean> {
  const now = app.now();
  // taken by moving it into the future: another node leaves it alone, and after a crash it comes back
  const row = await app.db
    .updateTable('flowOutbox')
    .set({ tries: sql`tries + 1`, nextTime: new Date(now.getTime() + 300_000) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('nextTime', '<=', now)
    .returning(['instanceId', 'tries'])
    .executeTakeFirst();
  if (!row) return false;
  const instance = await app.db.selectFrom('flowInstance').selectAll().where('id', '=', row.instanceId).executeTakeFirstOrThrow();
  try {
    const type = typeOf(app, instance.businessType);
    await type.effect?.(app, { id: instance.businessKey, snapshot: instance.snapshot as Record<string, unknown>, instanceId: instance.id });
    await app.db.updateTable('flowOutbox').set({ state: 'done', endTime: app.now(), error: null }).where('id', '=', id).execute();
    return true;
  } catch (error) {
    const isDead = row.tries >= MAX_TRIES;
    const text = error instanceof AppError ? error.message : String(error);
    app.log.warn({ error: String(error), instanceId: row.instanceId }, 'the effect of an approval failed');
    await app.db
      .updateTable('flowOutbox')
      .set({ error: text.slice(0, 1000), state: isDead ? 'dead' : 'waiting', nextTime: later(app.now(), row.tries) })
      .where('id', '=', id)
      .execute();
    if (isDead)
      await notify(app, app.db, {
        to: await holdersOf(app.db, ADMINISTERS, instance.deptId),
        kind: 'flow',
        title: '流程已通过，生效失败',
        text: `${instance.title}：${text}`.slice(0, 500),
        path: null,
        key: `flow.dead:${id}`,
      });
    return false;
  }
}

/** Timers and effects, for as long as the node lives. */
export function startLoops(app: App): Promise<() => Promise<void>> {
  const stop = new AbortController();
  const loop = (async () => {
    while (!stop.signal.aborted) {
      await fireTimers(app)
        .then(() => actOnTimeouts(app))
        .then(() => deliver(app))
        .catch((error: unknown) => app.log.warn({ error: String(error) }, 'approvals are waiting for the database'));
      await sleep(POLL_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  return Promise.resolve(async () => {
    stop.abort();
    await loop;
  });
}
