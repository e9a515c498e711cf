import * as z from 'zod';
import { cappedTotal, contains, endOfList, sortOrders } from '#kit/server/crud.ts';
import { AppError } from '#kit/contract/errors.ts';
import { pageOf } from '#kit/contract/fields.ts';
import type { StoredChange } from '#kit/server/audit.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { operLog, operModule, type OperLogSearch } from '../contract/oper-log.ts';
import { dictItems } from './dicts.ts';
import { regionsOf } from './region/regions.ts';

const DEFAULT_DAYS = 7;
const DAY_MS = 86_400_000;
/** Upper limit of the count; beyond it the exact total is of no use. */
const COUNT_CAP = 10_000;
const TIMELINE_ROWS = 100;

const columns = [
  'id',
  'module',
  'title',
  'userId',
  'userName',
  'remoteAddr',
  'requestUri',
  'requestMethod as methodName',
  'timeMs as time',
  'browser',
  'os',
  'result',
  'exCode',
  'exMsg',
  'requestId',
  'createTime',
] as const;

/** Rows of people within the caller's reach, and one's own. */
const columnsOfScope = { dept: 'sysOperLog.deptId', owner: 'sysOperLog.userId' };

type Search = Partial<z.output<typeof OperLogSearch>>;

/** Rows matching the search, by accounts within the caller's data scope; the newest seven days by default. */
function searchLogs(ctx: Ctx, query: Search) {
  const from = query.beginTime ? new Date(query.beginTime) : new Date(ctx.now.getTime() - DEFAULT_DAYS * DAY_MS);
  let rows = ctx.db.selectFrom('sysOperLog').where(scope(ctx, columnsOfScope)).where('createTime', '>=', from);
  if (query.endTime) rows = rows.where('createTime', '<=', new Date(query.endTime));
  if (query.module) {
    const { module } = query;
    // rows of before name no more than the area of the path
    rows = rows.where((e) =>
      e.or([
        e('module', '=', module),
        e.and([e('module', '=', 'data'), e('requestUri', 'like', `${contains(`/data/${module}`).slice(1, -1)}/%`)]),
      ]),
    );
  }
  if (query.title) rows = rows.where('title', 'like', contains(query.title));
  if (query.userName) rows = rows.where('userName', 'like', contains(query.userName));
  if (query.result) rows = rows.where('result', '=', query.result);
  if (query.requestId) rows = rows.where('requestId', '=', query.requestId);
  return rows;
}

const { exportRows, exportJob } = excelHandlers({
  label: '操作日志',
  columns: [
    { field: 'title', title: '标题', only: 'export', width: 20 },
    { field: 'module', title: '模块', only: 'export' },
    { field: 'userName', title: '用户', only: 'export' },
    { field: 'result', title: '结果', dict: 'sys_normal_status', only: 'export' },
    { field: 'requestUri', title: '请求地址', only: 'export', width: 40 },
    { field: 'remoteAddr', title: 'IP 地址', only: 'export', width: 18 },
    { field: 'region', title: '地区', only: 'export', width: 18 },
    { field: 'browser', title: '浏览器', only: 'export', width: 16 },
    { field: 'os', title: '操作系统', only: 'export', width: 16 },
    { field: 'time', title: '耗时（毫秒）', kind: 'number', only: 'export' },
    { field: 'createTime', title: '时间', kind: 'time', only: 'export', width: 20 },
    { field: 'exMsg', title: '错误信息', only: 'export', width: 30 },
    { field: 'requestId', title: '请求编号', only: 'export', width: 30 },
  ],
  input: z.never(),
  readDict: dictItems,
  async *rows(ctx: Ctx, query: Search & { ids?: string[] | null }) {
    const regionOf = await regionsOf(ctx.app);
    yield* inBatches(async (before, limit) => {
      let rows = searchLogs(ctx, query);
      if (query.ids) rows = rows.where('id', 'in', query.ids);
      // ids follow time: the newest rows come first, as in the list
      if (before) rows = rows.where('id', '<', before);
      const found = await rows.select(columns).orderBy('id', 'desc').limit(limit).execute();
      return found.map((row) => ({
        ...row,
        module: operModule(row).name,
        requestUri: `${row.methodName} ${row.requestUri}`,
        region: regionOf(row.remoteAddr),
      }));
    });
  },
});

export const operLogs = implement(operLog, {
  exportRows,
  exportJob,
  async page(ctx, { query }) {
    const { pageNum, pageSize } = pageOf(query);
    const rows = searchLogs(ctx, query);
    const direction = sortOrders(query.sort, ['createTime'], '-createTime')[0]?.[1] ?? 'desc';
    const data = await rows
      .select(columns)
      .orderBy('createTime', direction)
      .orderBy('id', direction)
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute();
    const total = await cappedTotal(rows.select('id'), ctx.db, COUNT_CAP, endOfList({ pageNum, pageSize }, data.length));
    const regionOf = await regionsOf(ctx.app);
    return { pageNum, pageSize, ...total, data: data.map((row) => ({ ...row, region: regionOf(row.remoteAddr) })) };
  },
  async get(ctx, { params }) {
    const row = await ctx.db
      .selectFrom('sysOperLog')
      .select([...columns, 'params', 'note', 'changes'])
      .where('id', '=', params.id)
      .where(scope(ctx, columnsOfScope))
      .executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    const regionOf = await regionsOf(ctx.app);
    return { ...row, region: regionOf(row.remoteAddr), changes: row.changes as StoredChange[] };
  },
  async changes(ctx, { query }) {
    const rows = await ctx.db
      .selectFrom('sysOperLogEntity')
      .innerJoin('sysOperLog', 'sysOperLog.id', 'sysOperLogEntity.logId')
      .select(['sysOperLog.id as logId', 'sysOperLog.title', 'sysOperLog.userName', 'sysOperLog.createTime', 'sysOperLog.changes'])
      .where('sysOperLogEntity.entityId', '=', query.entityId)
      .where(scope(ctx, columnsOfScope))
      .orderBy('sysOperLogEntity.logId', 'desc')
      .limit(TIMELINE_ROWS)
      .execute();
    return rows.map(({ changes, ...row }) => ({
      ...row,
      changes: (changes as StoredChange[]).filter((change) => change.id === query.entityId),
    }));
  },
});
