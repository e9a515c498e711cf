import { sql, type Expression, type SqlBool } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { PageQuery } from '#kit/contract/fields.ts';
import { containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { NoticeDocument } from '../../contract/document.ts';
import type { NoticeHead } from '../../contract/message.ts';
import type { MineSearch, NoticeSearch } from '../../contract/notice.ts';
import type * as z from 'zod';
import { summaryOf } from '../../core/document.ts';
import { callerOf, inAudience, targetsOf } from '../audience.ts';

const SORTABLE = ['createTime', 'publishTime', 'title'] as const;
const SUMMARY_LENGTH = 80;
const SUMMARY_SOURCE = 400;

const columns = [
  'n.id',
  'n.version',
  'n.title',
  'n.type',
  'n.publishScope',
  'n.withBelow',
  'n.topFlag',
  'n.mustRead',
  'n.publishStatus',
  'n.publishTime',
  'n.expireTime',
  'n.attachments',
  'n.remark',
  'n.createBy',
  'n.createTime',
  'n.updateBy',
  'n.updateTime',
  'n.createDept',
] as const;

const publisherName = sql<string | null>`(select nickname from sys_user where sys_user.id = coalesce(n.publish_by, n.create_by))`;
/** Readers since the present publication. */
const readCount = sql<number>`(select count(*)::int from sys_notice_read r where r.notice_id = n.id and n.publish_time is not null
  and r.read_time >= n.publish_time)`;

/** Living notices that the caller reaches with the permission of the call. */
export const managed = (ctx: Ctx) =>
  ctx.db
    .selectFrom('sysNotice as n')
    .where('n.deletedAt', 'is', null)
    .where(scope(ctx, { dept: 'n.createDept', owner: 'n.createBy' }));

/** Condition of the search. */
export function searched(ctx: Ctx, query: z.output<typeof NoticeSearch>) {
  let rows = managed(ctx);
  if (query.title) rows = rows.where(containsText('n.title', query.title));
  if (query.type) rows = rows.where('n.type', '=', query.type);
  if (query.publishStatus) rows = rows.where('n.publishStatus', '=', query.publishStatus);
  if (query.publishScope) rows = rows.where('n.publishScope', '=', query.publishScope);
  if (query.mustRead) rows = rows.where('n.mustRead', '=', query.mustRead);
  return rows;
}

/** Such rows with what a list shows of them. */
export const listed = (rows: ReturnType<typeof managed>) =>
  rows.select(columns).select([publisherName.as('publisher'), readCount.as('readCount')]);

export async function noticePage(ctx: Ctx, query: z.output<typeof NoticeSearch> & PageQuery) {
  const rows = searched(ctx, query);
  let list = listed(rows);
  for (const [field, direction] of sortOrders(query.sort, SORTABLE, '-createTime'))
    list = list.orderBy(`n.${field as (typeof SORTABLE)[number] | 'id'}`, (o) => (direction === 'asc' ? o.asc() : o.desc()).nullsLast());
  return pageRows(query, list, rows);
}

/** One notice with text and audience; throws entity.notFound. */
export async function findNotice(ctx: Ctx, id: string) {
  const row = await listed(managed(ctx)).select('n.content').where('n.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return { ...row, content: NoticeDocument.parse(row.content), ...(await targetsOf(ctx.db, row)) };
}

/** Published, begun, not expired, not deleted. */
export const isCurrent = (now: Date): Expression<SqlBool> =>
  sql<SqlBool>`(n.deleted_at is null and n.publish_status = '1' and n.publish_time <= ${now} and (n.expire_time is null or n.expire_time > ${now}))`;

const isRead = sql<SqlBool>`(r.read_time is not null and r.read_time >= n.publish_time)`;

/** Current notices for the caller. */
export const mine = (ctx: Ctx) =>
  ctx.db
    .selectFrom('sysNotice as n')
    .leftJoin('sysNoticeRead as r', (join) => join.onRef('r.noticeId', '=', 'n.id').on('r.userId', '=', ctx.user.id))
    .where(isCurrent(ctx.now))
    .where(inAudience('n', callerOf(ctx)));
export const myUnread = (ctx: Ctx) => mine(ctx).where(sql<SqlBool>`not ${isRead}`);

const headColumns = ['n.id', 'n.title', 'n.type', 'n.topFlag', 'n.mustRead', 'n.publishTime'] as const;
const headExtras = [
  sql<string>`left(n.content_text, ${sql.lit(SUMMARY_SOURCE)})`.as('contentText'),
  publisherName.as('publisher'),
  sql<Date | null>`case when ${isRead} then r.read_time end`.as('readTime'),
] as const;
interface HeadRow {
  id: string;
  title: string;
  type: string;
  topFlag: '0' | '1';
  mustRead: '0' | '1';
  publishTime: Date | null;
  contentText: string;
  publisher: string | null;
  readTime: Date | null;
}
const headOf = ({ contentText, publishTime, ...row }: HeadRow): z.input<typeof NoticeHead> => ({
  ...row,
  // a published notice has a time: the table checks it
  publishTime: publishTime ?? new Date(0),
  summary: summaryOf(contentText, SUMMARY_LENGTH),
});

export async function myNoticePage(ctx: Ctx, query: z.output<typeof MineSearch> & PageQuery) {
  let rows = mine(ctx);
  if (query.title) {
    const { title } = query;
    rows = rows.where((e) => e.or([containsText('n.title', title), containsText('n.contentText', title)]));
  }
  if (query.type) rows = rows.where('n.type', '=', query.type);
  if (query.isRead === '1') rows = rows.where(isRead);
  if (query.isRead === '0') rows = rows.where(sql<SqlBool>`not ${isRead}`);
  // pinned ones stay on top whatever the order
  let list = rows.select(headColumns).select(headExtras).orderBy('n.topFlag', 'desc');
  for (const [field, direction] of sortOrders(query.sort, ['publishTime'], '-publishTime'))
    list = list.orderBy(`n.${field as 'publishTime' | 'id'}`, direction);
  const page = await pageRows<HeadRow>(query, list, rows);
  return { ...page, data: page.data.map(headOf) };
}

/** The newest unread notices of the caller, or those that wait for a confirmation, oldest first. */
export async function myUnreadHeads(ctx: Ctx, which: 'all' | 'mustRead', limit: number): Promise<z.input<typeof NoticeHead>[]> {
  let rows = myUnread(ctx).select(headColumns).select(headExtras);
  rows =
    which === 'mustRead'
      ? rows.where('n.mustRead', '=', '1').orderBy('n.publishTime').orderBy('n.id')
      : rows.orderBy('n.topFlag', 'desc').orderBy('n.publishTime', 'desc').orderBy('n.id', 'desc');
  return (await rows.limit(limit).execute()).map(headOf);
}

/** A notice as its reader sees it; throws entity.notFound when it is not for the caller, withdrawn or expired. */
export async function myNotice(ctx: Ctx, id: string) {
  const row = await mine(ctx)
    .select([...headColumns, 'n.content', 'n.attachments'])
    .select(headExtras)
    .where('n.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '公告不存在、已撤回或已过期');
  const { content, attachments, ...head } = row;
  const names = attachments?.split(',') ?? [];
  const files =
    names.length === 0
      ? []
      : await ctx.db
          .selectFrom('fileObject')
          .select(['fileName', 'originalFilename', 'fileSize'])
          .where('fileName', 'in', names)
          .where('deletedAt', 'is', null)
          .orderBy('id')
          .execute();
  return { ...headOf(head), content: NoticeDocument.parse(content), files };
}
