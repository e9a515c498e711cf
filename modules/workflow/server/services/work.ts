import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';
import type { FlowScope, FlowService } from '#kit/server/flow.ts';
import type { InstanceState } from '../../core/engine/state.ts';
import { inFlowTransaction } from '../flow-transaction.ts';
import { markDone } from '../outbox.ts';
import { runStep, takeInstance, type InstanceRow } from '../step.ts';
import { serviceOf } from '../types.ts';
import type { Kept } from './keep.ts';

const declared = (app: App, code: string): FlowService => {
  const service = serviceOf(app, code);
  if (!service) throw new AppError('rule.broken', `服务 ${code} 没有登记`);
  return service;
};

/** Does the work of a service node; a process that waits for the answer goes on with it. Throws what the service throws, and for one that is gone. */
export async function runService(app: App, id: string, instance: InstanceRow, work: unknown): Promise<void> {
  const kept = work as Kept;
  const answer = await declared(app, kept.service).run?.(app, {
    key: `flow.service:${id}`,
    instanceId: instance.id,
    title: instance.title,
    node: kept.node,
    starterId: instance.starterId,
    people: kept.people,
    params: kept.params,
    snapshot: instance.snapshot as Record<string, unknown>,
  });
  if (kept.result === undefined) return;
  await inFlowTransaction(app, async (scope) => {
    await goOn(scope, instance.id, kept, { answer: answer ?? null, actorId: null, action: '服务完成', opinion: null });
    await markDone(scope.db, scope.now, id);
  });
}

interface Going {
  readonly answer: unknown;
  readonly actorId: string | null;
  readonly action: string;
  readonly opinion: string | null;
}
const waitsAt = (state: InstanceState | null, node: string): boolean =>
  Object.values(state?.tokens ?? {}).some((token) => token.node === node && token.state === 'waiting');

/** Lets a process go on that waits for a service; one that has ended or was moved away from it does not wait any more. */
async function goOn(scope: FlowScope, instanceId: string, { node, result = '' }: Kept, going: Going): Promise<void> {
  const row = await scope.db.selectFrom('flowInstance').select('endTime').where('id', '=', instanceId).executeTakeFirst();
  if (!row || row.endTime !== null) return;
  const work = await takeInstance(scope, instanceId);
  if (!waitsAt(work.state, node.id)) return;
  const { answer, ...deed } = going;
  await runStep(scope, work, {
    ...deed,
    command: { type: 'trigger', node: node.id, variables: { [result]: answer } },
    node: { key: node.id, name: node.name || node.id },
  });
}

/** A person decides that a service is not done: a process that waits for its answer goes on without one. */
export async function withoutService(
  scope: FlowScope,
  instanceId: string,
  work: unknown,
  by: { actorId: string; reason: string },
): Promise<void> {
  const kept = work as Kept | null;
  if (kept?.result === undefined) return;
  await goOn(scope, instanceId, kept, { answer: null, actorId: by.actorId, action: '跳过服务', opinion: by.reason });
}
