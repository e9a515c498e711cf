import * as z from 'zod';
import { CronProblem } from '#kit/contract/cron.ts';
import { AppError } from '#kit/contract/errors.ts';
import { nextTime, paceOf } from '#kit/core/cron/times.ts';
import type { App, Db } from '#kit/server/ctx.ts';
import { defineTask } from '#kit/server/tasks.ts';
import { loadWaits } from './load-approval.ts';
import { queueLoad } from './load-runs.ts';

const ZONE = 'Asia/Shanghai';
/** Plans that come more often keep a source busy with reading. */
const LEAST_MS = 10 * 60_000;
const MAX_DUE = 200;

const nextLoad = (cron: string | null, after: Date): Date | null => (cron === null ? null : nextTime(cron, ZONE, after));

/** When a mapping loads next by itself. Throws input.invalid for a plan that never comes or comes too often. */
export function checkedPlan(cron: string | null, now: Date): Date | null {
  if (cron === null) return null;
  const wrong = (message: string) => new AppError('input.invalid', message, [{ path: 'cronExpression', message }]);
  try {
    const { first, shortestMs } = paceOf(cron, ZONE, now);
    if (shortestMs < LEAST_MS) throw wrong('接入计划过密，两次之间至少10分钟');
    return first;
  } catch (error) {
    if (error instanceof CronProblem) throw wrong(error.message);
    throw error;
  }
}

/** Queues one due load; false when another node was faster or the plan was changed meanwhile. */
async function startDue(app: App, id: string, now: Date): Promise<boolean> {
  return app.db.transaction().execute(async (db: Db) => {
    const row = await db
      .selectFrom('masterdataSourceMap')
      .selectAll()
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .where('status', '=', '1')
      .where('nextTime', '<=', now)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return false;
    // what was missed while nothing ran happens once, not once per missed moment
    await db
      .updateTable('masterdataSourceMap')
      .set({ nextTime: nextLoad(row.cronExpression, now) })
      .where('id', '=', id)
      .execute();
    // what the one before brought is approved first; the next date reads what came meanwhile
    if (await loadWaits(db, id)) return false;
    await queueLoad(app, db, row, { cause: 'plan', isFull: false, by: row.ownerId });
    return true;
  });
}

/** Starts the loads that are due, each once however many nodes look. */
export const loadPlanned = defineTask({
  name: '按计划接入主数据',
  summary: '启动到期的主数据接入',
  params: z.object({}),
  async run({ app, dueTime, signal, log }) {
    const now = app.now() > dueTime ? app.now() : dueTime;
    const due = await app.db
      .selectFrom('masterdataSourceMap')
      .select(['id', 'mapName'])
      .where('nextTime', '<=', now)
      .where('deletedAt', 'is', null)
      .where('status', '=', '1')
      .orderBy('nextTime')
      .orderBy('id')
      .limit(MAX_DUE)
      .execute();
    let count = 0;
    for (const { id, mapName } of due) {
      signal.throwIfAborted();
      if (!(await startDue(app, id, now))) continue;
      count++;
      log(`开始接入“${mapName}”`);
    }
    return count === 0 ? null : `启动 ${count} 个主数据接入`;
  },
});
