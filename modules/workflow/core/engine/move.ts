/** Moves an instance to other nodes, out of and into any construct: 退回, 跳转, 撤回. */
import { startOf, type CallActivity, type NodeModel, type ProcessModel, type ScopeModel, type StartEvent } from '../model.ts';
import { arm, armBoundaries, armScope, disarm, disarmEnded } from './arm.ts';
import { cancel } from './cancel.ts';
import { beginCall } from './execute.ts';
import { addScope, addToken, later, modelOf, nodeOf, scopeOf, tokenOf, tokensIn, valueIn, type Run } from './run.ts';
import { EngineError, type Owner, type Scope, type Token } from './state.ts';

/** The sub-processes around a node of a process, outermost first; null when there is no such node. */
export function pathTo(model: ScopeModel, id: string): string[] | null {
  if (Object.hasOwn(model.nodes, id)) return [];
  for (const node of Object.values(model.nodes)) {
    const inner = node.kind === 'subProcess' ? pathTo(node.body, id) : null;
    if (inner) return [node.id, ...inner];
  }
  return null;
}

const isPrefix = (part: readonly string[], whole: readonly string[]): boolean => part.every((id, n) => whole[n] === id);

/** Scopes from one outward, beyond called processes too. */
function scopesAround(run: Run, id: string): Scope[] {
  const found: Scope[] = [];
  for (let scope: Scope | null = scopeOf(run, id); scope;) {
    found.push(scope);
    scope = scope.parent === null ? null : scopeOf(run, tokenOf(run, scope.parent).scope);
  }
  return found;
}

/** Where a node stands inside a process: the sub-processes on the way to it. */
interface Place {
  readonly path: readonly string[];
  readonly process: string;
}

/** A token that moves, or the waiting start of an event sub-process, with the scopes around it. */
interface Moved {
  readonly token: Token | null;
  readonly waiting: Extract<Owner, { readonly kind: 'eventSubProcess' }> | null;
  readonly around: readonly Scope[];
}

/** The nearest process around the moved tokens that has a node of this id; null when none has. */
function placeOf(run: Run, moved: readonly Moved[], id: string): Place | null {
  for (const { around } of moved)
    for (const { process } of around) {
      const path = pathTo(modelNamed(run, process), id);
      if (path) return { path, process };
    }
  return null;
}

function modelNamed(run: Run, process: string): ProcessModel {
  const model = run.definitions[process];
  if (!model) throw new EngineError(`没有流程 ${process}`);
  return model;
}

/** The scopes nearest to a node: one, or one of each instance when instances of a sub-process move by themselves. */
function nearestScopes(moved: readonly Moved[], { path, process }: Place): Scope[] {
  const nearest = moved.flatMap(({ around }) => around.find((scope) => scope.process === process && isPrefix(scope.path, path)) ?? []);
  const depth = Math.max(...nearest.map((scope) => scope.path.length));
  return [...new Set(nearest.filter((scope) => scope.path.length === depth))];
}

function modelAt(run: Run, process: string, path: readonly string[]): ScopeModel {
  let model: ScopeModel = modelNamed(run, process);
  for (const id of path) {
    const node = model.nodes[id];
    if (node?.kind === 'subProcess') model = node.body;
  }
  return model;
}

/** The embedded sub-process that runs in a scope already; event sub-processes and multi-instance ones are begun anew. */
function runningIn(run: Run, { id }: Scope, node: string): Scope | null {
  const host = tokensIn(run, id).find((token) => token.node === node && token.state === 'inside' && token.instanceOf === null);
  if (!host || eventStartOf(run, host)) return null;
  return Object.values(run.state.scopes).find(({ parent }) => parent === host.id) ?? null;
}

/** The scope that holds a node, with the sub-processes on the way begun below the nearest one that runs. */
function openScope(run: Run, nearest: Scope, { path }: Place): Scope {
  let scope = nearest;
  for (const [n, id] of path.entries()) {
    if (n < nearest.path.length) continue;
    scope = runningIn(run, scope, id) ?? beginScope(run, scope, id);
    const inner = path[n + 1];
    // an event sub-process that is moved into does not wait for its event
    if (inner !== undefined && tokensIn(run, scope.id).length === 0)
      disarm(run, (owner) => owner.kind === 'eventSubProcess' && owner.scope === scope.id && owner.host === inner);
  }
  return scope;
}

function beginScope(run: Run, { id: around, path, process }: Scope, node: string): Scope {
  const host = addToken(run, around, node, { state: 'inside' });
  armBoundaries(run, host);
  const scope = addScope(run, {
    parent: host.id,
    process,
    path: [...path, node],
    isInstance: false,
    variables: structuredClone({ ...modelAt(run, process, [...path, node]).data }),
  });
  armScope(run, scope);
  return scope;
}

/** The scopes of a node of a process that the moved executions call: one, or one of each instance that moves by itself. */
function openCalls(run: Run, moved: readonly Moved[], id: string): Scope[] {
  for (const { around } of moved)
    for (const scope of around.filter(({ isInstance }) => isInstance))
      for (const call of callsOf(modelNamed(run, scope.process))) {
        const key = keyOf(run, scope, call);
        const path = key === null ? null : pathTo(modelNamed(run, key), id);
        if (key === null || path === null) continue;
        const place = { path: pathTo(modelNamed(run, scope.process), call.id) ?? [], process: scope.process };
        return nearestScopes(moved, place)
          .map((nearest) => openScope(run, nearest, place))
          .map((caller) => openScope(run, calledIn(run, moved, caller, call), { path, process: key }));
      }
  throw new EngineError(`流程中没有节点 ${id}`);
}

/** The called process that runs in a scope already, else a new one. */
function calledIn(run: Run, moved: readonly Moved[], { id }: Scope, call: CallActivity): Scope {
  const isMoved = (token: Token) => moved.some((one) => one.token === token);
  const running = tokensIn(run, id).find(
    (token) => token.node === call.id && token.state === 'inside' && token.instanceOf === null && !isMoved(token),
  );
  const called = running && Object.values(run.state.scopes).find(({ parent }) => parent === running.id);
  if (called) return called;
  const host = addToken(run, id, call.id);
  armBoundaries(run, host);
  const begun = beginCall(run, host, call);
  armScope(run, begun);
  return begun;
}

function callsOf(model: ScopeModel): CallActivity[] {
  return Object.values(model.nodes).flatMap((node) => {
    if (node.kind === 'subProcess') return callsOf(node.body);
    return node.kind === 'callActivity' ? [node] : [];
  });
}

/** The process that a call activity would call; null when it cannot be found out here. */
function keyOf(run: Run, scope: Scope, { calledElement }: CallActivity): string | null {
  try {
    const key = String(valueIn(run, scope, calledElement) as string);
    return Object.hasOwn(run.definitions, key) ? key : null;
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
}

/** Ends the sub-processes and called processes that were moved out of, outward up to the first that was moved into as well. */
function closeLeft(run: Run, { around }: Moved, kept: ReadonlySet<string>): void {
  for (const { id, isInstance, parent, process } of around) {
    if (kept.has(id)) return disarmEnded(run, id);
    if (parent === null || !run.state.scopes[id]) return;
    if (isInstance && tokensIn(run, id).length > 0) throw new EngineError(`调用的流程 ${process} 中还有其他执行，请把它们一起移动`);
    const host = tokenOf(run, parent);
    cancel(run, host.instanceOf === null ? host : tokenOf(run, host.instanceOf), 'move');
  }
}

function eventStartOf(run: Run, host: Token): StartEvent | null {
  const node = nodeOf(run, host);
  return node.kind === 'subProcess' && node.isEventSubProcess ? startOf(node.body) : null;
}

/** An interrupting event sub-process that was moved into takes all other executions of the scope around it away. */
function interruptAround(run: Run, begun: ReadonlySet<Token>, { scope: id }: Token): void {
  for (let scope = scopeOf(run, id); scope.parent !== null && !scope.isInstance;) {
    const host = tokenOf(run, scope.parent);
    if (eventStartOf(run, host)?.isInterrupting) {
      for (const other of tokensIn(run, host.scope)) if (other !== host && !begun.has(other)) cancel(run, other, 'move');
      disarm(run, (owner) => owner.kind === 'eventSubProcess' && owner.scope === host.scope);
    }
    scope = scopeOf(run, host.scope);
  }
}

/**
 * Takes all executions away from the nodes `from` and begins one at each of `to`. A node is looked for in the process of the moved
 * executions first, then in those that call it, then in those that it calls. The start of an event sub-process stands for its waiting.
 * Sub-processes that are moved out of end with all that runs in them.
 * Throws EngineError when nothing stands at `from` or there is no node `to`.
 */
export function move(run: Run, from: readonly string[], to: readonly string[]): void {
  if (to.length === 0) throw new EngineError('没有目标节点');
  const moved = from.flatMap((id) => standingAt(run, id));
  if (moved.length === 0) throw new EngineError('没有要离开的节点');
  const targets = to.flatMap((id) => beginAt(run, moved, id));
  const begun = new Set(targets.flatMap(({ tokens }) => tokens));
  for (const { token, waiting } of moved) {
    if (token) cancel(run, token, 'move');
    if (waiting) disarm(run, (owner) => owner.kind === 'eventSubProcess' && owner.scope === waiting.scope && owner.host === waiting.host);
  }
  refuseLost(run, targets);
  if (moved.some(({ token }) => token)) for (const token of begun) interruptAround(run, begun, token);
  for (const target of targets) target.waitAgain?.();
  const kept = new Set(targets.flatMap(({ scope }) => scopesAround(run, scope)).map(({ id }) => id));
  for (const one of moved) closeLeft(run, one, kept);
  refuseLost(run, targets);
  const { tokens, timers, subscriptions } = run.state;
  if ([tokens, timers, subscriptions].every((left) => Object.keys(left).length === 0)) throw new EngineError('移动之后没有任何执行');
  for (const token of begun) later(run, { kind: 'enter', token: token.id });
}

/** A sub-process cannot be left as a whole and be moved into at once. */
function refuseLost(run: Run, targets: readonly Target[]): void {
  if (targets.some(({ scope }) => !run.state.scopes[scope])) throw new EngineError('不能离开一个子流程，同时又移动到它里面');
}

/** Where a move goes to: the tokens that it begins there, or the start of an event sub-process that waits again. */
interface Target {
  readonly scope: string;
  readonly tokens: readonly Token[];
  readonly waitAgain?: () => void;
}

function beginAt(run: Run, moved: readonly Moved[], id: string): Target[] {
  const place = placeOf(run, moved, id);
  if (!place) return openCalls(run, moved, id).map((scope) => ({ scope: scope.id, tokens: [addToken(run, scope.id, id)] }));
  const handler = place.path.length === 0 ? null : eventSubProcessAt(run, place, id);
  if (handler)
    return nearestScopes(moved, handler.around).map((nearest) => startThatWaits(run, openScope(run, nearest, handler.around), handler));
  const scopes = nearestScopes(moved, place);
  return scopes.map((nearest) => {
    const scope = openScope(run, nearest, place);
    const node: NodeModel | undefined = modelOf(run, scope).nodes[id];
    const arriving = scopes.length === 1 ? moved : moved.filter(({ around }) => around.includes(nearest));
    // what was several branches before a join has to satisfy it
    const times = node && isGateway(node) ? arriving.length : 1;
    return { scope: scope.id, tokens: Array.from({ length: times }, () => addToken(run, scope.id, id)) };
  });
}

const isGateway = ({ kind }: NodeModel): boolean => kind.endsWith('Gateway');

interface Handler {
  /** the scope that the event sub-process stands in */
  readonly around: Place;
  readonly host: string;
  readonly start: StartEvent;
}

/** The event sub-process whose start has this id; null when the node is none. */
function eventSubProcessAt(run: Run, { path, process }: Place, id: string): Handler | null {
  const [host = '', around] = [path.at(-1), path.slice(0, -1)];
  const node = modelAt(run, process, around).nodes[host];
  const start = node?.kind === 'subProcess' && node.isEventSubProcess ? startOf(node.body) : null;
  return start?.id === id ? { around: { path: around, process }, host, start } : null;
}

function startThatWaits(run: Run, { id: scope }: Scope, { host, start }: Handler): Target {
  const owner: Owner = { kind: 'eventSubProcess', scope, host };
  const isArmed = () =>
    [...Object.values(run.state.timers), ...Object.values(run.state.subscriptions)].some(
      (one) => one.owner.kind === 'eventSubProcess' && one.owner.scope === scope && one.owner.host === host,
    );
  return { scope, tokens: [], waitAgain: () => (isArmed() ? undefined : arm(run, start, owner)) };
}

function standingAt(run: Run, id: string): Moved[] {
  const { tokens, timers, subscriptions } = run.state;
  const standing = Object.values(tokens).filter((token) => token.instanceOf === null && !token.added && token.node === id);
  if (standing.length > 0) return standing.map((token) => ({ token, waiting: null, around: scopesAround(run, token.scope) }));
  const armed = [...Object.values(timers), ...Object.values(subscriptions)].filter(({ node }) => node === id);
  // an event behind an event gateway stands for the gateway that waits for it
  const gateways = armed.flatMap(({ owner }) => (owner.kind === 'gateway' ? [tokenOf(run, owner.token)] : []));
  if (gateways.length > 0) return gateways.map((token) => ({ token, waiting: null, around: scopesAround(run, token.scope) }));
  const waiting = armed.flatMap(({ owner }) => (owner.kind === 'eventSubProcess' ? [owner] : []));
  if (waiting.length === 0) throw new EngineError(`没有执行停在节点 ${id}`);
  return waiting.map((owner) => ({ token: null, waiting: owner, around: scopesAround(run, owner.scope) }));
}
