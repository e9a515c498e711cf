/** A piece of the parser's tree. Expressions are objects with one key, the kind: `{ select: { … } }`. */
export type Node = { readonly [key: string]: unknown };

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The kind and content of an expression; null for plain structures. */
export function expression(value: unknown): { kind: string; body: unknown } | null {
  if (!isNode(value)) return null;
  const keys = Object.keys(value);
  return keys.length === 1 ? { kind: keys[0]!, body: value[keys[0]!] } : null;
}
/** The content of an expression of one kind, null for others. */
export function bodyOf(value: unknown, kind: string): Node | null {
  const found = expression(value);
  return found?.kind === kind && isNode(found.body) ? found.body : null;
}
export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];

/** Visits a tree from the top; a visitor that answers false does not go below a node. */
export function walk(value: unknown, visit: (node: Node) => boolean | void): void {
  if (Array.isArray(value)) for (const item of value) walk(item, visit);
  if (!isNode(value) || visit(value) === false) return;
  for (const key in value) if (key !== 'span') walk(value[key], visit);
}

/** The place of a name in the text, its quotes included; null when the parser did not say. */
export function spanOf(name: unknown): { start: number; end: number } | null {
  const span = isNode(name) ? name.span : null;
  return isNode(span) && typeof span.start === 'number' && typeof span.end === 'number' ? { start: span.start, end: span.end } : null;
}

/** Where in the text a node stands, null when the parser did not say. */
export const offsetOf = (node: unknown): number | null => {
  if (!isNode(node)) return null;
  const span = node.span ?? (isNode(node.name) ? node.name.span : null);
  return isNode(span) && typeof span.start === 'number' ? span.start : null;
};

/** Where in the text an expression begins, as far as the parser said: the first place in it that has one. */
export function placeOf(node: unknown): number | null {
  let found: number | null = null;
  walk(node, (inner) => {
    if (found !== null) return false;
    if (isNode(inner.span) && typeof inner.span.start === 'number') found = inner.span.start;
    return undefined;
  });
  return found;
}
