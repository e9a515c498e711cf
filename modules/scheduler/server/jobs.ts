import { sql } from 'kysely';
import * as z from 'zod';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { pageRows, assertVersion, crudHandlers, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { dictItems } from '#modules/system/server/index.ts';
import { CronProblem } from '#kit/contract/cron.ts';
import { JobInput, JobSearch, job } from '../contract/job.ts';
import { describeCron } from '#kit/core/cron/describe.ts';
import { nextTime, timesAfter } from '#kit/core/cron/times.ts';
import { cancelWaiting, enqueue } from './engine/enqueue.ts';
import { wake } from './engine/worker.ts';
import { JOB_COLUMNS, JOB_SCOPE, jobRows, StoredJob, withNames } from './job-query.ts';
import { checkTask, sameParams, schemaOf, tasksOf } from './tasks.ts';

type Input = z.output<typeof JobInput>;
type Stored = z.input<typeof StoredJob>;
const SHOWN_TIMES = 10;
const LIST_ROWS = 1000;
const SORTABLE = ['jobName', 'createTime', 'nextTime', 'lastTime'];

const crud = crudHandlers(
  'schedulerJob',
  { row: StoredJob, input: JobInput, search: JobSearch },
  { label: '定时任务', nameField: 'jobName', scope: JOB_SCOPE },
);

const invalid = (field: string, message: string): AppError => new AppError('input.invalid', message, [{ path: field, message }]);

/** Everything that the schema of the body cannot know: the task and its parameters, the plan, the people, the name. */
async function check(ctx: Ctx, body: Input, id: string | null): Promise<void> {
  checkTask(ctx.app, body);
  firstTime(body, ctx.now);
  if (body.retryCapSeconds < body.retryDelaySeconds) throw invalid('retryCapSeconds', '最长重试间隔不能小于首次重试间隔');
  const ids = [...new Set(body.alertUserIds)];
  if (ids.length > 0) {
    const found = await ctx.db.selectFrom('sysUser').select('id').where('id', 'in', ids).where('deletedAt', 'is', null).execute();
    if (found.length !== ids.length) throw invalid('alertUserIds', '通知对象不存在或已删除，请重新选择');
  }
  let same = ctx.db.selectFrom('schedulerJob').select('id').where('deletedAt', 'is', null).where('jobName', '=', body.jobName);
  if (id !== null) same = same.where('id', '!=', id);
  const message = '任务名称已存在';
  if (await same.executeTakeFirst()) throw new AppError('entity.duplicate', message, [{ path: 'jobName', message }]);
}

function firstTime(body: Pick<Input, 'cronExpression' | 'timeZone'>, now: Date): Date {
  try {
    return nextTime(body.cronExpression, body.timeZone, now);
  } catch (error) {
    if (error instanceof CronProblem) throw invalid('cronExpression', error.message);
    throw error;
  }
}

/** The moment of the database: due times are compared with its clock, so they are made from it. */
const databaseNow = async (ctx: Ctx): Promise<Date> =>
  (await sql<{ now: Date }>`select now() as now`.execute(ctx.db)).rows[0]?.now ?? ctx.now;

/** The row under its lock. Throws entity.notFound also for rows out of scope. */
async function locked(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('schedulerJob')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where(scope(ctx, JOB_SCOPE))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

async function setStatus(ctx: Ctx, id: string, status: '0' | '1'): Promise<null> {
  const row = await locked(ctx, id);
  if (row.status === status) return null;
  const next = status === '1' ? firstTime(row, await databaseNow(ctx)) : null;
  await ctx.db
    .updateTable('schedulerJob')
    .set({ status, nextTime: next, version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', id)
    .execute();
  if (status === '0') await cancelWaiting(ctx.db, id, '任务已暂停', { keepManual: true });
  ctx.audit.change({ entity: '定时任务', id, name: row.jobName, before: { status: row.status }, after: { status } });
  return null;
}

/** Removed jobs fire no more and end what waits; what runs comes to its end, and the history stays. */
async function stopRemoved(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await ctx.db.updateTable('schedulerJob').set({ status: '0', nextTime: null }).where('id', 'in', ids).execute();
  for (const id of ids) await cancelWaiting(ctx.db, id, '任务已删除');
}

const excel = excelHandlers({
  label: '定时任务',
  columns: [
    { field: 'jobName', title: '任务名称' },
    { field: 'taskName', title: '任务类型' },
    { field: 'beanName', title: '任务编码' },
    { field: 'methodParams', title: '参数', width: 30 },
    { field: 'cronText', title: '执行计划', width: 28 },
    { field: 'cronExpression', title: 'cron 表达式', width: 20 },
    { field: 'timeZone', title: '时区', width: 16 },
    { field: 'status', title: '状态', dict: 'sys_job_status' },
    { field: 'misfirePolicy', title: '错过处理', dict: 'scheduler_misfire' },
    { field: 'overlapPolicy', title: '重叠处理', dict: 'scheduler_overlap' },
    { field: 'timeoutSeconds', title: '超时（秒）', kind: 'number' },
    { field: 'retryCount', title: '重试次数', kind: 'number' },
    { field: 'alertUserNames', title: '失败通知' },
    { field: 'lastTime', title: '最近执行', kind: 'time', width: 20 },
    { field: 'lastState', title: '最近结果', dict: 'scheduler_run_state' },
    { field: 'nextTime', title: '下次执行', kind: 'time', width: 20 },
    { field: 'remark', title: '备注', width: 30 },
    { field: 'createTime', title: '创建时间', kind: 'time', width: 20 },
  ],
  input: z.object({}),
  create: () => Promise.reject(new AppError('rule.broken', '定时任务不支持导入')),
  readDict: dictItems,
  rows: (ctx: Ctx, query: z.output<typeof JobSearch> & { ids?: string[] | null }) =>
    inBatches(async (after, limit) => {
      const rows = await jobRows(ctx, query).select(JOB_COLUMNS).where('id', '>', after).orderBy('id').limit(limit).execute();
      return withNames(ctx.app, ctx.db, rows as Stored[]);
    }),
});

export const jobs = implement(job, {
  exportRows: excel.exportRows,
  exportJob: excel.exportJob,
  async page(ctx, { query }) {
    const rows = jobRows(ctx, query);
    let list = rows.select(JOB_COLUMNS);
    for (const [field, direction] of sortOrders(query.sort, SORTABLE, '-createTime'))
      list = list.orderBy(field as 'createTime', (o) => (direction === 'desc' ? o.desc() : o.asc()).nullsLast());
    const page = await pageRows<Stored>(query, list as never, rows);
    return { ...page, data: await withNames(ctx.app, ctx.db, page.data) };
  },
  async get(ctx, input) {
    const [row] = await withNames(ctx.app, ctx.db, [await crud.get(ctx, input)]);
    if (!row) throw new AppError('entity.notFound');
    return row;
  },
  async create(ctx, { body }) {
    await check(ctx, body, null);
    const id = ctx.app.ids.next();
    const stamp = { createBy: ctx.user.id, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now, createDept: ctx.user.deptId };
    const next = body.status === '1' ? firstTime(body, await databaseNow(ctx)) : null;
    await ctx.db
      .insertInto('schedulerJob')
      .values({ ...body, alertUserIds: JSON.stringify(body.alertUserIds), id, nextTime: next, ...stamp })
      .execute();
    ctx.audit.change({ entity: '定时任务', id, name: body.jobName, before: null, after: body });
    return { id };
  },
  async update(ctx, { params, body }) {
    const before = await locked(ctx, params.id);
    assertVersion(before, body);
    await check(ctx, body, params.id);
    const { version, ...values } = body;
    // saving the form must not bypass the permission to pause or resume
    if (values.status !== before.status && !holds(ctx.user, values.status === '1' ? 'scheduler:job:resume' : 'scheduler:job:pause'))
      throw new AppError('auth.noPermission', values.status === '1' ? '没有恢复任务的权限' : '没有暂停任务的权限');
    const isSamePlan =
      values.status === before.status && values.cronExpression === before.cronExpression && values.timeZone === before.timeZone;
    const next = values.status === '0' ? null : isSamePlan ? before.nextTime : firstTime(values, await databaseNow(ctx));
    await ctx.db
      .updateTable('schedulerJob')
      .set({
        ...values,
        alertUserIds: JSON.stringify(values.alertUserIds),
        nextTime: next,
        version: sql`version + 1`,
        updateBy: ctx.user.id,
        updateTime: ctx.now,
      })
      .where('id', '=', params.id)
      .execute();
    if (values.status === '0' && before.status === '1') await cancelWaiting(ctx.db, params.id, '任务已暂停', { keepManual: true });
    const kept = Object.fromEntries(Object.keys(values).map((name) => [name, before[name as keyof typeof before]]));
    ctx.audit.change({ entity: '定时任务', id: params.id, name: before.jobName, before: kept, after: values });
    return { version: version + 1 };
  },
  async remove(ctx, input) {
    await crud.remove(ctx, input);
    await stopRemoved(ctx, [input.params.id]);
    return null;
  },
  async removeBatch(ctx, input) {
    await crud.removeBatch(ctx, input);
    await stopRemoved(ctx, input.params.ids);
    return null;
  },
  list: (ctx) =>
    ctx.db
      .selectFrom('schedulerJob')
      .select(['id', 'jobName', 'status'])
      .where('deletedAt', 'is', null)
      // everybody may ask; the answer reaches as far as the right to list does
      .where(scope(ctx, JOB_SCOPE, ['scheduler:job:list']))
      .orderBy('jobName')
      .orderBy('id')
      .limit(LIST_ROWS)
      .execute(),
  pause: (ctx, { params }) => setStatus(ctx, params.id, '0'),
  resume: (ctx, { params }) => setStatus(ctx, params.id, '1'),
  async run(ctx, { params, body }) {
    const row = await locked(ctx, params.id);
    const methodParams = body.methodParams ?? row.methodParams;
    const task = checkTask(ctx.app, { beanName: row.beanName, methodParams });
    // a caller with only the permission to run cannot change parameters
    if (!sameParams(task, methodParams, row.methodParams) && !holds(ctx.user, 'scheduler:job:edit'))
      throw new AppError('auth.noPermission', '没有修改任务参数的权限，请按任务保存的参数执行');
    const queued = await enqueue(ctx.app, ctx.db, { ...row, methodParams }, { cause: 'manual', dueTime: null, createBy: ctx.user.id });
    // nobody should read in a log that the button did nothing
    if (queued?.state !== 'waiting') throw new AppError('rule.broken', '任务正在执行或排队已满，请等待上一次执行结束后再试');
    ctx.audit.change({ entity: '定时任务', id: row.id, name: row.jobName, before: {}, after: body.methodParams ? { methodParams } : {} });
    ctx.afterCommit(() => wake(ctx.app));
    return { id: queued.id };
  },
  tasks: (ctx) =>
    [...tasksOf(ctx.app)]
      .map(([key, task]) => ({ key, name: task.name, summary: task.summary, schema: schemaOf(task) }))
      .sort((a, b) => (a.key < b.key ? -1 : 1)),
  preview(ctx, { body }) {
    firstTime(body, ctx.now);
    return {
      text: describeCron(body.cronExpression),
      times: timesAfter(body.cronExpression, body.timeZone, ctx.now, SHOWN_TIMES),
    };
  },
});
