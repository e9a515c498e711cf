import { ExpressionError } from '../juel/tokens.ts';
import { evaluate } from '../juel/evaluate.ts';
import { isTrue } from '../juel/values.ts';
import type { BoundaryEvent, Definitions, NodeModel, ScopeModel } from '../model.ts';
import { EngineError, type EngineEvent, type InstanceState, type Place, type Scope, type Token, type Variables } from './state.ts';

/** What goes outward through the scopes until an event catches it. */
export type Thrown = 'error' | 'escalation' | 'cancel';

/** A piece of work that is due in this command; what a handler begins is put into the queue, so that handlers do not call each other. */
export type Work =
  | { readonly kind: 'enter' | 'execute' | 'leave' | 'consume'; readonly token: string }
  | { readonly kind: 'closeScope'; readonly scope: string }
  | {
      readonly kind: 'throw';
      readonly event: Thrown;
      readonly code: string | null;
      readonly scope: string;
      readonly token: string;
    }
  /** `instances`: the process instances that a local signal reaches */
  | { readonly kind: 'signal'; readonly name: string; readonly instances: readonly string[] | null }
  | { readonly kind: 'fireSubscription'; readonly subscription: string };

/** Who asks for a variable that stands outside. */
export interface Asker {
  /** key of the process */
  readonly process: string;
  /** the called process instance; null for the root */
  readonly instance: string | null;
  /** what is seen there, nearest first */
  variables(): Variables;
  /** the processes that have called it, nearest first: the call activities from there to here, a slash after each, and their own variables */
  callers(): { readonly path: string; readonly variables: Variables }[];
}
/** Answers a variable that stands outside the instance; what it throws passes through the engine unchanged. */
export type Outside = (name: string, asker: Asker) => unknown;

/** One command at work on a copy of the state. */
export interface Run {
  readonly definitions: Definitions;
  readonly state: InstanceState;
  now: number;
  readonly queue: Work[];
  readonly events: EngineEvent[];
  readonly outside: Outside;
  /** who gives the command, else who started the instance */
  readonly user: string | null;
}

/** Work that comes after what is queued already. */
export const later = (run: Run, work: Work): void => void run.queue.push(work);
/** Work that comes next. */
export const next = (run: Run, work: Work): void => void run.queue.unshift(work);

export const nextId = (run: Run): string => String((run.state.sequence += 1));

function known<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new EngineError(what);
  return value;
}

export const scopeOf = (run: Run, id: string): Scope => known(run.state.scopes[id], `流程范围 ${id} 已结束`);
export const tokenOf = (run: Run, id: string): Token => known(run.state.tokens[id], `执行 ${id} 已结束`);

/** What a scope of the instance executes. */
export function modelOf(run: Run, scope: Scope): ScopeModel {
  let model: ScopeModel = known(run.definitions[scope.process], `没有流程 ${scope.process}`);
  for (const id of scope.path) {
    const node = model.nodes[id];
    if (node?.kind !== 'subProcess') throw new EngineError(`流程 ${scope.process} 中没有子流程 ${id}`);
    model = node.body;
  }
  return model;
}
export const modelAround = (run: Run, token: Token): ScopeModel => modelOf(run, scopeOf(run, token.scope));
export function nodeOf(run: Run, token: Token): NodeModel {
  return known(modelAround(run, token).nodes[token.node], `流程中没有节点 ${token.node}`);
}

export const boundariesOf = (model: ScopeModel, node: string): BoundaryEvent[] =>
  Object.values(model.nodes).filter((one) => one.kind === 'boundaryEvent' && one.attachedTo === node) as BoundaryEvent[];

export const tokensIn = (run: Run, scope: string): Token[] => Object.values(run.state.tokens).filter((token) => token.scope === scope);
export const instancesOf = (run: Run, body: string): Token[] =>
  Object.values(run.state.tokens).filter(({ instanceOf }) => instanceOf === body);

/** Executions of people who were added to the task of a token. */
export const tokensAddedTo = (run: Run, id: string): Token[] => Object.values(run.state.tokens).filter(({ added }) => added?.to === id);

export function addToken(
  run: Run,
  scope: string,
  node: string,
  more: Partial<Pick<Token, 'instanceOf' | 'variables' | 'state' | 'added'>> = {},
): Token {
  const token: Token = { id: nextId(run), scope, node, via: null, state: 'moving', instanceOf: null, variables: {}, list: null, ...more };
  run.state.tokens[token.id] = token;
  return token;
}
export function addScope(run: Run, scope: Omit<Scope, 'id'>): Scope {
  const added = { id: nextId(run), ...scope };
  run.state.scopes[added.id] = added;
  return added;
}

/** The sets of variables that a token (or, without one, a scope) sees, nearest first. */
function* environment(run: Run, token: Token | null, scope: Scope): Generator<Variables> {
  let [here, around] = [token, scope];
  for (;;) {
    if (here) {
      yield here.variables;
      if (here.instanceOf !== null) yield tokenOf(run, here.instanceOf).variables;
    }
    yield around.variables;
    if (around.isInstance || around.parent === null) return;
    here = tokenOf(run, around.parent);
    around = scopeOf(run, here.scope);
  }
}

/** The process instance that a scope belongs to. */
export function instanceAround(run: Run, scope: Scope): Scope {
  let around = scope;
  while (!around.isInstance && around.parent !== null) around = scopeOf(run, tokenOf(run, around.parent).scope);
  return around;
}

const seenFrom = (run: Run, token: Token | null, scope: Scope): Variables => {
  const found: Variables = {};
  for (const variables of [...environment(run, token, scope)].reverse()) Object.assign(found, variables);
  return found;
};

function askerOf(run: Run, token: Token | null, scope: Scope): Asker {
  const { id, parent } = instanceAround(run, scope);
  return {
    process: scope.process,
    instance: parent === null ? null : id,
    variables: () => seenFrom(run, token, scope),
    callers: () => callersOf(run, scope),
  };
}

function callersOf(run: Run, scope: Scope): ReturnType<Asker['callers']> {
  const found: { path: string; variables: Variables }[] = [];
  let path = '';
  for (let { parent } = instanceAround(run, scope); parent !== null;) {
    const call = tokenOf(run, parent);
    const around = instanceAround(run, scopeOf(run, call.scope));
    path = `${call.node}/${path}`;
    found.push({ path, variables: around.variables });
    ({ parent } = around);
  }
  return found;
}

/** The value of a variable, undefined when nobody has set it. What the surroundings answer cannot be replaced from inside. */
export function variableOf(run: Run, token: Token | null, scope: Scope, name: string): unknown {
  const given = run.outside(name, askerOf(run, token, scope));
  if (given !== undefined) return given;
  for (const variables of environment(run, token, scope)) if (Object.hasOwn(variables, name)) return variables[name];
  return name === 'authenticatedUserId' ? run.user : undefined;
}

/** All variables that a scope sees, the nearest winning. */
export const variablesOf = (run: Run, token: Token): Variables => seenFrom(run, token, scopeOf(run, token.scope));

/** The called process that a token is in; nothing for the process of the instance itself. */
export function placeOf({ state }: Run, token: Pick<Token, 'scope'>): Place {
  const [own, root] = [state.scopes[token.scope]?.process, state.scopes[state.root]?.process];
  return own === undefined || root === undefined || own === root ? {} : { process: own };
}

/** Sets variables where they stand, new ones at the process instance. */
export function setVariables(run: Run, token: Token, values: Variables): void {
  for (const [name, value] of Object.entries(values)) {
    let target: Variables | null = null;
    for (const variables of environment(run, token, scopeOf(run, token.scope))) {
      target = variables;
      if (Object.hasOwn(variables, name)) break;
    }
    // a name such as __proto__ is data like any other
    if (target) Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  }
}

function evaluateWith(run: Run, text: string, variable: (name: string) => unknown): unknown {
  try {
    return evaluate(text, { variable, now: run.now });
  } catch (error) {
    if (error instanceof ExpressionError) throw new EngineError(error.message);
    throw error;
  }
}

/** The value of a text of the model as a token sees it. Throws EngineError. */
export const valueFor = (run: Run, token: Token, text: string): unknown =>
  evaluateWith(run, text, (name) => variableOf(run, token, scopeOf(run, token.scope), name));
export const valueIn = (run: Run, scope: Scope, text: string): unknown =>
  evaluateWith(run, text, (name) => variableOf(run, null, scope, name));
export const valueAmong = (run: Run, variables: Variables, text: string): unknown =>
  evaluateWith(run, text, (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined));

/** The value of a condition. Throws EngineError when it is neither true nor false. */
export function holds(run: Run, token: Token, condition: string): boolean {
  const value = valueFor(run, token, condition);
  if (isTrue(value)) return true;
  if (value === false || (typeof value === 'string' && value.trim().toLowerCase() === 'false')) return false;
  throw new EngineError(`条件“${condition.trim()}”的结果不是 true 或 false`);
}

const SKIP_SWITCHES = ['_FLOWABLE_SKIP_EXPRESSION_ENABLED', '_ACTIVITI_SKIP_EXPRESSION_ENABLED'];

/** The answer of a skip expression; null when there is none or they are not switched on by a variable. */
export function skipOf(run: Run, token: Token, skip: string | null): boolean | null {
  if (skip === null) return null;
  const scope = scopeOf(run, token.scope);
  return SKIP_SWITCHES.some((name) => isTrue(variableOf(run, token, scope, name))) ? holds(run, token, skip) : null;
}

/** A node in a message: its name for people, with its id when it has none. */
export const called = (node: NodeModel): string => node.name || node.id;
