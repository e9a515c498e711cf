import { sql, type SqlBool } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { implement } from '#kit/server/module.ts';
import { approvalsOf } from '#kit/server/proposals.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { readFile } from '#modules/files/server/index.ts';
import { NoticeDocument } from '../../contract/document.ts';
import { notice } from '../../contract/notice.ts';
import { picturesOf } from '../../core/document.ts';
import { findNotice, mine, myNotice, myNoticePage, myUnreadHeads, noticePage } from './queries.ts';
import { noticePublishing } from './approval.ts';
import { exportJob, exportRows } from './excel.ts';
import { exportReceipts, receiptPage } from './receipts.ts';
import { assertMayPublish, createNotice, publishNotice, removeNotices, revokeNotice, updateNotice } from './writes.ts';

const UNREAD_LIMIT = 50;

/** Marks notices as read by an account; the first reading of a publication counts. */
export async function markRead(db: Db, userId: string, noticeIds: readonly string[], readTime: Date): Promise<void> {
  if (noticeIds.length === 0) return;
  await db
    .insertInto('sysNoticeRead')
    .values(noticeIds.map((noticeId) => ({ noticeId, userId, readTime })))
    .onConflict((conflict) =>
      conflict
        .columns(['noticeId', 'userId'])
        .doUpdateSet({ readTime })
        .where(sql<SqlBool>`sys_notice_read.read_time < (select n.publish_time from sys_notice n where n.id = excluded.notice_id)`),
    )
    .execute();
}

/** An attachment or picture of a notice, for its audience. */
async function attachmentOf(ctx: Ctx, id: string, fileName: string) {
  const row = await mine(ctx).select(['n.attachments', 'n.content']).where('n.id', '=', id).executeTakeFirst();
  const names = row ? [...(row.attachments?.split(',') ?? []), ...picturesOf(NoticeDocument.parse(row.content))] : [];
  const isOwn = names.includes(fileName);
  const file = isOwn ? await readFile(ctx.app, ctx.db, fileName) : null;
  if (!file) throw new AppError('file.notFound');
  return {
    body: file.body,
    length: file.size,
    type: file.contentType,
    fileName: file.originalFilename,
    headers: { 'cache-control': 'no-store' },
  };
}

export const notices = implement(notice, {
  exportRows,
  exportJob,
  async page(ctx, { query }) {
    const page = await noticePage(ctx, query);
    const flow = await approvalsOf(
      ctx.db,
      [noticePublishing],
      page.data.map(({ id }) => id),
    );
    return { ...page, data: page.data.map((row) => ({ ...row, flow: flow(row.id) })) };
  },
  async get(ctx, { params }) {
    const flow = await approvalsOf(ctx.db, [noticePublishing], [params.id]);
    return { ...(await findNotice(ctx, params.id)), flow: flow(params.id) };
  },
  create: (ctx, { body }) => createNotice(ctx, body),
  async update(ctx, { params, body }) {
    await noticePublishing.assertFree(ctx.db, [params.id], 'edit');
    return updateNotice(ctx, params.id, body);
  },
  async remove(ctx, { params }) {
    await noticePublishing.assertFree(ctx.db, [params.id], 'delete');
    return removeNotices(ctx, [params.id]);
  },
  async removeBatch(ctx, { params }) {
    await noticePublishing.assertFree(ctx.db, params.ids, 'delete');
    return removeNotices(ctx, params.ids);
  },
  async publish(ctx, { params }) {
    await assertMayPublish(ctx, params.id);
    const { done, flow } = await noticePublishing.run(ctx, { targetId: params.id, input: {} }, () => publishNotice(ctx, params.id));
    return { publishTime: done?.publishTime ?? null, flow };
  },
  revoke: (ctx, { params }) => revokeNotice(ctx, params.id),
  receipts: (ctx, { params, query }) => receiptPage(ctx, params.id, query),
  exportReceipts: (ctx, { params, body }) => exportReceipts(ctx, params.id, body),
  unread: (ctx) => myUnreadHeads(ctx, 'all', UNREAD_LIMIT),
  async read(ctx, { params }) {
    const row = await mine(ctx).select('n.id').where('n.id', '=', params.id).executeTakeFirst();
    if (!row) throw new AppError('entity.notFound', '公告不存在、已撤回或已过期');
    await markRead(ctx.db, ctx.user.id, [row.id], ctx.now);
    await ctx.app.push.send(ctx.db, { accounts: [ctx.user.id] }, { kind: 'bell', data: { unread: null } });
    return null;
  },
  minePage: (ctx, { query }) => myNoticePage(ctx, query),
  mine: (ctx, { params }) => myNotice(ctx, params.id),
  attachment: (ctx, { params }) => attachmentOf(ctx, params.id, params.fileName),
});
