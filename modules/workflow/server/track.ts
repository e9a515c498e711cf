import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { StartNode } from '../contract/tree.ts';
import type { EngineEvent, InstanceState } from '../core/engine/state.ts';
import type { NodeModel, ProcessModel, ScopeModel } from '../core/model.ts';
import { NoTree, readTree } from '../core/tree/read.ts';
import { allNodes, processesOf } from './definitions-of.ts';
import { forecastOf } from './forecast.ts';

/** Visits of an instance that are told. */
const MOST_VISITS = 500;

/** The tree that the approval view draws; null for a process that only BPMN can say. */
function treeOf(process: ProcessModel): StartNode | null {
  try {
    return readTree(process);
  } catch (error) {
    if (error instanceof NoTree) return null;
    throw error;
  }
}

interface Visit {
  readonly node: string;
  readonly person: string | null;
  readonly result: string | null;
  readonly opinion: string | null;
  readonly startTime: Date;
  readonly endTime: Date | null;
  readonly dueTime: Date | null;
}
/** Who was asked at the nodes of a process and what they said, and who got copies there; in order. */
async function visitsOf({ db }: Ctx, id: string, process: string): Promise<Visit[]> {
  const tasks = await db
    .selectFrom('flowTask as t')
    .leftJoin('sysUser as u', (join) => join.on((e) => e('u.id', '=', e.fn.coalesce('t.endedBy', 't.assigneeId'))))
    .select(['t.nodeKey as node', 'u.nickname as person', 't.result', 't.opinion', 't.createTime as startTime', 't.endTime', 't.dueTime'])
    .where('t.instanceId', '=', id)
    .where('t.state', '!=', 'cancelled')
    .where((e) => e.or([e('t.processKey', 'is', null), e('t.processKey', '=', process)]))
    .orderBy('t.createTime')
    .orderBy('t.id')
    .limit(MOST_VISITS)
    .execute();
  const copies = await db
    .selectFrom('flowCopy as c')
    .innerJoin('sysUser as u', 'u.id', 'c.userId')
    .select(['c.nodeKey as node', 'u.nickname as person', 'c.createTime as startTime', 'c.readTime'])
    .where('c.instanceId', '=', id)
    .where('c.fromId', 'is', null)
    .orderBy('c.createTime')
    .orderBy('c.id')
    .limit(MOST_VISITS)
    .execute();
  const told = copies.map(({ readTime, ...copy }) => ({
    ...copy,
    result: readTime === null ? 'copied' : 'read',
    opinion: null,
    endTime: copy.startTime,
    dueTime: null,
  }));
  return [...tasks, ...told];
}

interface Course {
  readonly entered: ReadonlySet<string>;
  /** entered since the last return that walks again */
  readonly enteredAgain: ReadonlySet<string>;
  readonly taken: ReadonlySet<string>;
}
/** Which nodes and flows an instance came by. */
async function courseOf({ db }: Ctx, id: string): Promise<Course> {
  const steps = await db.selectFrom('flowHistory').select(['command', 'events']).where('instanceId', '=', id).orderBy('rev').execute();
  const from = steps.findLastIndex(({ command }) => {
    const { type, isDirect } = command as { type: string; isDirect?: boolean };
    return type === 'return' && !isDirect;
  });
  const nodesIn = (some: typeof steps) =>
    new Set(
      some.flatMap(({ events }) =>
        (events as EngineEvent[]).flatMap((event) => (event.type === 'left' || event.type === 'entered' ? event.node : [])),
      ),
    );
  const flows = steps.flatMap(({ events }) => (events as EngineEvent[]).flatMap((event) => (event.type === 'flowTaken' ? event.flow : [])));
  return { entered: nodesIn(steps), enteredAgain: nodesIn(steps.slice(from + 1)), taken: new Set(flows) };
}

/** Nodes that can still be come to from where an instance stands. */
function aheadOf(scopes: readonly ScopeModel[], nodes: readonly NodeModel[], now: ReadonlySet<string>): Set<string> {
  const flows = scopes.flatMap((scope) => Object.values(scope.flows));
  const ahead = new Set<string>();
  const insideOf = (id: string) =>
    nodes.flatMap((node) => (node.id === id && node.kind === 'subProcess' ? Object.keys(node.body.nodes) : []));
  const boundaries = (id: string) => nodes.flatMap((node) => (node.kind === 'boundaryEvent' && node.attachedTo === id ? node.id : []));
  const after = (id: string) => [...flows.flatMap(({ from, to }) => (from === id ? to : [])), ...boundaries(id)];
  const open = [...now].flatMap(after);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (ahead.has(id)) continue;
    ahead.add(id);
    open.push(...after(id), ...insideOf(id));
  }
  return ahead;
}

type State = 'done' | 'now' | 'next' | 'returned' | 'skipped';

/** Nodes with their states and what people did there, flows that were taken, who comes next, and the text or tree that draws it. */
export async function trackOf(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('flowInstance as i')
    .innerJoin('flowDefinition as d', 'd.id', 'i.definitionId')
    .select(['i.definitionId', 'i.state', 'i.snapshot', 'i.starterId', 'i.deptId', 'i.endTime', 'd.bpmnXml'])
    .where('i.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  const [root] = await processesOf(ctx.db, row.definitionId);
  const all = [...allNodes(root)];
  const scopes = [root, ...all.flatMap((node) => (node.kind === 'subProcess' ? node.body : []))];
  const isRunning = row.endTime === null;
  const now = new Set(isRunning ? standingIn(row.state as InstanceState, root.id) : []);
  const course = await courseOf(ctx, id);
  const visits = await visitsOf(ctx, id, root.id);
  const ahead = aheadOf(scopes, all, now);
  const stateOf = (node: string): State => {
    if (now.has(node)) return 'now';
    if (visits.findLast((visit) => visit.node === node)?.result === 'returned') return 'returned';
    if (course.enteredAgain.has(node) || (course.entered.has(node) && !ahead.has(node))) return 'done';
    return ahead.has(node) ? 'next' : 'skipped';
  };
  const isLate = ({ endTime, dueTime }: Visit) => endTime === null && dueTime !== null && dueTime < ctx.now;
  const nodes = all.map((node) => {
    const own = visits.filter((visit) => visit.node === node.id);
    const people = [...new Set(own.flatMap(({ person }) => person ?? []))];
    return { id: node.id, name: node.name, kind: node.element, state: stateOf(node.id), isOverdue: own.some(isLate), people, visits: own };
  });
  const untaken = new Set(nodes.filter(({ state }) => state === 'next' || state === 'skipped').map((node) => node.id));
  const flows = scopes.flatMap((scope) => Object.values(scope.flows));
  return {
    nodes,
    flows: flows.map(({ id: flow, from, to }) => ({ id: flow, from, to, taken: course.taken.has(flow) && !untaken.has(to) })),
    forecast: isRunning ? await forecastOf(ctx, row, root, [...now]) : [],
    tree: treeOf(root),
    bpmnXml: row.bpmnXml,
  };
}

/** Nodes of the instance's own process where something stands. */
const standingIn = ({ tokens, scopes }: InstanceState, process: string): string[] =>
  Object.values(tokens).flatMap(({ node, scope }) => (scopes[scope]?.process === process ? node : []));
