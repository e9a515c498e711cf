import { approversOf, passedOf, type Approval, type ServiceWork } from '../../contract/approval.ts';
import type { ApproveNode, Branch, BranchNode, CallNode, EventNode, Passed, StartNode, TreeNode } from '../../contract/tree.ts';
import { GATEWAY_SIZE, layout, wayBetween, type Block, type Box, type Shape } from './layout.ts';

export interface ProcessHead {
  /** key of the process */
  readonly key: string;
  readonly name: string;
}
interface Flow {
  readonly id: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly condition: string | null;
}

const GATEWAY = { exclusive: 'exclusiveGateway', parallel: 'parallelGateway', inclusive: 'inclusiveGateway' } as const;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
  '\r': '&#13;',
};
const escape = (text: string): string => text.replace(/[&<>"\n\t\r]/g, (character) => ESCAPES[character] ?? character);
const attribute = (name: string, value: string): string => ` ${name}="${escape(value)}"`;

/** Id of the gateway where the branches of a node meet again. */
export const joinOf = (id: string): string => `${id}_join`;
/** Id of the end of a process that has passed. */
export const END_ID = 'approveEnd';

class Writer {
  readonly parts: string[] = [];
  readonly flows: Flow[] = [];
  /** of forks, by their id */
  readonly names = new Map<string, string>();
  /** the messages and signals that nodes wait for, in the order in which they are met */
  readonly events: string[] = [];

  /** Writes a chain of nodes after a shape and answers the last shape with the blocks that were written. */
  chain(
    first: TreeNode | null,
    from: string,
    lead: Pick<Flow, 'name' | 'condition' | 'id'> | null,
  ): { readonly last: string; readonly blocks: Block[] } {
    const blocks: Block[] = [];
    let last = from;
    let link = lead;
    for (let node = first; node; node = node.next) {
      this.flow(last, node.id, link);
      link = null;
      if ('branches' in node) {
        blocks.push(this.fork(node));
        last = joinOf(node.id);
      } else {
        blocks.push(this.step(node));
        last = node.id;
      }
    }
    return { last, blocks };
  }
  flow(from: string, to: string, lead: Pick<Flow, 'name' | 'condition' | 'id'> | null): void {
    this.flows.push({ id: lead?.id ?? `flow_${from}_${to}`, name: lead?.name ?? '', from, to, condition: lead?.condition ?? null });
  }
  step(node: Exclude<TreeNode, BranchNode>): Shape {
    const head = attribute('id', node.id) + attribute('name', node.name);
    this.parts.push(node.type === 'event' ? this.event(node, head) : stepXml(node, head));
    return node.type === 'delay' || node.type === 'until' || node.type === 'event'
      ? event(node.id)
      : { kind: 'shape', id: node.id, width: 100, height: 80 };
  }
  event({ awaits, event: name }: EventNode, head: string): string {
    let reference = '';
    if (name !== '') {
      const root = `name="${escape(name)}"`;
      const known = this.events.findIndex((text) => text.startsWith(`<bpmn:${awaits} `) && text.includes(` ${root}/>`));
      const at = known < 0 ? this.events.length : known;
      if (known < 0) this.events.push(`<bpmn:${awaits} id="event-${at + 1}" ${root}/>`);
      reference = ` ${awaits}Ref="event-${at + 1}"`;
    }
    return `<bpmn:intermediateCatchEvent${head}><bpmn:${awaits}EventDefinition${reference}/></bpmn:intermediateCatchEvent>`;
  }
  fork(node: BranchNode): Block {
    const element = GATEWAY[node.type];
    const join = joinOf(node.id);
    const fallback = node.type === 'parallel' ? undefined : defaultOf(node);
    this.names.set(node.id, node.name);
    const standard = fallback ? attribute('default', fallback.id) : '';
    this.parts.push(`<bpmn:${element}${attribute('id', node.id)}${attribute('name', node.name)}${standard}/>`);
    const branches = node.branches.map((branch) => {
      const condition = node.type === 'parallel' || branch === fallback ? null : branch.condition;
      const lead = { id: branch.id, name: branch.name, condition };
      const { last, blocks } = this.chain(branch.next, node.id, lead);
      this.flow(last, join, branch.next ? null : lead);
      return { flow: branch.id, blocks };
    });
    this.parts.push(`<bpmn:${element}${attribute('id', join)}/>`);
    return { kind: 'fork', split: gateway(node.id), branches, join: gateway(join) };
  }
}

const event = (id: string): Shape => ({ kind: 'shape', id, width: 36, height: 36 });
const gateway = (id: string): Shape => ({ kind: 'shape', id, width: GATEWAY_SIZE, height: GATEWAY_SIZE });
/** The branch that is taken when no condition holds: the last one without a condition. */
export const defaultOf = (node: BranchNode): Branch | undefined => node.branches.findLast(({ condition }) => condition === null);

const PLAIN: Readonly<Record<string, unknown>> = {
  mode: 'any',
  nobody: 'admin',
  starter: 'leader',
  repeated: 'ask',
  mayReturn: true,
  returnMode: 'again',
  isHandling: false,
};
const KEYS: readonly (keyof Approval)[] = [
  'who',
  'mode',
  'percent',
  'nobody',
  'starter',
  'repeated',
  'mayReturn',
  'returnMode',
  'isHandling',
  'timeout',
  'fields',
];
/** The settings of an approval that differ from what holds without them, in a fixed order. */
export const settingsText = (node: Approval): string =>
  JSON.stringify(
    Object.fromEntries(KEYS.filter((key) => node[key] !== undefined && node[key] !== PLAIN[key]).map((key) => [key, node[key]])),
  );

function approvalTask(node: ApproveNode, head: string): string {
  const settings = head + attribute('dp:approval', settingsText(node));
  const people = `\${${approversOf(node.id)}}`;
  if (node.mode === 'any' || node.mode === 'random') return `<bpmn:userTask${settings}${attribute('flowable:candidateUsers', people)}/>`;
  const condition =
    node.mode === 'ratio'
      ? `<bpmn:completionCondition xsi:type="bpmn:tFormalExpression">\${${passedOf(node.id)}}</bpmn:completionCondition>`
      : '';
  const loop = `<bpmn:multiInstanceLoopCharacteristics isSequential="${node.mode === 'sequence'}"${attribute('flowable:collection', people)} flowable:elementVariable="approver">${condition}</bpmn:multiInstanceLoopCharacteristics>`;
  return `<bpmn:userTask${settings} flowable:assignee="\${approver}">${loop}</bpmn:userTask>`;
}

const timerEvent = (head: string, element: 'timeDuration' | 'timeDate', text: string): string =>
  `<bpmn:intermediateCatchEvent${head}><bpmn:timerEventDefinition><bpmn:${element} xsi:type="bpmn:tFormalExpression">${escape(text)}</bpmn:${element}></bpmn:timerEventDefinition></bpmn:intermediateCatchEvent>`;

const mappingXml = (element: 'in' | 'out', { source, target }: Passed): string =>
  `<flowable:${element}${attribute(source.includes('${') ? 'sourceExpression' : 'source', source)}${attribute('target', target)}/>`;
function callXml({ process, inherits, inputs, outputs }: CallNode, head: string): string {
  const settings = `${head}${attribute('calledElement', process)}${inherits ? ' flowable:inheritVariables="true"' : ''}`;
  const mappings = [...inputs.map((one) => mappingXml('in', one)), ...outputs.map((one) => mappingXml('out', one))];
  if (mappings.length === 0) return `<bpmn:callActivity${settings}/>`;
  return `<bpmn:callActivity${settings}><bpmn:extensionElements>${mappings.join('')}</bpmn:extensionElements></bpmn:callActivity>`;
}

/** The settings of a service node, in a fixed order. */
export const serviceText = ({ service, params, who, result }: ServiceWork): string =>
  JSON.stringify({ service, params, ...(who && { who }), ...(result && { result }) });

function stepXml(node: Exclude<TreeNode, BranchNode | EventNode>, head: string): string {
  switch (node.type) {
    case 'approve':
      return approvalTask(node, head);
    case 'copy':
      return `<bpmn:sendTask${head}${attribute('dp:copy', JSON.stringify({ who: node.who }))}/>`;
    case 'delay':
      return timerEvent(head, 'timeDuration', node.duration);
    case 'until':
      return timerEvent(head, 'timeDate', node.date);
    case 'call':
      return callXml(node, head);
    default:
      return `<bpmn:serviceTask${head}${attribute('dp:service', serviceText(node))}/>`;
  }
}

const flowXml = ({ id, name, from, to, condition }: Flow): string =>
  `<bpmn:sequenceFlow${attribute('id', id)}${name === '' ? '' : attribute('name', name)}${attribute('sourceRef', from)}${attribute('targetRef', to)}${
    condition === null
      ? '/>'
      : `><bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">${escape(condition)}</bpmn:conditionExpression></bpmn:sequenceFlow>`
  }`;

const boundsXml = ({ x, y, width, height }: Box): string => `<dc:Bounds x="${x}" y="${y}" width="${width}" height="${height}"/>`;
/** `label`: where the name stands when the usual place, below, is that of a flow. */
const shapeXml = (id: string, box: Box, label: Box | null): string =>
  `<bpmndi:BPMNShape${attribute('id', `${id}_di`)}${attribute('bpmnElement', id)}>${boundsXml(box)}${
    label === null ? '' : `<bpmndi:BPMNLabel>${boundsXml(label)}</bpmndi:BPMNLabel>`
  }</bpmndi:BPMNShape>`;
/** The name of a fork stands before its upper corner: flows leave it upwards and downwards. */
function labelOf(box: Box | undefined, name: string): Box | null {
  if (!box || name === '') return null;
  const width = Math.min(90, 14 * name.length);
  return { x: box.x + 20 - width, y: box.y - 4, width, height: 14 };
}

function diagram(key: string, blocks: readonly Block[], { flows, names }: Pick<Writer, 'flows' | 'names'>): string {
  const { boxes, lanes } = layout(blocks);
  const edges = flows.flatMap((flow) => {
    const [from, to] = [boxes.get(flow.from), boxes.get(flow.to)];
    if (!from || !to) return [];
    const points = wayBetween(from, to, lanes.get(flow.id) ?? null).map(([x, y]) => `<di:waypoint x="${x}" y="${y}"/>`);
    return [`<bpmndi:BPMNEdge${attribute('id', `${flow.id}_di`)}${attribute('bpmnElement', flow.id)}>${points.join('')}</bpmndi:BPMNEdge>`];
  });
  const shapes = [...boxes].map(([id, box]) => shapeXml(id, box, labelOf(box, names.get(id) ?? '')));
  return `<bpmndi:BPMNDiagram id="diagram"><bpmndi:BPMNPlane id="plane"${attribute('bpmnElement', key)}>${[...shapes, ...edges].join('')}</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>`;
}

/** The BPMN 2.0 text of an approval tree, with a diagram. What `readTree` makes of it is the same tree. */
export function writeTree(head: ProcessHead, tree: StartNode): string {
  const writer = new Writer();
  const { last, blocks } = writer.chain(tree.next, tree.id, null);
  writer.flow(last, END_ID, null);
  const whole: Block[] = [event(tree.id), ...blocks, event(END_ID)];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn" xmlns:dp="http://databrain.cn/bpmn" targetNamespace="http://databrain.cn/bpmn">',
    ...writer.events,
    `<bpmn:process${attribute('id', head.key)}${attribute('name', head.name)} isExecutable="true">`,
    `<bpmn:startEvent${attribute('id', tree.id)}${attribute('name', tree.name)}/>`,
    ...writer.parts,
    `<bpmn:endEvent id="${END_ID}" name="通过"/>`,
    ...writer.flows.map(flowXml),
    '</bpmn:process>',
    diagram(head.key, whole, writer),
    '</bpmn:definitions>',
  ].join('\n');
}
