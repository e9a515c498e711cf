/** Reading of elements that bpmn-moddle made of an XML text. Attributes of Flowable and of its relatives mean the same. */

export interface Element {
  readonly $type: string;
  readonly $attrs?: Readonly<Record<string, unknown>>;
  readonly [property: string]: unknown;
}

const PREFIXES = ['flowable', 'activiti', 'camunda', 'dp'];

const isElement = (value: unknown): value is Element => typeof value === 'object' && value !== null && '$type' in value;

/** The name of an element without its prefix, beginning with a small letter: `userTask`. */
export function elementName({ $type }: Element): string {
  const name = $type.slice($type.indexOf(':') + 1);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** A plain attribute, or the text of an element that holds an expression. */
export function text(of: Element | null, property: string): string | null {
  const value = of?.[property];
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (isElement(value) && typeof value['body'] === 'string') return value['body'].trim();
  return null;
}

export const element = (of: Element | null, property: string): Element | null => {
  const value = of?.[property];
  return isElement(value) ? value : null;
};

export const elements = (of: Element | null, property: string): Element[] => {
  const value = of?.[property];
  return Array.isArray(value) ? value.filter(isElement) : [];
};

/** An attribute of the engine's own namespace, e.g. `flowable:assignee`. */
export function extra(of: Element | null, name: string): string | null {
  for (const prefix of PREFIXES) {
    const value = of?.$attrs?.[`${prefix}:${name}`];
    if (typeof value === 'string') return value;
  }
  return null;
}

/** Elements of the engine's own namespace inside `extensionElements`. */
export const extensions = (of: Element, name: string): Element[] =>
  elements(element(of, 'extensionElements'), 'values').filter(({ $type }) => PREFIXES.some((prefix) => $type === `${prefix}:${name}`));

/** An attribute of an element of a foreign namespace. */
export function plain(of: Element, name: string): string | null {
  const value = of.$attrs?.[name] ?? of[name];
  return typeof value === 'string' ? value : null;
}

export const idOf = (of: Element | null): string => text(of, 'id') ?? '';
