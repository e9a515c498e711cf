/** Checks of a process before it is published: what it names must be able to run, and nobody may wait at a node for ever. */
import { SET_VARIABLE, type ServiceWork } from '../contract/approval.ts';
import { automaticLoops } from './automatic-loops.ts';
import type { Document } from './bpmn/read.ts';
import type { Problem } from './bpmn/read-nodes.ts';
import { checkExpressions } from './juel/check.ts';
import { ExpressionError } from './juel/tokens.ts';
import { startOf, type EventDefinition, type NodeModel, type ScopeModel, type TimerDefinition } from './model.ts';
import { addDuration, firstOf, moment, TimeError } from './time.ts';

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
  for (const one of document.processes) {
    const endless = endlessIn(one);
    const isTold = ({ id }: NodeModel) => endless.some(({ node }) => node === id);
    const loops = automaticLoops(one).filter((loop) => !loop.every(isTold));
    found.push(...inScope(one, one.id, services), ...endless, ...loops.flatMap(ofRound));
  }
  return found;
}

/** A loop without anybody in it runs for ever once it is begun: the same holds each time round. */
const ofRound = (loop: readonly NodeModel[]): Problem[] =>
  loop.slice(0, 1).map(({ id }) => ({
    node: id,
    message: `${loop.map(named).join('、')}连成了没有人工节点的循环，进入后会一直循环，请在循环中加入人工节点，或用“更新变量”改变离开循环的条件`,
  }));

function inScope(scope: ScopeModel, place: string, services: readonly ServiceNeeds[]): Problem[] {
  const nodes = Object.values(scope.nodes);
  const found: Problem[] = [];
  if (!startOf(scope)) found.push({ node: place, message: '没有开始节点，请添加开始事件' });
  const reached = reachedFrom(scope);
  for (const node of nodes) {
    const tell = (message: string) => void found.push({ node: node.id, message: `${named(node)}${message}` });
    if (!reached.has(node.id)) tell('从开始节点无法到达，请用连线接上或删除');
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

/** Nodes that a process can come to and never leave for an end; what a boundary event interrupts may go round. */
function endlessIn(scope: ScopeModel): Problem[] {
  const nodes = Object.values(scope.nodes);
  const [reached, ends] = [reachedFrom(scope), endingIn(scope)];
  const endless = nodes.filter(({ id }) => reached.has(id) && !ends.has(id));
  const isLeft = (id: string) => nodes.some((node) => node.kind === 'boundaryEvent' && node.attachedTo === id);
  return [
    ...endless.map((node) => ({ node: node.id, message: `${named(node)}之后走不到任何结束，流程会一直循环，请添加离开循环的连线` })),
    ...nodes.flatMap((node) => (node.kind === 'subProcess' && !isLeft(node.id) ? endlessIn(node.body) : [])),
  ];
}

/** Nodes from which a process can come to an end: a node without a way on, or what interrupts the scope. */
function endingIn(scope: ScopeModel): Set<string> {
  const nodes = Object.values(scope.nodes);
  const flows = Object.values(scope.flows);
  const isHandled = nodes.some((node) => node.kind === 'subProcess' && node.isEventSubProcess);
  if (isHandled) return new Set(nodes.map(({ id }) => id));
  const ends = new Set<string>();
  const open = nodes.filter(({ outgoing }) => outgoing.length === 0).map(({ id }) => id);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (ends.has(id)) continue;
    ends.add(id);
    const node = scope.nodes[id];
    open.push(...flows.flatMap(({ from, to }) => (to === id ? from : [])));
    if (node?.kind === 'boundaryEvent') open.push(node.attachedTo);
    if (node?.kind === 'catchEvent' && node.event.kind === 'link') open.push(...throwersOf(node.event.name, nodes));
  }
  return ends;
}
const throwersOf = (link: string, nodes: readonly NodeModel[]): string[] =>
  nodes.flatMap((node) => (node.kind === 'throwEvent' && node.event.kind === 'link' && node.event.name === link ? node.id : []));

function ofService({ service: code, params, who }: ServiceWork, services: readonly ServiceNeeds[]): string[] {
  const service = services.find((one) => one.code === code);
  if (!service) return [`的服务 ${code} 没有登记，不能执行，请选择其他服务`];
  const missing = service.params.filter(({ name, isRequired }) => isRequired && !params[name]?.trim());
  return [
    ...(service.asksPeople && !who?.length ? [`没有设置“${service.name}”的人员，请选择`] : []),
    ...missing.map(({ label }) => `没有填写“${label}”，请填写`),
  ];
}

function ofNode(node: NodeModel, services: readonly ServiceNeeds[]): string[] {
  if (node.element === 'scriptTask') return ['是脚本任务，平台不执行脚本，请改用条件或人工节点'];
  if (node.kind === 'passTask' && node.service) return ofService(node.service, services);
  if (node.kind === 'passTask' && node.delegate !== null) return [`的服务 ${node.delegate} 没有登记，不能执行，请选择已登记的服务`];
  if (node.kind === 'passTask' && node.element === 'sendTask' && !node.copy) return ['没有设置抄送人，请选择'];
  if (node.kind === 'passTask' && ['serviceTask', 'businessRuleTask'].includes(node.element))
    return ['没有可执行的服务，请选择已登记的服务'];
  if (node.kind === 'userTask' && !hasPeople(node)) return ['没有设置审批人，请选择审批人来源'];
  if ((node.kind === 'throwEvent' || node.kind === 'endEvent') && node.event.kind === 'message')
    return ['发出的消息没有接收方，请改用信号事件或触发服务'];
  if (node.kind === 'callActivity' && node.calledElement.trim() === '') return ['没有选择要调用的流程，请选择已发布的流程'];
  if (node.kind === 'exclusiveGateway' && node.outgoing.length === 0) return ['没有离开的连线，请连到下一个节点'];
  return [...ofLoop(node), ...ofEvent(node)];
}

const ofLoop = ({ multiInstance: loop }: NodeModel): string[] =>
  loop && !loop.collection?.trim() && !loop.cardinality?.trim() ? ['是多实例，但没有集合也没有次数，请填写其中一项'] : [];

const AWAITED = { message: '消息', signal: '信号' } as const;
/** What an event waits for or throws must have a name, and a time must be one. */
function ofEvent(node: NodeModel): string[] {
  if (!('event' in node)) return [];
  const { event } = node;
  if ((event.kind === 'message' || event.kind === 'signal') && event.name.trim() === '')
    return [`没有填写${AWAITED[event.kind]}名称，请填写`];
  return event.kind === 'timer' ? ofTimer(event.timer) : [];
}
function ofTimer({ kind, text }: TimerDefinition): string[] {
  if (text.includes('${')) return [];
  try {
    if (kind === 'duration') addDuration(0, text);
    else if (kind === 'date') moment(text);
    else firstOf(text, 0);
    return [];
  } catch (error) {
    if (error instanceof TimeError) return [`的时间不正确：${error.message}`];
    throw error;
  }
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
  if (node.kind === 'passTask' && node.service?.service === SET_VARIABLE) texts.push(node.service.params['value'] ?? null);
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
