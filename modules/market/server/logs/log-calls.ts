import { AppError } from '#kit/contract/errors.ts';
import { pageOf } from '#kit/contract/fields.ts';
import { cappedTotal, containsText, endOfList } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { apiLog as contract } from '../../contract/log.ts';

const MAX_COUNTED = 10_000;
const KEPT = '日志按保留期自动清理，不能逐条删除';

/** Lines of APIs within the caller's data scope; lines of no API belong to who sees everything of their department. */
const visible = (ctx: Ctx) =>
  ctx.db
    .selectFrom('marketApiLog as log')
    .innerJoin('marketApi as api', 'api.id', 'log.apiId')
    .leftJoin('marketApp as app', 'app.id', 'log.callerId')
    .where(scope(ctx, { dept: 'api.createDept', owner: 'api.createBy' }));
const columns = [
  'log.id',
  'log.apiId',
  'api.apiName',
  'api.apiVersion',
  'log.callerId',
  'app.appName',
  'log.callerIp',
  'log.callerUrl',
  'log.callerParams',
  'log.callerDate',
  'log.callerSize',
  'log.time',
  'log.msg',
  'log.status',
  'log.httpStatus',
  'log.requestId',
] as const;
const shown = <R extends { status: string }>(row: R) => ({ ...row, status: row.status as '0' | '1' });

/** Lines go by their age only; who sees them is told so. */
async function refuse(ctx: Ctx, ids: readonly string[]): Promise<never> {
  const seen = await visible(ctx).select('log.id').where('log.id', 'in', ids).execute();
  if (seen.length < ids.length) throw new AppError('entity.notFound');
  throw new AppError('rule.broken', KEPT);
}

export const apiLogs = implement(contract, {
  async page(ctx, { query }) {
    let rows = visible(ctx);
    if (query.apiName) rows = rows.where(containsText('api.apiName', query.apiName));
    if (query.apiId) rows = rows.where('log.apiId', '=', query.apiId);
    if (query.appId) rows = rows.where('log.callerId', '=', query.appId);
    if (query.status) rows = rows.where('log.status', '=', query.status);
    const { pageNum, pageSize } = pageOf(query);
    const data = await rows
      .select(columns)
      .orderBy('log.callerDate', 'desc')
      .orderBy('log.id', 'desc')
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute();
    const total = await cappedTotal(rows.select('log.id'), ctx.db as never, MAX_COUNTED, endOfList({ pageNum, pageSize }, data.length));
    return { pageNum, pageSize, ...total, data: data.map(shown) };
  },
  async get(ctx, { params }) {
    const row = await visible(ctx).select(columns).where('log.id', '=', params.id).executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    return shown(row);
  },
  remove: (ctx, { params }) => refuse(ctx, [params.id]),
  removeBatch: (ctx, { params }) => refuse(ctx, params.ids),
});
