import { BpmnModdle } from 'bpmn-moddle';
import type { ProcessModel } from '../model.ts';
import { elementName, elements, idOf, text, type Element } from './elements.ts';
import { normalForm } from './normal-form.ts';
import { scopeOf, type Problem } from './read-nodes.ts';

export interface Document {
  /** in the order of the XML; the first is the one that a document without a choice starts */
  readonly processes: readonly ProcessModel[];
  readonly problems: readonly Problem[];
}

export class BpmnError extends Error {}

/** Declarations of entities have no place in BPMN and can make a small text very large. */
const DOCTYPE = /<!(?:DOCTYPE|ENTITY)/i;

/** Each declaration costs a look through the text, and each element keeps those that are in force. */
const DECLARED = /\sxmlns[:=]/g;
const MAX_DECLARED = 500;

/**
 * Reads a BPMN 2.0 text into what the engine executes. Throws BpmnError with a Chinese sentence when the text is no BPMN document;
 * single steps that cannot be executed are told in `problems`.
 */
export async function readBpmn(xml: string): Promise<Document> {
  if (DOCTYPE.test(xml)) throw new BpmnError('BPMN 文件不能含有 DOCTYPE 或实体声明');
  if ((xml.match(DECLARED)?.length ?? 0) > MAX_DECLARED) throw new BpmnError(`BPMN 文件最多声明${MAX_DECLARED}个命名空间`);
  const parsed = await new BpmnModdle().fromXML(normalForm(xml)).catch((error: unknown) => {
    throw new BpmnError(`不是有效的 BPMN 2.0 文件：${error instanceof Error ? error.message : String(error)}`);
  });
  const definitions = parsed.rootElement as unknown as Element;
  const repeated = parsed.warnings.find(({ message }) => /duplicate ID/i.test(message));
  if (repeated) throw new BpmnError(`BPMN 文件中的编号重复：${/duplicate ID <([^>]+)>/i.exec(repeated.message)?.[1] ?? repeated.message}`);
  const roots = elements(definitions, 'rootElements');
  const open = new Map<Element, Record<string, string>>();
  for (const { element: from, property, id } of parsed.references as unknown as readonly {
    element: Element;
    property: string;
    id: string;
  }[]) {
    const entry = open.get(from) ?? {};
    entry[property.slice(property.indexOf(':') + 1)] = id;
    open.set(from, entry);
  }
  const reading = { references: { roots: new Map(roots.map((root) => [idOf(root), root])), open }, problems: [] as Problem[] };
  const processes = roots
    .filter((root) => elementName(root) === 'process')
    .map((root) => ({ id: idOf(root), name: text(root, 'name') ?? '', ...scopeOf(root, reading) }));
  if (processes.length === 0) throw new BpmnError('BPMN 文件中没有流程（process）');
  return { processes, problems: reading.problems };
}
