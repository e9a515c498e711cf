import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { startOf, type ScopeModel, type UserTask } from '../core/model.ts';
import type { EngineEvent, InstanceState } from '../core/engine/state.ts';
import { everybodyOfNode } from './approvers.ts';
import { allNodes, processesOf } from './definitions-of.ts';
import { typeOf } from './types.ts';

/** How far a forecast looks. */
const MAX_FORECAST = 20;

/**
 * People's steps that are still to come on the way that is taken when every condition is left open: after a gateway with conditions the
 * forecast ends, because the record decides there.
 */
export function comingTasks(model: ScopeModel, from: readonly string[]): UserTask[] {
  const found: UserTask[] = [];
  const seen = new Set(from);
  let open = [...from];
  while (open.length > 0 && found.length < MAX_FORECAST) {
    const next: string[] = [];
    for (const id of open) {
      const flows = (model.nodes[id]?.outgoing ?? []).flatMap((flow) => model.flows[flow] ?? []);
      if (flows.some(({ condition }) => condition !== null)) continue;
      for (const { to } of flows) {
        const node = model.nodes[to];
        if (!node || seen.has(to)) continue;
        seen.add(to);
        if (node.kind === 'userTask') found.push(node);
        next.push(to);
      }
    }
    open = next;
  }
  return found;
}

/** Nodes with their states, flows that were taken, and who comes next. */
export async function trackOf(ctx: Ctx, id: string) {
  const row = await ctx.db.selectFrom('flowInstance').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  const { bpmnXml } = await ctx.db
    .selectFrom('flowDefinition')
    .select('bpmnXml')
    .where('id', '=', row.definitionId)
    .executeTakeFirstOrThrow();
  const [root] = await processesOf(ctx.db, row.definitionId);
  const state = row.state as InstanceState;
  const history = await ctx.db.selectFrom('flowHistory').select('events').where('instanceId', '=', id).orderBy('rev').execute();
  const events = history.flatMap((entry) => entry.events as EngineEvent[]);
  const left = new Set(events.flatMap((event) => (event.type === 'left' || event.type === 'entered' ? event.node : [])));
  const taken = new Set(events.flatMap((event) => (event.type === 'flowTaken' ? event.flow : [])));
  const isRunning = row.endTime === null;
  const now = new Set(isRunning ? Object.values(state.tokens).map(({ node }) => node) : []);
  const tasks = await ctx.db
    .selectFrom('flowTask as t')
    .leftJoin('sysUser as a', 'a.id', 't.assigneeId')
    .leftJoin('sysUser as e', 'e.id', 't.endedBy')
    .select(['t.nodeKey', 't.state', 'a.nickname as assignee', 'e.nickname as ended'])
    .where('t.instanceId', '=', id)
    .where('t.state', '!=', 'cancelled')
    .execute();
  const peopleAt = (node: string): string[] => [
    ...new Set(
      tasks.filter(({ nodeKey }) => nodeKey === node).flatMap((task) => (task.state === 'todo' ? task.assignee : task.ended) ?? []),
    ),
  ];
  const stateOf = (node: string) => (now.has(node) ? ('now' as const) : left.has(node) ? ('done' as const) : ('next' as const));
  const scopes = [root, ...[...allNodes(root)].flatMap((node) => (node.kind === 'subProcess' ? node.body : []))];
  return {
    nodes: [...allNodes(root)].map((node) => ({
      id: node.id,
      name: node.name,
      kind: node.element,
      state: stateOf(node.id),
      people: peopleAt(node.id),
    })),
    flows: scopes.flatMap(({ flows }) =>
      Object.values(flows).map(({ id: flow, from, to }) => ({ id: flow, from, to, taken: taken.has(flow) })),
    ),
    forecast: isRunning ? await forecast(ctx, row, root, [...now]) : [],
    bpmnXml,
  };
}

async function forecast(
  ctx: Ctx,
  row: { businessType: string; businessKey: string; starterId: string; deptId: string | null; state: unknown; snapshot: unknown },
  root: ScopeModel,
  now: readonly string[],
) {
  const scope = { app: ctx.app, db: ctx.db, now: ctx.now };
  const state = row.state as InstanceState;
  const known = now.filter((id) => Object.hasOwn(root.nodes, id));
  const start = startOf(root)?.id;
  const coming = comingTasks(root, known.length > 0 || start === undefined ? known : [start]);
  const facts = {
    starterId: row.starterId,
    deptId: row.deptId,
    record: { flowStatus: '3' as const, ownerId: null, snapshot: row.snapshot as Record<string, unknown> },
    variables: state.scopes[state.root]?.variables ?? {},
  };
  typeOf(ctx.app, row.businessType);
  const steps: { id: string; name: string; people: string[] }[] = [];
  for (const node of coming) {
    const { people } = await everybodyOfNode(scope, node, facts);
    const named =
      people.length === 0
        ? []
        : await ctx.db.selectFrom('sysUser').select('nickname').where('id', 'in', people).orderBy('id').limit(20).execute();
    steps.push({ id: node.id, name: node.name, people: named.map(({ nickname }) => nickname) });
  }
  return steps;
}
