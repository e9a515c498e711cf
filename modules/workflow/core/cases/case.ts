import type { SimulationStart, SimulationStep } from '../simulate.ts';

/** What holds after a step. What is not named is not looked at, except that the instance runs and no error was answered. */
export interface Facts {
  /** keys of the open tasks, or `key:assignee`, in any order */
  readonly tasks?: readonly string[];
  /** names of the open tasks */
  readonly names?: readonly string[];
  /** nodes where executions wait without a task */
  readonly waiting?: readonly string[];
  /** nodes of timers, or `node@2026-01-01T00:00:00.000Z` */
  readonly timers?: readonly string[];
  /** names of the awaited messages and signals */
  readonly subscriptions?: readonly string[];
  readonly candidates?: { readonly users?: readonly string[]; readonly groups?: readonly string[] };
  /** variables of the root; null: there is none of this name */
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly ended?: boolean;
  /** a part of the message */
  readonly error?: string;
  /** number of different (sub-)process instances that hold tasks */
  readonly scopes?: number;
}

/** Words between blanks are keys of open tasks. */
export type Expectation = Facts | string;

export interface ExecutionCase {
  readonly name: string;
  /** the public test that states these facts: `FlowableTest.class#method`; `own` when there is none */
  readonly after: string;
  readonly models: readonly string[];
  readonly start?: Partial<SimulationStart>;
  /** after the start */
  readonly begins: Expectation;
  readonly steps: readonly (readonly [SimulationStep, Expectation])[];
}

export const ENDED: Facts = { ended: true, tasks: [], waiting: [], timers: [], subscriptions: [] };
export const refused = (error = ''): Facts => ({ error });

export const done = (task: string, variables: Readonly<Record<string, unknown>> = {}): SimulationStep => ({
  op: 'complete',
  task,
  variables,
});
export const wait = (duration: string): SimulationStep => ({ op: 'advance', duration });
export const fire = (timer?: string): SimulationStep => ({ op: 'fireTimer', timer });
export const send = (name: string): SimulationStep => ({ op: 'message', name });
export const shout = (name: string): SimulationStep => ({ op: 'signal', name });
export const trigger = (node: string): SimulationStep => ({ op: 'trigger', node });
export const move = (from: string, to: string): SimulationStep => ({ op: 'move', from: from.split(' '), to: to.split(' ') });
