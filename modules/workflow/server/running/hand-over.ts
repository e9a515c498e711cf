import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { flowScopeOf } from '#kit/server/flow.ts';
import { todosChanged } from '#kit/server/todos.ts';
import { notify } from '#modules/notices/server/index.ts';
import { enabledOf } from '../approvers.ts';
import { taskPath } from '../messages.ts';
import { assertAdministers } from '../parties.ts';
import { reassign } from '../reassign.ts';
import { substitutesOf } from '../substitutes.ts';
import { holdersOfNode } from '../timeouts.ts';
import { nameOf } from './standing-tasks.ts';

interface Wanted {
  readonly taskId: string;
  readonly userId: string;
  readonly reason: string;
}

/** The instance and the open task that is to get into other hands. Throws entity.notFound, flow.ended, task.taken, rule.broken. */
async function handable(ctx: Ctx, id: string, { taskId }: Wanted) {
  await assertAdministers(ctx, id);
  const row = await ctx.db
    .selectFrom('flowInstance')
    .select(['id', 'title', 'starterId', 'businessCode', 'endTime'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.endTime !== null) throw new AppError('flow.ended');
  if (row.starterId === ctx.user.id) throw new AppError('rule.broken', '不能移交自己发起的流程，请由其他管理员处理');
  const task = await ctx.db
    .selectFrom('flowTask')
    .select(['id', 'instanceId', 'assigneeId', 'nodeKey', 'name', 'kind', 'state'])
    .where('id', '=', taskId)
    .where('instanceId', '=', id)
    .executeTakeFirst();
  if (!task) throw new AppError('entity.notFound');
  if (task.state !== 'todo') throw new AppError('task.taken');
  if (task.kind === 'submit') throw new AppError('rule.broken', '提交任务只能由发起人办理');
  return { row, task };
}
type Handable = Awaited<ReturnType<typeof handable>>;

/** Who gets the task: the one who was chosen, or the substitute. Throws input.invalid, rule.broken. */
async function receiverOf(ctx: Ctx, { row, task }: Handable, userId: string) {
  const flow = flowScopeOf(ctx);
  const [wanted] = await enabledOf(flow, [userId]);
  if (wanted === undefined) throw new AppError('input.invalid', '请选择可用的账号', [{ path: 'userId', message: '请选择可用的账号' }]);
  if (wanted === row.starterId) throw new AppError('rule.broken', '不能移交给发起人，请选择其他人');
  const substitute = (await substitutesOf(flow, [wanted], row.businessCode)).get(wanted);
  const isAway = substitute !== undefined && substitute !== row.starterId;
  const receiver = isAway ? substitute : wanted;
  if (receiver === task.assigneeId)
    throw new AppError('rule.broken', isAway ? '对方的代理人正是现在的办理人，请选择其他人' : '任务已在对方名下，请选择其他人');
  if ((await holdersOfNode(flow, task)).has(receiver)) throw new AppError('rule.broken', '对方在该节点已有待办，请选择其他人');
  return { receiver, delegatedFrom: isAway ? wanted : null };
}

/** 移交: gives one open task of an instance to somebody else. Answers the name of who has it now. */
export async function handOver(ctx: Ctx, id: string, wanted: Wanted): Promise<{ receiver: string }> {
  const found = await handable(ctx, id, wanted);
  const { row, task } = found;
  const { receiver, delegatedFrom } = await receiverOf(ctx, found, wanted.userId);
  const name = await nameOf(ctx, receiver);
  const before = task.assigneeId === null ? '候选人' : `“${await nameOf(ctx, task.assigneeId)}”`;
  const to = delegatedFrom === null ? `“${name}”` : `“${await nameOf(ctx, delegatedFrom)}”，由代理人“${name}”办理`;
  const given = await reassign(flowScopeOf(ctx), task, [receiver], {
    actorId: ctx.user.id,
    action: '移交',
    opinion: `由${before}移交给${to}：${wanted.reason}`,
  });
  if (!given) throw new AppError('task.taken');
  await ctx.db.updateTable('flowTask').set({ delegatedFrom }).where('id', '=', task.id).execute();
  await todosChanged(ctx.app, ctx.db, [receiver, task.assigneeId]);
  const message = { kind: 'flow', text: `${row.title}：${wanted.reason}`.slice(0, 500), key: null } as const;
  if (receiver !== ctx.user.id)
    await notify(ctx.app, ctx.db, { ...message, to: [receiver], title: `移交给您：${task.name}`, path: taskPath(row.id) });
  if (task.assigneeId !== null && task.assigneeId !== ctx.user.id)
    await notify(ctx.app, ctx.db, {
      ...message,
      to: [task.assigneeId],
      title: `您的待办已移交给${name}：${task.name}`,
      path: `/workflow/instance/myinvolved?open=${row.id}`,
    });
  ctx.audit.note(`“${row.title}”的任务“${task.name}”由${before}移交给“${name}”`);
  return { receiver: name };
}
