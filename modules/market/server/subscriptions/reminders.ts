import * as z from 'zod';
import type { App } from '#kit/server/ctx.ts';
import { defineTask } from '#kit/server/tasks.ts';
import { notify } from '#modules/notices/server/index.ts';
import { subscribersOf } from '../apis/retire.ts';
import { dayText, usersOf } from './messages.ts';
import { joined } from './rows.ts';

const DAY_MS = 86_400_000;
/** Days before an end on which people are told, the longest first. */
const DAYS = [30, 7, 1] as const;
const PER_RUN = 5000;
const soon = (now: Date): Date => new Date(now.getTime() + DAYS[0] * DAY_MS);

/** The nearest of the days that an end has come within. */
const stepOf = (end: Date, now: Date): number => {
  const left = (end.getTime() - now.getTime()) / DAY_MS;
  return DAYS.findLast((days) => left <= days) ?? DAYS[0];
};

async function ofSubscriptions(app: App, now: Date): Promise<number> {
  const rows = await joined(app)
    .select(['sub.id', 'sub.endTime', 'sub.days', 'sub.applyBy', 'app.createBy as appBy', 'app.appName', 'api.apiName', 'api.apiVersion'])
    .where('sub.status', 'in', ['2', '4'])
    .where('sub.endTime', '>', now)
    .where('sub.endTime', '<=', soon(now))
    // whoever has asked for a new term knows
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('marketSubscription as next')
            .select('next.id')
            .whereRef('next.renewsId', '=', 'sub.id')
            .where('next.status', '=', '1'),
        ),
      ),
    )
    .orderBy('sub.endTime')
    .limit(PER_RUN)
    .execute();
  let sent = 0;
  for (const row of rows) {
    const end = row.endTime!;
    const step = stepOf(end, now);
    // a short term was agreed to less than this before its end: that is no news
    if (step > row.days) continue;
    sent += await notify(app, app.db, {
      to: usersOf(row),
      kind: 'expiry',
      title: '订阅即将到期',
      text: `“${row.appName}”对“${row.apiName}”${row.apiVersion} 的订阅将于 ${dayText(end)} 到期，继续使用请申请续期`,
      path: '/market/myapply',
      key: `market.subscription:${row.id}:${step}`,
    });
  }
  return sent;
}

async function ofApis(app: App, now: Date): Promise<number> {
  const rows = await app.db
    .selectFrom('marketApi')
    .select(['id', 'apiName', 'apiVersion', 'offlineTime', 'offlineReason'])
    .where('status', '=', '2')
    .where('deletedAt', 'is', null)
    .where('offlineTime', '>', now)
    .where('offlineTime', '<=', soon(now))
    .limit(PER_RUN)
    .execute();
  let sent = 0;
  for (const row of rows) {
    const end = row.offlineTime!;
    sent += await notify(app, app.db, {
      to: await subscribersOf(app.db, row.id, now),
      kind: 'expiry',
      title: 'API即将下线',
      text: `“${row.apiName}”${row.apiVersion} 将于 ${dayText(end)} 下线：${row.offlineReason ?? ''}`,
      path: `/market/apimarket?api=${row.id}`,
      key: `market.api:${row.id}:${end.toISOString()}:${stepOf(end, now)}`,
    });
  }
  return sent;
}

/** Tells people before what they call ends; each step once. */
export const reminderTask = defineTask({
  name: '订阅到期与API下线提醒',
  summary: '在订阅到期和API下线之前30天、7天、1天提醒应用的负责人和申请人',
  params: z.object({}),
  async run({ app }) {
    const now = app.now();
    const sent = (await ofSubscriptions(app, now)) + (await ofApis(app, now));
    return sent === 0 ? null : `发出${sent}条提醒`;
  },
});
