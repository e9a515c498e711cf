import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { pageOf } from '#kit/contract/fields.ts';
import { cappedTotal, containsText, endOfList } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import { timeOfId } from '#kit/server/ids.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { dictItems } from '#modules/system/server/index.ts';
import { apiLog as contract, type LogSearch } from '../../contract/log.ts';
import { callTimes } from '../../core/call-times.ts';
import { DAY_MS } from '../../core/statistics.ts';
import { API_SCOPE } from '../apis/seen.ts';

/** Lines of one API lie far apart: counting more costs more than the page. */
const MAX_COUNTED = 1_000;
const KEPT = '日志按保留期自动清理，不能逐条删除';
/** A line is noted when its id is made; the clock of a node may be put right in between. */
const NEAR_MS = 10_000;
/** The newest lines are looked for in the last so many milliseconds first: the index by time is one of pages, not of rows. */
const WINDOWS = [600_000, 3_600_000, DAY_MS / 4];

type Search = z.output<typeof LogSearch>;

/** Lines of APIs within the caller's data scope; lines of no API are nobody's. */
const visible = (ctx: Ctx) =>
  ctx.db
    .selectFrom('marketApiLog as log')
    .innerJoin('marketApi as api', 'api.id', 'log.apiId')
    .leftJoin('marketApp as app', 'app.id', 'log.callerId')
    .where(scope(ctx, { dept: `api.${API_SCOPE.dept}`, owner: `api.${API_SCOPE.owner}` }));
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
  'log.reqMethod',
  'log.errorKey',
  'log.keyId',
  'log.queryTime',
  'log.queueTime',
  'log.encodeTime',
  'log.bytes',
  'log.isCached',
] as const;
const shown = <R extends { status: string } & Parameters<typeof callTimes>[0]>(row: R) => ({
  ...row,
  status: row.status as '0' | '1',
  ...callTimes(row),
});

/** From when to when: the last day unless said otherwise. */
function rangeOf(ctx: Ctx, { beginTime, endTime }: Search): { from: Date; to: Date } {
  const to = endTime ? new Date(endTime) : new Date(ctx.now.getTime() + NEAR_MS);
  return { from: beginTime ? new Date(beginTime) : new Date(to.getTime() - DAY_MS), to };
}
function searched(ctx: Ctx, query: Search, from: Date) {
  let rows = visible(ctx).where('log.callerDate', '>=', from).where('log.callerDate', '<=', rangeOf(ctx, query).to);
  if (query.apiName) rows = rows.where(containsText('api.apiName', query.apiName));
  if (query.apiId) rows = rows.where('log.apiId', '=', query.apiId);
  if (query.appId) rows = rows.where('log.callerId', '=', query.appId);
  if (query.status) rows = rows.where('log.status', '=', query.status);
  if (query.httpStatus) rows = rows.where('log.httpStatus', '=', query.httpStatus);
  if (query.requestId) rows = rows.where('log.requestId', '=', query.requestId);
  if (query.minTime) rows = rows.where('log.time', '>=', query.minTime);
  return rows;
}

/** A page of the newest lines; the time that is read grows until it is full. */
async function newest(ctx: Ctx, query: Search, { pageNum, pageSize }: { pageNum: number; pageSize: number }) {
  const { from, to } = rangeOf(ctx, query);
  const page = (begin: Date) =>
    searched(ctx, query, begin)
      .select(columns)
      .orderBy('log.callerDate', 'desc')
      .orderBy('log.id', 'desc')
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute();
  // lines of one API have an index of their own
  for (const window of query.apiId ? [] : WINDOWS) {
    const begin = to.getTime() - window;
    if (begin <= from.getTime()) break;
    const rows = await page(new Date(begin));
    if (rows.length === pageSize) return rows;
  }
  return page(from);
}

/** Lines with these ids, looked for where their ids say that they are. */
async function withIds(ctx: Ctx, ids: readonly string[]) {
  const rows = visible(ctx).select(columns).where('log.id', 'in', ids);
  const times = ids.map((id) => timeOfId(id) ?? 0);
  const near = await rows
    .where('log.callerDate', '>=', new Date(Math.min(...times) - NEAR_MS))
    .where('log.callerDate', '<=', new Date(Math.max(...times) + NEAR_MS))
    .execute();
  // ids of a node whose clock was set back lie before their time
  return near.length === ids.length ? near : rows.execute();
}

/** Lines go by their age only; who sees them is told so. */
async function refuse(ctx: Ctx, ids: readonly string[]): Promise<never> {
  const seen = await withIds(ctx, ids);
  if (seen.length < ids.length) throw new AppError('entity.notFound');
  throw new AppError('rule.broken', KEPT);
}

const { exportRows, exportJob } = excelHandlers({
  label: '接口日志',
  columns: [
    { field: 'callerDate', title: '时间', kind: 'time', only: 'export', width: 20 },
    { field: 'apiName', title: '数据API', only: 'export', width: 24 },
    { field: 'apiVersion', title: '版本', only: 'export' },
    { field: 'appName', title: '应用', only: 'export', width: 20 },
    { field: 'httpStatus', title: '状态码', kind: 'number', only: 'export' },
    { field: 'time', title: '耗时（毫秒）', kind: 'number', only: 'export' },
    { field: 'queryTime', title: '查询耗时（毫秒）', kind: 'number', only: 'export' },
    { field: 'gateTime', title: '网关耗时（毫秒）', kind: 'number', only: 'export' },
    { field: 'queueTime', title: '排队耗时（毫秒）', kind: 'number', only: 'export' },
    { field: 'sourceTime', title: '数据源耗时（毫秒）', kind: 'number', only: 'export' },
    { field: 'encodeTime', title: '脱敏编码耗时（毫秒）', kind: 'number', only: 'export' },
    { field: 'callerSize', title: '返回行数', kind: 'number', only: 'export' },
    { field: 'bytes', title: '返回字节数', kind: 'number', only: 'export' },
    { field: 'callerIp', title: '来源地址', only: 'export', width: 18 },
    { field: 'callerUrl', title: '调用地址', only: 'export', width: 40 },
    { field: 'callerParams', title: '参数', only: 'export', width: 40 },
    { field: 'msg', title: '说明', only: 'export', width: 30 },
    { field: 'requestId', title: '请求编号', only: 'export', width: 24 },
  ],
  input: z.never(),
  readDict: dictItems,
  async *rows(ctx: Ctx, query: Partial<Search> & { ids?: string[] | null }) {
    yield* inBatches(async (before, limit) => {
      let rows = searched(ctx, query, rangeOf(ctx, query).from);
      if (query.ids) rows = rows.where('log.id', 'in', query.ids);
      if (before) {
        const time = timeOfId(before);
        rows = rows.where('log.id', '<', before);
        if (time !== null) rows = rows.where('log.callerDate', '<=', new Date(time + NEAR_MS));
      }
      return (await rows.select(columns).orderBy('log.id', 'desc').limit(limit).execute()).map(shown);
    });
  },
});

export const apiLogs = implement(contract, {
  exportRows,
  exportJob,
  async page(ctx, { query }) {
    const { pageNum, pageSize } = pageOf(query);
    const data = await newest(ctx, query, { pageNum, pageSize });
    const all = searched(ctx, query, rangeOf(ctx, query).from).select('log.id');
    const total = await cappedTotal(all, ctx.db as never, MAX_COUNTED, endOfList({ pageNum, pageSize }, data.length));
    return { pageNum, pageSize, ...total, data: data.map(shown) };
  },
  async get(ctx, { params }) {
    const [row] = await withIds(ctx, [params.id]);
    if (!row) throw new AppError('entity.notFound');
    return shown(row);
  },
  remove: (ctx, { params }) => refuse(ctx, [params.id]),
  removeBatch: (ctx, { params }) => refuse(ctx, params.ids),
});
