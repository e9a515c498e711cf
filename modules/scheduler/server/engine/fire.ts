import { sql } from 'kysely';
import type { App } from '#kit/server/ctx.ts';
import { nextTime, timesBetween } from '#kit/core/cron/times.ts';
import { firings, MISSED_AFTER_MS, MAX_CATCH_UP_RUNS, type Misfire } from '../../core/policy.ts';
import { enqueue, JOB_OF_RUN } from './enqueue.ts';

const PER_LOOK = 50;
/** Upper limit of due times per pass: those that are hardly late (at most one a second) and catch-up runs. */
const MAX_TIMES = MISSED_AFTER_MS / 1000 + MAX_CATCH_UP_RUNS + 1;

/**
 * Fires every job whose time has come: moves the next due time on (only if it is still the one that was read, so that one node of many
 * wins) and queues the run in the same transaction. Answers whether anything was queued.
 */
export async function fireDue(app: App): Promise<boolean> {
  const due = await app.db
    .selectFrom('schedulerJob')
    .select(['id', 'nextTime'])
    .where('status', '=', '1')
    .where('deletedAt', 'is', null)
    .where('nextTime', '<=', sql<Date>`now()`)
    .orderBy('nextTime')
    .limit(PER_LOOK)
    .execute();
  let hasFired = false;
  for (const { id, nextTime: seen } of due)
    try {
      if (seen && (await fire(app, id, seen))) hasFired = true;
    } catch (error) {
      // one job that cannot be fired must not hold up the others
      app.log.error({ error, job: id }, 'job could not be fired');
    }
  return hasFired;
}

async function fire(app: App, id: string, seen: Date): Promise<boolean> {
  return app.db.transaction().execute(async (db) => {
    const job = await db
      .selectFrom('schedulerJob')
      .select([...JOB_OF_RUN, 'cronExpression', 'timeZone', 'misfirePolicy', sql<Date>`now()`.as('now')])
      .where('id', '=', id)
      .where('nextTime', '=', seen)
      .where('status', '=', '1')
      .where('deletedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!job) return false;
    const { now } = job;
    const next = nextTime(job.cronExpression, job.timeZone, now);
    const moved = await db
      .updateTable('schedulerJob')
      .set({ nextTime: next })
      .where('id', '=', id)
      .where('nextTime', '=', seen)
      .executeTakeFirst();
    if (moved.numUpdatedRows !== 1n) return false;
    const times = timesBetween(job.cronExpression, job.timeZone, seen, now, MAX_TIMES);
    let hasQueued = false;
    for (const { dueTime, isMissed, isSkipped } of firings({ misfire: job.misfirePolicy as Misfire, times, now })) {
      const queued = await enqueue(app, db, job, {
        cause: isMissed ? 'missed' : 'cron',
        dueTime,
        ...(isSkipped && { skipped: '已错过执行时间，按错过策略跳过' }),
      });
      hasQueued ||= queued?.state === 'waiting';
    }
    return hasQueued;
  });
}
