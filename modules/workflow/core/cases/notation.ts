/** A short notation of models: elements by their ids, flows as `start > a > end`. */
import { bpmn, flow, userTask } from '../engine/test-models.ts';

const ROOTS = [
  ['message', 'messageRef', (name: string) => `name="${name}"`],
  ['signal', 'signalRef', (name: string) => `name="${name}"`],
  ['error', 'errorRef', (name: string) => `errorCode="${name}"`],
  ['escalation', 'escalationRef', (name: string) => `escalationCode="${name}"`],
] as const;

/** Declarations of the messages, signals, errors and escalations that elements refer to. */
function rootsOf(elements: string): string {
  return ROOTS.flatMap(([element, reference, attribute]) => {
    const names = new Set([...elements.matchAll(new RegExp(`${reference}="${element}-([^"]+)"`, 'g'))].map(([, name]) => name ?? ''));
    return [...names].map((name) => {
      const local = name.startsWith('local-') ? ' flowable:scope="processInstance"' : '';
      return `<${element} id="${element}-${name}" ${attribute(name.replace(/^value\.(.+)$/, '${$1}'))}${local}/>`;
    });
  }).join('');
}

/** A document of one process; the first of a case is called `p`. */
export const process = (...parts: readonly string[]): string => named('p', ...parts);
export const named = (id: string, ...parts: readonly string[]): string => bpmn(parts.join(''), rootsOf(parts.join('')), id);

/** Sequence flows: `a > b > c`; a flow is called `a-b`. */
export function path(text: string): string {
  const ids = text.split('>').map((id) => id.trim());
  return ids
    .slice(1)
    .map((to, n) => flow(`${ids[n]}-${to}`, ids[n] ?? '', to))
    .join('');
}
/** A sequence flow with a condition. */
export const when = (condition: string, from: string, to: string): string => flow(`${from}-${to}`, from, to, condition);

export const start = (id = 'start', inside = '', attributes = ''): string => `<startEvent id="${id}" ${attributes}>${inside}</startEvent>`;
export const end = (id = 'end', inside = ''): string => `<endEvent id="${id}">${inside}</endEvent>`;
export const tasks = (...ids: readonly string[]): string => ids.map((id) => userTask(id)).join('');
export const task = (id: string, attributes = '', inside = ''): string => userTask(id, inside, attributes);
export const service = (id: string, attributes = '', inside = ''): string =>
  `<serviceTask id="${id}" ${attributes}>${inside}</serviceTask>`;
export const receive = (id: string, inside = ''): string => `<receiveTask id="${id}">${inside}</receiveTask>`;
export const receives = (...ids: readonly string[]): string => ids.map((id) => receive(id)).join('');

type GatewayKind = 'exclusive' | 'parallel' | 'inclusive' | 'eventBased';
export const gateway = (kind: GatewayKind, id: string, otherwise = ''): string =>
  `<${kind}Gateway id="${id}" ${otherwise === '' ? '' : `default="${otherwise}"`}/>`;
export const exclusive = (id: string, otherwise = ''): string => gateway('exclusive', id, otherwise);
export const parallel = (...ids: readonly string[]): string => ids.map((id) => gateway('parallel', id)).join('');
export const inclusive = (id: string, otherwise = ''): string => gateway('inclusive', id, otherwise);

export const sub = (id: string, ...parts: readonly string[]): string => `<subProcess id="${id}">${parts.join('')}</subProcess>`;
export const eventSub = (id: string, ...parts: readonly string[]): string =>
  `<subProcess id="${id}" triggeredByEvent="true">${parts.join('')}</subProcess>`;
/** A sub-process `id` of one task: `id` starts, its task runs, it ends. */
export const oneTaskSub = (id: string, taskId: string, inside = ''): string =>
  sub(id, inside, start(`${id}Start`), tasks(taskId), end(`${id}End`), path(`${id}Start > ${taskId} > ${id}End`));
export const call = (id: string, key: string, mappings = '', attributes = '', inside = ''): string =>
  `<callActivity id="${id}" calledElement="${key}" ${attributes}>${
    mappings === '' ? '' : `<extensionElements>${mappings}</extensionElements>`
  }${inside}</callActivity>`;
export const input = (source: string, target: string): string => `<flowable:in source="${source}" target="${target}"/>`;
export const inputOf = (expression: string, target: string): string => `<flowable:in sourceExpression="${expression}" target="${target}"/>`;
export const output = (source: string, target: string): string => `<flowable:out source="${source}" target="${target}"/>`;
export const outputOf = (expression: string, target: string): string =>
  `<flowable:out sourceExpression="${expression}" target="${target}"/>`;

export const boundary = (id: string, attachedTo: string, event: string): string =>
  `<boundaryEvent id="${id}" attachedToRef="${attachedTo}">${event}</boundaryEvent>`;
export const watching = (id: string, attachedTo: string, event: string): string =>
  `<boundaryEvent id="${id}" attachedToRef="${attachedTo}" cancelActivity="false">${event}</boundaryEvent>`;
export const catching = (id: string, event: string): string => `<intermediateCatchEvent id="${id}">${event}</intermediateCatchEvent>`;
export const throwing = (id: string, event = ''): string => `<intermediateThrowEvent id="${id}">${event}</intermediateThrowEvent>`;
/** The start of an event sub-process that leaves what runs beside it alone. */
export const startBeside = (id: string, event: string): string => start(id, event, 'isInterrupting="false"');

const timer = (element: string) => (text: string) => `<timerEventDefinition><${element}>${text}</${element}></timerEventDefinition>`;
export const after = timer('timeDuration');
export const at = timer('timeDate');
export const every = timer('timeCycle');
/** `message('value.x')` awaits the message that the variable `x` names. */
export const message = (name: string): string => `<messageEventDefinition messageRef="message-${name}"/>`;
export const signal = (name: string): string => `<signalEventDefinition signalRef="signal-${name}"/>`;
export const error = (code = ''): string => `<errorEventDefinition ${code === '' ? '' : `errorRef="error-${code}"`}/>`;
export const escalation = (code = ''): string => `<escalationEventDefinition ${code === '' ? '' : `escalationRef="escalation-${code}"`}/>`;
export const link = (name: string): string => `<linkEventDefinition name="${name}"/>`;
export const terminate = (attributes = ''): string => `<terminateEventDefinition ${attributes}/>`;
export const ALL = 'flowable:terminateAll="true"';
export const ALL_INSTANCES = 'flowable:terminateMultiInstance="true"';

interface Loop {
  readonly times?: string;
  readonly over?: string;
  readonly as?: string;
  readonly until?: string;
  readonly index?: string;
}
const loop =
  (isSequential: boolean) =>
  ({ times, over, as, until, index }: Loop): string =>
    `<multiInstanceLoopCharacteristics isSequential="${isSequential}"${over === undefined ? '' : ` flowable:collection="${over}"`}${
      as === undefined ? '' : ` flowable:elementVariable="${as}"`
    }${index === undefined ? '' : ` flowable:elementIndexVariable="${index}"`}>${times === undefined ? '' : `<loopCardinality>${times}</loopCardinality>`}${
      until === undefined ? '' : `<completionCondition><![CDATA[${until}]]></completionCondition>`
    }</multiInstanceLoopCharacteristics>`;
export const each = loop(false);
export const oneByOne = loop(true);

/** `task > afterTask` with events at the boundary of `task`. */
export const watched = (events: string, ...more: readonly string[]): string =>
  process(start(), tasks('task', 'afterTask'), events, ...more, end(), path('start > task > afterTask > end'));
