import {
  ACTIVITIES,
  startOf,
  type CallActivity,
  type EndEvent,
  type NodeModel,
  type ProcessModel,
  type SubProcess,
  type ThrowEvent,
  type UserTask,
} from '../model.ts';
import { moment, addDuration, TimeError } from '../time.ts';
import { hasExpression } from '../juel/evaluate.ts';
import { textOf } from '../juel/values.ts';
import { arm, armBoundaries, armScope } from './arm.ts';
import { cancel, cancelScope } from './cancel.ts';
import { compensate } from './compensate.ts';
import { joinParallel } from './gateways.ts';
import { beginInstances } from './multi-instance.ts';
import * as within from './run.ts';
import { work } from './work.ts';
import { EngineError, type Scope, type Task, type Token, type Variables } from './state.ts';
import type { Run } from './run.ts';

/** A token comes to a node. */
export function enter(run: Run, token: Token): void {
  const node = within.nodeOf(run, token);
  run.events.push({ type: 'entered', node: node.id, token: token.id, via: token.via, ...within.placeOf(run, token) });
  if (ACTIVITIES.has(node.kind)) {
    if (node.multiInstance) return beginInstances(run, token, node, node.multiInstance);
    armBoundaries(run, token);
  }
  execute(run, token);
}

/** Does what a node is for. */
export function execute(run: Run, token: Token): void {
  const node = within.nodeOf(run, token);
  if (within.skipOf(run, token, node.skip)) return within.next(run, { kind: 'leave', token: token.id });
  switch (node.kind) {
    case 'userTask':
      return addTask(run, token, node);
    case 'receiveTask':
      token.state = 'waiting';
      return;
    case 'catchEvent':
      if (node.event.kind === 'link' || node.event.kind === 'none') break;
      token.state = 'waiting';
      return arm(run, node, { kind: 'catch', token: token.id });
    case 'eventGateway':
      return awaitOne(run, token, node);
    case 'throwEvent':
      return throwEvent(run, token, node);
    case 'endEvent':
      return end(run, token, node);
    case 'parallelGateway':
      return joinParallel(run, token, node);
    case 'inclusiveGateway':
      if (node.incoming.length < 2) break;
      token.state = 'joining';
      return;
    case 'subProcess':
      return enterSubProcess(run, token, node);
    case 'callActivity':
      return callProcess(run, token, node);
    case 'passTask':
      run.events.push({ type: 'delegate', node: node.id, delegate: node.delegate, element: node.element });
      if (node.service) work(run, token, node.service);
      if (!node.isTriggerable) break;
      token.state = 'waiting';
      return;
    case 'unknown':
      throw new EngineError(`节点“${within.called(node)}”的类型 ${node.element} 不支持`);
    default:
      break;
  }
  within.next(run, { kind: 'leave', token: token.id });
}

function awaitOne(run: Run, token: Token, node: NodeModel): void {
  token.state = 'waiting';
  const model = within.modelAround(run, token);
  for (const flow of node.outgoing) {
    const event = model.nodes[model.flows[flow]?.to ?? ''];
    if (event?.kind === 'catchEvent') arm(run, event, { kind: 'gateway', token: token.id });
  }
}

function throwEvent(run: Run, token: Token, node: ThrowEvent): void {
  const { event } = node;
  if (event.kind === 'link') {
    const target = Object.values(within.modelAround(run, token).nodes).find(
      (one) => one.kind === 'catchEvent' && one.event.kind === 'link' && one.event.name === event.name,
    );
    if (!target) throw new EngineError(`链接“${event.name}”没有目标`);
    token.node = target.id;
    return within.next(run, { kind: 'enter', token: token.id });
  }
  within.next(run, { kind: 'leave', token: token.id });
  if (event.kind === 'compensate') compensate(run, token.scope, event.activity);
  if (event.kind === 'signal') throwSignal(run, token, String(within.valueFor(run, token, event.name) as string), event.isLocal);
  if (event.kind === 'escalation')
    within.next(run, { kind: 'throw', event: 'escalation', code: event.code, scope: token.scope, token: token.id });
}

function throwSignal(run: Run, token: Token, name: string, isLocal: boolean): void {
  run.events.push({ type: 'signalThrown', name, node: token.node, isLocal });
  within.next(run, { kind: 'signal', name, instances: isLocal ? instancesAround(run, within.scopeOf(run, token.scope)) : null });
}

/** A process instance with those that call it, outward. */
function instancesAround(run: Run, scope: Scope): string[] {
  const { id, parent } = within.instanceAround(run, scope);
  return parent === null ? [id] : [id, ...instancesAround(run, within.scopeOf(run, within.tokenOf(run, parent).scope))];
}

function end(run: Run, token: Token, node: EndEvent): void {
  const { event } = node;
  const consume = () => within.next(run, { kind: 'consume', token: token.id });
  if (event.kind === 'error' || event.kind === 'cancel') {
    const code = event.kind === 'error' ? event.code : null;
    return within.next(run, { kind: 'throw', event: event.kind, code, scope: token.scope, token: token.id });
  }
  if (event.kind === 'terminate') return terminate(run, token, event);
  consume();
  if (event.kind === 'compensate') compensate(run, token.scope, event.activity);
  if (event.kind === 'signal') throwSignal(run, token, String(within.valueFor(run, token, event.name) as string), event.isLocal);
  if (event.kind === 'escalation')
    within.next(run, { kind: 'throw', event: 'escalation', code: event.code, scope: token.scope, token: token.id });
}

/** Ends the scope of the token, or the whole instance, or all instances of the nearest multi-instance activity that it runs inside. */
function terminate(run: Run, token: Token, { all, multiInstance }: { readonly all: boolean; readonly multiInstance: boolean }): void {
  const activity = multiInstance ? multiInstanceAround(run, token) : null;
  if (activity) return terminateInstances(run, activity);
  const scope = all ? run.state.root : token.scope;
  clearScope(run, scope);
  within.next(run, { kind: 'closeScope', scope });
}

function multiInstanceAround(run: Run, token: Token): Token | null {
  for (let scope = within.scopeOf(run, token.scope); scope.parent !== null;) {
    const host = within.tokenOf(run, scope.parent);
    if (host.instanceOf !== null) return within.tokenOf(run, host.instanceOf);
    scope = within.scopeOf(run, host.scope);
  }
  return null;
}

function terminateInstances(run: Run, activity: Token): void {
  for (const instance of within.instancesOf(run, activity.id)) cancel(run, instance, 'terminate');
  Object.assign(activity, { state: 'moving', variables: {}, list: null });
  within.next(run, { kind: 'leave', token: activity.id });
}

function clearScope(run: Run, scope: string): void {
  const kept = within.scopeOf(run, scope);
  cancelScope(run, scope, 'terminate');
  run.state.scopes[scope] = kept;
}

function startInside(run: Run, scope: Scope, start: NodeModel): void {
  const token = within.addToken(run, scope.id, start.id);
  armScope(run, scope);
  run.events.push({ type: 'entered', node: start.id, token: token.id, via: null, ...within.placeOf(run, token) });
  within.later(run, { kind: 'leave', token: token.id });
}

/** Begins a sub-process, also one that an event starts. */
export function enterSubProcess(run: Run, token: Token, node: SubProcess): void {
  const start = startOf(node.body);
  if (!start) throw new EngineError(`子流程“${within.called(node)}”没有开始节点`);
  token.state = 'inside';
  const { process, path } = within.scopeOf(run, token.scope);
  startInside(
    run,
    within.addScope(run, {
      parent: token.id,
      process,
      path: [...path, node.id],
      isInstance: false,
      variables: structuredClone({ ...node.body.data }),
    }),
    start,
  );
}

/** Begins an instance of a process: the root, or one that is called. */
export function startProcess(run: Run, model: ProcessModel, parent: string | null, start: NodeModel, variables: Variables): Scope {
  const scope = within.addScope(run, {
    parent,
    process: model.id,
    path: [],
    isInstance: true,
    variables: { ...structuredClone({ ...model.data }), ...variables },
  });
  startInside(run, scope, start);
  return scope;
}

/** The process that a call activity calls, and the variables that it passes. */
function callOf(run: Run, token: Token, node: CallActivity): { readonly model: ProcessModel; readonly variables: Variables } {
  const key = String(within.valueFor(run, token, node.calledElement) as string);
  const model = Object.hasOwn(run.definitions, key) ? run.definitions[key] : undefined;
  if (!model) throw new EngineError(`“${within.called(node)}”调用的流程 ${key} 不存在`);
  const variables: Variables = node.inherits ? within.variablesOf(run, token) : {};
  for (const { all, expression, source, target } of node.inputs) {
    if (all) Object.assign(variables, within.variablesOf(run, token));
    else if (target !== null)
      variables[target] =
        expression !== null
          ? within.valueFor(run, token, expression)
          : (within.variableOf(run, token, within.scopeOf(run, token.scope), source ?? '') ?? null);
  }
  return { model, variables };
}

function callProcess(run: Run, token: Token, node: CallActivity): void {
  const { model, variables } = callOf(run, token, node);
  const start = startOf(model);
  if (!start) throw new EngineError(`流程 ${model.id} 没有开始节点`);
  token.state = 'inside';
  if (start.initiator !== null && !Object.hasOwn(variables, start.initiator)) variables[start.initiator] = run.state.starter;
  startProcess(run, model, token.id, start, variables);
}

/** Begins a called process with none of its steps: a move begins them. */
export function beginCall(run: Run, token: Token, node: CallActivity): Scope {
  const { model, variables } = callOf(run, token, node);
  token.state = 'inside';
  return within.addScope(run, {
    parent: token.id,
    process: model.id,
    path: [],
    isInstance: true,
    variables: { ...structuredClone({ ...model.data }), ...variables },
  });
}

/** A list, or a text with commas, as the names in it. */
function names(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  const list: unknown[] = Array.isArray(value) ? value : String(value as string).split(',');
  return list.map((name) => String(name as string).trim()).filter((name) => name !== '');
}

function addTask(run: Run, token: Token, node: UserTask): void {
  token.state = 'waiting';
  const value = (text: string | null) => (text === null ? null : within.valueFor(run, token, text));
  const candidateUsers = names(value(node.candidateUsers));
  const candidateGroups = names(value(node.candidateGroups));
  for (const owner of names(value(node.potentialOwners))) {
    const [, kind, name = ''] = /^(user|group)\((.*)\)$/.exec(owner) ?? [];
    if (kind === 'user') candidateUsers.push(name.trim());
    else candidateGroups.push(kind === 'group' ? name.trim() : owner);
  }
  const assignee = value(node.assignee);
  makeTask(run, token, node, {
    assignee: assignee === null || assignee === '' ? null : String(assignee as string),
    candidateUsers,
    candidateGroups,
  });
}

/** An open task of a user task for given people. */
export function makeTask(
  run: Run,
  token: Token,
  node: UserTask,
  people: Pick<Task, 'assignee' | 'candidateUsers' | 'candidateGroups'>,
): void {
  const task: Task = {
    id: within.nextId(run),
    token: token.id,
    node: node.id,
    name: taskName(run, token, node),
    ...people,
    created: run.now,
    due: dueOf(run, node.dueDate === null ? null : within.valueFor(run, token, node.dueDate), node),
  };
  run.state.tasks[task.id] = task;
  if (node.idVariable !== null) within.setVariables(run, token, { [textOf(within.valueFor(run, token, node.idVariable))]: task.id });
  run.events.push({ type: 'taskCreated', node: node.id, task: task.id });
}

/** An expression in a name that cannot be read stays as it is written. */
function taskName(run: Run, token: Token, { name, id }: UserTask): string {
  if (!hasExpression(name)) return name || id;
  try {
    const value = within.valueFor(run, token, name);
    return value === null ? id : String(value as string);
  } catch (error) {
    if (error instanceof EngineError) return name;
    throw error;
  }
}

function dueOf(run: Run, value: unknown, node: UserTask): number | null {
  if (value === null || value === '') return null;
  const text = typeof value === 'number' ? new Date(value).toISOString() : String(value as string);
  try {
    return text.startsWith('P') ? addDuration(run.now, text) : moment(text);
  } catch (error) {
    if (error instanceof TimeError) throw new EngineError(`“${within.called(node)}”的到期时间：${error.message}`);
    throw error;
  }
}
