/** What is still to come in a process: people's steps ahead, those that a condition decides about told apart. */
import { evaluate } from './juel/evaluate.ts';
import { namesIn } from './juel/names.ts';
import { ExpressionError } from './juel/tokens.ts';
import { isTrue } from './juel/values.ts';
import { startOf, type NodeModel, type PassTask, type ScopeModel, type UserTask } from './model.ts';

/** How far a look ahead goes. */
const MOST = 30;

export interface Coming {
  readonly node: UserTask | PassTask;
  /** whether it comes depends on a condition that cannot be decided yet */
  readonly isConditional: boolean;
}
/** True, false, or null for a condition that what is known does not decide. */
export type Decide = (condition: string) => boolean | null;

/** Variables that steps ahead set: what they decide is open until then. */
const SET_LATER = /^(?:approved|approvers_.*|passed_.*|nrOf.*|loopCounter)$/;

/** Decides conditions by the variables that are known and do not change on the way. */
export function deciderOf(variables: Readonly<Record<string, unknown>>, changing: ReadonlySet<string>): Decide {
  const isOpen = (name: string) => SET_LATER.test(name) || changing.has(name) || !Object.hasOwn(variables, name);
  return (condition) => {
    if (namesIn(condition).some(isOpen)) return null;
    try {
      return isTrue(evaluate(condition, { variable: (name) => variables[name], now: 0 }));
    } catch (error) {
      if (error instanceof ExpressionError) return null;
      throw error;
    }
  };
}

/** Where a node leads: `all` of the certain ways are gone, and some of the open ones. */
interface Ways {
  readonly certain: readonly string[];
  readonly open: readonly string[];
  /** at least one of the open ones is gone */
  readonly isChoice: boolean;
}

/** All nodes with the way on from each, sub-processes laid out flat. */
function waysOf(model: ScopeModel, decide: Decide): { nodes: Map<string, NodeModel>; ways: Map<string, Ways> } {
  const nodes = new Map<string, NodeModel>();
  const ways = new Map<string, Ways>();
  const lay = (scope: ScopeModel, after: Ways | null) => {
    for (const node of Object.values(scope.nodes)) {
      nodes.set(node.id, node);
      const own = waysFrom(node, scope, decide);
      const start = node.kind === 'subProcess' && !node.isEventSubProcess ? startOf(node.body) : null;
      ways.set(node.id, start ? { certain: [start.id], open: [], isChoice: false } : node.outgoing.length === 0 && after ? after : own);
      if (node.kind === 'subProcess') lay(node.body, own);
    }
  };
  lay(model, null);
  return { nodes, ways };
}

function waysFrom(node: NodeModel, { flows }: ScopeModel, decide: Decide): Ways {
  const out = node.outgoing.flatMap((id) => flows[id] ?? []);
  const fallback = out.find(({ id }) => id === node.defaultFlow)?.to;
  const others = out.filter(({ id }) => id !== node.defaultFlow);
  if (node.kind === 'eventGateway') return { certain: [], open: out.map(({ to }) => to), isChoice: true };
  if (node.kind === 'parallelGateway') return { certain: out.map(({ to }) => to), open: [], isChoice: false };
  const isExclusive = node.kind === 'exclusiveGateway';
  const certain: string[] = [];
  const open: string[] = [];
  for (const { to, condition } of others) {
    const answer = condition === null ? true : decide(condition);
    if (answer === null) open.push(to);
    if (answer !== true) continue;
    if (!isExclusive) certain.push(to);
    else if (open.length === 0) return { certain: [to], open: [], isChoice: false };
    else return { certain: [], open: [...open, to], isChoice: true };
  }
  if (fallback === undefined || certain.length > 0) return { certain, open, isChoice: certain.length === 0 && open.length > 0 };
  return open.length === 0 ? { certain: [fallback], open, isChoice: false } : { certain, open: [...open, fallback], isChoice: true };
}

/** True when the process can come to its end from a node without ever being at another one. */
function avoids(ways: ReadonlyMap<string, Ways>, from: string, without: string): boolean {
  const known = new Map<string, boolean>();
  const look = (id: string): boolean => {
    if (id === without) return false;
    const before = known.get(id);
    if (before !== undefined) return before;
    // a way that goes round does not come to the end by that
    known.set(id, false);
    const { certain, open, isChoice } = ways.get(id) ?? { certain: [], open: [], isChoice: false };
    const answer = certain.every(look) && (!isChoice || open.some(look));
    known.set(id, answer);
    return answer;
  };
  return look(from);
}

const isShown = (node: NodeModel): node is UserTask | PassTask =>
  node.kind === 'userTask' || (node.kind === 'passTask' && node.copy !== null);

/** Steps of people and copies after the nodes where a process stands, nearest first. What a condition rules out is left out. */
export function comingNodes(model: ScopeModel, from: readonly string[], decide: Decide): Coming[] {
  const { nodes, ways } = waysOf(model, decide);
  const after = (id: string): string[] => {
    const { certain, open } = ways.get(id) ?? { certain: [], open: [] };
    return [...certain, ...open];
  };
  // a sub-process that runs stands for what stands inside it
  const standing = from.filter((id) => nodes.get(id)?.kind !== 'subProcess');
  const seen = new Set<string>(standing);
  const order: NodeModel[] = [];
  // what a branch leads to stands after all branches that lead there
  const visit = (id: string) => {
    const node = nodes.get(id);
    if (!node || seen.has(id)) return;
    seen.add(id);
    for (const next of after(id).toReversed()) visit(next);
    order.unshift(node);
  };
  for (const next of standing.flatMap(after).toReversed()) visit(next);
  return order
    .filter(isShown)
    .slice(0, MOST)
    .map((node) => ({ node, isConditional: standing.every((id) => avoids(ways, id, node.id)) }));
}

/** Steps of people that come right after a node: up to the first on each way that may be gone. */
export function nextTasks(model: ScopeModel, from: string, decide: Decide): UserTask[] {
  const { nodes, ways } = waysOf(model, decide);
  const seen = new Set([from]);
  const found: UserTask[] = [];
  const open = [from];
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    const { certain, open: maybe } = ways.get(id) ?? { certain: [], open: [] };
    for (const next of [...certain, ...maybe]) {
      const node = seen.has(next) ? undefined : nodes.get(next);
      seen.add(next);
      if (node?.kind === 'userTask') found.push(node);
      else if (node) open.push(next);
    }
  }
  return found;
}
