import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { TODAY } from '#kit/server/db/today.ts';
import type { RunState } from '../../contract/fields.ts';

/** Counts an ended run into the day of its job: the figures above the lists must not read a million rows. */
export async function countRun(db: Db, jobId: string, state: RunState, durationMs: number | null): Promise<void> {
  const one = {
    done: state === 'done' ? 1 : 0,
    failed: state === 'failed' || state === 'timeout' ? 1 : 0,
    cancelled: state === 'cancelled' ? 1 : 0,
    skipped: state === 'skipped' ? 1 : 0,
    doneMs: state === 'done' ? (durationMs ?? 0) : 0,
  };
  await db
    .insertInto('schedulerDay')
    .values({ jobId, day: TODAY, ...one })
    .onConflict((conflict) =>
      conflict.columns(['jobId', 'day']).doUpdateSet({
        done: sql<number>`scheduler_day.done + ${one.done}`,
        failed: sql<number>`scheduler_day.failed + ${one.failed}`,
        cancelled: sql<number>`scheduler_day.cancelled + ${one.cancelled}`,
        skipped: sql<number>`scheduler_day.skipped + ${one.skipped}`,
        doneMs: sql<string>`scheduler_day.done_ms + ${one.doneMs}`,
      }),
    )
    .execute();
}
