import type { FlowScope } from '#kit/server/flow.ts';
import type { Command } from '../core/engine/apply.ts';
import { runStep, takeInstance } from './step.ts';

/** Why a task gets into other hands, for the trail. */
export interface Reason {
  readonly actorId: string | null;
  readonly action: string;
  readonly opinion: string;
}
interface Open {
  readonly id: string;
  readonly instanceId: string;
  /** who has it; null for a task that waits for candidates */
  readonly assigneeId: string | null;
}

/** Accounts to whom a task goes: one gets it, several may take it. */
export type Receivers = readonly [string, ...string[]];

/**
 * Gives an open task to others, in the transaction of `scope`. Answers false when it is not open with that person any more, or when only the
 * starter would get it, who never decides about the own request.
 */
export async function reassign(scope: FlowScope, { id, instanceId, assigneeId }: Open, to: Receivers, reason: Reason): Promise<boolean> {
  const { db, now } = scope;
  await db.selectFrom('flowInstance').select('id').where('id', '=', instanceId).forUpdate().execute();
  const task = await db
    .selectFrom('flowTask')
    .select(['engineTask', 'nodeKey', 'name', 'ownerId', 'kind'])
    .where('id', '=', id)
    .where('state', '=', 'todo')
    .where('assigneeId', assigneeId === null ? 'is' : '=', assigneeId)
    .executeTakeFirst();
  if (!task || task.kind === 'submit') return false;
  const work = await takeInstance(scope, instanceId);
  const receivers = to.filter((user) => user !== work.row.starterId);
  if (receivers.length === 0) return false;
  const only = receivers.length === 1 ? receivers[0]! : null;
  // lent by the one who leaves: it is given back to the new one
  const ownerId = task.ownerId === assigneeId ? only : task.ownerId;
  await db.updateTable('flowTask').set({ assigneeId: only, ownerId, readTime: null, delegationId: null }).where('id', '=', id).execute();
  if (only === null)
    await db
      .insertInto('flowCandidate')
      .values(receivers.map((ref) => ({ taskId: id, kind: 'user', ref, createTime: now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const command: Command = { type: 'assign', task: task.engineTask, user: only };
  await runStep(scope, work, { command, ...reason, node: { key: task.nodeKey, name: task.name } });
  return true;
}

/** Who takes whose place, and the delegation that it lasts as long as. */
interface Replacement {
  readonly from: string;
  readonly to: string;
  readonly delegationId?: string;
}
/**
 * Puts one candidate in the place of another at a task that nobody has taken, in the transaction of `scope`. Answers false when the task is
 * taken, or when only the starter would get it.
 */
export async function replaceCandidate(
  scope: FlowScope,
  { id, instanceId }: Pick<Open, 'id' | 'instanceId'>,
  { from, to, delegationId }: Replacement,
  reason: Reason,
): Promise<boolean> {
  const { db, now } = scope;
  const work = await takeInstance(scope, instanceId);
  const task = await db
    .selectFrom('flowTask')
    .select(['nodeKey', 'name', 'engineTask'])
    .where('id', '=', id)
    .where('state', '=', 'todo')
    .where('assigneeId', 'is', null)
    .executeTakeFirst();
  if (!task || work.row.starterId === to) return false;
  const stands = delegationId === undefined ? {} : { delegatedFrom: from, delegationId };
  await db
    .insertInto('flowCandidate')
    .values({ taskId: id, kind: 'user', ref: to, createTime: now, ...stands })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.deleteFrom('flowCandidate').where('taskId', '=', id).where('kind', '=', 'user').where('ref', '=', from).execute();
  const command: Command = { type: 'assign', task: task.engineTask, user: null };
  await runStep(scope, work, { command, ...reason, node: { key: task.nodeKey, name: task.name } });
  return true;
}
