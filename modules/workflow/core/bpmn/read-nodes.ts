import type * as z from 'zod';
import type { Mapping, MultiInstance, NodeModel, ScopeModel } from '../model.ts';
import { element, elementName, elements, extensions, extra, idOf, plain, text, type Element } from './elements.ts';
import { Approval, Copy, ServiceWork } from '../../contract/approval.ts';
import { eventOf, type References } from './read-events.ts';

/** A part of the XML that cannot be executed, with a sentence for the author. */
export interface Problem {
  readonly node: string | null;
  readonly message: string;
}

export interface Reading {
  readonly references: References;
  readonly problems: Problem[];
}

type Base = Omit<NodeModel & { kind: 'endEvent' }, 'kind' | 'event'>;

const PASSED: ReadonlySet<string> = new Set(['task', 'manualTask', 'scriptTask', 'serviceTask', 'sendTask', 'businessRuleTask']);
const GATEWAYS = {
  exclusiveGateway: 'exclusiveGateway',
  parallelGateway: 'parallelGateway',
  inclusiveGateway: 'inclusiveGateway',
  eventBasedGateway: 'eventGateway',
} as const;
/** Elements of a process that are no steps. */
const IGNORED: ReadonlySet<string> = new Set(['sequenceFlow', 'dataObject', 'dataObjectReference', 'dataStoreReference', 'dataStore']);

/** The text of `<flowable:collection><flowable:string>` or `<flowable:expression>`. */
function writtenCollection(loop: Element): string | null {
  const parts = extensions(loop, 'collection').flatMap((one) => elements(one, '$children'));
  return parts.map((part) => plain(part, '$body')).find((body) => body !== null) ?? null;
}

function multiInstanceOf(node: Element, { references }: Reading): MultiInstance | null {
  const loop = element(node, 'loopCharacteristics');
  if (!loop || elementName(loop) !== 'multiInstanceLoopCharacteristics') return null;
  const list = element(loop, 'loopDataInputRef');
  return {
    isSequential: loop['isSequential'] === true,
    cardinality: text(loop, 'loopCardinality'),
    collection:
      extra(loop, 'collection') ??
      writtenCollection(loop) ??
      (list ? idOf(list) : null) ??
      references.open.get(loop)?.['loopDataInputRef'] ??
      null,
    elementVariable:
      extra(loop, 'elementVariable') ?? text(element(loop, 'inputDataItem'), 'name') ?? (idOf(element(loop, 'inputDataItem')) || null),
    indexVariable: extra(loop, 'elementIndexVariable') ?? 'loopCounter',
    completionCondition: text(loop, 'completionCondition'),
  };
}

const mapping = (of: Element): Mapping => ({
  source: plain(of, 'source'),
  expression: plain(of, 'sourceExpression'),
  target: plain(of, 'target'),
  all: plain(of, 'variables') === 'all',
});

/** The expression of a `humanPerformer` or `potentialOwner`. */
function resourceOf(node: Element, name: 'humanPerformer' | 'potentialOwner'): string | null {
  const resource = elements(node, 'resources').find((one) => elementName(one) === name);
  return text(element(resource ?? null, 'resourceAssignmentExpression'), 'expression');
}

/** Settings of ours that an attribute holds as JSON; what is wrong with them is told as a problem of the node. */
function settingsOf<T extends z.ZodType>(schema: T, node: Element, name: string, { problems }: Reading): z.output<T> | null {
  const stored = extra(node, name);
  if (stored === null) return null;
  try {
    const read = schema.safeParse(JSON.parse(stored));
    if (read.success) return read.data;
    problems.push({ node: idOf(node), message: read.error.issues[0]?.message ?? '审批设置不正确' });
  } catch {
    problems.push({ node: idOf(node), message: `属性 dp:${name} 不是有效的 JSON` });
  }
  return null;
}

function nodeOf(node: Element, base: Base, reading: Reading): NodeModel | null {
  const name = base.element;
  if (PASSED.has(name)) {
    const service = settingsOf(ServiceWork, node, 'service', reading);
    return {
      ...base,
      kind: 'passTask',
      delegate: extra(node, 'delegateExpression') ?? extra(node, 'class') ?? extra(node, 'expression') ?? extra(node, 'type'),
      resultVariable: extra(node, 'resultVariable') ?? extra(node, 'resultVariableName'),
      isTriggerable: extra(node, 'triggerable') === 'true' || service?.result !== undefined,
      copy: settingsOf(Copy, node, 'copy', reading),
      service,
    };
  }
  if (Object.hasOwn(GATEWAYS, name)) return { ...base, kind: GATEWAYS[name as keyof typeof GATEWAYS] };
  switch (name) {
    case 'userTask':
      return {
        ...base,
        kind: 'userTask',
        assignee: extra(node, 'assignee') ?? resourceOf(node, 'humanPerformer'),
        candidateUsers: extra(node, 'candidateUsers'),
        candidateGroups: extra(node, 'candidateGroups'),
        potentialOwners: resourceOf(node, 'potentialOwner'),
        formKey: extra(node, 'formKey'),
        idVariable: extra(node, 'taskIdVariableName'),
        dueDate: extra(node, 'dueDate'),
        priority: extra(node, 'priority'),
        approval: settingsOf(Approval, node, 'approval', reading),
      };
    case 'receiveTask':
      return { ...base, kind: 'receiveTask', message: text(element(node, 'messageRef'), 'name') };
    case 'callActivity':
      return {
        ...base,
        kind: 'callActivity',
        calledElement: text(node, 'calledElement') ?? '',
        inherits: extra(node, 'inheritVariables') === 'true',
        inputs: extensions(node, 'in').map(mapping),
        outputs: extensions(node, 'out').map(mapping),
        businessKey: extra(node, 'businessKey'),
      };
    case 'subProcess':
    case 'transaction':
    case 'adHocSubProcess':
      return { ...base, kind: 'subProcess', body: scopeOf(node, reading), isEventSubProcess: node['triggeredByEvent'] === true };
    default:
      return eventNodeOf(node, base, reading);
  }
}

function eventNodeOf(node: Element, base: Base, { references }: Reading): NodeModel | null {
  const event = eventOf(node, references);
  if (event === null) return null;
  switch (base.element) {
    case 'startEvent':
      return { ...base, kind: 'startEvent', event, isInterrupting: node['isInterrupting'] !== false, initiator: extra(node, 'initiator') };
    case 'endEvent':
      return { ...base, kind: 'endEvent', event };
    case 'intermediateCatchEvent':
      return { ...base, kind: 'catchEvent', event };
    case 'intermediateThrowEvent':
      return { ...base, kind: 'throwEvent', event };
    case 'boundaryEvent':
      return {
        ...base,
        kind: 'boundaryEvent',
        event,
        attachedTo: idOf(element(node, 'attachedToRef')),
        handler: null,
        isInterrupting: node['cancelActivity'] !== false,
      };
    default:
      return null;
  }
}

/** The values that data objects begin with, by name; a value that does not fit its type stays a text. */
function dataOf(parts: readonly Element[], { references }: Reading): Record<string, unknown> {
  const found = Object.create(null) as Record<string, unknown>;
  for (const part of parts.filter((one) => elementName(one) === 'dataObject')) {
    const [value] = extensions(part, 'value');
    const type = references.open.get(part)?.['itemSubjectRef'] ?? '';
    found[text(part, 'name') || idOf(part)] = value ? typed(plain(value, '$body') ?? '', type.slice(type.indexOf(':') + 1)) : null;
  }
  return { ...found };
}

function typed(written: string, type: string): unknown {
  if (type === 'boolean') return written.trim().toLowerCase() === 'true';
  if (!['int', 'integer', 'long', 'double', 'float', 'json'].includes(type)) return written;
  try {
    return JSON.parse(written) as unknown;
  } catch {
    return written;
  }
}

/** The steps and flows of a process or sub-process; what cannot be executed is left out and told in `problems`. */
export function scopeOf(container: Element, reading: Reading): ScopeModel {
  const parts = elements(container, 'flowElements');
  // ids are the author's: one may be called as a member of every object is
  const flows = Object.create(null) as Record<string, ScopeModel['flows'][string]>;
  for (const [n, flow] of parts.filter((part) => elementName(part) === 'sequenceFlow').entries()) {
    const id = idOf(flow) || `flow-${n + 1}`;
    const [from, to] = [idOf(element(flow, 'sourceRef')), idOf(element(flow, 'targetRef'))];
    if (from === '' || to === '') reading.problems.push({ node: id, message: `连线“${text(flow, 'name') ?? id}”没有起点或终点` });
    else
      flows[id] = {
        id,
        name: text(flow, 'name') ?? '',
        from,
        to,
        condition: text(flow, 'conditionExpression'),
        skip: extra(flow, 'skipExpression'),
      };
  }
  const nodes = Object.create(null) as Record<string, NodeModel>;
  for (const part of parts) {
    const name = elementName(part);
    if (IGNORED.has(name)) continue;
    const id = idOf(part);
    const base: Base = {
      id,
      name: text(part, 'name') ?? '',
      element: name,
      incoming: Object.values(flows)
        .filter(({ to }) => to === id)
        .map((flow) => flow.id),
      outgoing: Object.values(flows)
        .filter(({ from }) => from === id)
        .map((flow) => flow.id),
      defaultFlow: idOf(element(part, 'default')) || null,
      multiInstance: multiInstanceOf(part, reading),
      skip: extra(part, 'skipExpression'),
    };
    const node = nodeOf(part, base, reading);
    if (node) nodes[id] = node;
    else {
      reading.problems.push({ node: id, message: `节点“${base.name || id}”的类型 ${name} 不支持` });
      if (name !== 'boundaryEvent') nodes[id] = { ...base, kind: 'unknown' };
    }
  }
  for (const flow of Object.values(flows))
    for (const end of [flow.from, flow.to])
      if (!Object.hasOwn(nodes, end)) {
        reading.problems.push({ node: flow.id, message: `连线“${flow.name || flow.id}”连到不存在的节点 ${end}` });
        delete flows[flow.id];
      }
  for (const link of elements(container, 'artifacts').filter((one) => elementName(one) === 'association')) {
    const event = nodes[idOf(element(link, 'sourceRef'))];
    const handler = idOf(element(link, 'targetRef'));
    if (event?.kind === 'boundaryEvent' && Object.hasOwn(nodes, handler)) nodes[event.id] = { ...event, handler };
  }
  return { nodes: { ...nodes }, flows: { ...flows }, data: dataOf(parts, reading) };
}
