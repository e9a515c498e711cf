import { AppError } from '#kit/contract/errors.ts';
import type { FlowScope } from '#kit/server/flow.ts';
import { passedOf } from '../contract/approval.ts';
import { decidesItself } from '../core/approval/decides.ts';
import { outcomeOf, type Votes } from '../core/approval/outcome.ts';
import type { UserTask } from '../core/model.ts';
import { isReserved } from '../core/reserved.ts';
import { allNodes, findNode } from './definitions-of.ts';
import type { Body, TaskRow } from './execute.ts';
import { runStep, type FieldChange, type Working } from './step.ts';
import { linesOf } from './sync.ts';

/** The user task that a task was made of; null for the starter's own task. */
export const nodeOf = (work: Pick<Working, 'definitions'>, task: Pick<TaskRow, 'nodeKey' | 'processKey'>): UserTask | null => {
  const node = findNode(work.definitions, task.nodeKey, task.processKey);
  return node?.kind === 'userTask' ? node : null;
};
export const placeOf = (task: TaskRow) => ({ key: task.nodeKey, name: task.name });

export interface Decision {
  readonly result: 'approved' | 'rejected';
  /** null: the system, when the task was late */
  readonly actorId: string | null;
  readonly action: string;
  readonly opinion: string | null;
  readonly files?: string | null;
  readonly changes?: readonly FieldChange[];
  /** further variables of the process */
  readonly variables?: Readonly<Record<string, unknown>>;
}
/** 同意 or 不同意 of a task, with what it means for its node. Throws rule.broken. */
export async function decide(scope: FlowScope, work: Working, task: TaskRow, decision: Decision): Promise<void> {
  const { result, variables: given = {}, ...base } = decision;
  const isApproved = result === 'approved';
  if (task.ownerId !== null) throw new AppError('rule.broken', '该任务是委派给您的，请填写意见后归还');
  const node = nodeOf(work, task);
  if (!isApproved && node?.approval?.isHandling) throw new AppError('rule.broken', '办理节点不能不同意，可以退回');
  const votes = await votesAt(scope, work, task, result);
  const outcome = node?.approval ? outcomeOf(node.approval, votes) : isApproved ? 'passed' : 'rejected';
  const deed = { ...base, node: placeOf(task), task: { id: task.id, result } };
  const rejects = outcome === 'rejected' && (node === null || !decidesItself(work.definitions, node.id));
  if (rejects) return runStep(scope, work, { ...deed, command: { type: 'terminate' }, becomes: '5' });
  const variables = {
    ...given,
    approved: isApproved,
    ...(node?.approval?.mode === 'ratio' ? { [passedOf(node.id)]: outcome === 'passed' } : {}),
  };
  // a process that asks for `approved` itself hears of 不同意 at once, whoever else has not answered yet
  const forAll = outcome === 'rejected' && (node?.approval != null || task.addedBy !== null);
  return runStep(scope, work, { ...deed, command: { type: 'complete', task: task.engineTask, variables, forAll } });
}

/** The votes of the activity in its present round, the one now given included; of older tasks those that came after it. */
async function votesAt(scope: FlowScope, work: Working, task: TaskRow, given: 'approved' | 'rejected'): Promise<Votes> {
  const { state } = work;
  const token = state?.tokens[state.tasks[task.engineTask]?.token ?? ''];
  const activity = token?.instanceOf == null ? undefined : state?.tokens[token.instanceOf];
  if (!activity) return { approved: given === 'approved' ? 1 : 0, rejected: given === 'rejected' ? 1 : 0, total: 1 };
  const done = (await linesOf(scope, work)).filter((line) => line.nodeKey === task.nodeKey && line.state === 'done');
  const round = done.filter((line) =>
    line.activity === null ? Number(line.engineTask) > Number(activity.id) : line.activity === activity.id,
  );
  const count = (...results: string[]) => round.filter(({ result }) => results.includes(result ?? '')).length;
  return {
    approved: count('approved', 'passed') + (given === 'approved' ? 1 : 0),
    rejected: count('rejected') + (given === 'rejected' ? 1 : 0),
    total: Number(activity.variables['nrOfInstances'] ?? 1),
  };
}

/** Throws input.invalid when a person tries to set what decides who approves or which way the process takes. */
export function assertOwnVariables({ type, definitions }: Working, variables: Body['variables']): void {
  const names = Object.keys(variables ?? {});
  if (names.length === 0) return;
  const fields = new Set(type.fields.map(({ name }) => name));
  const loops = Object.values(definitions).flatMap((process) => [...allNodes(process)].flatMap(({ multiInstance }) => multiInstance ?? []));
  const ofLoops = new Set(loops.flatMap(({ elementVariable, indexVariable }) => [elementVariable, indexVariable]));
  for (const name of names)
    if (isReserved(name) || fields.has(name) || ofLoops.has(name))
      throw new AppError('input.invalid', `不能设置变量 ${name}`, [{ path: 'variables', message: `不能设置变量 ${name}` }]);
}
