import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion, contains, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { todosChanged } from '#kit/server/todos.ts';
import { CronProblem } from '#kit/contract/cron.ts';
import { assertMayAddress, setTargets } from '#modules/notices/server/index.ts';
import { task as contract, type TaskInput } from '../../contract/task.ts';
import { visibleForms } from '../load.ts';
import { myRound, myTasks } from './mine.ts';
import { exportProgress } from './export-progress.ts';
import { peoplePage, progress } from './progress.ts';
import { beginDue, nextRoundOf, type TaskRow } from './rounds.ts';
import { loadTask, roundOf, shownTask, visibleTasks } from './task-rows.ts';
import { urge } from './urge.ts';
import { undoneOf } from './people.ts';

const ENTITY = '填报任务';
const problem = (path: string, message: string): AppError => new AppError('input.invalid', message, [{ path, message }]);

/** What is stored of an input. Throws input.invalid where the times contradict each other, or a plan never comes due. */
function columnsOf(body: TaskInput) {
  const beginTime = new Date(body.begin);
  const endTime = new Date(body.end);
  if (endTime <= beginTime) throw problem('end', '截止时间应晚于开始时间');
  if (body.cronExpression !== null && body.durationHours === null) throw problem('durationHours', '请填写每轮填报时长');
  const { cronExpression, remark, publishScope, withBelow, carryOver } = body;
  const durationHours = cronExpression === null ? null : body.durationHours;
  try {
    const first = nextRoundOf({ cronExpression, beginTime, endTime, roundCount: 0 }, new Date(beginTime.getTime() - 1000));
    if (first === null) throw problem('end', '截止时间之前没有一轮填报，请调整填报计划或截止时间');
  } catch (error) {
    throw error instanceof CronProblem ? problem('cronExpression', error.message) : error;
  }
  const remindHours = JSON.stringify(body.remindHours);
  return {
    cronExpression,
    durationHours,
    beginTime,
    endTime,
    remark,
    publishScope,
    withBelow,
    carryOver,
    remindHours,
    repeatKind: body.repeat,
  };
}

/** A form that the caller manages and that people can fill in. */
async function formOf(ctx: Ctx, formId: string): Promise<{ id: string; formName: string }> {
  const form = await visibleForms(ctx)
    .select(['fillingForm.id', 'fillingForm.formName', 'fillingForm.versionNo'])
    .where('fillingForm.id', '=', formId)
    .executeTakeFirst();
  if (!form) throw problem('formId', '表单不存在或没有查看权限');
  if (form.versionNo === null) throw problem('formId', '表单尚未发布，请先发布表单');
  return form;
}

const facts = (row: Pick<TaskRow, 'taskName' | 'formId' | 'beginTime' | 'endTime' | 'cronExpression' | 'publishScope'>) => ({
  taskName: row.taskName,
  formId: row.formId,
  beginTime: row.beginTime,
  endTime: row.endTime,
  cronExpression: row.cronExpression,
  publishScope: row.publishScope,
});

async function create(ctx: Ctx, body: TaskInput): Promise<{ id: string }> {
  const form = await formOf(ctx, body.formId);
  const id = ctx.app.ids.next();
  const row = { ...columnsOf(body), formId: form.id, taskName: body.taskName ?? form.formName };
  await ctx.db
    .insertInto('fillingTask')
    .values({
      id,
      ...row,
      createBy: ctx.user.id,
      createTime: ctx.now,
      updateBy: ctx.user.id,
      updateTime: ctx.now,
      createDept: ctx.user.deptId,
    })
    .execute();
  await setTargets(ctx, id, body);
  await assertMayAddress(ctx, { id, publishScope: body.publishScope, withBelow: body.withBelow });
  ctx.audit.change({ entity: ENTITY, id, name: row.taskName, before: null, after: facts(row) });
  return { id };
}

/** What a started task may no longer change: its rounds hang on it. */
function assertSamePlan(before: TaskRow, after: ReturnType<typeof columnsOf> & { formId: string }): void {
  if (before.formId !== after.formId && before.roundCount > 0) throw problem('formId', '任务已经开始过，不能更换表单');
  const plan = (row: Pick<TaskRow, 'cronExpression' | 'durationHours' | 'formId'> & { beginTime: Date }) =>
    [row.cronExpression, row.durationHours, row.formId, row.beginTime.getTime()].join('|');
  if (before.status === '1' && plan(before) !== plan(after))
    throw new AppError('rule.broken', '任务已启动，请先停止再修改表单、开始时间或填报计划');
  if (before.roundCount > 0 && (before.cronExpression === null) !== (after.cronExpression === null))
    throw problem('cronExpression', '任务已经开始过，不能在单次与周期之间切换');
}

async function update(ctx: Ctx, id: string, body: TaskInput & { version: number }): Promise<{ version: number }> {
  const before = await loadTask(ctx, id, { isLocked: true });
  assertVersion(before, body);
  const form = await formOf(ctx, body.formId);
  const row = { ...columnsOf(body), formId: form.id, taskName: body.taskName ?? form.formName };
  assertSamePlan(before, row);
  await ctx.db
    .updateTable('fillingTask')
    .set({ ...row, version: before.version + 1, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', id)
    .execute();
  await setTargets(ctx, id, body);
  await assertMayAddress(ctx, { id, publishScope: body.publishScope, withBelow: body.withBelow });
  // the one round of a task without a plan is as long as the task
  if (row.cronExpression === null)
    await ctx.db
      .updateTable('fillingRound')
      .set({ endTime: row.endTime, ...(row.endTime > ctx.now && { isClosed: '0' as const }) })
      .where('taskId', '=', id)
      .execute();
  ctx.audit.change({ entity: ENTITY, id, name: row.taskName, before: facts(before), after: facts(row) });
  return { version: before.version + 1 };
}

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  for (const id of [...ids].sort()) {
    const row = await loadTask(ctx, id, { isLocked: true });
    if (row.status === '1') throw new AppError('rule.broken', `“${row.taskName}”正在进行，请先停止再删除`);
    await ctx.db
      .updateTable('fillingTask')
      .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', id)
      .execute();
    ctx.audit.change({ entity: ENTITY, id, name: row.taskName, before: facts(row), after: null });
  }
  return null;
}

async function setStatus(ctx: Ctx, row: TaskRow, status: '1' | '2', nextTime: Date | null): Promise<void> {
  await ctx.db
    .updateTable('fillingTask')
    .set({ status, nextTime, version: row.version + 1, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', row.id)
    .execute();
  ctx.audit.change({ entity: ENTITY, id: row.id, name: row.taskName, before: { status: row.status }, after: { status } });
}

async function start(ctx: Ctx, id: string) {
  const row = await loadTask(ctx, id, { isLocked: true });
  if (row.status === '1') throw new AppError('rule.broken', '任务已启动，不需要再次启动');
  if (row.endTime <= ctx.now) throw new AppError('rule.broken', '任务的截止时间已过，请先修改截止时间');
  const form = await ctx.db.selectFrom('fillingForm').select('status').where('id', '=', row.formId).executeTakeFirst();
  if (form?.status !== '1') throw new AppError('rule.broken', '表单已禁用，请先重新发布表单');
  await assertMayAddress(ctx, row);
  const next = nextRoundOf(row, ctx.now);
  await setStatus(ctx, row, '1', next);
  return beginDue(ctx.app, ctx.db, { ...row, status: '1', nextTime: next }, ctx.now);
}

async function stop(ctx: Ctx, id: string): Promise<null> {
  const row = await loadTask(ctx, id, { isLocked: true });
  if (row.status !== '1') throw new AppError('rule.broken', '任务没有启动，不需要停止');
  await setStatus(ctx, row, '2', null);
  const round = await roundOf(ctx.db, id);
  if (round) await todosChanged(ctx.app, ctx.db, await undoneOf(ctx.db, id, round.id));
  return null;
}

async function postpone(ctx: Ctx, id: string, body: { roundId: string; end: string }) {
  const row = await loadTask(ctx, id, { isLocked: true });
  const round = await roundOf(ctx.db, id, body.roundId);
  const end = new Date(body.end);
  if (!round || end <= round.end || end <= ctx.now) throw problem('end', '新的截止时间应晚于原截止时间和当前时间');
  await ctx.db.updateTable('fillingRound').set({ endTime: end, isClosed: '0' }).where('id', '=', round.id).execute();
  if (end > row.endTime)
    await ctx.db
      .updateTable('fillingTask')
      .set({ endTime: end, version: row.version + 1, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', id)
      .execute();
  await todosChanged(ctx.app, ctx.db, await undoneOf(ctx.db, id, round.id));
  ctx.audit.change({ entity: ENTITY, id, name: row.taskName, before: { endTime: round.end }, after: { endTime: end } });
  return { ...round, end };
}

type PageQuery = z.output<(typeof contract)['page']['query']>;
async function page(ctx: Ctx, query: PageQuery) {
  let rows = visibleTasks(ctx);
  if (query.taskName) rows = rows.where('fillingTask.taskName', 'ilike', contains(query.taskName));
  if (query.formId) rows = rows.where('fillingTask.formId', '=', query.formId);
  if (query.status) rows = rows.where('fillingTask.status', '=', query.status);
  let list = rows.selectAll('fillingTask');
  for (const [field, direction] of sortOrders(query.sort, ['taskName', 'createTime', 'updateTime', 'nextTime'], '-createTime'))
    list = list.orderBy(`fillingTask.${field as 'createTime'}`, direction);
  const found = await pageRows(query, list, rows);
  const data = [];
  for (const row of found.data) data.push(await shownTask(ctx, row));
  return { ...found, data };
}

export const tasks = implement(contract, {
  page: (ctx, { query }) => page(ctx, query),
  get: async (ctx, { params }) => shownTask(ctx, await loadTask(ctx, params.id)),
  create: (ctx, { body }) => create(ctx, body),
  update: (ctx, { params, body }) => update(ctx, params.id, body),
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
  start: (ctx, { params }) => start(ctx, params.id),
  stop: (ctx, { params }) => stop(ctx, params.id),
  postpone: (ctx, { params, body }) => postpone(ctx, params.id, body),
  urge: (ctx, { params, body }) => urge(ctx, params.id, body),
  progress: (ctx, { params, query }) => progress(ctx, params.id, query.roundId),
  people: (ctx, { params, query }) => peoplePage(ctx, params.id, query),
  exportProgress: (ctx, { params, body }) => exportProgress(ctx, params.id, body.roundId ?? undefined),
  mine: (ctx) => myTasks(ctx),
  myRound: (ctx, { params }) => myRound(ctx, params.roundId),
});
