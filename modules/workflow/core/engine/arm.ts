import { isTrue } from '../juel/values.ts';
import type { EventDefinition, NodeModel, StartEvent, SubProcess } from '../model.ts';
import { startOf } from '../model.ts';
import { addDuration, firstOf, moment, TimeError } from '../time.ts';
import {
  boundariesOf,
  called,
  modelAround,
  modelOf,
  nextId,
  nodeOf,
  scopeOf,
  tokenOf,
  tokensIn,
  valueFor,
  valueIn,
  type Run,
} from './run.ts';
import { EngineError, type Owner, type Scope, type Subscription, type Token } from './state.ts';

function valueOf(run: Run, owner: Owner, text: string): unknown {
  return owner.kind === 'eventSubProcess' ? valueIn(run, scopeOf(run, owner.scope), text) : valueFor(run, tokenOf(run, owner.token), text);
}

/** A time that is null sets no timer: its owner waits for everything else. */
function addTimer(run: Run, node: NodeModel, event: Extract<EventDefinition, { kind: 'timer' }>, owner: Owner): void {
  const value = valueOf(run, owner, event.timer.text);
  if (value === null) return;
  if (value === '') throw new EngineError(`定时节点“${called(node)}”没有时间`);
  const until = event.timer.kind === 'cycle' && event.timer.end !== null ? valueOf(run, owner, event.timer.end) : null;
  const text = `${typeof value === 'number' ? new Date(value).toISOString() : String(value as string)}${until === null ? '' : `/${String(until as string)}`}`;
  const timer = { id: nextId(run), node: node.id, owner, cycle: null, left: 0 };
  try {
    if (event.timer.kind === 'duration') run.state.timers[timer.id] = { ...timer, due: addDuration(run.now, text) };
    else if (event.timer.kind === 'date') run.state.timers[timer.id] = { ...timer, due: moment(text) };
    else run.state.timers[timer.id] = { ...timer, ...firstOf(text, run.now), cycle: text };
  } catch (error) {
    if (error instanceof TimeError) throw new EngineError(`定时节点“${called(node)}”：${error.message}`);
    throw error;
  }
}

/** Begins to wait for an event on behalf of its owner; events that are thrown and not waited for need nothing. */
export function arm(run: Run, node: NodeModel & { readonly event: EventDefinition }, owner: Owner): void {
  const { event } = node;
  if (event.kind === 'timer') addTimer(run, node, event, owner);
  else if (event.kind === 'conditional') {
    const id = nextId(run);
    run.state.subscriptions[id] = { id, kind: 'condition', name: event.condition, node: node.id, owner, isLocal: true };
  } else if (event.kind === 'message' || event.kind === 'signal') {
    const id = nextId(run);
    const name = String(valueOf(run, owner, event.name) as string);
    const isLocal = event.kind === 'signal' && event.isLocal;
    run.state.subscriptions[id] = { id, kind: event.kind, name, node: node.id, owner, isLocal };
  }
}

/** True when the condition of a conditional event holds; what cannot be evaluated yet does not. */
export function isMet(run: Run, { owner, name }: Subscription): boolean {
  try {
    return isTrue(valueOf(run, owner, name));
  } catch (error) {
    if (error instanceof EngineError) return false;
    throw error;
  }
}

export function armBoundaries(run: Run, token: Token): void {
  for (const boundary of boundariesOf(modelAround(run, token), token.node)) arm(run, boundary, { kind: 'boundary', token: token.id });
}

export const eventSubProcesses = (run: Run, scope: Scope): { host: SubProcess; start: StartEvent }[] =>
  Object.values(modelOf(run, scope).nodes).flatMap((node) => {
    const start = node.kind === 'subProcess' && node.isEventSubProcess ? startOf(node.body) : null;
    return start && node.kind === 'subProcess' ? [{ host: node, start }] : [];
  });

/** Begins to wait for the events that start event sub-processes of a scope. */
export function armScope(run: Run, scope: Scope): void {
  for (const { host, start } of eventSubProcesses(run, scope)) arm(run, start, { kind: 'eventSubProcess', scope: scope.id, host: host.id });
}

/** Stops waiting for all events of an owner that `isMeant`. */
export function disarm(run: Run, isMeant: (owner: Owner) => boolean): void {
  for (const { id, owner } of Object.values(run.state.timers)) if (isMeant(owner)) delete run.state.timers[id];
  for (const { id, owner } of Object.values(run.state.subscriptions)) if (isMeant(owner)) delete run.state.subscriptions[id];
}
export const disarmToken = (run: Run, token: string): void =>
  disarm(run, (owner) => owner.kind !== 'eventSubProcess' && owner.token === token);
/** A scope in which only event sub-processes run any more has ended itself and listens no more. */
export function disarmEnded(run: Run, id: string): void {
  const scope = run.state.scopes[id];
  const tokens = scope ? tokensIn(run, id) : [];
  const isHandler = (node: NodeModel) => node.kind === 'subProcess' && node.isEventSubProcess;
  if (tokens.length > 0 && tokens.every((token) => isHandler(nodeOf(run, token)))) disarmScope(run, id);
}
export const disarmScope = (run: Run, scope: string): void =>
  disarm(run, (owner) => owner.kind === 'eventSubProcess' && owner.scope === scope);
