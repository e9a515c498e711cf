import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { pageOf, type Page, type PageQuery } from '#kit/contract/fields.ts';
import { cappedTotal, contains, containsText, endOfList, sortOrders } from '#kit/server/crud.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { loginLog, type LoginLog, type LoginLogSearch } from '../../contract/login-log.ts';
import { dictItems } from '../dicts.ts';
import { regionsOf } from '../region/regions.ts';

const COLUMNS = ['id', 'event', 'result', 'reason', 'userId', 'userName', 'opIp', 'opOs', 'opBrowser', 'opDevice', 'opDate'] as const;
/** Counting stops here. */
const CAP = 10_000;
const DEFAULT_DAYS = 7;
const DAY_MS = 86_400_000;

/** The newest seven days unless the caller says otherwise. */
export const sinceOf = (now: Date, query: { startTime?: string | undefined; endTime?: string | undefined }): Date =>
  query.startTime ? new Date(query.startTime) : new Date((query.endTime ? new Date(query.endTime) : now).getTime() - DEFAULT_DAYS * DAY_MS);

type Search = Partial<z.output<typeof LoginLogSearch>>;
type Query = PageQuery & Search;
type Narrow = (rows: ReturnType<typeof base>) => ReturnType<typeof base>;

/** Rows matching the search and an additional condition. */
function searchLogins(ctx: Ctx, query: Search, narrow: Narrow) {
  let rows = narrow(base(ctx.db)).where('opDate', '>=', sinceOf(ctx.now, query));
  if (query.endTime) rows = rows.where('opDate', '<=', new Date(query.endTime));
  if (query.userName) rows = rows.where(containsText('userName', query.userName));
  if (query.opIp) rows = rows.where('opIp', 'like', contains(query.opIp));
  if (query.event) rows = rows.where('event', '=', query.event);
  if (query.result) rows = rows.where('result', '=', query.result);
  return rows;
}

/** One page of the login log under a condition of the caller's. */
export async function loginLogPage(ctx: Ctx, query: Query, narrow: Narrow): Promise<Page<z.input<typeof LoginLog>>> {
  const { pageNum, pageSize } = pageOf(query);
  const rows = searchLogins(ctx, query, narrow);
  let list = rows.select(COLUMNS);
  for (const [field, direction] of sortOrders(query.sort, ['opDate', 'userName'], '-opDate'))
    list = list.orderBy(field as 'opDate' | 'userName' | 'id', direction);
  const data = await list
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const total = await cappedTotal(rows.select('id'), ctx.db, CAP, endOfList({ pageNum, pageSize }, data.length));
  const regionOf = await regionsOf(ctx.app);
  return { pageNum, pageSize, ...total, data: data.map((row) => ({ ...row, region: regionOf(row.opIp) })) };
}
const base = (db: Db) => db.selectFrom('sysLoginLog');

const visible = (ctx: Ctx) => scope(ctx, { dept: 'sysLoginLog.deptId', owner: 'sysLoginLog.userId' });

const { exportRows, exportJob } = excelHandlers({
  label: '登录日志',
  columns: [
    { field: 'userName', title: '用户名', only: 'export' },
    { field: 'event', title: '事件', dict: 'sys_login_event', only: 'export' },
    { field: 'result', title: '结果', dict: 'sys_normal_status', only: 'export' },
    { field: 'reason', title: '原因', only: 'export', width: 30 },
    { field: 'opIp', title: 'IP 地址', only: 'export', width: 18 },
    { field: 'region', title: '地区', only: 'export', width: 18 },
    { field: 'opOs', title: '操作系统', only: 'export', width: 16 },
    { field: 'opBrowser', title: '浏览器', only: 'export', width: 16 },
    { field: 'opDevice', title: '设备', only: 'export' },
    { field: 'opDate', title: '登录时间', kind: 'time', only: 'export', width: 20 },
  ],
  input: z.never(),
  readDict: dictItems,
  async *rows(ctx: Ctx, query: Search & { ids?: string[] | null }) {
    const regionOf = await regionsOf(ctx.app);
    yield* inBatches(async (before, limit) => {
      let rows = searchLogins(ctx, query, (all) => all.where(visible(ctx)));
      if (query.ids) rows = rows.where('id', 'in', query.ids);
      // ids follow time: the newest rows come first, as in the list
      if (before) rows = rows.where('id', '<', before);
      const found = await rows.select(COLUMNS).orderBy('id', 'desc').limit(limit).execute();
      return found.map((row) => ({ ...row, region: regionOf(row.opIp) }));
    });
  },
});

export const loginLogHandlers = implement(loginLog, {
  exportRows,
  exportJob,
  page: (ctx, { query }) => loginLogPage(ctx, query, (rows) => rows.where(visible(ctx))),
  async get(ctx, { params }) {
    const row = await base(ctx.db)
      .select([...COLUMNS, 'details'])
      .where('id', '=', params.id)
      .where(visible(ctx))
      .executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    const regionOf = await regionsOf(ctx.app);
    return { ...row, region: regionOf(row.opIp), details: row.details as Record<string, unknown> | null };
  },
  async details(ctx, { body }) {
    const { opOs, opBrowser, ...rest } = body;
    const { loginLogId } = await ctx.db
      .selectFrom('sysSession')
      .select('loginLogId')
      .where('id', '=', ctx.session.id)
      .executeTakeFirstOrThrow();
    if (loginLogId === null) return null;
    // Values observed by the server are authoritative; what the browser reports is stored separately and labelled as such.
    await ctx.db
      .updateTable('sysLoginLog')
      .set({ details: JSON.stringify({ ...rest, os: opOs, browser: opBrowser }) })
      .where('id', '=', loginLogId)
      .where('details', 'is', null)
      .execute();
    return null;
  },
});
