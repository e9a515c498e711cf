import { messageStartOf, signalStartOf, startOf, type Definitions, type StartEvent } from '../model.ts';
import { nextOf } from '../time.ts';
import { isMet } from './arm.ts';
import { cancelScope } from './cancel.ts';
import { enter, execute, startProcess } from './execute.ts';
import { passInclusiveJoin } from './gateways.ts';
import { closeScope, consume, fire, leave, staysArmed, throwOutward } from './leave.ts';
import { move } from './move.ts';
import { returnTo, type Return } from './return.ts';
import { appendInstance, removeInstance } from './multi-instance.ts';
import { addSigners, decided, decidedForAll, removeSigner, type AddSigners, type RemoveSigner } from './sign.ts';
import { instanceAround, later, nodeOf, scopeOf, setVariables, tokenOf, type Outside, type Run, type Work } from './run.ts';
import {
  copyOf,
  emptyState,
  EngineError,
  type EngineEvent,
  type InstanceState,
  type Subscription,
  type Task,
  type Timer,
  type Variables,
} from './state.ts';

export type Command =
  | {
      readonly type: 'start';
      readonly process: string;
      readonly variables: Variables;
      readonly user: string | null;
      readonly message?: string;
      readonly signal?: string;
    }
  /** `forAll`: the decision is that of the whole node, whoever else is asked there */
  | { readonly type: 'complete'; readonly task: string; readonly variables: Variables; readonly forAll?: boolean; readonly user?: string }
  | { readonly type: 'claim'; readonly task: string; readonly user: string }
  /** null gives the task back to its candidates */
  | { readonly type: 'assign'; readonly task: string; readonly user: string | null }
  | { readonly type: 'setVariables'; readonly variables: Variables }
  /** lets what waits at a node (a receive task) go on */
  | { readonly type: 'trigger'; readonly node: string; readonly variables?: Variables }
  | { readonly type: 'signal'; readonly name: string }
  | { readonly type: 'message'; readonly name: string; readonly subscription?: string; readonly variables?: Variables }
  | { readonly type: 'fireTimer'; readonly timer: string }
  /** gives up waiting for a time that is not the only way on */
  | { readonly type: 'dropTimer'; readonly timer: string }
  | { readonly type: 'move'; readonly from: readonly string[]; readonly to: readonly string[] }
  /** 退回 from an open task */
  | ({ readonly type: 'return' } & Return)
  /** 加签 by a person */
  | ({ readonly type: 'addSigners' } & AddSigners)
  /** 减签 of a person who was added */
  | ({ readonly type: 'removeSigner' } & RemoveSigner)
  /** one more instance of the multi-instance activity of a task: `value` is its element */
  | { readonly type: 'addInstance'; readonly task: string; readonly value: unknown }
  /** one instance less */
  | { readonly type: 'removeInstance'; readonly task: string }
  | { readonly type: 'terminate' };

export interface Step {
  readonly state: InstanceState;
  readonly events: readonly EngineEvent[];
}

/** A model that goes on for longer without a person or an event goes round in circles. */
const MAX_WORK = 50_000;

const nothing: Outside = () => undefined;

/**
 * The state after a command. Pure: the time is given, ids are counted, and `state` is left as it was, also when the command is refused.
 * `outside` answers variables that the instance does not hold, such as the approvers of a node; undefined for a name that it does not know.
 * Throws EngineError with a Chinese sentence for a command that the state does not admit, an unknown variable or an error that nothing catches.
 */
export function apply(
  definitions: Definitions,
  state: InstanceState | null,
  now: number,
  command: Command,
  outside: Outside = nothing,
): Step {
  const run: Run = {
    definitions,
    state: state ? copyOf(state) : emptyState(command.type === 'start' ? command.user : null),
    now,
    queue: [],
    events: [],
    outside,
    user: ('user' in command ? command.user : null) ?? state?.starter ?? null,
  };
  if (run.state.status !== 'running') {
    // a signal is for all who await it: here nobody does any more
    if (command.type === 'signal') return { state: run.state, events: [] };
    throw new EngineError('流程已结束');
  }
  begin(run, command);
  drain(run);
  return { state: run.state, events: run.events };
}

function begin(run: Run, command: Command): void {
  switch (command.type) {
    case 'start':
      return start(run, command);
    case 'complete':
      return complete(run, command);
    case 'claim':
      return claim(openTask(run, command.task), command.user);
    case 'assign':
      openTask(run, command.task).assignee = command.user;
      return;
    case 'setVariables':
      Object.assign(scopeOf(run, run.state.root).variables, command.variables);
      return;
    case 'trigger':
      return trigger(run, command);
    case 'signal':
      return later(run, { kind: 'signal', name: command.name, instances: null });
    case 'message':
      return message(run, command);
    case 'fireTimer':
      return fireTimer(run, command.timer);
    case 'dropTimer':
      return dropTimer(run, command.timer);
    case 'move':
      return move(run, command.from, command.to);
    case 'return':
      return returnTo(run, command);
    case 'addSigners':
      return addSigners(run, command);
    case 'removeSigner':
      return removeSigner(run, command);
    case 'addInstance':
    case 'removeInstance':
      return changeInstances(run, command);
    default:
      cancelScope(run, run.state.root, 'terminate');
      run.state.status = 'terminated';
      run.events.push({ type: 'instanceEnded', status: 'terminated' });
  }
}

type Start = Extract<Command, { type: 'start' }>;
function startEventOf(run: Run, { process, message: awaited, signal }: Start): StartEvent {
  const model = Object.hasOwn(run.definitions, process) ? run.definitions[process] : undefined;
  if (!model) throw new EngineError(`没有流程 ${process}`);
  if (signal !== undefined) return found(signalStartOf(model, signal), `流程 ${process} 没有信号“${signal}”的开始节点`);
  if (awaited !== undefined) return found(messageStartOf(model, awaited), `流程 ${process} 没有消息“${awaited}”的开始节点`);
  return found(startOf(model), `流程 ${process} 没有开始节点`);
}

function found(event: StartEvent | null, otherwise: string): StartEvent {
  if (!event) throw new EngineError(otherwise);
  return event;
}

function start(run: Run, command: Start): void {
  const { process, variables, user } = command;
  const event = startEventOf(run, command);
  const model = run.definitions[process];
  if (!model) return;
  const scope = startProcess(run, model, null, event, { ...variables });
  run.state.root = scope.id;
  if (user !== null) {
    if (event.initiator !== null) scope.variables[event.initiator] = user;
    else if (!Object.hasOwn(scope.variables, 'initiator')) scope.variables['initiator'] = user;
  }
}

function openTask(run: Run, id: string): Task {
  const task = Object.hasOwn(run.state.tasks, id) ? run.state.tasks[id] : undefined;
  if (!task) throw new EngineError('任务已被处理');
  return task;
}

function complete(run: Run, { task: id, variables, forAll }: Extract<Command, { type: 'complete' }>): void {
  const task = openTask(run, id);
  const token = tokenOf(run, task.token);
  setVariables(run, token, variables);
  delete run.state.tasks[id];
  run.events.push({ type: 'taskCompleted', node: task.node, task: id });
  if (forAll) decidedForAll(run, token);
  else decided(run, token);
}

function claim(task: Task, user: string): void {
  if (task.assignee !== null && task.assignee !== user) throw new EngineError('任务已被他人签收');
  task.assignee = user;
}

/** Lets go on what waits at a node, or lets an event happen that is waited for there; a condition happens only when it holds. */
function trigger(run: Run, { node, variables }: Extract<Command, { type: 'trigger' }>): void {
  const { tasks, tokens, timers, subscriptions } = run.state;
  const withTask = new Set(Object.values(tasks).map(({ token }) => token));
  const armed = [...Object.values(timers), ...Object.values(subscriptions)].find((one) => one.node === node);
  if (armed && 'due' in armed) return fireTimer(run, armed.id);
  if (armed) return armed.kind !== 'condition' || isMet(run, armed) ? happen(run, armed) : undefined;
  const token = Object.values(tokens).find((one) => one.node === node && one.state === 'waiting' && !withTask.has(one.id));
  if (!token || nodeOf(run, token).kind === 'eventGateway') throw new EngineError(`没有执行等待在节点 ${node}`);
  if (variables) setVariables(run, token, variables);
  later(run, { kind: 'leave', token: token.id });
}

/** Lets one conditional event happen whose condition has begun to hold. True when there was one. */
function meetCondition(run: Run): boolean {
  for (const subscription of Object.values(run.state.subscriptions)) {
    if (subscription.kind !== 'condition') continue;
    const held = subscription.holds === true;
    subscription.holds = isMet(run, subscription);
    if (held || !subscription.holds) continue;
    happen(run, subscription);
    return true;
  }
  return false;
}

function message(run: Run, { name, subscription, variables }: Extract<Command, { type: 'message' }>): void {
  const found = Object.values(run.state.subscriptions).find(
    (one) => one.kind === 'message' && one.name === name && (subscription === undefined || one.id === subscription),
  );
  if (variables) Object.assign(scopeOf(run, run.state.root).variables, variables);
  if (found) return happen(run, found);
  const waiting = Object.values(run.state.tokens).find((token) => {
    const node = token.state === 'waiting' ? nodeOf(run, token) : null;
    return node?.kind === 'receiveTask' && node.message === name;
  });
  if (!waiting || subscription !== undefined) throw new EngineError(`没有等待消息“${name}”`);
  later(run, { kind: 'leave', token: waiting.id });
}

function happen(run: Run, subscription: Subscription): void {
  if (!staysArmed(run, subscription)) delete run.state.subscriptions[subscription.id];
  fire(run, subscription);
}

function fireTimer(run: Run, id: string): void {
  const timer = Object.hasOwn(run.state.timers, id) ? run.state.timers[id] : undefined;
  if (!timer) throw new EngineError(`没有定时器 ${id}`);
  const due = timer.cycle !== null && timer.left !== 0 && staysArmed(run, timer) ? nextOf(timer.cycle, timer.due, run.now) : null;
  if (due === null) delete run.state.timers[id];
  else repeat(timer, due);
  fire(run, timer);
}

function dropTimer(run: Run, id: string): void {
  const timer = Object.hasOwn(run.state.timers, id) ? run.state.timers[id] : undefined;
  if (!timer) throw new EngineError(`没有定时器 ${id}`);
  const { owner } = timer;
  const others = [...Object.values(run.state.timers), ...Object.values(run.state.subscriptions)].filter(
    (one) => one.id !== id && one.owner.kind === 'gateway' && owner.kind === 'gateway' && one.owner.token === owner.token,
  );
  if (owner.kind === 'catch' || (owner.kind === 'gateway' && others.length === 0))
    throw new EngineError('流程只能从该定时节点继续，不能跳过，请移动流程');
  delete run.state.timers[id];
}

function repeat(timer: Timer, due: number): void {
  timer.due = due;
  if (timer.left > 0) timer.left -= 1;
}

function changeInstances(run: Run, command: Extract<Command, { type: 'addInstance' | 'removeInstance' }>): void {
  const instance = tokenOf(run, openTask(run, command.task).token);
  const loop = nodeOf(run, instance).multiInstance;
  if (instance.instanceOf === null || !loop) throw new EngineError('该任务不是会签任务，不能加签或减签');
  if (command.type === 'addInstance') appendInstance(run, tokenOf(run, instance.instanceOf), loop, command.value);
  else removeInstance(run, instance, loop);
}

/** Does all that a command has brought about, until only people and events are waited for. */
function drain(run: Run): void {
  for (let done = 0; ; done += 1) {
    if (done > MAX_WORK) throw new EngineError('流程在没有人工节点的环路中无法停止，请检查模型');
    const work = run.queue.shift();
    if (work) perform(run, work);
    else if (run.state.status !== 'running' || !(meetCondition(run) || passInclusiveJoin(run))) return;
  }
}

function perform(run: Run, work: Work): void {
  if (work.kind === 'closeScope') return closeScope(run, work.scope);
  if (work.kind === 'signal') return broadcast(run, work.name, work.instances);
  if (work.kind === 'fireSubscription') {
    const subscription = run.state.subscriptions[work.subscription];
    if (subscription) happen(run, subscription);
    return;
  }
  const token = run.state.tokens[work.token];
  // what was done before may have taken it away
  if (!token) return;
  if (work.kind === 'throw') return throwOutward(run, work.event, work.code, work.scope);
  const handlers = { enter, execute, leave, consume };
  try {
    handlers[work.kind](run, token);
  } catch (error) {
    if (error instanceof EngineError) error.node ??= token.node;
    throw error;
  }
}

/** A signal without instances reaches all that await it, but not those that await one of their own process instance. */
function broadcast(run: Run, name: string, instances: readonly string[] | null): void {
  for (const subscription of Object.values(run.state.subscriptions)) {
    if (subscription.kind !== 'signal' || subscription.name !== name) continue;
    const { owner } = subscription;
    const scope = scopeOf(run, owner.kind === 'eventSubProcess' ? owner.scope : tokenOf(run, owner.token).scope);
    if (instances === null ? !subscription.isLocal : instances.includes(instanceAround(run, scope).id))
      later(run, { kind: 'fireSubscription', subscription: subscription.id });
  }
}
