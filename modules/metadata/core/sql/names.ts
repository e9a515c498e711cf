import type { Node } from './ast.ts';

/** A name as written: PostgreSQL folds it to lower case unless it was quoted. */
export interface Name {
  readonly text: string;
  readonly quoted: boolean;
}
/** The name as the server sees it. */
export const fold = (name: Name): string => (name.quoted ? name.text : name.text.toLowerCase()).slice(0, 63);

/** Reads an identifier of the syntax tree, which is text, `{name, quoted}` or wrapped in an expression. */
export function nameOf(node: unknown): Name | null {
  if (node === null || node === undefined) return null;
  if (typeof node === 'string') return { text: node, quoted: false };
  if (typeof node !== 'object') return null;
  const { name, quoted, identifier } = node as Node;
  if (typeof name === 'string') return { text: name, quoted: quoted === true };
  return nameOf(name ?? identifier ?? null);
}
export const foldedName = (node: unknown): string | null => {
  const name = nameOf(node);
  return name && fold(name);
};
