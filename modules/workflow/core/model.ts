import type { Approval, Copy, ServiceWork } from '../contract/approval.ts';

/** A BPMN process as the engine executes it: plain JSON, made once when a definition is published and stored beside its XML. */

export type TimerDefinition =
  | { readonly kind: 'duration'; readonly text: string }
  | { readonly kind: 'date'; readonly text: string }
  /** `end`: nothing happens after it (`flowable:endDate`) */
  | { readonly kind: 'cycle'; readonly text: string; readonly end: string | null };

export type EventDefinition =
  | { readonly kind: 'none' }
  | { readonly kind: 'timer'; readonly timer: TimerDefinition }
  | { readonly kind: 'message'; readonly name: string }
  /** `isLocal`: reaches the subscriptions of its own process instance only (`flowable:scope="processInstance"`) */
  | { readonly kind: 'signal'; readonly name: string; readonly isLocal: boolean }
  /** without a code: every error or escalation; `variable` receives the code of the one that is caught */
  | { readonly kind: 'error' | 'escalation'; readonly code: string | null; readonly variable: string | null }
  | { readonly kind: 'terminate'; readonly all: boolean; readonly multiInstance: boolean }
  | { readonly kind: 'link'; readonly name: string }
  /** ends a transaction that is given up */
  | { readonly kind: 'cancel' }
  | { readonly kind: 'conditional'; readonly condition: string }
  /** `activity`: only what this activity has done is undone */
  | { readonly kind: 'compensate'; readonly activity: string | null };

export interface MultiInstance {
  readonly isSequential: boolean;
  /** expression of a number; used when there is no collection */
  readonly cardinality: string | null;
  /** name of a variable, or an expression, that holds a list */
  readonly collection: string | null;
  readonly elementVariable: string | null;
  readonly indexVariable: string;
  readonly completionCondition: string | null;
}

/** A variable that passes between a process and the one that it calls. */
export interface Mapping {
  readonly source: string | null;
  readonly expression: string | null;
  readonly target: string | null;
  /** all variables, as they are called */
  readonly all: boolean;
}

interface NodeBase {
  readonly id: string;
  readonly name: string;
  /** element of the XML without its prefix, e.g. `serviceTask` */
  readonly element: string;
  /** ids of sequence flows in the order of the XML */
  readonly incoming: readonly string[];
  readonly outgoing: readonly string[];
  /** the flow that is taken when no condition holds */
  readonly defaultFlow: string | null;
  readonly multiInstance: MultiInstance | null;
  /** expression: the node is passed when it holds and `_FLOWABLE_SKIP_EXPRESSION_ENABLED` is set */
  readonly skip: string | null;
}

export interface StartEvent extends NodeBase {
  readonly kind: 'startEvent';
  readonly event: EventDefinition;
  readonly isInterrupting: boolean;
  /** variable that receives the account who starts */
  readonly initiator: string | null;
}
export interface EndEvent extends NodeBase {
  readonly kind: 'endEvent';
  readonly event: EventDefinition;
}
export interface CatchEvent extends NodeBase {
  readonly kind: 'catchEvent';
  readonly event: EventDefinition;
}
export interface ThrowEvent extends NodeBase {
  readonly kind: 'throwEvent';
  readonly event: EventDefinition;
}
export interface BoundaryEvent extends NodeBase {
  readonly kind: 'boundaryEvent';
  readonly event: EventDefinition;
  readonly attachedTo: string;
  /** of a compensation: the activity that undoes the one that it is attached to */
  readonly handler: string | null;
  readonly isInterrupting: boolean;
}
export interface UserTask extends NodeBase {
  readonly kind: 'userTask';
  /** expressions; candidates are lists or texts with commas */
  readonly assignee: string | null;
  readonly candidateUsers: string | null;
  readonly candidateGroups: string | null;
  /** potential owners as `user(a)`, `group(b)` or the name of a group */
  readonly potentialOwners: string | null;
  readonly formKey: string | null;
  /** expression of the name of a variable that receives the id of the task */
  readonly idVariable: string | null;
  readonly dueDate: string | null;
  readonly priority: string | null;
  /** how people decide here (`dp:approval`); the engine itself asks nothing of it */
  readonly approval: Approval | null;
}
/** Tasks that the engine passes at once: service, send, manual, script, business rule and plain tasks. `delegate` is what the XML names as their work. */
export interface PassTask extends NodeBase {
  readonly kind: 'passTask';
  readonly delegate: string | null;
  readonly resultVariable: string | null;
  /** waits after its work until it is triggered (`flowable:triggerable`) */
  readonly isTriggerable: boolean;
  /** whom a send task tells (`dp:copy`) */
  readonly copy: Copy | null;
  /** what a service task has done (`dp:service`) */
  readonly service: ServiceWork | null;
}
export interface ReceiveTask extends NodeBase {
  readonly kind: 'receiveTask';
  readonly message: string | null;
}
export interface Gateway extends NodeBase {
  readonly kind: 'exclusiveGateway' | 'parallelGateway' | 'inclusiveGateway' | 'eventGateway';
}
export interface SubProcess extends NodeBase {
  readonly kind: 'subProcess';
  readonly body: ScopeModel;
  readonly isEventSubProcess: boolean;
}
export interface CallActivity extends NodeBase {
  readonly kind: 'callActivity';
  /** expression of the key of the called process */
  readonly calledElement: string;
  readonly inherits: boolean;
  readonly inputs: readonly Mapping[];
  readonly outputs: readonly Mapping[];
  readonly businessKey: string | null;
}

/** What this engine does not execute: an instance that comes to it stops with an error. */
export interface UnknownNode extends NodeBase {
  readonly kind: 'unknown';
}

export type NodeModel =
  | StartEvent
  | EndEvent
  | CatchEvent
  | ThrowEvent
  | BoundaryEvent
  | UserTask
  | PassTask
  | ReceiveTask
  | Gateway
  | SubProcess
  | CallActivity
  | UnknownNode;

export interface FlowModel {
  readonly id: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly condition: string | null;
  /** expression: the flow is taken without its condition when it holds */
  readonly skip: string | null;
}

/** What a process or sub-process holds. */
export interface ScopeModel {
  readonly nodes: Readonly<Record<string, NodeModel>>;
  readonly flows: Readonly<Record<string, FlowModel>>;
  /** values of its data objects, which begin as variables of it */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ProcessModel extends ScopeModel {
  readonly id: string;
  readonly name: string;
}

/** The processes that an instance may run, by key; a key stands for the version that the instance was started with. */
export type Definitions = Readonly<Record<string, ProcessModel>>;

export const ACTIVITIES: ReadonlySet<NodeModel['kind']> = new Set(['userTask', 'passTask', 'receiveTask', 'subProcess', 'callActivity']);

/** The start event of a scope that a message of this name begins; null when it has none. */
export function messageStartOf({ nodes }: ScopeModel, message: string): StartEvent | null {
  for (const node of Object.values(nodes))
    if (node.kind === 'startEvent' && node.event.kind === 'message' && node.event.name === message) return node;
  return null;
}

/** The start event of a scope that a signal of this name begins; null when it has none. */
export function signalStartOf({ nodes }: ScopeModel, signal: string): StartEvent | null {
  for (const node of Object.values(nodes))
    if (node.kind === 'startEvent' && node.event.kind === 'signal' && node.event.name === signal) return node;
  return null;
}

/** The plain start of a scope, else its first start event; null when it has none. */
export function startOf(scope: ScopeModel): StartEvent | null {
  const starts = Object.values(scope.nodes).filter((node) => node.kind === 'startEvent');
  return starts.find(({ event }) => event.kind === 'none') ?? starts[0] ?? null;
}
