/** Changes of the BPMN document behind a shape, each one step that can be undone. */
import type { Copy } from '../../../../contract/approval.ts';
import { Approval, approversOf, passedOf } from '../../../../contract/approval.ts';
import { settingsText } from '../../../../core/tree/write.ts';
import type { Tool } from '../session.ts';
import type { Moddle, Shape } from '../types.ts';

export interface At {
  readonly tool: Tool;
  readonly shape: Shape;
}
/** What a change needs of the tool. */
interface Changing {
  readonly tool: Pick<Tool, 'modeling' | 'factory'>;
  readonly shape: Shape;
}
const isModdle = (value: unknown): value is Moddle => typeof value === 'object' && value !== null && '$type' in value;

/** A plain property of an element as text, '' when it is not set. */
export function textOf(of: Moddle | null, name: string): string {
  const value = of?.get(name);
  if (typeof value === 'string') return value;
  if (isModdle(value)) return textOf(value, 'body');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
export function partOf(of: Moddle | null, name: string): Moddle | null {
  const value = of?.get(name);
  return isModdle(value) ? value : null;
}
export function partsOf(of: Moddle | null, name: string): Moddle[] {
  const value = of?.get(name);
  return Array.isArray(value) ? value.filter(isModdle) : [];
}
/** Makes an element inside another. */
export function make({ tool }: Pick<Changing, 'tool'>, inside: Moddle, type: string, properties: Record<string, unknown>): Moddle {
  const made = tool.factory.create(type, properties);
  made.$parent = inside;
  return made;
}
export const set = ({ tool, shape }: Changing, properties: Record<string, unknown>): void =>
  tool.modeling.updateProperties(shape, properties);
export const setOf = ({ tool, shape }: Changing, of: Moddle, properties: Record<string, unknown>): void =>
  tool.modeling.updateModdleProperties(shape, of, properties);

/** Sets an attribute; an empty text takes it away. */
export const setText = (at: At, of: Moddle, name: string, text: string): void =>
  setOf(at, of, { [name]: text.trim() === '' ? undefined : text });

/** Sets a child that holds an expression; an empty text takes it away. */
export function setExpression(at: At, of: Moddle, name: string, text: string): void {
  const body = text.trim();
  setOf(at, of, { [name]: body === '' ? undefined : make(at, of, 'bpmn:FormalExpression', { body }) });
}

/** The definitions around a drawing, where messages, signals and errors stand. */
export function definitionsOf({ tool }: At): Moddle {
  let top = tool.canvas.getRootElement().businessObject;
  while (top.$parent) top = top.$parent;
  return top;
}
export const rootsOf = (at: At, type: string): Moddle[] => partsOf(definitionsOf(at), 'rootElements').filter(({ $type }) => $type === type);

/** Lets an event refer to a message, signal, error or escalation of a name or code, made when there is none. */
export function refer(at: At, event: Moddle, { type, property, field, text }: Reference): void {
  if (text.trim() === '') return setOf(at, event, { [property]: undefined });
  let root = rootsOf(at, type).find((one) => textOf(one, field) === text.trim());
  if (!root) {
    const definitions = definitionsOf(at);
    root = make(at, definitions, type, { name: text.trim(), [field]: text.trim() });
    setOf(at, definitions, { rootElements: [...(definitions.get('rootElements') as Moddle[]), root] });
  }
  return setOf(at, event, { [property]: root });
}
interface Reference {
  /** bpmn:Message … */
  readonly type: string;
  /** messageRef … */
  readonly property: string;
  /** name, or the code that the engine compares */
  readonly field: string;
  readonly text: string;
}

export const PLAIN_APPROVAL: Approval = Approval.parse({ who: [{ kind: 'starterDeptLeader' }] });
/** The settings of an attribute, also while they are not complete; a text that is no JSON counts as plain ones, none as null. */
export function approvalOf(text: string): Approval | null {
  if (text === '') return null;
  try {
    return { ...PLAIN_APPROVAL, ...(JSON.parse(text) as Approval) };
  } catch {
    return PLAIN_APPROVAL;
  }
}

/** Writes how people decide as the approval view does: settings, people, and the votes of 会签 as multi-instance. */
export function setApproval(at: Changing, approval: Approval): void {
  const { shape } = at;
  const node = shape.businessObject;
  const people = `\${${approversOf(shape.id)}}`;
  const base = { 'dp:approval': settingsText(approval) };
  if (approval.mode === 'any' || approval.mode === 'random') {
    set(at, { ...base, 'flowable:candidateUsers': people, 'flowable:assignee': undefined, loopCharacteristics: undefined });
    return;
  }
  const loop = make(at, node, 'bpmn:MultiInstanceLoopCharacteristics', {
    isSequential: approval.mode === 'sequence',
    'flowable:collection': people,
    'flowable:elementVariable': 'approver',
  });
  if (approval.mode === 'ratio')
    loop.set('completionCondition', make(at, loop, 'bpmn:FormalExpression', { body: `\${${passedOf(shape.id)}}` }));
  set(at, { ...base, 'flowable:candidateUsers': undefined, 'flowable:assignee': '${approver}', loopCharacteristics: loop });
}
/** A task whose people stand in its own attributes again. */
export const removeApproval = (at: At): void =>
  set(at, {
    'dp:approval': undefined,
    'flowable:candidateUsers': undefined,
    'flowable:assignee': undefined,
    loopCharacteristics: undefined,
  });

export const setCopy = (at: At, copy: Copy): void => set(at, { 'dp:copy': JSON.stringify(copy) });
