import * as z from 'zod';
import type { App } from '#kit/server/ctx.ts';
import { defineTask, type AnyTask, type ScheduleSeed } from '#kit/server/tasks.ts';
import { remindOfCertificates } from './certificates/reminders.ts';
import { notifyDue } from './notices/writes.ts';

const DAY_MS = 86_400_000;
const BATCH = 5000;

/** Deletes messages that are older; answers how many. */
export async function sweepMessages(app: App, days: number, signal?: AbortSignal): Promise<number> {
  const before = new Date(app.now().getTime() - days * DAY_MS);
  for (let total = 0; ;) {
    signal?.throwIfAborted();
    const { numDeletedRows } = await app.db
      .deleteFrom('sysMessage')
      .where('id', 'in', (e) => e.selectFrom('sysMessage').select('id').where('createTime', '<', before).limit(BATCH))
      .executeTakeFirst();
    total += Number(numDeletedRows);
    if (Number(numDeletedRows) < BATCH) return total;
  }
}

const Stages = z
  .string()
  .regex(/^\d{1,3}(,\d{1,3}){0,9}$/, '请填写天数，用逗号分隔，如 90,30,7')
  .default('90,30,7')
  .meta({ title: '提前天数' });

export const tasks: Readonly<Record<string, AnyTask>> = {
  'notices.certificates': defineTask({
    name: '证书到期提醒',
    summary: '证书到期前按设定的天数提醒维护人员，每个阶段每人一次',
    params: z.object({ days: Stages }),
    async run({ app, params, signal }) {
      const { certificates, messages } = await remindOfCertificates(app, params.days.split(',').map(Number), signal);
      return `${certificates} 个证书临近到期，发出 ${messages} 条提醒`;
    },
  }),
  'notices.publish': defineTask({
    name: '定时公告提醒',
    summary: '到达发布时间的公告，通知阅读对象的浏览器更新铃铛',
    params: z.object({}),
    async run({ app }) {
      const told = await notifyDue(app);
      return told === 0 ? null : `${told} 条公告到时发布`;
    },
  }),
  'notices.sweep': defineTask({
    name: '清理历史消息',
    summary: '删除超过保留天数的站内消息',
    params: z.object({ days: z.number().int().min(30, '至少保留30天').max(3650).default(180).meta({ title: '保留天数' }) }),
    run: async ({ app, params, signal }) => `删除 ${await sweepMessages(app, params.days, signal)} 条消息`,
  }),
};

export const schedules: readonly ScheduleSeed[] = [
  { code: 'notices.certificates', name: '证书到期提醒', task: 'notices.certificates', cron: '0 30 8 * * *', params: { days: '90,30,7' } },
  { code: 'notices.publish', name: '定时公告提醒', task: 'notices.publish', cron: '5 * * * * *' },
  { code: 'notices.sweep', name: '清理历史消息', task: 'notices.sweep', cron: '0 20 3 * * *', params: { days: 180 } },
];
