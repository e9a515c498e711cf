import type { Shape } from '../../contract/service.ts';
import type { ServiceParam } from '../../contract/service-param.ts';
import { childNamed, childrenNamed, elementsIn, qualified, XmlProblem, type XmlElement } from './xml.ts';

export const XSD = 'http://www.w3.org/2001/XMLSchema';
const MAX_DEPTH = 12;
const MAX_NODES = 600;
/** Parts of schemas that are looked at for all messages of a document together: types that extend themselves several times would take for ever. */
const MAX_LOOKED_AT = 5_000_000;

/** An element of a message, as its schema describes it. */
export interface XsdNode {
  readonly name: string;
  /** namespace of its tag, empty when it has none */
  readonly space: string;
  readonly type: ServiceParam['paramType'];
  readonly isList: boolean;
  readonly isOptional: boolean;
  readonly note: string | null;
  /** null = it holds a value */
  readonly fields: readonly XsdNode[] | null;
}

interface Named {
  readonly element: XmlElement;
  readonly space: string;
  readonly isQualified: boolean;
}
const SIMPLE: readonly (readonly [RegExp, ServiceParam['paramType']])[] = [
  [/^(int|integer|long|short|byte|(non)?(positive|negative)Integer|unsigned\w+)$/i, '2'],
  [/^(decimal|float|double)$/, '3'],
  [/^(date|dateTime)$/, '4'],
  [/^boolean$/, '6'],
];
const simpleType = (local: string): ServiceParam['paramType'] => SIMPLE.find(([names]) => names.test(local))?.[1] ?? '1';

/** The schemas of a WSDL: what an element or a type of theirs looks like. */
export class Schemas {
  readonly #elements = new Map<string, Named>();
  readonly #types = new Map<string, Named>();
  readonly warnings = new Set<string>();
  #nodes = 0;
  #left = MAX_LOOKED_AT;

  constructor(schemas: readonly XmlElement[]) {
    for (const schema of schemas) {
      const space = schema.attributes['targetNamespace'] ?? '';
      const isQualified = schema.attributes['elementFormDefault'] === 'qualified';
      for (const element of elementsIn(schema)) {
        const name = element.attributes['name'];
        const isOutside = ['import', 'include', 'redefine'].includes(element.local) && element.attributes['schemaLocation'] !== undefined;
        // what a document names is never fetched
        if (isOutside)
          this.warnings.add(`引用的外部模式文件“${element.attributes['schemaLocation']?.slice(0, 100)}”没有读取，请合并到WSDL中`);
        if (name === undefined) continue;
        const named = { element, space, isQualified };
        if (element.local === 'element') this.#elements.set(`${space} ${name}`, named);
        if (element.local === 'complexType' || element.local === 'simpleType') this.#types.set(`${space} ${name}`, named);
      }
    }
  }

  /** The element of a name; null when no schema describes it. */
  element({ space, local }: { space: string; local: string }): XsdNode | null {
    this.#nodes = 0;
    const found = this.#elements.get(`${space} ${local}`);
    return found ? this.#node(found, { ...found, isQualified: true }, 0) : null;
  }
  /** An element of a given name with a type of the schemas, as the parts of calls in RPC style are. */
  ofType(name: string, type: { space: string; local: string }): XsdNode {
    const base = { name, space: '', isList: false, isOptional: true, note: null };
    if (type.space === XSD) return { ...base, type: simpleType(type.local), fields: null };
    const found = this.#types.get(`${type.space} ${type.local}`);
    return found ? { ...base, ...this.#content(found, 0) } : { ...base, type: '1', fields: null };
  }

  /** Counts what looking at an element costs. Throws XmlProblem when a document costs too much. */
  #look({ children }: XmlElement): void {
    this.#left -= children.length + 1;
    if (this.#left < 0) throw new XmlProblem('WSDL 的类型定义过于复杂，请精简或拆分后重试');
  }

  #node({ element }: Named, within: Named, depth: number): XsdNode {
    const ref = element.attributes['ref'];
    const target = ref === undefined ? undefined : this.#elements.get(key(qualified(element, ref)));
    const own = target?.element ?? element;
    this.#look(own);
    const name = own.attributes['name'] ?? (ref === undefined ? '' : qualified(element, ref).local);
    const isQualified = target !== undefined || (element.attributes['form'] ?? (within.isQualified ? 'qualified' : '')) === 'qualified';
    const max = element.attributes['maxOccurs'];
    return {
      name,
      space: isQualified ? (target ?? within).space : '',
      isList: max !== undefined && max !== '1' && max !== '0',
      isOptional: element.attributes['minOccurs'] === '0' || own.attributes['nillable'] === 'true',
      note: noteOf(own),
      ...this.#typed(own, target ?? within, depth),
    };
  }

  #typed(element: XmlElement, within: Named, depth: number): Pick<XsdNode, 'type' | 'fields'> {
    const named = element.attributes['type'];
    if (named !== undefined) {
      const type = qualified(element, named);
      if (type.space === XSD) return { type: simpleType(type.local), fields: null };
      const found = this.#types.get(key(type));
      if (found) return this.#content(found, depth);
      this.warnings.add(`类型“${type.local}”没有定义，按文本处理`);
      return { type: '1', fields: null };
    }
    const inner = childNamed(element, 'complexType', XSD) ?? childNamed(element, 'simpleType', XSD);
    return inner ? this.#content({ ...within, element: inner }, depth) : { type: '1', fields: null };
  }

  #content(found: Named, depth: number): Pick<XsdNode, 'type' | 'fields'> {
    this.#look(found.element);
    if (found.element.local === 'simpleType') return { type: this.#base(found.element), fields: null };
    const simple = childNamed(found.element, 'simpleContent', XSD);
    if (simple) return { type: this.#base(simple), fields: null };
    if (depth >= MAX_DEPTH) {
      this.warnings.add('报文的层级过深或引用自身，更深的部分没有展开');
      return { type: '1', fields: [] };
    }
    return { type: '1', fields: this.#fields(found, found.element, depth + 1) };
  }
  #base(element: XmlElement): ServiceParam['paramType'] {
    this.#look(element);
    const inner = childNamed(element, 'restriction', XSD) ?? childNamed(element, 'extension', XSD);
    const base = inner?.attributes['base'];
    if (!inner || base === undefined) return '1';
    const type = qualified(inner, base);
    if (type.space === XSD) return simpleType(type.local);
    const above = this.#types.get(key(type));
    return above && above.element !== element && above.element.local === 'simpleType' && this.#nodes++ < MAX_NODES
      ? this.#base(above.element)
      : '1';
  }

  /** Elements that a type or a part of it holds, in their order. */
  #fields(found: Named, element: XmlElement, depth: number): XsdNode[] {
    this.#look(element);
    return elementsIn(element).flatMap((child): XsdNode[] => {
      if (child.space !== XSD) return [];
      if (child.local === 'element') {
        if (++this.#nodes <= MAX_NODES) return [this.#node({ ...found, element: child }, found, depth)];
        this.warnings.add(`报文的字段超过${MAX_NODES}个，其余没有展开`);
        return [];
      }
      if (child.local === 'choice') return this.#fields(found, child, depth).map((one) => ({ ...one, isOptional: true }));
      if (['sequence', 'all', 'complexContent', 'restriction'].includes(child.local)) return this.#fields(found, child, depth);
      if (child.local === 'extension') return [...this.#extended(child, depth), ...this.#fields(found, child, depth)];
      if (child.local === 'group' || child.local === 'any') this.warnings.add('报文中的 xsd:group 和 xsd:any 没有展开，请在报文模板里补充');
      return [];
    });
  }
  #extended(extension: XmlElement, depth: number): XsdNode[] {
    const base = extension.attributes['base'];
    const above = base === undefined ? undefined : this.#types.get(key(qualified(extension, base)));
    if (!above || depth >= MAX_DEPTH) return [];
    return this.#fields(above, above.element, depth + 1);
  }
}

const key = ({ space, local }: { space: string; local: string }): string => `${space} ${local}`;
function noteOf(element: XmlElement): string | null {
  const inner = childNamed(element, 'annotation', XSD);
  const [text] = inner ? childrenNamed(inner, 'documentation', XSD) : [];
  const found = text?.children
    .filter((one) => typeof one === 'string')
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  return found ? found.slice(0, 200) : null;
}

const KINDS: Readonly<Record<string, Shape['kind']>> = { '2': 'number', '3': 'number', '6': 'boolean' };
/** The form that answers of an element have. */
export const shapeOf = (node: XsdNode): Shape => ({
  name: node.name,
  kind: node.fields === null ? (KINDS[node.type] ?? 'text') : 'object',
  isList: node.isList,
  fields: (node.fields ?? []).map(shapeOf),
});
