import { AppError } from '#kit/contract/errors.ts';
import { pageOf } from '#kit/contract/fields.ts';
import { cappedTotal, containsText, endOfList } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { serviceLog as contract } from '../../contract/service-log.ts';
import { SERVICE_SCOPE } from './rows.ts';

const MAX_COUNTED = 10_000;
const MAX_STEPS = 100;
const DAYS = 7;
const DAY_MS = 86_400_000;

/** Lines of services within the caller's data scope. */
const visible = (ctx: Ctx) =>
  ctx.db
    .selectFrom('marketServiceLog as log')
    .innerJoin('marketServiceIntegration as service', 'service.id', 'log.serviceId')
    .leftJoin('marketApp as app', 'app.id', 'log.callerId')
    .where(scope(ctx, SERVICE_SCOPE));
const columns = [
  'log.id',
  'log.serviceId',
  'service.serviceName',
  'service.serviceNo',
  'service.serviceVersion',
  'log.callerId',
  'app.appName',
  'log.callerIp',
  'log.callerDate',
  'log.callerHeader',
  'log.callerParam',
  'log.callerSoap',
  'log.time',
  'log.msg',
  'log.status',
  'log.httpStatus',
  'log.upstreamStatus',
  'log.step',
  'log.target',
  'log.requestId',
  'log.traceId',
] as const;
const shown = <R extends { status: string }>(row: R) => ({ ...row, status: row.status as '0' | '1' });

async function refuse(ctx: Ctx, ids: readonly string[]): Promise<never> {
  const found = await visible(ctx).select('log.id').where('log.id', 'in', ids).execute();
  if (found.length < ids.length) throw new AppError('entity.notFound');
  throw new AppError('rule.broken', '日志按保留期自动清理，不能逐条删除');
}

export const serviceLogs = implement(contract, {
  /** Whole calls, the newest first; with a trace all of its lines. The last week unless a time or a trace is given. */
  async page(ctx, { query }) {
    const week = query.traceId ? null : new Date(ctx.now.getTime() - DAYS * DAY_MS);
    const since = query.beginTime ? new Date(query.beginTime) : week;
    let rows = visible(ctx);
    if (since) rows = rows.where('log.callerDate', '>=', since);
    if (query.endTime) rows = rows.where('log.callerDate', '<=', new Date(query.endTime));
    if (query.traceId) rows = rows.where('log.traceId', '=', query.traceId);
    else rows = rows.where('log.step', 'is', null);
    if (query.serviceName) rows = rows.where(containsText('service.serviceName', query.serviceName));
    if (query.serviceId) rows = rows.where('log.serviceId', '=', query.serviceId);
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
    if (row.traceId === null || row.step !== null) return { ...shown(row), steps: [] };
    const steps = await visible(ctx)
      .select(columns)
      .where('log.serviceId', '=', row.serviceId)
      .where('log.callerDate', '<=', new Date(row.callerDate.getTime() + 1000))
      .where('log.callerDate', '>=', new Date(row.callerDate.getTime() - 120_000))
      .where('log.traceId', '=', row.traceId)
      .where('log.step', 'is not', null)
      .orderBy('log.id')
      .limit(MAX_STEPS)
      .execute();
    return { ...shown(row), steps: steps.map(shown) };
  },
  remove: (ctx, { params }) => refuse(ctx, [params.id]),
  removeBatch: (ctx, { params }) => refuse(ctx, params.ids),
});
