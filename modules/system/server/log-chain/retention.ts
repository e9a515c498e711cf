import * as z from 'zod';
import { MIN_LOG_DAYS, removeOldLogs } from '#kit/server/log-chain/retain.ts';
import { defineTask } from '#kit/server/tasks.ts';
import { readNumberConfig } from '../config-values.ts';
import { DEFAULT_KEEP_DAYS, keepDays } from './log-chain.ts';

export const LOGIN_KEEP_DAYS = 'log.loginKeepDays';
const PER_BATCH = 5_000;

/** Removes operation and login logs that are older than the settings ask for, never younger than 180 days. */
export const logRetention = defineTask({
  name: '清理到期日志',
  summary: `删除超过保留天数的操作日志和登录日志；无论如何设置，${MIN_LOG_DAYS} 天以内的日志都会保留`,
  params: z.object({}),
  async run({ app, signal, log }) {
    const days = await keepDays(app.db);
    const removed = await removeOldLogs(app, days, signal);
    log(`操作日志保留 ${days} 天，删除 ${removed} 条`);
    const loginDays = await readNumberConfig(app.db, LOGIN_KEEP_DAYS, DEFAULT_KEEP_DAYS);
    const before = new Date(app.now().getTime() - loginDays * 86_400_000);
    let logins = 0;
    for (;;) {
      signal.throwIfAborted();
      const old = app.db.selectFrom('sysLoginLog').select('id').where('opDate', '<', before).limit(PER_BATCH);
      const { numDeletedRows } = await app.db.deleteFrom('sysLoginLog').where('id', 'in', old).executeTakeFirst();
      logins += Number(numDeletedRows);
      if (numDeletedRows < BigInt(PER_BATCH)) break;
    }
    const { numDeletedRows: calls } = await app.db.deleteFrom('sysHostCall').where('createTime', '<', before).executeTakeFirst();
    log(`外部地址调用日志保留 ${loginDays} 天，删除 ${calls} 条`);
    log(`登录日志保留 ${loginDays} 天，删除 ${logins} 条`);
    return `删除操作日志 ${removed} 条、登录日志 ${logins} 条`;
  },
});
