import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { flowScopeOf } from '#kit/server/flow.ts';
import { scope } from '#kit/server/scope.ts';
import { enabledOf, leadersAbove } from '../approvers.ts';
import { SCOPED } from '../parties.ts';

/** Open tasks of an instance that are looked at: a 会签 of a thousand people is stuck for the same reasons as its first ones. */
const MAX_TASKS = 50;

/** A running instance that the caller may track. Throws entity.notFound, flow.ended. */
export async function tracked(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('flowInstance as i')
    .innerJoin('flowDefinition as d', 'd.id', 'i.definitionId')
    .select([
      'i.id',
      'i.definitionId',
      'i.called',
      'i.starterId',
      'i.deptId',
      'i.businessCode',
      'i.suspensionState',
      'i.endTime',
      'd.defKey',
    ])
    .where('i.id', '=', id)
    .where(scope(ctx, SCOPED))
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  if (row.endTime !== null) throw new AppError('flow.ended');
  return row;
}
export type Tracked = Awaited<ReturnType<typeof tracked>>;

export const openTasks = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('flowTask as t')
    .leftJoin('sysUser as u', 'u.id', 't.assigneeId')
    .select(['t.id', 't.nodeKey', 't.processKey', 't.name', 't.kind', 't.assigneeId', 't.createTime', 't.dueTime', 't.readTime'])
    .select(['t.urgedTime', 't.reminded', 't.timeoutTime', 'u.nickname', 'u.deptId'])
    .where('t.instanceId', '=', id)
    .where('t.state', '=', 'todo')
    .orderBy('t.createTime')
    .orderBy('t.id')
    .limit(MAX_TASKS)
    .execute();
export type Standing = Awaited<ReturnType<typeof openTasks>>[number];

/** Who gets a task from this one: the nearest leader above who can act and has no task there yet. */
export async function leaderFor(
  ctx: Ctx,
  { starterId, deptId }: Tracked,
  tasks: readonly Standing[],
  of: Standing,
): Promise<string | null> {
  const flow = flowScopeOf(ctx);
  const holding = new Set(tasks.flatMap(({ nodeKey, assigneeId }) => (nodeKey === of.nodeKey && assigneeId !== null ? assigneeId : [])));
  const above = await enabledOf(flow, await leadersAbove(flow, of.deptId ?? deptId));
  return above.find((user) => user !== starterId && !holding.has(user)) ?? null;
}

export const nameOf = async ({ db }: Pick<Ctx, 'db'>, id: string): Promise<string> =>
  (await db.selectFrom('sysUser').select('nickname').where('id', '=', id).executeTakeFirst())?.nickname ?? id;
