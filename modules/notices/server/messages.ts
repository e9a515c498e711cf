import { AppError } from '#kit/contract/errors.ts';
import { containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { message } from '../contract/message.ts';
import { markRead } from './notices/index.ts';
import { myUnread, myUnreadHeads } from './notices/queries.ts';

const MUST_READ_LIMIT = 20;
/** how many notices 全部已读 marks in one go */
const READ_ALL_LIMIT = 500;

/** Messages of the caller. */
const own = (ctx: Ctx) => ctx.db.selectFrom('sysMessage').where('accountId', '=', ctx.user.id).where('deletedAt', 'is', null);

/** The other browsers of the caller follow. */
const ringSelf = (ctx: Ctx) => ctx.app.push.send(ctx.db, { accounts: [ctx.user.id] }, { kind: 'bell', data: { unread: null } });

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const rows = await own(ctx).select(['id', 'title']).where('id', 'in', ids).orderBy('id').forUpdate().execute();
  if (rows.length !== ids.length) throw new AppError('entity.notFound', '部分消息不存在或已删除，请刷新后重试');
  await ctx.db.updateTable('sysMessage').set({ deletedAt: ctx.now }).where('id', 'in', ids).execute();
  for (const row of rows) ctx.audit.change({ entity: '消息', id: row.id, name: row.title, before: { title: row.title }, after: null });
  await ringSelf(ctx);
  return null;
}

export const messages = implement(message, {
  async page(ctx, { query }) {
    let rows = own(ctx);
    if (query.title) {
      const { title } = query;
      rows = rows.where((e) => e.or([containsText('title', title), containsText('text', title)]));
    }
    if (query.kind) rows = rows.where('kind', '=', query.kind);
    if (query.isRead) rows = rows.where('readTime', query.isRead === '1' ? 'is not' : 'is', null);
    let list = rows.select(['id', 'kind', 'title', 'text', 'path', 'readTime', 'createTime']);
    for (const [field, direction] of sortOrders(query.sort, ['createTime'], '-createTime'))
      list = list.orderBy(field as 'createTime' | 'id', direction);
    return pageRows(query, list, rows);
  },
  async unread(ctx) {
    const counted = await own(ctx)
      .select((e) => e.fn.countAll<string>().as('total'))
      .where('readTime', 'is', null)
      .executeTakeFirstOrThrow();
    const notices = await myUnread(ctx)
      .select((e) => e.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow();
    return {
      messages: Number(counted.total),
      notices: Number(notices.total),
      mustRead: await myUnreadHeads(ctx, 'mustRead', MUST_READ_LIMIT),
    };
  },
  async read(ctx, { params }) {
    const rows = await own(ctx).select('id').where('id', 'in', params.ids).execute();
    if (rows.length !== params.ids.length) throw new AppError('entity.notFound', '部分消息不存在或已删除，请刷新后重试');
    await ctx.db.updateTable('sysMessage').set({ readTime: ctx.now }).where('id', 'in', params.ids).where('readTime', 'is', null).execute();
    await ringSelf(ctx);
    return null;
  },
  async readAll(ctx) {
    await ctx.db
      .updateTable('sysMessage')
      .set({ readTime: ctx.now })
      .where('accountId', '=', ctx.user.id)
      .where('readTime', 'is', null)
      .where('deletedAt', 'is', null)
      .execute();
    // what has to be confirmed is confirmed one by one
    const open = await myUnread(ctx).select('n.id').where('n.mustRead', '=', '0').limit(READ_ALL_LIMIT).execute();
    await markRead(
      ctx.db,
      ctx.user.id,
      open.map((row) => row.id),
      ctx.now,
    );
    await ringSelf(ctx);
    return null;
  },
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
});
