import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import { containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { countUpTo } from '#kit/server/todos.ts';
import { implement } from '#kit/server/module.ts';
import { flowTask as contract } from '../contract/task.ts';
import { executeBatch } from './batch.ts';
import { actionsOf, saveDraft } from './actions.ts';
import { execute } from './execute.ts';
import { awaits } from './parties.ts';

const rows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('flowTask as t')
    .innerJoin('flowInstance as i', 'i.id', 't.instanceId')
    .innerJoin('flowDefinition as d', 'd.id', 'i.definitionId')
    .leftJoin('sysUser as u', 'u.id', 'i.starterId')
    .leftJoin('sysDept as p', 'p.id', 'i.deptId');
const selected = (query: ReturnType<typeof rows>) =>
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

/** Open tasks that the caller may act on: assigned ones, and those that nobody has taken. */
export const todoRows = (ctx: Ctx) => rows(ctx).where('t.state', '=', 'todo').where('i.suspensionState', '=', '1').where(awaits(ctx));

type Query = z.output<NonNullable<(typeof contract)['todo']['query']>>;
type Rows = ReturnType<typeof rows>;

/** End of the day of Shanghai. */
function endOfDay(now: Date): Date {
  const day = now.toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });
  return new Date(new Date(`${day}T00:00:00+08:00`).getTime() + 86_400_000);
}
const overdue = (all: Rows, now: Date): Rows => all.where('t.dueTime', '<', now);
const dueToday = (all: Rows, now: Date): Rows => all.where('t.dueTime', '>=', now).where('t.dueTime', '<', endOfDay(now));
const claimable = (all: Rows): Rows => all.where('t.assigneeId', 'is', null);

function searched(query: Query, all: Rows, now: Date): Rows {
  let some = all;
  if (query.title) some = some.where(containsText('i.title', query.title));
  if (query.businessCode) some = some.where('i.businessCode', '=', query.businessCode);
  if (query.categoryId) some = some.where('d.categoryId', '=', query.categoryId);
  if (query.starter) some = some.where(containsText('u.nickname', query.starter));
  if (query.overdue) some = overdue(some, now);
  if (query.dueToday) some = dueToday(some, now);
  if (query.claimable) some = claimable(some);
  if (query.beginTime) some = some.where('t.createTime', '>=', new Date(query.beginTime));
  if (query.endTime) some = some.where('t.createTime', '<=', new Date(query.endTime));
  return some;
}

async function page(query: Query, all: Rows, { order, now }: { readonly order: string; readonly now: Date }) {
  const some = searched(query, all, now);
  let list = selected(some);
  for (const [field, direction] of sortOrders(query.sort, ['createTime', 'endTime', 'dueTime'], order))
    list = list.orderBy(`t.${field}` as 't.createTime', direction);
  const found = await pageRows<Row>(query, list, some);
  return { ...found, data: found.data.map(asReply) };
}

/** What the open tasks of the caller can be narrowed to. */
async function filtersOf(ctx: Ctx) {
  const open = await todoRows(ctx).select(['i.businessCode', 'd.categoryId']).distinct().limit(500).execute();
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
  todo: (ctx, { query }) => page(query, todoRows(ctx), { order: '-createTime', now: ctx.now }),
  done: (ctx, { query }) =>
    page(query, rows(ctx).where('t.state', '=', 'done').where('t.endedBy', '=', ctx.user.id), { order: '-endTime', now: ctx.now }),
  counts: async (ctx) => ({
    todo: await countUpTo(ctx.db, todoRows(ctx)),
    claimable: await countUpTo(ctx.db, claimable(todoRows(ctx))),
    overdue: await countUpTo(ctx.db, overdue(todoRows(ctx), ctx.now)),
    dueToday: await countUpTo(ctx.db, dueToday(todoRows(ctx), ctx.now)),
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
