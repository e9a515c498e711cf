import { sql, type SqlBool } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { containsText, pageRows } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import { Receipt } from '../../contract/notice.ts';
import type { PageQuery } from '#kit/contract/fields.ts';
import { readersOf } from '../audience.ts';
import { managed } from './queries.ts';

interface Search {
  keyword?: string;
  isRead?: '0' | '1';
}

async function published(ctx: Ctx, id: string): Promise<{ id: string; title: string }> {
  const row = await managed(ctx).select(['n.id', 'n.title', 'n.publishStatus']).where('n.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  if (row.publishStatus !== '1') throw new AppError('rule.broken', '公告未发布，没有阅读回执');
  return row;
}

const read = sql<SqlBool>`(r.read_time is not null and r.read_time >= record.publish_time)`;

/** The audience of a notice with its reading marks. */
function receiptRows(ctx: Ctx, id: string, search: Search) {
  let rows = readersOf(ctx.db, id)
    .leftJoin('sysNoticeRead as r', (join) => join.on('r.noticeId', '=', id).onRef('r.userId', '=', 'sysUser.id'))
    .leftJoin('sysDept as d', 'd.id', 'sysUser.deptId');
  if (search.keyword) {
    const { keyword } = search;
    rows = rows.where((e) => e.or([containsText('sysUser.nickname', keyword), containsText('sysUser.username', keyword)]));
  }
  if (search.isRead === '1') rows = rows.where(read);
  if (search.isRead === '0') rows = rows.where(sql<SqlBool>`not ${read}`);
  return rows;
}
const columns = ['sysUser.id', 'sysUser.nickname', 'sysUser.username', 'd.deptName'] as const;
const readTime = sql<Date | null>`case when ${read} then r.read_time end`.as('readTime');

export async function receiptPage(ctx: Ctx, id: string, query: Search & PageQuery) {
  await published(ctx, id);
  const rows = receiptRows(ctx, id, query);
  // who has not read comes first: that is whom one has to ask
  const list = rows
    .select(columns)
    .select(readTime)
    .orderBy(sql`${read}`)
    .orderBy(sql`r.read_time`, (o) => o.desc().nullsLast())
    .orderBy('sysUser.id');
  const page = await pageRows(query, list, rows);
  const counts = await receiptRows(ctx, id, {})
    .select([sql<number>`count(*)::int`.as('audienceCount'), sql<number>`count(*) filter (where ${read})::int`.as('readCount')])
    .executeTakeFirstOrThrow();
  return { ...page, ...counts };
}

const excel = excelHandlers({
  label: '公告阅读回执',
  columns: [
    { field: 'nickname', title: '姓名' },
    { field: 'username', title: '用户名' },
    { field: 'deptName', title: '部门', width: 24 },
    { field: 'state', title: '状态' },
    { field: 'readTime', title: '阅读时间', kind: 'time' },
  ],
  input: Receipt,
  rows: (ctx: Ctx, query: Search & { noticeId: string }) =>
    inBatches(async (after, limit) =>
      (
        await receiptRows(ctx, query.noticeId, query)
          .select(columns)
          .select(readTime)
          .where('sysUser.id', '>', after)
          .orderBy('sysUser.id')
          .limit(limit)
          .execute()
      ).map((row) => ({ ...row, state: row.readTime ? '已读' : '未读' })),
    ),
  create: () => Promise.reject(new AppError('route.notFound')),
});

export async function exportReceipts(ctx: Ctx, id: string, body: Search) {
  const { title } = await published(ctx, id);
  ctx.audit.note(`公告“${title}”`);
  return excel.exportRows(ctx, { body: { ...body, noticeId: id } });
}
