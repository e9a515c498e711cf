import { AppError } from '#kit/contract/errors.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { FlowScope } from '#kit/server/flow.ts';
import type { InstanceState } from '../core/engine/state.ts';
import type { TaskRow } from './execute.ts';
import { notifyTasks } from './messages.ts';
import { takeInstance } from './step.ts';
import { syncSignals } from './signals.ts';
import { StepWrites } from './step-writes.ts';
import { syncTasks, syncTimers } from './sync.ts';

interface Undo {
  readonly rev: number;
  readonly actorId: string;
  readonly node: { readonly key: string; readonly name: string };
  readonly state: InstanceState;
  readonly flowStatus: FlowStatus;
}

/** 撤回: the maker of the last step takes it back as long as nobody has acted since. Throws rule.broken when somebody has. */
export async function withdraw(ctx: Ctx, scope: FlowScope, task: TaskRow) {
  const work = await takeInstance(scope, task.instanceId);
  const undo = work.row.undo as Undo | null;
  if (undo?.rev !== work.rev || undo.actorId !== ctx.user.id || undo.node.key !== task.nodeKey)
    throw new AppError('rule.broken', '后续节点已办理或不是您的上一步，不能撤回');
  const before = work.state;
  // ids go on counting: those of the step that is taken back are never given again
  work.state = { ...undo.state, sequence: work.state?.sequence ?? undo.state.sequence };
  work.rev += 1;
  const deed = { command: { type: 'setVariables', variables: {} }, actorId: ctx.user.id, action: '撤回', node: undo.node } as const;
  const writes = new StepWrites();
  writes.trail({
    instanceId: work.row.id,
    rev: work.rev,
    createTime: scope.now,
    actorId: ctx.user.id,
    action: deed.action,
    nodeKey: undo.node.key,
    nodeName: undo.node.name,
    opinion: null,
    command: JSON.stringify({ type: 'restore', state: undo.state }),
    events: '[]',
  });
  // the decision that is taken back counts no more; the trail keeps it
  await scope.db.updateTable('flowTask').set({ state: 'cancelled', result: null }).where('id', '=', task.id).execute();
  const created = await syncTasks(scope, work, deed, writes);
  await syncTimers(scope, work, before);
  await syncSignals(scope, work, before);
  await writes.flush(scope.db, work.row.id, { state: JSON.stringify(work.state), rev: work.rev, flowStatus: undo.flowStatus, undo: null });
  if (undo.flowStatus !== work.record.flowStatus)
    await work.type.onStatus(scope, { id: work.row.businessKey, to: undo.flowStatus, instanceId: work.row.id, approverId: null });
  await notifyTasks(scope, work, created);
  ctx.audit.note(`撤回流程“${work.row.title}”`);
  return { processInstanceId: work.row.id, flowStatus: undo.flowStatus };
}
