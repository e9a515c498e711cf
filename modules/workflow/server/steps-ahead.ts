import type { ComingStep } from '#kit/contract/flow.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { flowScopeOf, type FlowRecord } from '#kit/server/flow.ts';
import { passedOf } from '../contract/approval.ts';
import type { Command } from '../core/engine/apply.ts';
import type { EngineEvent, InstanceState, Task } from '../core/engine/state.ts';
import type { Definitions, NodeModel, PassTask } from '../core/model.ts';
import { peopleOfSources, type Facts } from './approvers.ts';
import { calledBy, definitionsOf, findNode, processOf, processesOf } from './definitions-of.ts';
import { pickedLater } from './forecast.ts';
import { heldAt } from './picks.ts';
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
): Promise<ComingStep[]> {
  const scope = flowScopeOf(ctx);
  const { business, definition } = await businessOf(ctx, submission);
  const [process] = await processesOf(ctx.db, definition.id);
  const definitions = await definitionsOf(ctx.db, definition.id, await calledBy(ctx.db, definition.id));
  const record: FlowRecord = { flowStatus: '1', ownerId: ctx.user.id, ...given };
  const variables = variablesOf(ctx, submission, record, business.businessAuditGroup, business.businessName);
  const known: KnownApprovers = new Map();
  const work = { definitions, record, state: null as InstanceState | null, row: { starterId: ctx.user.id, deptId: ctx.user.deptId } };
  const steps = new Map<NodeModel, ComingStep>();
  let command: Command | null = { type: 'start', process: process.id, variables, user: ctx.user.id };
  for (let n = 0; command !== null && n < MOST; n += 1) {
    const { state, events } = await applied(scope, work, command, known);
    work.state = state;
    for (const node of copiesIn(events, definitions))
      if (!steps.has(node)) steps.set(node, await copyAt(ctx, node, { ...work.row, record, variables: heldAt(state, '') }));
    const tasks: Task[] = work.state.status === 'running' ? Object.values(work.state.tasks) : [];
    for (const task of tasks) {
      const node = nodeAt(work, task);
      const approvers = [...known.values()].find((one) => one.node === node);
      if (node && !steps.has(node)) steps.set(node, await stepAt(ctx, node, task.name, approvers?.people ?? []));
    }
    command = tasks[0] ? agreeing(tasks[0], nodeAt(work, tasks[0])) : null;
  }
  return [...steps.values()];
}

/** A step of people; who is picked later is not named yet. */
async function stepAt(ctx: Ctx, node: NodeModel, name: string, people: readonly string[]): Promise<ComingStep> {
  const note = node.kind === 'userTask' ? pickedLater(node) : null;
  return { id: node.id, name, kind: 'task', people: note === null ? await namesOf(ctx, people) : [], note, isConditional: false };
}

const copiesIn = (events: readonly EngineEvent[], definitions: Definitions): PassTask[] =>
  events.flatMap((event) => {
    const node = event.type === 'delegate' ? findNode(definitions, event.node) : null;
    return node?.kind === 'passTask' && node.copy ? node : [];
  });

async function copyAt(ctx: Ctx, { id, name, copy }: PassTask, facts: Facts): Promise<ComingStep> {
  const people = await peopleOfSources(flowScopeOf(ctx), id, copy?.who ?? [], facts);
  return { id, name: name || '抄送', kind: 'copy', people: await namesOf(ctx, people), note: null, isConditional: false };
}

const nodeAt = ({ definitions, state }: { readonly definitions: Definitions; readonly state: InstanceState | null }, task: Task) =>
  findNode(definitions, task.node, processOf(state, task));

/** Agrees to a task. */
function agreeing(task: Task, node: NodeModel | null): Command {
  const isRatio = node?.kind === 'userTask' && node.approval?.mode === 'ratio';
  return { type: 'complete', task: task.id, variables: isRatio ? { [passedOf(task.node)]: true } : { approved: true } };
}
