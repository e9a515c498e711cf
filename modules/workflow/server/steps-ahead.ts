import type { Ctx } from '#kit/server/ctx.ts';
import { flowScopeOf, type FlowRecord, type FlowStep } from '#kit/server/flow.ts';
import { passedOf } from '../contract/approval.ts';
import type { Command } from '../core/engine/apply.ts';
import type { InstanceState, Task } from '../core/engine/state.ts';
import type { Definitions, NodeModel } from '../core/model.ts';
import { calledBy, definitionsOf, findNode, processOf, processesOf } from './definitions-of.ts';
import { applied, type KnownApprovers } from './step.ts';
import { businessOf, variablesOf, type Submission } from './submit.ts';

/** A process may wait or go round: the look ahead ends here. */
const MOST = 30;

/** Nicknames of accounts, in the order of the ids. */
async function namesOf(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db.selectFrom('sysUser').select(['id', 'nickname']).where('id', 'in', ids.slice(0, 20)).execute();
  const names = new Map(rows.map(({ id, nickname }) => [id, nickname]));
  return ids.flatMap((id) => names.get(id) ?? []);
}

/**
 * What a record would go through: the process is run with it in memory, everybody agreeing. Conditions are decided by its fields, people
 * found as at run time; timers and messages end the look ahead. Throws flow.notConfigured.
 */
export async function stepsAhead(
  ctx: Ctx,
  submission: Submission,
  given: Pick<FlowRecord, 'snapshot' | 'dataOwners'>,
): Promise<FlowStep[]> {
  const scope = flowScopeOf(ctx);
  const { business, definition } = await businessOf(ctx, submission);
  const [process] = await processesOf(ctx.db, definition.id);
  const definitions = await definitionsOf(ctx.db, definition.id, await calledBy(ctx.db, definition.id));
  const record: FlowRecord = { flowStatus: '1', ownerId: ctx.user.id, ...given };
  const variables = variablesOf(ctx, submission, record, business.businessAuditGroup, business.businessName);
  const known: KnownApprovers = new Map();
  const work = { definitions, record, state: null as InstanceState | null, row: { starterId: ctx.user.id, deptId: ctx.user.deptId } };
  const steps = new Map<NodeModel, FlowStep>();
  let command: Command | null = { type: 'start', process: process.id, variables, user: ctx.user.id };
  for (let n = 0; command !== null && n < MOST; n += 1) {
    work.state = (await applied(scope, work, command, known)).state;
    const tasks: Task[] = work.state.status === 'running' ? Object.values(work.state.tasks) : [];
    for (const task of tasks) {
      const node = nodeAt(work, task);
      if (node && !steps.has(node)) steps.set(node, { name: task.name, people: await namesOf(ctx, known.get(node)?.people ?? []) });
    }
    command = tasks[0] ? agreeing(tasks[0], nodeAt(work, tasks[0])) : null;
  }
  return [...steps.values()];
}

const nodeAt = ({ definitions, state }: { readonly definitions: Definitions; readonly state: InstanceState | null }, task: Task) =>
  findNode(definitions, task.node, processOf(state, task));

/** Agrees to a task. */
function agreeing(task: Task, node: NodeModel | null): Command {
  const isRatio = node?.kind === 'userTask' && node.approval?.mode === 'ratio';
  return { type: 'complete', task: task.id, variables: isRatio ? { [passedOf(task.node)]: true } : { approved: true } };
}
