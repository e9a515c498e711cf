/** Checks of a process before it is published: what it names must be able to run, and nobody may wait at a node for ever. */
import type { ServiceWork } from '../contract/approval.ts';
import type { Document } from './bpmn/read.ts';
import type { Problem } from './bpmn/read-nodes.ts';
import { checkExpressions } from './juel/check.ts';
import { ExpressionError } from './juel/tokens.ts';
import { startOf, type EventDefinition, type NodeModel, type ScopeModel } from './model.ts';

/** Listeners of engines run classes by name: there is none here that they could mean. */
const LISTENER = /<(?:[A-Za-z]+:)?(?:executionListener|taskListener)\b/;

const named = ({ id, name }: NodeModel): string => `“${name || id}”`;

/** What a registered service asks of a node. */
export interface ServiceNeeds {
  readonly code: string;
  readonly name: string;
  readonly asksPeople: boolean;
  readonly params: readonly { readonly name: string; readonly label: string; readonly isRequired: boolean }[];
}

/** Problems of all processes of a document, those of reading it first; an empty list may be published. */
export function problemsOf(document: Document, xml: string, services: readonly ServiceNeeds[] = []): Problem[] {
  const found: Problem[] = [...document.problems];
  if (LISTENER.test(xml)) found.push({ node: null, message: '监听器不能执行，请删除后重试' });
  for (const one of document.processes) found.push(...inScope(one, one.id, services));
  return found;
}

function inScope(scope: ScopeModel, place: string, services: readonly ServiceNeeds[]): Problem[] {
  const nodes = Object.values(scope.nodes);
  const found: Problem[] = [];
  if (!startOf(scope)) found.push({ node: place, message: '没有开始节点' });
  const reached = reachedFrom(scope);
  for (const node of nodes) {
    const tell = (message: string) => void found.push({ node: node.id, message: `${named(node)}${message}` });
    if (!reached.has(node.id)) tell('从开始节点无法到达');
    for (const message of ofNode(node, services)) tell(message);
    for (const text of textsOf(node)) for (const message of ofText(text)) tell(message);
    if (node.kind === 'subProcess') found.push(...inScope(node.body, node.id, services));
  }
  for (const flow of Object.values(scope.flows))
    for (const message of ofText(flow.condition)) found.push({ node: flow.id, message: `连线“${flow.name || flow.id}”${message}` });
  return found;
}

function reachedFrom(scope: ScopeModel): Set<string> {
  const nodes = Object.values(scope.nodes);
  const isBeginning = (node: NodeModel) =>
    node.kind === 'startEvent' ||
    (node.kind === 'subProcess' && node.isEventSubProcess) ||
    (node.kind === 'catchEvent' && node.event.kind === 'link');
  const reached = new Set<string>();
  const open = nodes.filter(isBeginning).map(({ id }) => id);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = reached.has(id) ? undefined : scope.nodes[id];
    if (!node) continue;
    reached.add(id);
    open.push(...node.outgoing.flatMap((flow) => scope.flows[flow]?.to ?? []));
    const events = nodes.filter((one) => one.kind === 'boundaryEvent' && one.attachedTo === id);
    open.push(...events.flatMap((one) => ('handler' in one && one.handler !== null ? [one.id, one.handler] : [one.id])));
  }
  return reached;
}

function ofService({ service: code, params, who }: ServiceWork, services: readonly ServiceNeeds[]): string[] {
  const service = services.find((one) => one.code === code);
  if (!service) return [`的服务 ${code} 没有登记，不能执行`];
  const missing = service.params.filter(({ name, isRequired }) => isRequired && !params[name]?.trim());
  return [
    ...(service.asksPeople && !who?.length ? [`没有设置“${service.name}”的人员`] : []),
    ...missing.map(({ label }) => `没有填写“${label}”`),
  ];
}

function ofNode(node: NodeModel, services: readonly ServiceNeeds[]): string[] {
  if (node.element === 'scriptTask') return ['是脚本任务，平台不执行脚本，请改用条件或人工节点'];
  if (node.kind === 'passTask' && node.service) return ofService(node.service, services);
  if (node.kind === 'passTask' && node.delegate !== null) return [`的服务 ${node.delegate} 没有登记，不能执行`];
  if (node.kind === 'passTask' && node.element === 'sendTask' && !node.copy) return ['没有设置抄送人'];
  if (node.kind === 'passTask' && ['serviceTask', 'businessRuleTask'].includes(node.element)) return ['没有可执行的服务'];
  if (node.kind === 'userTask' && !hasPeople(node)) return ['没有设置审批人'];
  if ((node.kind === 'throwEvent' || node.kind === 'endEvent') && node.event.kind === 'message')
    return ['发出的消息没有接收方，请改用信号事件或触发服务'];
  if (node.kind === 'callActivity' && node.calledElement.trim() === '') return ['没有选择要调用的流程'];
  if (node.kind === 'exclusiveGateway' && node.outgoing.length === 0) return ['没有离开的连线'];
  return [];
}

const hasPeople = (node: Extract<NodeModel, { kind: 'userTask' }>): boolean =>
  [node.assignee, node.candidateUsers, node.candidateGroups, node.potentialOwners].some((text) => text !== null && text.trim() !== '');

const eventTexts = (event: EventDefinition): (string | null)[] =>
  event.kind === 'timer' ? [event.timer.text] : event.kind === 'message' || event.kind === 'signal' ? [event.name] : [];

/** Everything at a node that may hold an expression. */
export function textsOf(node: NodeModel): (string | null)[] {
  const loop = node.multiInstance;
  const texts: (string | null)[] = loop ? [loop.cardinality, loop.collection, loop.completionCondition] : [];
  if ('event' in node) texts.push(...eventTexts(node.event));
  if (node.kind === 'userTask') texts.push(node.assignee, node.candidateUsers, node.candidateGroups, node.potentialOwners, node.dueDate);
  if (node.kind === 'callActivity')
    texts.push(node.calledElement, ...[...node.inputs, ...node.outputs].map(({ expression }) => expression));
  return texts;
}

function ofText(text: string | null): string[] {
  if (text === null) return [];
  try {
    checkExpressions(text);
    return [];
  } catch (error) {
    if (error instanceof ExpressionError) return [`的表达式不正确：${error.message}`];
    throw error;
  }
}
