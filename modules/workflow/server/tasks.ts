import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import { containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { countUpTo } from '#kit/server/todos.ts';
import { implement } from '#kit/server/module.ts';
import { flowTask as contract } from '../contract/task.ts';
import { endOfDay } from './day.ts';
import { executeBatch } from './batch.ts';
import { actionsOf, saveDraft } from './actions.ts';
import { execute } from './execute.ts';
import { doneTasks, ofInstances, openTasks, withRecord, type TaskQuery } from './inbox.ts';

const selected = (query: ReturnType<typeof withRecord>) =>
  query.select([
    't.id',
    't.instanceId as processInstanceId',
    't.nodeKey as taskDefinitionKey',
    't.name',
    't.kind',
    'i.businessCode',
    sql<string | null>`(select business_name from flow_business b where b.business_code = i.business_code and b.deleted_at is null)`.as(
      'businessName',
    ),
    'i.businessKey',
    'i.title',
    'i.starterId',
    'u.nickname as starterName',
    'p.deptName',
    'i.flowStatus',
    't.assigneeId',
    sql<string | null>`(select nickname from sys_user where id = t.assignee_id)`.as('assigneeName'),
    't.ownerId',
    't.delegatedFrom',
    't.addedBy',
    't.state',
    't.result',
    't.opinion',
    't.dueTime',
    't.readTime',
    't.urgedTime',
    't.createTime',
    't.endTime',
  ]);
type Row = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];
const asReply = (row: Row) => ({
  ...row,
  kind: row.kind as 'approve' | 'handle' | 'submit',
  flowStatus: row.flowStatus as FlowStatus,
  state: row.state as 'todo' | 'done' | 'cancelled',
});

type Query = z.output<NonNullable<(typeof contract)['todo']['query']>>;

const overdue = (all: TaskQuery, now: Date) => all.where('t.dueTime', '<', now);
const dueToday = (all: TaskQuery, now: Date) => all.where('t.dueTime', '>=', now).where('t.dueTime', '<', endOfDay(now));
const claimable = (all: TaskQuery) => all.where('t.assigneeId', 'is', null);

function searched(query: Query, all: TaskQuery, now: Date): TaskQuery {
  const { title, businessCode, categoryId, starter } = query;
  let some = all;
  if (title) some = ofInstances(some, (i) => i.where(containsText('i.title', title)));
  if (businessCode) some = ofInstances(some, (i) => i.where('i.businessCode', '=', businessCode));
  if (categoryId)
    some = ofInstances(some, (i) =>
      i.where('i.definitionId', 'in', (e) => e.selectFrom('flowDefinition').select('id').where('categoryId', '=', categoryId)),
    );
  if (starter)
    some = ofInstances(some, (i) =>
      i.where('i.starterId', 'in', (e) => e.selectFrom('sysUser as u').select('u.id').where(containsText('u.nickname', starter))),
    );
  if (query.overdue) some = overdue(some, now);
  if (query.dueToday) some = dueToday(some, now);
  if (query.claimable) some = claimable(some);
  if (query.beginTime) some = some.where('t.createTime', '>=', new Date(query.beginTime));
  if (query.endTime) some = some.where('t.createTime', '<=', new Date(query.endTime));
  return some;
}

/** A page of tasks: the rows of the page are found first, and only they get what stands beside them. */
async function page(ctx: Ctx, query: Query, all: TaskQuery, order: string) {
  const some = searched(query, all, ctx.now);
  const orders = sortOrders(query.sort, ['createTime', 'endTime', 'dueTime'], order);
  const sorted = orders.reduce((list, [field, direction]) => list.orderBy(`t.${field}` as 't.createTime', direction), some);
  const list = {
    limit: (count: number) => ({
      offset: (skipped: number) =>
        orders.reduce(
          (rows, [field, direction]) => rows.orderBy(`t.${field}` as 't.createTime', direction),
          selected(withRecord(ctx, sorted.limit(count).offset(skipped))),
        ),
    }),
  };
  const found = await pageRows<Row>(query, list, some);
  return { ...found, data: found.data.map(asReply) };
}

/** What the open tasks of the caller can be narrowed to. */
async function filtersOf(ctx: Ctx) {
  const open = await withRecord(ctx, openTasks(ctx)).select(['i.businessCode', 'd.categoryId']).distinct().limit(500).execute();
  const codes = [...new Set(open.map(({ businessCode }) => businessCode))];
  const ids = [...new Set(open.flatMap(({ categoryId }) => categoryId ?? []))];
  const named =
    codes.length > 0
      ? await ctx.db
          .selectFrom('flowBusiness')
          .select(['businessCode', 'businessName'])
          .where('businessCode', 'in', codes)
          .where('deletedAt', 'is', null)
          .execute()
      : [];
  const categories =
    ids.length > 0
      ? await ctx.db.selectFrom('flowCategory').select(['id', 'name']).where('id', 'in', ids).orderBy('sortNo').orderBy('id').execute()
      : [];
  const nameOf = new Map(named.map(({ businessCode, businessName }) => [businessCode, businessName]));
  return { businesses: codes.toSorted().map((code) => ({ code, name: nameOf.get(code) ?? code })), categories };
}

/** What waits for the caller, and what he has done. */
export const tasks = implement(contract, {
  todo: (ctx, { query }) => page(ctx, query, openTasks(ctx), '-createTime'),
  done: (ctx, { query }) => page(ctx, query, doneTasks(ctx), '-endTime'),
  counts: async (ctx) => ({
    todo: await countUpTo(ctx.db, openTasks(ctx)),
    claimable: await countUpTo(ctx.db, claimable(openTasks(ctx))),
    overdue: await countUpTo(ctx.db, overdue(openTasks(ctx), ctx.now)),
    dueToday: await countUpTo(ctx.db, dueToday(openTasks(ctx), ctx.now)),
    copied: await countUpTo(ctx.db, ctx.db.selectFrom('flowCopy').where('userId', '=', ctx.user.id).where('readTime', 'is', null)),
  }),
  actions: (ctx, { params }) => actionsOf(ctx, params.taskId),
  filters: (ctx) => filtersOf(ctx),
  saveDraft: (ctx, { params, body }) => saveDraft(ctx, params.taskId, { text: body.text ?? null, files: body.files ?? null }),
  batch: (ctx, { body }) => executeBatch(ctx, body),
  async execute(ctx, { params, body }) {
    if (body.taskId !== undefined && body.taskId !== params.taskId)
      throw new AppError('input.invalid', '任务编号不一致', [{ path: 'taskId', message: '任务编号不一致' }]);
    return execute(ctx, params.taskId, body);
  },
});
