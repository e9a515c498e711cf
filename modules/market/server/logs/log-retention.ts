import { sql } from 'kysely';
import * as z from 'zod';
import type { ConfigSeed } from '#kit/server/module.ts';
import { defineTask } from '#kit/server/tasks.ts';
import { readNumberConfig } from '#modules/system/server/index.ts';

const LOG_DAYS = 'market.logDays';
const KEPT_DAYS = 30;
const AT_ONCE = 5000;
const DAY_MS = 86_400_000;

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
    remark: '数据API的调用日志超过天数后每日凌晨清理',
  },
];

/** Removes lines of calls that are older than they are kept, some thousand at a time. */
export const cleanCallLog = defineTask({
  name: '接口日志清理',
  summary: '删除超过保留天数的数据API调用日志',
  params: z.object({}),
  async run({ app, dueTime, signal }) {
    const days = await readNumberConfig(app.db, LOG_DAYS, KEPT_DAYS);
    const before = new Date(dueTime.getTime() - days * DAY_MS);
    let all = 0;
    for (let some = AT_ONCE; some === AT_ONCE; all += some) {
      signal.throwIfAborted();
      const gone = await sql`delete from market_api_log where id in (
        select id from market_api_log where caller_date < ${before} order by caller_date limit ${AT_ONCE})`.execute(app.db);
      some = Number(gone.numAffectedRows ?? 0);
    }
    return all === 0 ? null : `已清理接口日志 ${all} 条`;
  },
});
