import * as z from 'zod';
import type { App } from '#kit/server/ctx.ts';
import { defineTask } from '#kit/server/tasks.ts';
import { nextTime } from '#kit/core/cron/times.ts';
import { notify } from '#modules/notices/server/index.ts';
import type { SubscriptionRow } from './message.ts';
import { runSubscription } from './send.ts';

export const ZONE = 'Asia/Shanghai';
const MAX_AT_ONCE = 50;
/** Records of a subscription that are kept. */
const KEPT_RUNS = 100;

/** Takes the due subscriptions, each for one node: whoever moves the time on has it. */
async function claimDue(app: App): Promise<SubscriptionRow[]> {
  const now = app.now();
  const due = await app.db
    .selectFrom('visualSubscription')
    .selectAll()
    .where('deletedAt', 'is', null)
    .where('status', '=', '1')
    .where('nextTime', '<=', now)
    .orderBy('nextTime')
    .limit(MAX_AT_ONCE)
    .execute();
  const claimed: SubscriptionRow[] = [];
  for (const row of due) {
    const taken = await app.db
      .updateTable('visualSubscription')
      .set({ nextTime: nextTime(row.cron, ZONE, now) })
      .where('id', '=', row.id)
      .where('nextTime', '=', row.nextTime)
      .executeTakeFirst();
    if (taken.numUpdatedRows > 0n) claimed.push(row);
  }
  return claimed;
}

async function forget(app: App, subscriptionId: string): Promise<void> {
  const last = await app.db
    .selectFrom('visualSubscriptionRun')
    .select('startTime')
    .where('subscriptionId', '=', subscriptionId)
    .orderBy('startTime', 'desc')
    .offset(KEPT_RUNS)
    .limit(1)
    .executeTakeFirst();
  if (last)
    await app.db
      .deleteFrom('visualSubscriptionRun')
      .where('subscriptionId', '=', subscriptionId)
      .where('startTime', '<=', last.startTime)
      .execute();
}

/** Whoever made a subscription hears when nobody got it; of those that somebody sends by hand the answer says so. */
async function tellMaker(app: App, row: SubscriptionRow, message: string): Promise<void> {
  if (!row.createBy) return;
  const path = `/visual/${row.entityType}/view/${row.entityId}`;
  await notify(app, app.db, {
    to: [row.createBy],
    kind: 'task',
    key: null,
    title: `订阅没有发出：${row.subscriptionName}`,
    text: message,
    path,
  });
}

/** 发送到期的订阅: every minute. */
export const subscriptionsDue = defineTask({
  name: '发送看板订阅',
  summary: '按计划把看板和大屏的订阅发给接收人，每人只看到自己有权限的数据',
  params: z.object({}),
  async run({ app, signal, log }) {
    const rows = await claimDue(app);
    for (const row of rows) {
      signal.throwIfAborted();
      const { outcome, message } = await runSubscription(app, row, { signal, isForced: false });
      if (outcome === 'failed') await tellMaker(app, row, message);
      await forget(app, row.id);
      log(`${row.subscriptionName}：${message}`);
    }
    return rows.length > 0 ? `处理 ${rows.length} 个订阅` : null;
  },
});
