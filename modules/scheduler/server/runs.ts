import { sql } from 'kysely';
import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { pageOf } from '#kit/contract/fields.ts';
import { cappedTotal, endOfList, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { TODAY } from '#kit/server/db/today.ts';
import { dictItems } from '#modules/system/server/index.ts';
import type { RunCause, RunState } from '../contract/fields.ts';
import { run, type RunSearch } from '../contract/run.ts';
import { countRun } from './engine/days.ts';
import { wake } from './engine/worker.ts';
import { JOB_SCOPE } from './job-query.ts';
import { RUN_COLUMNS, runReply, runningMs, runRows, runScope } from './run-query.ts';
import { retryRun } from './retry.ts';
import { streamRun } from './stream.ts';

/** Counting stops here. */
const CAP = 10_000;
const STATS_DAYS = 7;

type Stored = { state: RunState; cause: z.output<typeof RunCause> };

const excel = excelHandlers({
  label: '任务日志',
  columns: [
    { field: 'jobName', title: '任务名称' },
    { field: 'taskName', title: '任务类型' },
    { field: 'state', title: '状态', dict: 'scheduler_run_state' },
    { field: 'cause', title: '触发方式', dict: 'scheduler_run_cause' },
    { field: 'dueTime', title: '计划时间', kind: 'time', width: 20 },
    { field: 'startTime', title: '开始时间', kind: 'time', width: 20 },
    { field: 'endTime', title: '结束时间', kind: 'time', width: 20 },
    { field: 'durationMs', title: '耗时（毫秒）', kind: 'number' },
    { field: 'attempt', title: '第几次尝试', kind: 'number' },
    { field: 'node', title: '节点', kind: 'number' },
    { field: 'msg', title: '结果', width: 40 },
    { field: 'createTime', title: '创建时间', kind: 'time', width: 20 },
  ],
  input: z.object({}),
  create: () => Promise.reject(new AppError('rule.broken', '任务日志不支持导入')),
  readDict: dictItems,
  rows: (ctx: Ctx, query: z.output<typeof RunSearch> & { ids?: string[] | null }) =>
    inBatches(async (after, limit) => {
      const rows = await runRows(ctx, query).select(RUN_COLUMNS).where('id', '>', after).orderBy('id').limit(limit).execute();
      return rows.map((row) => runReply(ctx.app, row));
    }),
});

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const rows = await ctx.db
    .selectFrom('schedulerRun')
    .select(['id', 'jobName', 'state', 'dueTime'])
    .where('id', 'in', ids)
    .where(runScope(ctx))
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length !== ids.length) throw new AppError('entity.notFound', '部分数据不存在或已删除，请刷新后重试');
  if (rows.some((row) => row.state === 'waiting' || row.state === 'running'))
    throw new AppError('rule.broken', '等待或执行中的记录不能删除，请先取消');
  await ctx.db.deleteFrom('schedulerRun').where('id', 'in', ids).execute();
  for (const row of rows) ctx.audit.change({ entity: '任务日志', id: row.id, name: row.jobName, before: row, after: null });
  return null;
}

export const runs = implement(run, {
  exportRows: excel.exportRows,
  exportJob: excel.exportJob,
  async page(ctx, { query }) {
    const { pageNum, pageSize } = pageOf(query);
    const rows = runRows(ctx, query);
    let list = rows.select([...RUN_COLUMNS, runningMs.as('durationMs')]);
    for (const [field, direction] of sortOrders(query.sort, ['createTime', 'dueTime'], '-createTime'))
      list = list.orderBy(field as 'createTime', direction);
    const data = await list
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute();
    const total = await cappedTotal(rows.select('id'), ctx.db as never, CAP, endOfList({ pageNum, pageSize }, data.length));
    return { pageNum, pageSize, ...total, data: data.map((row) => runReply(ctx.app, row as typeof row & Stored)) };
  },
  async stats(ctx, { query }) {
    let days = ctx.db
      .selectFrom('schedulerDay')
      .innerJoin('schedulerJob', 'schedulerJob.id', 'schedulerDay.jobId')
      .where(scope(ctx, JOB_SCOPE))
      .where('schedulerDay.day', '>', sql<string>`${TODAY} - ${sql.lit(STATS_DAYS)}`);
    let open = ctx.db.selectFrom('schedulerRun').where('state', 'in', ['waiting', 'running']).where(runScope(ctx));
    if (query.jobId) {
      days = days.where('schedulerDay.jobId', '=', query.jobId);
      open = open.where('jobId', '=', query.jobId);
    }
    const sum = (column: 'done' | 'failed' | 'cancelled' | 'skipped' | 'doneMs') =>
      sql<string>`coalesce(sum(${sql.ref(column)}), 0)`.as(column);
    const total = await days
      .select([sum('done'), sum('failed'), sum('cancelled'), sum('skipped'), sum('doneMs')])
      .executeTakeFirstOrThrow();
    const [done, failed] = [Number(total.done), Number(total.failed)];
    const states = await open
      .select((e) => ['state', e.fn.countAll<string>().as('count')])
      .groupBy('state')
      .execute();
    const openOf = (state: string) => Number(states.find((row) => row.state === state)?.count ?? 0);
    return {
      days: STATS_DAYS,
      done,
      failed,
      cancelled: Number(total.cancelled),
      skipped: Number(total.skipped),
      successRate: done + failed === 0 ? null : Math.round((done / (done + failed)) * 1000) / 10,
      meanMs: done === 0 ? null : Math.round(Number(total.doneMs) / done),
      running: openOf('running'),
      waiting: openOf('waiting'),
    };
  },
  async get(ctx, { params }) {
    const row = await ctx.db
      .selectFrom('schedulerRun')
      .select([...RUN_COLUMNS, 'rootId', 'methodParams', 'timeoutSeconds', 'claims', 'lineCount', 'retryOf', runningMs.as('durationMs')])
      .select((e) =>
        e.selectFrom('schedulerRun as next').select('next.id').whereRef('next.retryOf', '=', 'schedulerRun.id').as('retriedBy'),
      )
      .select((e) =>
        e.selectFrom('sysUser').select('sysUser.nickname').whereRef('sysUser.id', '=', 'schedulerRun.createBy').as('createByName'),
      )
      .where('id', '=', params.id)
      .where(runScope(ctx))
      .executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    return runReply(ctx.app, row as typeof row & Stored);
  },
  stream: streamRun,
  async cancel(ctx, { params }) {
    const found = await ctx.db
      .selectFrom('schedulerRun')
      .select(['id', 'jobId', 'jobName'])
      .where('id', '=', params.id)
      .where(runScope(ctx))
      .executeTakeFirst();
    if (!found) throw new AppError('entity.notFound');
    // the job before its run: everything that touches both locks in this order
    await ctx.db.selectFrom('schedulerJob').select('id').where('id', '=', found.jobId).forUpdate().executeTakeFirst();
    const row = await ctx.db.selectFrom('schedulerRun').select('state').where('id', '=', found.id).forUpdate().executeTakeFirst();
    if (row?.state === 'waiting') {
      await ctx.db
        .updateTable('schedulerRun')
        .set({ state: 'cancelled', msg: `已由${ctx.user.nickname}取消`, endTime: sql<Date>`now()` })
        .where('id', '=', found.id)
        .execute();
      await countRun(ctx.db, found.jobId, 'cancelled', null);
    } else if (row?.state === 'running')
      await ctx.db.updateTable('schedulerRun').set({ cancelRequested: true }).where('id', '=', found.id).execute();
    else throw new AppError('rule.broken', '该执行已结束，无需取消');
    ctx.audit.change({ entity: '任务日志', id: found.id, name: found.jobName, before: {}, after: { state: '取消' } });
    ctx.afterCommit(() => wake(ctx.app));
    return null;
  },
  retry: (ctx, { params }) => retryRun(ctx, params.id),
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
});
