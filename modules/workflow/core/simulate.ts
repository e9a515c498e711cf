/** Runs a process without storing anything: the call of simulations and 模拟运行 in the designer. */
import type { BpmnError } from './bpmn/read.ts';
import { apply, type Command } from './engine/apply.ts';
import { EngineError, type EngineEvent, type InstanceState, type Task, type Variables } from './engine/state.ts';
import type { Definitions } from './model.ts';
import { addDuration, TimeError } from './time.ts';

export type { BpmnError };

export type SimulationStep =
  | { readonly op: 'complete'; readonly task: string; readonly variables?: Variables | undefined; readonly user?: string | undefined }
  | { readonly op: 'claim'; readonly task: string; readonly user: string }
  | { readonly op: 'trigger'; readonly node: string; readonly variables?: Variables | undefined }
  | { readonly op: 'advance'; readonly duration: string }
  | { readonly op: 'fireTimer'; readonly timer?: string | undefined }
  | { readonly op: 'signal'; readonly name: string }
  | { readonly op: 'message'; readonly name: string; readonly subscription?: string | undefined }
  | { readonly op: 'move'; readonly from: readonly string[]; readonly to: readonly string[] }
  /** 退回: `to` is an earlier node, null for the starter */
  | { readonly op: 'return'; readonly task: string; readonly to: string | null; readonly mode: 'again' | 'direct' };

export interface SimulationStart {
  readonly variables: Variables;
  readonly user?: string | undefined;
  readonly message?: string | undefined;
}

export interface SimulatedState {
  readonly tasks: {
    readonly id: string;
    readonly key: string;
    readonly name: string;
    readonly assignee: string | null;
    readonly candidateUsers: string[];
    readonly candidateGroups: string[];
    readonly scope: string;
  }[];
  readonly waiting: { readonly id: string; readonly node: string }[];
  readonly timers: { readonly id: string; readonly node: string; readonly due: string }[];
  readonly subscriptions: {
    readonly id: string;
    readonly kind: 'message' | 'signal';
    readonly name: string;
    readonly node: string;
  }[];
  readonly variables: Variables;
  readonly ended: boolean;
  /** `node` where the step failed, when the simulation is traced */
  readonly error: { readonly message: string; readonly node?: string | null } | null;
  /** nodes that the step has entered and flows that it has taken, when the simulation asks for them */
  readonly trace?: { readonly nodes: string[]; readonly flows: string[] };
}

export interface Simulation {
  readonly definitions: Definitions;
  readonly process: string;
  readonly start: SimulationStart;
  /** ms since 1970 when it begins */
  readonly now: number;
  readonly steps: readonly SimulationStep[];
  /** what each step has passed is answered too */
  readonly trace?: boolean;
  /** asked before each step; true ends the run with `SimulationTimeout` */
  readonly isOver: () => boolean;
}

export class SimulationTimeout extends Error {}

const NOTHING: SimulatedState = { tasks: [], waiting: [], timers: [], subscriptions: [], variables: {}, ended: false, error: null };

/** What people and events an instance waits for. */
export function describe(state: InstanceState): SimulatedState {
  const { tasks, tokens, timers, subscriptions, scopes } = state;
  const withTask = new Set(Object.values(tasks).map(({ token }) => token));
  return {
    tasks: Object.values(tasks).map(({ id, node, name, assignee, candidateUsers, candidateGroups, token }) => ({
      id,
      key: node,
      name,
      assignee,
      candidateUsers,
      candidateGroups,
      scope: tokens[token]?.scope ?? '',
    })),
    waiting: Object.values(tokens)
      .filter((token) => token.state === 'waiting' && !withTask.has(token.id))
      .map(({ id, node }) => ({ id, node })),
    timers: Object.values(timers).map(({ id, node, due }) => ({ id, node, due: new Date(due).toISOString() })),
    subscriptions: Object.values(subscriptions).flatMap(({ id, kind, name, node }) =>
      kind === 'condition' ? [] : [{ id, kind, name, node }],
    ),
    variables: scopes[state.root]?.variables ?? state.result,
    ended: state.status !== 'running',
    error: null,
  };
}

/** An open task by its id, its node or its name. */
function taskOf(state: InstanceState, wanted: string): string {
  const tasks: Task[] = Object.values(state.tasks);
  const found =
    tasks.find(({ id }) => id === wanted) ?? tasks.find(({ node }) => node === wanted) ?? tasks.find(({ name }) => name === wanted);
  if (!found) throw new EngineError(`没有待办任务“${wanted}”`);
  return found.id;
}

const byDue = (state: InstanceState) => Object.values(state.timers).toSorted((a, b) => a.due - b.due || Number(a.id) - Number(b.id));

function timerOf(state: InstanceState, wanted: string | undefined): string {
  const timers = byDue(state);
  const found = wanted === undefined ? timers[0] : (timers.find(({ id }) => id === wanted) ?? timers.find(({ node }) => node === wanted));
  if (!found) throw new EngineError(wanted === undefined ? '没有等待中的定时器' : `没有定时器 ${wanted}`);
  return found.id;
}

function commandOf(state: InstanceState, step: Exclude<SimulationStep, { op: 'advance' }>): Command {
  switch (step.op) {
    case 'complete': {
      const command = { type: 'complete' as const, task: taskOf(state, step.task), variables: step.variables ?? {} };
      return step.user === undefined ? command : { ...command, user: step.user };
    }
    case 'claim':
      return { type: 'claim', task: taskOf(state, step.task), user: step.user };
    case 'trigger':
      return { type: 'trigger', node: step.node, ...(step.variables && { variables: step.variables }) };
    case 'fireTimer':
      return { type: 'fireTimer', timer: timerOf(state, step.timer) };
    case 'signal':
      return { type: 'signal', name: step.name };
    case 'message':
      return step.subscription === undefined
        ? { type: 'message', name: step.name }
        : { type: 'message', name: step.name, subscription: step.subscription };
    case 'return':
      return { type: 'return', task: taskOf(state, step.task), to: step.to, isDirect: step.mode === 'direct' };
    default:
      return { type: 'move', from: step.from, to: step.to };
  }
}

interface Clock {
  now: number;
}
interface Reached {
  readonly state: InstanceState;
  readonly events: readonly EngineEvent[];
}

/** Lets time pass: what falls due happens at its moment, in order. */
function advance(simulation: Simulation, state: InstanceState, clock: Clock, duration: string): Reached {
  const until = addDuration(clock.now, duration);
  if (until < clock.now) throw new TimeError(`时间不能倒退：${duration}`);
  const events: EngineEvent[] = [];
  let reached = state;
  for (;;) {
    const due = reached.status === 'running' ? byDue(reached)[0] : undefined;
    if (!due || due.due > until) break;
    if (simulation.isOver()) throw new SimulationTimeout();
    clock.now = Math.max(clock.now, due.due);
    const step = apply(simulation.definitions, reached, clock.now, { type: 'fireTimer', timer: due.id });
    reached = step.state;
    events.push(...step.events);
  }
  clock.now = until;
  return { state: reached, events };
}

function errorOf({ trace }: Simulation, error: unknown): NonNullable<SimulatedState['error']> {
  if (!(error instanceof EngineError || error instanceof TimeError)) throw error;
  const { message } = error;
  return trace ? { message, node: error instanceof EngineError ? error.node : null } : { message };
}

const traceOf = (events: readonly EngineEvent[]) => ({
  nodes: [...new Set(events.flatMap((event) => (event.type === 'entered' || event.type === 'left' ? event.node : [])))],
  flows: [...new Set(events.flatMap((event) => (event.type === 'flowTaken' ? event.flow : [])))],
});
const answer = ({ trace }: Simulation, { state, events }: Reached): SimulatedState =>
  trace ? { ...describe(state), trace: traceOf(events) } : describe(state);

/**
 * One state after the start and one after each step. A step that cannot be done answers the state before with its error, and the rest is not run.
 * Throws SimulationTimeout.
 */
export function simulate(simulation: Simulation): SimulatedState[] {
  const { definitions, process, start, steps } = simulation;
  const clock: Clock = { now: simulation.now };
  const states: SimulatedState[] = [];
  let reached: Reached;
  try {
    const { variables, user = null, message } = start;
    const command: Command = { type: 'start', process, variables, user };
    reached = apply(definitions, null, clock.now, message === undefined ? command : { ...command, message });
    states.push(answer(simulation, reached));
  } catch (error) {
    return [{ ...NOTHING, error: errorOf(simulation, error) }];
  }
  for (const step of steps) {
    if (simulation.isOver()) throw new SimulationTimeout();
    const { state } = reached;
    try {
      reached =
        step.op === 'advance'
          ? advance(simulation, state, clock, step.duration)
          : apply(definitions, state, clock.now, commandOf(state, step));
      states.push(answer(simulation, reached));
    } catch (error) {
      states.push({ ...describe(state), error: errorOf(simulation, error) });
      break;
    }
  }
  return states;
}
