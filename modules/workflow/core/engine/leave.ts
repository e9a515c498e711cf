import { armBoundaries, disarmEnded, disarmScope, disarmToken, eventSubProcesses } from './arm.ts';
import { cancel } from './cancel.ts';
import { flowsFrom } from './gateways.ts';
import { completeInstance } from './multi-instance.ts';
import { goStraightBack } from './return.ts';
import * as within from './run.ts';
import type { Run, Thrown } from './run.ts';
import { EngineError, type Owner, type Scope, type Token } from './state.ts';
import { doneInside, noteDone, undo } from './compensate.ts';
import {
  ACTIVITIES,
  startOf,
  type BoundaryEvent,
  type EventDefinition,
  type NodeModel,
  type SubProcess,
  type StartEvent,
} from '../model.ts';
import { enterSubProcess } from './execute.ts';

/** A token is done with its node and goes on by its flows. */
export function leave(run: Run, token: Token): void {
  const model = within.modelAround(run, token);
  const node = within.nodeOf(run, token);
  if (isDone(token, node)) noteDone(run, token);
  if (token.instanceOf !== null && node.multiInstance) return completeInstance(run, token, node.multiInstance);
  if (goStraightBack(run, token)) return;
  disarmToken(run, token.id);
  token.state = 'moving';
  token.variables = {};
  const flows = flowsFrom(run, token, node, model);
  run.events.push({ type: 'left', node: node.id, token: token.id, via: token.via, ...within.placeOf(run, token) });
  if (flows.length === 0) return within.next(run, { kind: 'consume', token: token.id });
  const tokens = flows.map((_flow, n) => (n === 0 ? token : within.addToken(run, token.scope, node.id)));
  for (const [n, flow] of flows.entries()) {
    const one = tokens[n] ?? token;
    one.node = flow.to;
    one.via = flow.id;
    run.events.push({ type: 'flowTaken', flow: flow.id, ...within.placeOf(run, token) });
    within.later(run, { kind: 'enter', token: one.id });
  }
}

/** A sub-process is noted when its scope ends, of several instances each by itself. */
const isDone = ({ instanceOf }: Token, { kind, multiInstance }: NodeModel): boolean =>
  ACTIVITIES.has(kind) && kind !== 'subProcess' && (instanceOf !== null || multiInstance === null);

/** A token ends; its scope ends with its last, and listens no more when only its event sub-processes are left. */
export function consume(run: Run, token: Token): void {
  cancel(run, token, null);
  disarmEnded(run, token.scope);
  within.next(run, { kind: 'closeScope', scope: token.scope });
}

/** Ends a scope that holds no token any more and lets its host go on. */
export function closeScope(run: Run, id: string): void {
  const scope = run.state.scopes[id];
  if (!scope || within.tokensIn(run, id).length > 0) return;
  disarmScope(run, id);
  delete run.state.scopes[id];
  if (scope.parent === null) {
    run.state.status = 'completed';
    run.state.result = scope.variables;
    run.events.push({ type: 'instanceEnded', status: 'completed' });
    return;
  }
  const host = within.tokenOf(run, scope.parent);
  const node = within.nodeOf(run, host);
  if (node.kind === 'callActivity') passOutputs(run, host, scope, node);
  const isEvent = node.kind === 'subProcess' && node.isEventSubProcess;
  const isOver = isEvent || host.isUndoing === true;
  if (node.kind === 'subProcess' && !isOver) noteDone(run, host, scope);
  within.next(run, { kind: isOver ? 'consume' : 'leave', token: host.id });
}

function passOutputs(run: Run, host: Token, { variables }: Scope, node: Extract<NodeModel, { kind: 'callActivity' }>): void {
  for (const { all, expression, source, target } of node.outputs) {
    if (all) within.setVariables(run, host, variables);
    else if (target !== null) {
      const value = expression === null ? (variables[source ?? ''] ?? null) : within.valueAmong(run, variables, expression);
      within.setVariables(run, host, { [target]: value });
    }
  }
}

/** The activity's own token when a token is one of its instances. */
const bodyOf = (run: Run, token: Token): Token => (token.instanceOf === null ? token : within.tokenOf(run, token.instanceOf));

const catches = (event: { readonly kind: string; readonly code?: string | null }, kind: Thrown, code: string | null): number => {
  if (event.kind !== kind) return 0;
  if (event.code === null || event.code === undefined) return 1;
  return event.code === code ? 2 : 0;
};

/** The one that names the code before the one that catches all. */
function best<T extends { readonly start: StartEvent } | BoundaryEvent>(list: readonly T[], kind: Thrown, code: string | null): T | null {
  const rank = (one: T) => catches('start' in one ? one.start.event : one.event, kind, code);
  return [2, 1].map((wanted) => list.find((one) => rank(one) === wanted)).find((one) => one !== undefined) ?? null;
}

/**
 * An error or escalation goes outward until something catches it. What an interrupting event sub-process throws is not for the event
 * sub-processes beside it: they have ended with the scope that it interrupted.
 */
export function throwOutward(run: Run, kind: Thrown, code: string | null, from: string): void {
  let scope = within.scopeOf(run, from);
  let isInterrupted = false;
  for (;;) {
    const inside = isInterrupted ? null : best(eventSubProcesses(run, scope), kind, code);
    if (inside) {
      const handler = startEventSubProcess(run, scope, inside.host, kind !== 'escalation' || inside.start.isInterrupting);
      return keepCode(run, handler, inside.start.event, code);
    }
    if (scope.parent === null) break;
    const host = bodyOf(run, within.tokenOf(run, scope.parent));
    isInterrupted = interrupts(within.nodeOf(run, host));
    const boundary = best(within.boundariesOf(within.modelAround(run, host), host.node), kind, code);
    if (boundary)
      return keepCode(run, takeBoundary(run, host, boundary, kind !== 'escalation' || boundary.isInterrupting), boundary.event, code);
    scope = within.scopeOf(run, host.scope);
  }
  if (kind === 'error') throw new EngineError(`错误 ${code ?? ''} 没有被捕获`);
  if (kind === 'cancel') throw new EngineError('取消事件没有被事务的边界事件捕获');
}

/** Tells those who handle an error or escalation which one it was. */
function keepCode(run: Run, token: Token, event: EventDefinition, code: string | null): void {
  if ('variable' in event && event.variable !== null) within.setVariables(run, token, { [event.variable]: code });
}

function interrupts(node: NodeModel): boolean {
  const start = node.kind === 'subProcess' && node.isEventSubProcess ? startOf(node.body) : null;
  return start !== null && (start.isInterrupting || start.event.kind === 'error');
}

function takeBoundary(run: Run, host: Token, boundary: BoundaryEvent, isInterrupting: boolean): Token {
  const token = within.addToken(run, host.scope, boundary.id);
  run.events.push({ type: 'entered', node: boundary.id, token: token.id, via: null, ...within.placeOf(run, token) });
  const given = boundary.event.kind === 'cancel' ? doneInside(run, host) : [];
  if (isInterrupting) cancel(run, host, boundary.event.kind === 'error' ? 'error' : 'boundary');
  undo(run, within.scopeOf(run, host.scope), given);
  within.next(run, { kind: 'leave', token: token.id });
  return token;
}

function startEventSubProcess(run: Run, scope: Scope, node: SubProcess, isInterrupting: boolean): Token {
  const host = within.addToken(run, scope.id, node.id);
  if (isInterrupting) {
    for (const token of within.tokensIn(run, scope.id)) if (token !== host) cancel(run, token, 'eventSubProcess');
    disarmScope(run, scope.id);
  }
  armBoundaries(run, host);
  run.events.push({ type: 'entered', node: node.id, token: host.id, via: null, ...within.placeOf(run, host) });
  enterSubProcess(run, host, node);
  return host;
}

/** The event of a timer or subscription happens. */
export function fire(run: Run, { owner, node: id }: { readonly owner: Owner; readonly node: string }): void {
  if (owner.kind === 'eventSubProcess') {
    const scope = within.scopeOf(run, owner.scope);
    const found = eventSubProcesses(run, scope).find(({ host }) => host.id === owner.host);
    if (found) startEventSubProcess(run, scope, found.host, found.start.isInterrupting);
    return;
  }
  const token = within.tokenOf(run, owner.token);
  if (owner.kind === 'boundary') {
    const boundary = within.modelAround(run, token).nodes[id];
    if (boundary?.kind === 'boundaryEvent') takeBoundary(run, token, boundary, boundary.isInterrupting);
    return;
  }
  disarmToken(run, owner.token);
  token.node = id;
  within.next(run, { kind: 'leave', token: token.id });
}

/** True when the same event may happen again. */
export function staysArmed(run: Run, { owner, node: id }: { readonly owner: Owner; readonly node: string }): boolean {
  if (owner.kind !== 'eventSubProcess') {
    const boundary = owner.kind === 'boundary' ? within.modelAround(run, within.tokenOf(run, owner.token)).nodes[id] : undefined;
    return boundary?.kind === 'boundaryEvent' && !boundary.isInterrupting;
  }
  const { scope, host: wanted } = owner;
  const found = eventSubProcesses(run, within.scopeOf(run, scope)).find(({ host }) => host.id === wanted);
  return found !== undefined && !found.start.isInterrupting;
}
