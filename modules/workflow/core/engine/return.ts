/** 退回: an instance goes back to its start or to an earlier node, and later perhaps straight to where it was returned from. */
import { startOf, type ScopeModel } from '../model.ts';
import { cancel } from './cancel.ts';
import { waysInto } from './gateways.ts';
import { addToken, boundariesOf, later, modelOf, nextId, nodeOf, scopeOf, tokenOf, tokensIn, type Run } from './run.ts';
import { EngineError, type Detached, type InstanceState, type Scope, type Token } from './state.ts';

/** Node that stands for the starter's own step when an instance is returned to him: the start event of the root. */
const SUBMIT_NAME = '重新提交';

const PARTS = ['scopes', 'tokens', 'tasks', 'timers', 'subscriptions'] as const;

/** What a state held that another holds no more. */
function removedBetween(before: InstanceState, after: InstanceState): Omit<Detached, 'token'> {
  const gone = <T>(was: Readonly<Record<string, T>>, is: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(was).filter(([id]) => !Object.hasOwn(is, id)));
  return Object.fromEntries(PARTS.map((part) => [part, gone<unknown>(before[part], after[part])])) as unknown as Omit<Detached, 'token'>;
}

/**
 * The nodes that are walked again between two nodes: all that `target` leads to without passing `from`.
 * Boundary events count as ways out of the activity that they are attached to.
 */
function walkedAgain(model: ScopeModel, target: string, from: string): Set<string> {
  const found = new Set([target]);
  const open = [target];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === from) continue;
    const ways = [id, ...boundariesOf(model, id).map((boundary) => boundary.id)].flatMap((each) => model.nodes[each]?.outgoing ?? []);
    for (const way of ways) {
      const to = model.flows[way]?.to;
      if (to !== undefined && !found.has(to)) open.push(to);
      if (to !== undefined) found.add(to);
    }
  }
  return found;
}

/** The scope around a token whose model has a node, with the token that stands for the given one in it. */
function scopeWith(run: Run, token: Token, node: string): { readonly scope: Scope; readonly host: Token } | null {
  let host = token;
  for (;;) {
    while (host.added && host.added.to !== null) host = tokenOf(run, host.added.to);
    if (host.instanceOf !== null) host = tokenOf(run, host.instanceOf);
    const scope = scopeOf(run, host.scope);
    if (Object.hasOwn(modelOf(run, scope).nodes, node)) return { scope, host };
    if (scope.parent === null) return null;
    host = tokenOf(run, scope.parent);
  }
}

/** True when a token is one that walking again from `target` would make anew. */
function isWalkedAgain(run: Run, token: Token, again: ReadonlySet<string>, model: ScopeModel): boolean {
  if (token.instanceOf !== null) return false; // its activity decides
  if (token.state !== 'joining') return again.has(token.node);
  const source = token.via === null ? undefined : model.flows[token.via]?.from;
  return source !== undefined && again.has(source) && nodeOf(run, token).id !== source;
}

export interface Return {
  readonly task: string;
  /** id of an earlier node, or null for the starter */
  readonly to: string | null;
  /** the next completion of the node goes straight back to what this return interrupts */
  readonly isDirect: boolean;
}

/** Returns an instance from an open task. Throws EngineError when the node cannot be returned to from there. */
export function returnTo(run: Run, { task: id, to, isDirect }: Return): void {
  const task = run.state.tasks[id];
  if (!task) throw new EngineError('任务已被处理');
  const before = structuredClone(run.state);
  const token = to === null ? returnToStart(run) : returnToNode(run, tokenOf(run, task.token), to);
  const placed = to === null ? [] : standInForBranches(run, token);
  run.state.detached = stillThere(run);
  if (isDirect) run.state.detached.push({ token: token.id, ...removedBetween(before, run.state), placed });
}

/**
 * A return into one branch of a parallel block that was left already: the other branches are done and nothing comes from them any more.
 * Sets a token for each of them at their join, so that the branch that is walked again finds its join satisfied. Answers their ids.
 */
function standInForBranches(run: Run, back: Token): string[] {
  const model = modelOf(run, scopeOf(run, back.scope));
  const joins = Object.values(model.nodes).filter(({ kind, incoming }) => kind === 'parallelGateway' && incoming.length > 1);
  const placed: string[] = [];
  for (const join of joins) {
    if (waysInto(model, back.node, join.id).size === 0) continue;
    const others = tokensIn(run, back.scope).filter(({ instanceOf }) => instanceOf === null);
    // what stands at another join goes on with somebody who is still on the way, and is counted with him
    const coming = new Set(
      others.flatMap((one) => {
        if (one.state !== 'joining') return [...waysInto(model, one.node, join.id)];
        return one.node === join.id ? [one.via] : [];
      }),
    );
    for (const flow of join.incoming) if (!coming.has(flow)) placed.push(addJoining(run, back.scope, join.id, flow));
  }
  return placed;
}

function addJoining(run: Run, scope: string, join: string, via: string): string {
  const token = addToken(run, scope, join, { state: 'joining' });
  token.via = via;
  return token.id;
}

function returnToStart(run: Run): Token {
  const root = scopeOf(run, run.state.root);
  const model = modelOf(run, root);
  const start = startOf(model);
  if (!start) throw new EngineError('流程没有开始节点');
  for (const token of tokensIn(run, root.id)) if (run.state.tokens[token.id]) cancel(run, token, 'move');
  const token = addToken(run, root.id, start.id, { state: 'waiting' });
  const submit = nextId(run);
  run.state.tasks[submit] = {
    id: submit,
    token: token.id,
    node: start.id,
    name: SUBMIT_NAME,
    assignee: run.state.starter,
    candidateUsers: [],
    candidateGroups: [],
    created: run.now,
    due: null,
  };
  run.events.push({ type: 'taskCreated', node: start.id, task: submit });
  return token;
}

function returnToNode(run: Run, token: Token, to: string): Token {
  const place = scopeWith(run, token, to);
  if (!place) throw new EngineError(`不能退回到节点 ${to}`);
  const { scope, host } = place;
  const model = modelOf(run, scope);
  if (to === host.node || !walkedAgain(model, to, host.node).has(host.node)) throw new EngineError('只能退回到之前的节点');
  const again = walkedAgain(model, to, host.node);
  for (const each of tokensIn(run, scope.id))
    if (run.state.tokens[each.id] && isWalkedAgain(run, each, again, model)) cancel(run, each, 'move');
  const back = addToken(run, scope.id, to);
  later(run, { kind: 'enter', token: back.id });
  return back;
}

const stillThere = (run: Run): Detached[] => (run.state.detached ?? []).filter(({ token }) => Object.hasOwn(run.state.tokens, token));

/**
 * When a token that leaves its node was placed by a return that goes straight back: takes it away and puts back what the return had interrupted.
 * Answers false for every other token.
 */
export function goStraightBack(run: Run, token: Token): boolean {
  const detached = (run.state.detached ?? []).find((one) => one.token === token.id);
  if (!detached) return false;
  cancel(run, token, null);
  for (const id of detached.placed ?? []) {
    const placed = run.state.tokens[id];
    if (placed?.state === 'joining') cancel(run, placed, null);
  }
  for (const part of PARTS) Object.assign(run.state[part], structuredClone(detached[part]));
  run.state.detached = stillThere(run).filter((one) => one !== detached);
  for (const { id, node } of Object.values(detached.tasks)) run.events.push({ type: 'taskCreated', node, task: id });
  return true;
}
