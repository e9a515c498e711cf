import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { App, Db } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { defineTask } from '#kit/server/tasks.ts';
import { notify } from '#modules/notices/server/index.ts';
import { retirement as contract } from '../../contract/retirement.ts';
import { bumpRegistry } from '../calls/revision.ts';
import { dayText } from '../subscriptions/messages.ts';
import { lockedApi, setStatus } from './locked.ts';

/** Who may call an API now or waits to: owners of the applications and who asked for them. */
export async function subscribersOf(db: Db, apiId: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('marketSubscription as sub')
    .innerJoin('marketApp as app', 'app.id', 'sub.appId')
    .select(['sub.applyBy', 'app.createBy'])
    .where('sub.apiId', '=', apiId)
    .where('sub.status', 'in', ['1', '2', '4'])
    .where((e) => e.or([e('sub.endTime', 'is', null), e('sub.endTime', '>', now)]))
    .execute();
  return [...new Set(rows.flatMap(({ applyBy, createBy }) => [applyBy, ...(createBy ? [createBy] : [])]))];
}

interface Ending {
  readonly id: string;
  readonly apiName: string;
  readonly apiVersion: string;
}
const tell = (
  app: App,
  db: Db,
  {
    to,
    api: { id, apiName, apiVersion },
    ...message
  }: { to: readonly string[]; api: Ending; title: string; text: string; key: string | null },
) =>
  notify(app, db, {
    ...message,
    to,
    kind: 'market',
    text: `“${apiName}”${apiVersion} ${message.text}`,
    path: `/market/apimarket?api=${id}`,
  });

export const retirements = implement(contract, {
  async announce(ctx, { params, body }) {
    const row = await lockedApi(ctx, params.id);
    if (row.status !== '2') throw new AppError('rule.broken', '只有已发布的API可以预告下线');
    const offlineTime = new Date(body.offlineTime);
    if (offlineTime <= ctx.now)
      throw new AppError('input.invalid', '下线时间应晚于现在', [{ path: 'offlineTime', message: '下线时间应晚于现在' }]);
    await setStatus(ctx, row, { status: '2', offlineTime, deprecateTime: row.deprecateTime ?? ctx.now, offlineReason: body.reason });
    const to = await subscribersOf(ctx.db, row.id, ctx.now);
    const text = `将于 ${dayText(offlineTime)} 下线：${body.reason}`;
    await tell(ctx.app, ctx.db, { to, api: row, title: 'API下线预告', text, key: null });
    return { told: to.length };
  },
  async withdraw(ctx, { params }) {
    const row = await lockedApi(ctx, params.id);
    if (row.status !== '2' || row.offlineTime === null) throw new AppError('rule.broken', '该API没有下线预告');
    await setStatus(ctx, row, { status: '2', offlineTime: null, deprecateTime: null, offlineReason: null });
    const to = await subscribersOf(ctx.db, row.id, ctx.now);
    await tell(ctx.app, ctx.db, { to, api: row, title: 'API下线预告已取消', text: '继续提供服务', key: null });
    return null;
  },
});

/** Takes APIs offline whose announced day has come. Calls have ended at that moment already: this is what people see of it. */
export const offlineTask = defineTask({
  name: '数据API按预告下线',
  summary: '把到了预告下线时间的数据API下线，并通知订阅的应用',
  params: z.object({}),
  async run({ app, signal }) {
    const now = app.now();
    const due = await app.db
      .selectFrom('marketApi')
      .select('id')
      .where('status', '=', '2')
      .where('deletedAt', 'is', null)
      .where('offlineTime', '<=', now)
      .orderBy('offlineTime')
      .limit(500)
      .execute();
    for (const { id } of due) {
      signal.throwIfAborted();
      await app.db.transaction().execute(async (db) => {
        const ended = await db
          .updateTable('marketApi')
          .set((e) => ({ status: '3', version: e('version', '+', 1), updateTime: now }))
          .where('id', '=', id)
          .where('status', '=', '2')
          .where('offlineTime', '<=', now)
          .returning(['id', 'apiName', 'apiVersion'])
          .executeTakeFirst();
        if (!ended) return;
        await bumpRegistry(db);
        const to = await subscribersOf(db, id, now);
        await tell(app, db, { to, api: ended, title: 'API已下线', text: '已按预告下线', key: `market.offline:${id}:${now.toISOString()}` });
      });
    }
    return due.length === 0 ? null : `下线${due.length}个API`;
  },
});
