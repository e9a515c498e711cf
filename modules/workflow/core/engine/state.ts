/** The state of a process instance: plain JSON, one row. Ids are counted within the instance. */

export type Variables = Record<string, unknown>;

/** A process instance (the root, or one that is called) or a sub-process of it. */
export interface Scope {
  readonly id: string;
  /** token of the sub-process or call activity that this runs inside; null for the root */
  readonly parent: string | null;
  /** key of the process among the definitions */
  readonly process: string;
  /** sub-processes from the process to this scope, outermost first */
  readonly path: readonly string[];
  /** variables of a caller are not seen inside a called process */
  readonly isInstance: boolean;
  variables: Variables;
  /** completed activities that can be undone, in their order */
  done?: readonly Compensation[];
}

/** A completed activity, or one instance of it, with what was done inside it. */
export interface Compensation {
  readonly node: string;
  /** the activity that undoes it; null: what was done inside is undone by itself */
  readonly handler: string | null;
  readonly inside: readonly Compensation[];
  readonly variables: Variables;
}

/** Where an execution stands. */
export interface Token {
  readonly id: string;
  readonly scope: string;
  node: string;
  /** the sequence flow that it came by */
  via: string | null;
  /**
   * waiting: for a person or an event · held: for people who were added to its task · joining: for other branches ·
   * inside: its sub-process or called process runs · multi: its instances run
   */
  state: 'moving' | 'waiting' | 'held' | 'joining' | 'inside' | 'multi';
  /** the multi-instance activity that it is an instance of */
  readonly instanceOf: string | null;
  variables: Variables;
  /** collection of a multi-instance activity */
  list: unknown[] | null;
  /** 加签: who added this execution, and to which one; `to` is null for one more instance of a multi-instance activity */
  readonly added?: { readonly to: string | null; readonly by: string | null };
  /** 加签: people who were added to the task of this execution */
  signing?: Signing;
  /** a sub-process that has ended is opened again for its handlers */
  isUndoing?: boolean;
}

export interface Signing {
  /** the task that waits for people who decide before it */
  held: Task | null;
  /** people who are asked when the task is done */
  after: { readonly user: string; readonly by: string | null }[];
}

export interface Task {
  readonly id: string;
  readonly token: string;
  readonly node: string;
  readonly name: string;
  assignee: string | null;
  candidateUsers: string[];
  candidateGroups: string[];
  /** ms since 1970 */
  readonly created: number;
  readonly due: number | null;
}

/** Whom an event of a timer or subscription concerns. */
export type Owner =
  | { readonly kind: 'catch' | 'gateway' | 'boundary'; readonly token: string }
  | { readonly kind: 'eventSubProcess'; readonly scope: string; readonly host: string };

export interface Timer {
  readonly id: string;
  /** the event, not the activity that it is attached to */
  readonly node: string;
  readonly owner: Owner;
  due: number;
  readonly cycle: string | null;
  /** further repetitions; -1 without end */
  left: number;
}

export interface Subscription {
  readonly id: string;
  /** condition: happens by itself when its expression begins to hold */
  readonly kind: 'message' | 'signal' | 'condition';
  /** of a condition its expression */
  readonly name: string;
  readonly node: string;
  readonly owner: Owner;
  /** a signal of the process instance: one that comes from outside does not reach it */
  readonly isLocal: boolean;
  /** the condition held when it was last looked at */
  holds?: boolean;
}

/** What a return has taken away, kept until the token that it placed is completed: then all of it goes on where it was. */
export interface Detached {
  readonly token: string;
  readonly scopes: Record<string, Scope>;
  readonly tokens: Record<string, Token>;
  readonly tasks: Record<string, Task>;
  readonly timers: Record<string, Timer>;
  readonly subscriptions: Record<string, Subscription>;
  /** tokens that the return set at joins in place of branches that are done; going straight back takes them away */
  readonly placed?: readonly string[];
}

export interface InstanceState {
  status: 'running' | 'completed' | 'terminated';
  sequence: number;
  root: string;
  /** the account who started it */
  starter: string | null;
  readonly scopes: Record<string, Scope>;
  readonly tokens: Record<string, Token>;
  readonly tasks: Record<string, Task>;
  readonly timers: Record<string, Timer>;
  readonly subscriptions: Record<string, Subscription>;
  detached?: Detached[];
  /** variables of the root when it ended */
  result: Variables;
}

/** `process`: key of the called process where it happened; that of the instance has none. Processes may name their nodes alike. */
export interface Place {
  readonly process?: string;
}
/** What happened in a step, in order: the trail of the instance and what the surroundings have to do. */
export type EngineEvent =
  | ({ readonly type: 'entered' | 'left'; readonly node: string; readonly token: string; readonly via: string | null } & Place)
  | ({ readonly type: 'flowTaken'; readonly flow: string } & Place)
  | { readonly type: 'taskCreated' | 'taskCompleted'; readonly node: string; readonly task: string }
  | { readonly type: 'taskCancelled'; readonly node: string; readonly task: string; readonly reason: CancelReason }
  | { readonly type: 'delegate'; readonly node: string; readonly delegate: string | null; readonly element: string }
  /** `isLocal`: nobody outside the process instance hears of it */
  | { readonly type: 'signalThrown'; readonly name: string; readonly node: string; readonly isLocal: boolean }
  | { readonly type: 'instanceEnded'; readonly status: 'completed' | 'terminated' };

export type CancelReason =
  | 'addSigners'
  | 'boundary'
  | 'completionCondition'
  | 'eventSubProcess'
  | 'error'
  | 'terminate'
  | 'move'
  | 'removeInstance';

/** A command that this state does not admit; the state stays as it was. */
export class EngineError extends Error {
  /** the node whose turn it was, where that is known */
  node: string | null = null;
}

export const emptyState = (starter: string | null): InstanceState => ({
  status: 'running',
  sequence: 0,
  root: '',
  starter,
  scopes: {},
  tokens: {},
  tasks: {},
  timers: {},
  subscriptions: {},
  result: {},
});

const eachOf = <T>(parts: Readonly<Record<string, T>>, copy: (part: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(parts).map(([id, part]) => [id, copy(part)]));

/** A copy to work on. Values of variables are shared: they are replaced, never changed, and may be large. */
export function copyOf({ scopes, tokens, result, ...rest }: InstanceState): InstanceState {
  return {
    ...structuredClone(rest),
    result,
    scopes: eachOf(scopes, (scope) => ({ ...scope, variables: { ...scope.variables } })),
    tokens: eachOf(tokens, ({ variables, list, ...token }) => ({
      ...structuredClone(token),
      variables: { ...variables },
      list: list && [...list],
    })),
  };
}
