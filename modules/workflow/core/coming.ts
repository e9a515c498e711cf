/** What is still to come in a process: people's steps ahead, those that a condition decides about told apart. */
import { evaluate } from './juel/evaluate.ts';
import { namesIn } from './juel/names.ts';
import { ExpressionError } from './juel/tokens.ts';
import { isTrue } from './juel/values.ts';
import { startOf, type CallActivity, type Definitions, type NodeModel, type PassTask, type ScopeModel, type UserTask } from './model.ts';

/** How far a look ahead goes. */
const MAX = 30;

type Variables = Readonly<Record<string, unknown>>;

/** A node that is come to, of the process itself or of one that it calls. */
export interface Place<Node extends NodeModel = NodeModel> {
  /** the node's id; of a called process behind the call activities that lead there: `call/node` */
  readonly id: string;
  readonly node: Node;
  /** the call activities with a slash after each; empty in the process itself */
  readonly path: string;
  /** what its process knows of the variables */
  readonly variables: Variables;
}
export interface Coming extends Place<UserTask | PassTask> {
  /** whether it comes depends on a condition that cannot be decided yet */
  readonly isConditional: boolean;
}
/** True, false, or null for a condition that what is known does not decide. */
type Decide = (condition: string) => boolean | null;

/** What a look ahead knows. */
export interface Known {
  readonly variables: Variables;
  /** names of variables that may change on the way */
  readonly changing: ReadonlySet<string>;
  /** the processes that are called, by key; a call of another one is passed over */
  readonly definitions?: Definitions;
}

/** Variables that steps ahead set: what they decide is open until then. */
const SET_LATER = /^(?:approved|approvers_.*|passed_.*|nrOf.*|loopCounter)$/;

const isOpenFor =
  ({ variables, changing }: Known) =>
  (name: string): boolean =>
    SET_LATER.test(name) || changing.has(name) || !Object.hasOwn(variables, name);

/** The value of an expression by the variables that are known and do not change on the way; null when it is open. */
function valueOf(known: Known, text: string): { readonly value: unknown } | null {
  if (namesIn(text).some(isOpenFor(known))) return null;
  try {
    return { value: evaluate(text, { variable: (name) => known.variables[name], now: 0 }) };
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}
const deciderOf =
  (known: Known): Decide =>
  (condition) => {
    const found = valueOf(known, condition);
    return found && isTrue(found.value);
  };

/** Every node of a process, those of its sub-processes included. */
function* nodesIn(scope: ScopeModel): Generator<NodeModel> {
  for (const node of Object.values(scope.nodes)) {
    yield node;
    if (node.kind === 'subProcess') yield* nodesIn(node.body);
  }
}
/** Fields of the record that approvers may change on the way. */
export const editedIn = (model: ScopeModel): Set<string> =>
  new Set(
    [...nodesIn(model)].flatMap((node) =>
      node.kind === 'userTask'
        ? Object.entries(node.approval?.fields ?? {}).flatMap(([name, right]) => (right === 'edit' ? name : []))
        : [],
    ),
  );

/** What a called process knows: the variables that are passed to it as far as they are known. */
function knownInside(known: Known, call: CallActivity, model: ScopeModel): Known {
  const takesAll = call.inherits || call.inputs.some(({ all }) => all);
  const variables: Record<string, unknown> = takesAll ? { ...known.variables } : {};
  const isOpen = isOpenFor(known);
  for (const { all, expression, source, target } of call.inputs) {
    if (all || target === null) continue;
    const given = expression !== null ? valueOf(known, expression) : isOpen(source ?? '') ? null : { value: known.variables[source ?? ''] };
    if (given) variables[target] = given.value;
    else delete variables[target];
  }
  const changing = new Set([...(takesAll ? known.changing : []), ...editedIn(model)]);
  return { variables, changing, ...(known.definitions && { definitions: known.definitions }) };
}

/** Where a node leads: `all` of the certain ways are gone, and some of the open ones. */
interface Ways {
  readonly certain: readonly string[];
  readonly open: readonly string[];
  /** at least one of the open ones is gone */
  readonly isChoice: boolean;
}

/** A process with those that it calls, laid out flat. */
interface Laid {
  readonly places: Map<string, Place>;
  readonly ways: Map<string, Ways>;
  /** sub-processes and calls: what stands inside of them stands for them */
  readonly frames: Set<string>;
}
interface Around {
  readonly known: Known;
  readonly path: string;
  /** where what ends inside goes on */
  readonly after: Ways | null;
  /** keys of the processes around: one that calls itself is passed over */
  readonly within: readonly string[];
}

/** All nodes with the way on from each, sub-processes and called processes laid out flat. */
function laidOut(model: ScopeModel, known: Known): Laid {
  const laid: Laid = { places: new Map(), ways: new Map(), frames: new Set() };
  lay(laid, model, { known, path: '', after: null, within: [] });
  return laid;
}

function lay(laid: Laid, scope: ScopeModel, around: Around): void {
  const { known, path, after } = around;
  const decide = deciderOf(known);
  for (const node of Object.values(scope.nodes)) {
    const id = path + node.id;
    laid.places.set(id, { id, node, path, variables: known.variables });
    const own = node.outgoing.length === 0 && after ? after : placed(waysFrom(node, scope, decide), path);
    const body = bodyOf(node, around);
    const start = body && startOf(body.model);
    laid.ways.set(id, start ? { certain: [body.path + start.id], open: [], isChoice: false } : own);
    if (start) laid.frames.add(id);
    if (body) lay(laid, body.model, { ...body, after: own });
  }
}
const placed = ({ certain, open, isChoice }: Ways, path: string): Ways => ({
  certain: certain.map((id) => path + id),
  open: open.map((id) => path + id),
  isChoice,
});

/** What a node holds: the body of a sub-process, or the process that it calls; null for other nodes. */
function bodyOf(node: NodeModel, { known, path, within }: Around) {
  if (node.kind === 'subProcess') return node.isEventSubProcess ? null : { model: node.body, known, path, within };
  if (node.kind !== 'callActivity' || within.includes(node.calledElement)) return null;
  const { definitions = {} } = known;
  const model = Object.hasOwn(definitions, node.calledElement) ? definitions[node.calledElement] : undefined;
  return model
    ? { model, known: knownInside(known, node, model), path: `${path}${node.id}/`, within: [...within, node.calledElement] }
    : null;
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

const isShown = ({ node }: Place): boolean => node.kind === 'userTask' || (node.kind === 'passTask' && node.copy !== null);

/** Steps of people and copies after the places where a process stands, nearest first. What a condition rules out is left out. */
export function comingNodes(model: ScopeModel, from: readonly string[], known: Known): Coming[] {
  const { places, ways, frames } = laidOut(model, known);
  const after = (id: string): string[] => {
    const { certain, open } = ways.get(id) ?? { certain: [], open: [] };
    return [...certain, ...open];
  };
  const standing = from.filter((id) => !frames.has(id));
  const seen = new Set<string>(standing);
  const order: Place[] = [];
  // what a branch leads to stands after all branches that lead there
  const visit = (id: string) => {
    const place = places.get(id);
    if (!place || seen.has(id)) return;
    seen.add(id);
    for (const next of after(id).toReversed()) visit(next);
    order.unshift(place);
  };
  for (const next of standing.flatMap(after).toReversed()) visit(next);
  return order
    .filter(isShown)
    .slice(0, MAX)
    .map((place) => ({ ...(place as Place<UserTask | PassTask>), isConditional: standing.every((id) => avoids(ways, id, place.id)) }));
}

/** Steps of people that come right after a node: up to the first on each way that may be gone. */
export function nextTasks(model: ScopeModel, from: string, known: Known): Place<UserTask>[] {
  const { places, ways } = laidOut(model, known);
  const seen = new Set([from]);
  const found: Place<UserTask>[] = [];
  const open = [from];
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    const { certain, open: maybe } = ways.get(id) ?? { certain: [], open: [] };
    for (const next of [...certain, ...maybe]) {
      const place = seen.has(next) ? undefined : places.get(next);
      seen.add(next);
      if (place?.node.kind === 'userTask') found.push(place as Place<UserTask>);
      else if (place) open.push(next);
    }
  }
  return found;
}
