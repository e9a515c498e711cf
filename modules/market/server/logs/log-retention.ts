import { sql } from 'kysely';
import * as z from 'zod';
import type { App } from '#kit/server/ctx.ts';
import type { ConfigSeed } from '#kit/server/module.ts';
import { defineTask } from '#kit/server/tasks.ts';
import { readNumberConfig } from '#modules/system/server/index.ts';
import { DAY_MS, dayOfMoment } from '../../core/statistics.ts';
import { dropBefore, ensureDays, LOG_TABLES, strayDays } from './partitions.ts';

const LOG_DAYS = 'market.logDays';
const STAT_DAYS = 'market.statDays';
const KEPT_DAYS = 30;
const KEPT_STAT_DAYS = 90;
/** Sums of days are few. */
const KEPT_SUM_DAYS = 1096;
/** Partitions are there so many days before they are needed. */
const AHEAD = 3;
/** Days whose stray lines are moved at once. */
const MAX_STRAY = 400;

export const logConfigs: readonly ConfigSeed[] = [
  {
    key: LOG_DAYS,
    name: '接口日志保留天数',
    type: 'number',
    value: String(KEPT_DAYS),
    min: 1,
    max: 3650,
    unit: '天',
    group: '数据集市',
    remark: '接口日志和服务日志按天存放，超过天数的整天在每日凌晨清理',
  },
  {
    key: STAT_DAYS,
    name: '接口分时统计保留天数',
    type: 'number',
    value: String(KEPT_STAT_DAYS),
    min: 7,
    max: 3650,
    unit: '天',
    group: '数据集市',
    remark: '每5分钟和每小时的调用统计超过天数后清理；按天的统计保留三年',
  },
];

/** Makes the partitions of the coming days, and those of lines that had none. */
async function prepareDays(app: App, now: Date): Promise<number> {
  const coming = Array.from({ length: AHEAD + 1 }, (_, i) => dayOfMoment(now.getTime() + i * DAY_MS));
  let moved = 0;
  for (const table of LOG_TABLES) {
    await ensureDays(app.db, table, coming);
    const stray = await strayDays(app.db, table, MAX_STRAY);
    for (const day of stray) await ensureDays(app.db, table, [day]);
    moved += stray.length;
  }
  return moved;
}

/** Makes the days of a node that starts; without them lines land in the default partition, and the task moves them. */
export function keepDays(app: App): void {
  prepareDays(app, app.now()).catch((error: unknown) => app.log.warn({ error: String(error) }, 'partitions of the call log not made'));
}

/** Keeps the logs: days ahead, days that are over, statistics that are old. */
export const cleanCallLog = defineTask({
  name: '接口日志清理',
  summary: '准备后续日期的日志分区，清理超过保留天数的接口日志、服务日志和调用统计',
  params: z.object({}),
  async run({ app, dueTime, signal }) {
    const moved = await prepareDays(app, dueTime);
    const days = await readNumberConfig(app.db, LOG_DAYS, KEPT_DAYS);
    const first = dayOfMoment(dueTime.getTime() - days * DAY_MS);
    let gone = 0;
    for (const table of LOG_TABLES) {
      signal.throwIfAborted();
      gone += await dropBefore(app.db, table, first);
    }
    await cleanStatistics(app, dueTime);
    const parts = [...(gone > 0 ? [`已清理接口日志 ${gone} 条`] : []), ...(moved > 0 ? [`已归位 ${moved} 天的日志`] : [])];
    return parts.length > 0 ? parts.join('，') : null;
  },
});

async function cleanStatistics(app: App, dueTime: Date): Promise<void> {
  const days = await readNumberConfig(app.db, STAT_DAYS, KEPT_STAT_DAYS);
  const before = (age: number) => new Date(dueTime.getTime() - age * DAY_MS);
  await sql`delete from market_stat_5m where slot < ${before(days)}`.execute(app.db);
  await sql`delete from market_stat_hour where slot < ${before(days)}`.execute(app.db);
  await sql`delete from market_stat_day where day < ${dayOfMoment(before(KEPT_SUM_DAYS).getTime())}`.execute(app.db);
  // rows of spools whose node never came back
  await sql`delete from market_log_cursor where update_time < ${before(days)}`.execute(app.db);
}
