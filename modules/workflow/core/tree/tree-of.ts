/** Whether the approval view can show a BPMN text, and edit it without losing anything of it. */
import { BpmnModdle } from 'bpmn-moddle';
import type { StartNode } from '../../contract/tree.ts';
import { elementName, elements, idOf, type Element } from '../bpmn/elements.ts';
import { BpmnError, readBpmn } from '../bpmn/read.ts';
import { NoTree, readTree } from './read.ts';
import { writeTree } from './write.ts';

/** The tree of a text, or why there is none. */
export type TreeOf = { readonly tree: StartNode; readonly why: null } | { readonly tree: null; readonly why: string };

/** What says nothing of its own: the other end says it, or the drawing. */
const SKIPPED: ReadonlySet<string> = new Set(['incoming', 'outgoing', 'di', 'lanes', '$type', '$parent']);

const isElement = (value: unknown): value is Element => typeof value === 'object' && value !== null && '$type' in value;

/** What a flow is called when its own id means nothing. */
const endsOf = (flow: Element): string =>
  `${idOf(flow['sourceRef'] as Element)} > ${idOf(flow['targetRef'] as Element)} ${String(flow['name'] ?? '')}`;

/** What nodes wait for by its name, whatever its id is. */
const isEvent = ({ $type }: Element): boolean => $type === 'bpmn:Message' || $type === 'bpmn:Signal';
const eventOf = (root: Element): string => `${root.$type} ${String(root['name'] ?? '')}`;

function plain(value: unknown, parent: Element): unknown {
  if (Array.isArray(value)) return value.map((one) => plain(one, parent));
  if (!isElement(value)) return typeof value === 'object' && value !== null ? { ...value } : value;
  if (value['$parent'] === parent) return plainOf(value);
  if (isEvent(value)) return eventOf(value);
  return value.$type === 'bpmn:SequenceFlow' ? endsOf(value) : idOf(value);
}
/** An element as plain data, in an order of its own. */
function plainOf(element: Element): Record<string, unknown> {
  const isNameless = element.$type === 'bpmn:SequenceFlow' || element.$type.endsWith('EventDefinition') || isEvent(element);
  const own = Object.keys(element)
    .filter((key) => !SKIPPED.has(key) && !(isNameless && key === 'id'))
    .toSorted()
    .map((key): [string, unknown] => [key, plain(element[key], element)]);
  const attributes = Object.entries(element.$attrs ?? {})
    .filter(([key]) => !key.startsWith('xmlns'))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { type: element.$type, ...Object.fromEntries(own), attributes };
}

interface Content {
  /** what stands beside the process and is neither a message nor a signal: collaborations, errors */
  readonly beside: number;
  /** by the id of an element, or by the ends of a flow */
  readonly parts: ReadonlyMap<string, string>;
  readonly names: ReadonlyMap<string, string>;
}
async function contentOf(xml: string): Promise<Content> {
  const { rootElement } = await new BpmnModdle().fromXML(xml);
  const roots = elements(rootElement as Element, 'rootElements');
  const main = roots.find((root) => elementName(root) === 'process');
  const flowElements = elements(main ?? null, 'flowElements');
  const parts = new Map<string, string>();
  const names = new Map<string, string>();
  for (const one of flowElements) {
    const key = one.$type === 'bpmn:SequenceFlow' ? endsOf(one) : idOf(one);
    parts.set(key, JSON.stringify(plainOf(one)));
    names.set(key, String(one['name'] ?? '') || idOf(one));
  }
  const further = Object.keys(main ?? {}).filter(
    (key) => !SKIPPED.has(key) && !['id', 'name', 'isExecutable', 'flowElements'].includes(key),
  );
  for (const key of further) parts.set(`process ${key}`, '');
  const events = roots.filter(isEvent);
  for (const root of events) {
    parts.set(eventOf(root), JSON.stringify(plainOf(root)));
    names.set(eventOf(root), String(root['name'] ?? '') || idOf(root));
  }
  return { beside: roots.length - 1 - events.length, parts, names };
}

/** Where two texts say different things; null when they differ in the drawing and in the ids of plain flows only. */
async function firstDifference(xml: string, other: string): Promise<string | null> {
  const [mine, theirs] = [await contentOf(xml), await contentOf(other)];
  if (mine.beside > 0) return '泳池、错误或升级';
  for (const [key, text] of mine.parts) if (theirs.parts.get(key) !== text) return mine.names.get(key) ?? '流程的说明或属性';
  return mine.parts.size === theirs.parts.size ? null : '连线';
}

/** The tree of a text when the approval view says all of it. */
export async function treeOf(xml: string): Promise<TreeOf> {
  try {
    const { processes, problems } = await readBpmn(xml);
    const [main] = processes;
    if (!main || processes.length > 1) return { tree: null, why: '文件中有多个流程' };
    const [problem] = problems;
    if (problem) return { tree: null, why: problem.message };
    const tree = readTree(main);
    const lost = await firstDifference(xml, writeTree({ key: main.id, name: main.name }, tree));
    return lost === null ? { tree, why: null } : { tree: null, why: `“${lost}”有审批视图不能表示的设置` };
  } catch (error) {
    if (error instanceof NoTree || error instanceof BpmnError) return { tree: null, why: error.message };
    throw error;
  }
}
