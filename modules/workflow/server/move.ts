import { AppError } from '#kit/contract/errors.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { FlowScope } from '#kit/server/flow.ts';
import type { Command } from '../core/engine/apply.ts';
import { unsatisfiableJoins } from '../core/engine/joins.ts';
import type { InstanceState, Task } from '../core/engine/state.ts';
import type { NodeModel } from '../core/model.ts';
import { allNodes, definitionsOf, findNode, processesOf } from './definitions-of.ts';
import { applied, runStep, takeInstance, type Working } from './step.ts';

/** Kinds of nodes that an operator may move to: gateways and ends would take decisions away from people. */
const TARGETS: ReadonlySet<NodeModel['kind']> = new Set([
  'userTask',
  'passTask',
  'receiveTask',
  'subProcess',
  'callActivity',
  'catchEvent',
]);
const isTarget = (node: NodeModel): boolean => TARGETS.has(node.kind) && !(node.kind === 'subProcess' && node.isEventSubProcess);

interface Awaited {
  readonly id: string;
  readonly name: string;
  readonly people: string[];
}
/** Tasks by node with the names of their people. */
async function named({ db }: FlowScope, tasks: readonly Task[]): Promise<Awaited[]> {
  const ids = [...new Set(tasks.flatMap(({ assignee, candidateUsers }) => [assignee ?? [], candidateUsers].flat()))];
  const rows = ids.length === 0 ? [] : await db.selectFrom('sysUser').select(['id', 'nickname']).where('id', 'in', ids).execute();
  const names = new Map(rows.map(({ id, nickname }) => [id, nickname]));
  const nodes = new Map<string, Awaited>();
  for (const { node, name, assignee, candidateUsers } of tasks) {
    const entry = nodes.get(node) ?? { id: node, name, people: [] };
    const people = assignee === null ? candidateUsers : [assignee];
    entry.people.push(...people.flatMap((id) => names.get(id) ?? []).filter((each) => !entry.people.includes(each)));
    nodes.set(node, entry);
  }
  return [...nodes.values()];
}

/** Nodes where an instance stands; instances of an activity count once. */
const standingAt = ({ tokens }: InstanceState): string[] => [
  ...new Set(Object.values(tokens).flatMap(({ node, state, instanceOf }) => (instanceOf === null && state !== 'inside' ? node : []))),
];

/** Where an instance stands and where it could be moved to. */
export async function placesOf(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('flowInstance')
    .select(['definitionId', 'called', 'state', 'endTime'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  if (row.endTime !== null) throw new AppError('flow.ended');
  const state = row.state as InstanceState;
  const scope = { app: ctx.app, db: ctx.db, now: ctx.now };
  const definitions = await definitionsOf(ctx.db, row.definitionId, row.called);
  const [root] = await processesOf(ctx.db, row.definitionId);
  const people = new Map((await named(scope, Object.values(state.tasks))).map((each) => [each.id, each.people]));
  return {
    standing: standingAt(state).map((node) => ({
      id: node,
      name: findNode(definitions, node)?.name || node,
      people: people.get(node) ?? [],
    })),
    targets: [...allNodes(root)].filter(isTarget).map(({ id: node, name, element }) => ({ id: node, name: name || node, kind: element })),
  };
}

interface Move {
  readonly from?: readonly string[] | null | undefined;
  readonly to: readonly string[];
  readonly reason: string;
  readonly dryRun: boolean;
}

function assertTargets({ definitions, row, flowStatus }: Working, ctx: Ctx, to: readonly string[]): void {
  if (row.starterId === ctx.user.id) throw new AppError('rule.broken', '不能移动自己发起的流程，请由其他管理员操作');
  if (flowStatus === '2') throw new AppError('rule.broken', '流程已退回发起人，请等发起人重新提交，或终止流程');
  const wrong = to.find((id) => {
    const node = findNode(definitions, id);
    return !node || !isTarget(node);
  });
  if (wrong === undefined) return;
  const message = `不能移动到节点 ${wrong}`;
  throw new AppError('input.invalid', message, [{ path: 'to', message }]);
}

/**
 * 移动: takes an instance away from nodes and begins others. Throws rule.broken when it would end or could never go on: a join would wait for a
 * branch that nothing comes by any more.
 */
export async function moveInstance(ctx: Ctx, id: string, { from, to, reason, dryRun }: Move) {
  const scope: FlowScope = { app: ctx.app, db: ctx.db, now: ctx.now };
  const work = await takeInstance(scope, id);
  const before = work.state;
  if (!before) throw new AppError('flow.ended');
  assertTargets(work, ctx, to);
  const command: Command = { type: 'move', from: from?.length ? from : standingAt(before), to };
  const { state } = await applied(scope, work, command, new Map());
  if (state.status !== 'running') throw new AppError('rule.broken', '移动后流程会直接结束，请改为终止流程，或选择由人办理的节点');
  const known = unsatisfiableJoins(work.definitions, before);
  const stuck = [...unsatisfiableJoins(work.definitions, state)].filter(([key]) => !known.has(key)).map(([, name]) => name);
  if (stuck.length > 0)
    throw new AppError('rule.broken', `移动后汇聚网关“${[...new Set(stuck)].join('、')}”等不到全部分支，请同时选择它的每个分支`);
  const gone = Object.values(before.tasks).filter((task) => !Object.hasOwn(state.tasks, task.id));
  const fresh = Object.values(state.tasks).filter((task) => !Object.hasOwn(before.tasks, task.id));
  const answer = { cancelled: await named(scope, gone), created: await named(scope, fresh) };
  if (dryRun) return { flowStatus: work.flowStatus, ...answer };
  const names = (ids: readonly string[]) => ids.map((node) => findNode(work.definitions, node)?.name || node).join('、');
  const opinion = `由“${names(command.from)}”移动到“${names(to)}”：${reason}`;
  await runStep(scope, work, { command, actorId: ctx.user.id, action: '移动', opinion });
  // nodes that nobody has to decide at may have passed by themselves
  if (hasEnded(work.flowStatus)) throw new AppError('rule.broken', '目标节点之后没有人需要办理，移动会直接结束流程，请选择其他节点');
  ctx.audit.note(`移动流程“${work.row.title}”：${opinion}`);
  return { flowStatus: work.flowStatus, ...answer };
}
const hasEnded = (status: FlowStatus): boolean => status !== '3' && status !== '2';
