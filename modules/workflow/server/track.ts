import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { StartNode } from '../contract/tree.ts';
import type { EngineEvent, InstanceState } from '../core/engine/state.ts';
import type { Definitions, NodeModel, ProcessModel, ScopeModel } from '../core/model.ts';
import { NoTree, readTree } from '../core/tree/read.ts';
import { allNodes, definitionsOf, processesOf } from './definitions-of.ts';
import { forecastOf } from './forecast.ts';

/** Visits of an instance that are told. */
const MAX_VISITS = 500;

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
async function visitsOf({ db }: Ctx, id: string, process: string, root: string): Promise<Visit[]> {
  const tasks = await db
    .selectFrom('flowTask as t')
    .leftJoin('sysUser as u', (join) => join.on((e) => e('u.id', '=', e.fn.coalesce('t.endedBy', 't.assigneeId'))))
    .select(['t.nodeKey as node', 'u.nickname as person', 't.result', 't.opinion', 't.createTime as startTime', 't.endTime', 't.dueTime'])
    .where('t.instanceId', '=', id)
    .where('t.state', '!=', 'cancelled')
    // tasks from before keys were stored are those of the process that was started
    .where((e) => e.or([e('t.processKey', '=', process), ...(process === root ? [e('t.processKey', 'is', null)] : [])]))
    .orderBy('t.createTime')
    .orderBy('t.id')
    .limit(MAX_VISITS)
    .execute();
  const copies = await db
    .selectFrom('flowCopy as c')
    .innerJoin('sysUser as u', 'u.id', 'c.userId')
    .select(['c.nodeKey as node', 'u.nickname as person', 'c.createTime as startTime', 'c.readTime'])
    .where('c.instanceId', '=', id)
    .where('c.fromId', 'is', null)
    .orderBy('c.createTime')
    .orderBy('c.id')
    .limit(MAX_VISITS)
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
/** Which nodes and flows of a process an instance came by; what happened in the one that was started names no process. */
async function courseOf({ db }: Ctx, id: string, key: string | undefined): Promise<Course> {
  const steps = await db.selectFrom('flowHistory').select(['command', 'events']).where('instanceId', '=', id).orderBy('rev').execute();
  const from = steps.findLastIndex(({ command }) => {
    const { type, isDirect } = command as { type: string; isDirect?: boolean };
    return type === 'return' && !isDirect;
  });
  const own = (some: typeof steps) => some.flatMap(({ events }) => (events as EngineEvent[]).filter((event) => placeOf(event) === key));
  const nodesIn = (some: typeof steps) =>
    new Set(own(some).flatMap((event) => (event.type === 'left' || event.type === 'entered' ? event.node : [])));
  const flows = own(steps).flatMap((event) => (event.type === 'flowTaken' ? event.flow : []));
  return { entered: nodesIn(steps), enteredAgain: nodesIn(steps.slice(from + 1)), taken: new Set(flows) };
}
const placeOf = (event: EngineEvent): string | undefined => ('process' in event ? event.process : undefined);

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

/** The process that is shown, with the text that draws it: the one that was started, or one that it calls. Throws entity.notFound. */
async function shownProcess({ db }: Ctx, row: { readonly definitionId: string; readonly called: unknown }, key: string | undefined) {
  for (const id of [row.definitionId, ...Object.values(row.called as Record<string, string>)]) {
    const process = (await processesOf(db, id)).find((one) => key === undefined || one.id === key);
    if (!process) continue;
    const { bpmnXml } = await db.selectFrom('flowDefinition').select('bpmnXml').where('id', '=', id).executeTakeFirstOrThrow();
    return { process, bpmnXml };
  }
  throw new AppError('entity.notFound');
}

/** The processes of an instance by key, with names: what its nodes may call. */
const namesOf = (definitions: Definitions): ReadonlyMap<string, string> =>
  new Map(Object.values(definitions).map(({ id, name }) => [id, name || id]));
/** The process that a node calls: what runs inside it now, else the key that it names. */
function calledAt(node: NodeModel, state: InstanceState, names: ReadonlyMap<string, string>) {
  if (node.kind !== 'callActivity') return null;
  const inside = Object.values(state.scopes).find(
    ({ parent, isInstance }) => isInstance && parent !== null && state.tokens[parent]?.node === node.id,
  );
  const key = inside?.process ?? node.calledElement;
  const name = names.get(key);
  return name === undefined ? null : { key, name };
}

/** How far a node is that is done several times: by its votes while it is under way, by what was done there afterwards. */
function progressOf(node: NodeModel, { tokens, scopes }: InstanceState, process: string, visits: readonly Visit[]) {
  if (!node.multiInstance) return null;
  const activity = Object.values(tokens).find(
    (token) => token.node === node.id && token.instanceOf === null && scopes[token.scope]?.process === process,
  );
  const total = Number(activity?.variables['nrOfInstances']);
  if (Number.isInteger(total)) return { done: Number(activity?.variables['nrOfCompletedInstances'] ?? 0), total };
  const done = visits.filter(({ endTime }) => endTime !== null).length;
  return done === 0 ? null : { done, total: done };
}

/** Nodes with their states and what people did there, flows that were taken, who comes next, and the text or tree that draws it. */
export async function trackOf(ctx: Ctx, id: string, key?: string) {
  const row = await ctx.db
    .selectFrom('flowInstance as i')
    .select(['i.definitionId', 'i.called', 'i.businessType', 'i.businessKey', 'i.state', 'i.snapshot', 'i.starterId', 'i.deptId'])
    .select('i.endTime')
    .where('i.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  const { process, bpmnXml } = await shownProcess(ctx, row, key);
  const [root] = await processesOf(ctx.db, row.definitionId);
  const definitions = await definitionsOf(ctx.db, row.definitionId, row.called);
  const names = namesOf(definitions);
  const all = [...allNodes(process)];
  const scopes = [process, ...all.flatMap((node) => (node.kind === 'subProcess' ? node.body : []))];
  const isRunning = row.endTime === null;
  const state = row.state as InstanceState;
  const now = new Set(isRunning ? standingIn(state, process.id) : []);
  const course = await courseOf(ctx, id, process === root ? undefined : process.id);
  const visits = await visitsOf(ctx, id, process.id, root.id);
  // a called process that has not begun lies ahead
  const stateOf = stater({
    now,
    course,
    visits,
    ahead: isRunning && course.entered.size === 0 ? new Set(all.map((node) => node.id)) : aheadOf(scopes, all, now),
  });
  const isLate = ({ endTime, dueTime }: Visit) => endTime === null && dueTime !== null && dueTime < ctx.now;
  const nodes = all.map((node) => {
    const own = visits.filter((visit) => visit.node === node.id);
    return {
      id: node.id,
      name: node.name,
      kind: node.element,
      state: stateOf(node.id),
      isOverdue: own.some(isLate),
      people: [...new Set(own.flatMap(({ person }) => person ?? []))],
      progress: progressOf(node, state, process.id, own),
      calls: calledAt(node, state, names),
      visits: own,
    };
  });
  const untaken = new Set(nodes.filter((node) => node.state === 'next' || node.state === 'skipped').map((node) => node.id));
  const flows = scopes.flatMap((scope) => Object.values(scope.flows));
  return {
    process: { key: process.id, name: process.name || process.id },
    nodes,
    flows: flows.map(({ id: flow, from, to }) => ({ id: flow, from, to, taken: course.taken.has(flow) && !untaken.has(to) })),
    forecast: isRunning && process === root ? await forecastOf(ctx, row, root, definitions) : [],
    tree: treeOf(process),
    bpmnXml,
  };
}

interface Standing {
  readonly now: ReadonlySet<string>;
  readonly course: Course;
  readonly visits: readonly Visit[];
  readonly ahead: ReadonlySet<string>;
}
const stater =
  ({ now, course, visits, ahead }: Standing) =>
  (node: string): State => {
    if (now.has(node)) return 'now';
    if (visits.findLast((visit) => visit.node === node)?.result === 'returned') return 'returned';
    if (course.enteredAgain.has(node) || (course.entered.has(node) && !ahead.has(node))) return 'done';
    return ahead.has(node) ? 'next' : 'skipped';
  };

/** Nodes of a process where something stands. */
const standingIn = ({ tokens, scopes }: InstanceState, process: string): string[] =>
  Object.values(tokens).flatMap(({ node, scope }) => (scopes[scope]?.process === process ? node : []));
