import { AppError } from '#kit/contract/errors.ts';
import { todosChanged } from '#kit/server/todos.ts';
import { notify } from '#modules/notices/server/index.ts';
import type { Command } from '../core/engine/apply.ts';
import { enabledOf } from './approvers.ts';
import type { Acting } from './execute.ts';
import { taskPath } from './messages.ts';
import { runStep } from './step.ts';
import { substitutesOf } from './substitutes.ts';

const WORD = { claim: '签收', unclaim: '反签收', assignee: '转办', delegate: '委派', resolve: '归还' } as const;
type Handing = keyof typeof WORD;

/** 签收, 反签收, 转办, 委派, 归还: the task gets into other hands, the process stays where it is. */
export async function hand(acting: Acting): Promise<void> {
  const { ctx, scope, work, task, body } = acting;
  const action = body.action as Handing;
  const wanted = await handsAfter(acting, action);
  const { assigneeId, ownerId, delegatedFrom } = await withSubstitute(acting, wanted, action);
  const command: Command = { type: 'assign', task: task.engineTask, user: assigneeId };
  await scope.db
    .updateTable('flowTask')
    .set({ assigneeId, ownerId, readTime: null, ...(action !== 'claim' && { delegatedFrom, delegationId: null }) })
    .where('id', '=', task.id)
    .execute();
  await runStep(scope, work, {
    command,
    actorId: ctx.user.id,
    action: WORD[action],
    opinion: body.message ?? null,
    node: { key: task.nodeKey, name: task.name },
  });
  await todosChanged(scope.app, scope.db, [ctx.user.id, assigneeId]);
  if (assigneeId !== null && assigneeId !== ctx.user.id)
    await notify(scope.app, scope.db, {
      to: [assigneeId],
      kind: 'flow',
      title: `${WORD[action]}给您：${task.name}`,
      text: work.row.title,
      path: taskPath(work.row.id),
      key: null,
    });
}

interface Hands {
  readonly assigneeId: string | null;
  readonly ownerId: string | null;
}
/** Who is away has the task done by the substitute, unless that is who gives it away, or the starter. */
async function withSubstitute({ ctx, scope, work, task }: Acting, { assigneeId, ownerId }: Hands, action: Handing) {
  const delegatedFrom = action === 'unclaim' ? null : task.delegatedFrom;
  if (assigneeId === null || action === 'claim') return { assigneeId, ownerId, delegatedFrom };
  const to = (await substitutesOf(scope, [assigneeId], work.row.businessCode)).get(assigneeId);
  if (to === undefined || to === ctx.user.id || to === work.row.starterId) return { assigneeId, ownerId, delegatedFrom };
  return { assigneeId: to, ownerId, delegatedFrom: assigneeId };
}

async function handsAfter({ ctx, scope, work, task, body }: Acting, action: Handing): Promise<Hands> {
  const isOpen = task.assigneeId === null;
  if (action === 'claim') {
    if (!isOpen) throw new AppError('rule.broken', '任务已签收');
    return { assigneeId: ctx.user.id, ownerId: null };
  }
  if (action === 'unclaim') {
    const candidate = await scope.db.selectFrom('flowCandidate').select('taskId').where('taskId', '=', task.id).limit(1).executeTakeFirst();
    if (isOpen || !candidate) throw new AppError('rule.broken', '只有从候选人中签收的任务可以反签收');
    return { assigneeId: null, ownerId: null };
  }
  if (action === 'resolve') {
    if (task.ownerId === null) throw new AppError('rule.broken', '只有委派给您的任务可以归还');
    if (!body.message) throw new AppError('input.invalid', '请填写意见', [{ path: 'message', message: '请填写意见' }]);
    return { assigneeId: task.ownerId, ownerId: null };
  }
  const [userId] = await enabledOf(scope, [body.userId]);
  if (userId === undefined) throw new AppError('input.invalid', '请选择可用的账号', [{ path: 'userId', message: '请选择可用的账号' }]);
  if (userId === work.row.starterId) throw new AppError('rule.broken', '不能交给发起人，请选择其他人');
  if (userId === ctx.user.id) throw new AppError('rule.broken', '不能交给自己');
  if (task.kind === 'submit') throw new AppError('rule.broken', '提交任务只能由发起人办理');
  if (action === 'assignee') return { assigneeId: userId, ownerId: task.ownerId };
  if (task.ownerId !== null) throw new AppError('rule.broken', '委派给您的任务不能再委派，请归还');
  return { assigneeId: userId, ownerId: ctx.user.id };
}
