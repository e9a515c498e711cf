import { cappedTotal, contains, endOfList, sortOrders } from '#kit/server/crud.ts';
import { AppError } from '#kit/contract/errors.ts';
import { pageOf } from '#kit/contract/fields.ts';
import type { StoredChange } from '#kit/server/audit.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { operLog } from '../contract/oper-log.ts';

const DEFAULT_DAYS = 7;
const DAY_MS = 86_400_000;
/** Counting stops here: the exact number of millions helps nobody (design §3.3). */
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

export const operLogs = implement(operLog, {
  async page(ctx, { query }) {
    const { pageNum, pageSize } = pageOf(query);
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
    const direction = sortOrders(query.sort, ['createTime'], '-createTime')[0]?.[1] ?? 'desc';
    const data = await rows
      .select(columns)
      .orderBy('createTime', direction)
      .orderBy('id', direction)
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute();
    const total = await cappedTotal(rows.select('id'), ctx.db, COUNT_CAP, endOfList({ pageNum, pageSize }, data.length));
    return { pageNum, pageSize, ...total, data };
  },
  async get(ctx, { params }) {
    const row = await ctx.db
      .selectFrom('sysOperLog')
      .select([...columns, 'params', 'note', 'changes'])
      .where('id', '=', params.id)
      .where(scope(ctx, columnsOfScope))
      .executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    return { ...row, changes: row.changes as StoredChange[] };
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
