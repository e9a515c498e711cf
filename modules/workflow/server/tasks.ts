import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import { containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { countUpTo } from '#kit/server/todos.ts';
import { implement } from '#kit/server/module.ts';
import { flowTask as contract } from '../contract/task.ts';
import { actionsOf, execute } from './execute.ts';
import { awaits } from './parties.ts';

const rows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('flowTask as t')
    .innerJoin('flowInstance as i', 'i.id', 't.instanceId')
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

interface Query {
  title?: string | undefined;
  businessCode?: string | undefined;
  starter?: string | undefined;
  sort?: string | undefined;
}
async function page(query: Query, all: ReturnType<typeof rows>, order: string) {
  let some = all;
  if (query.title) some = some.where(containsText('i.title', query.title));
  if (query.businessCode) some = some.where('i.businessCode', '=', query.businessCode);
  if (query.starter) some = some.where(containsText('u.nickname', query.starter));
  let list = selected(some);
  for (const [field, direction] of sortOrders(query.sort, ['createTime', 'endTime', 'dueTime'], order))
    list = list.orderBy(`t.${field}` as 't.createTime', direction);
  const found = await pageRows<Row>(query, list, some);
  return { ...found, data: found.data.map(asReply) };
}

/** What waits for the caller, and what he has done. */
export const tasks = implement(contract, {
  todo: (ctx, { query }) => page(query, todoRows(ctx), '-createTime'),
  done: (ctx, { query }) => page(query, rows(ctx).where('t.state', '=', 'done').where('t.endedBy', '=', ctx.user.id), '-endTime'),
  counts: async (ctx) => ({
    todo: await countUpTo(ctx.db, todoRows(ctx)),
    copied: await countUpTo(ctx.db, ctx.db.selectFrom('flowCopy').where('userId', '=', ctx.user.id).where('readTime', 'is', null)),
  }),
  actions: (ctx, { params }) => actionsOf(ctx, params.taskId),
  async execute(ctx, { params, body }) {
    if (body.taskId !== undefined && body.taskId !== params.taskId)
      throw new AppError('input.invalid', '任务编号不一致', [{ path: 'taskId', message: '任务编号不一致' }]);
    return execute(ctx, params.taskId, body);
  },
});
