import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { pageOf, type Page, type PageQuery } from '#kit/contract/fields.ts';
import { cappedTotal, contains, containsText, endOfList, sortOrders } from '#kit/server/crud.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { loginLog, type LoginLog, type LoginLogSearch } from '../../contract/login-log.ts';

const COLUMNS = ['id', 'event', 'result', 'reason', 'userId', 'userName', 'opIp', 'opOs', 'opBrowser', 'opDevice', 'opDate'] as const;
/** Counting stops here (design §3.3). */
const CAP = 10_000;
const DEFAULT_DAYS = 7;
const DAY_MS = 86_400_000;

/** The newest seven days unless the caller says otherwise. */
export const sinceOf = (now: Date, query: { startTime?: string | undefined; endTime?: string | undefined }): Date =>
  query.startTime ? new Date(query.startTime) : new Date((query.endTime ? new Date(query.endTime) : now).getTime() - DEFAULT_DAYS * DAY_MS);

type Query = PageQuery & Partial<z.output<typeof LoginLogSearch>>;

/** One page of the login log under a condition of the caller's. */
export async function loginLogPage(
  ctx: Ctx,
  query: Query,
  narrow: (rows: ReturnType<typeof base>) => ReturnType<typeof base>,
): Promise<Page<z.input<typeof LoginLog>>> {
  const { pageNum, pageSize } = pageOf(query);
  let rows = narrow(base(ctx.db)).where('opDate', '>=', sinceOf(ctx.now, query));
  if (query.endTime) rows = rows.where('opDate', '<=', new Date(query.endTime));
  if (query.userName) rows = rows.where(containsText('userName', query.userName));
  if (query.opIp) rows = rows.where('opIp', 'like', contains(query.opIp));
  if (query.event) rows = rows.where('event', '=', query.event);
  if (query.result) rows = rows.where('result', '=', query.result);
  let list = rows.select(COLUMNS);
  for (const [field, direction] of sortOrders(query.sort, ['opDate', 'userName'], '-opDate'))
    list = list.orderBy(field as 'opDate' | 'userName' | 'id', direction);
  const data = await list
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const total = await cappedTotal(rows.select('id'), ctx.db, CAP, endOfList({ pageNum, pageSize }, data.length));
  return { pageNum, pageSize, ...total, data };
}
const base = (db: Db) => db.selectFrom('sysLoginLog');

const visible = (ctx: Ctx) => scope(ctx, { dept: 'sysLoginLog.deptId', owner: 'sysLoginLog.userId' });

export const loginLogHandlers = implement(loginLog, {
  page: (ctx, { query }) => loginLogPage(ctx, query, (rows) => rows.where(visible(ctx))),
  async get(ctx, { params }) {
    const row = await base(ctx.db)
      .select([...COLUMNS, 'details'])
      .where('id', '=', params.id)
      .where(visible(ctx))
      .executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    return { ...row, details: row.details as Record<string, unknown> | null };
  },
  async details(ctx, { body }) {
    const { opOs, opBrowser, ...rest } = body;
    const { loginLogId } = await ctx.db
      .selectFrom('sysSession')
      .select('loginLogId')
      .where('id', '=', ctx.session.id)
      .executeTakeFirstOrThrow();
    if (loginLogId === null) return null;
    // What the server saw stands; the browser's own words are kept beside it and shown as such.
    await ctx.db
      .updateTable('sysLoginLog')
      .set({ details: JSON.stringify({ ...rest, os: opOs, browser: opBrowser }) })
      .where('id', '=', loginLogId)
      .where('details', 'is', null)
      .execute();
    return null;
  },
});
