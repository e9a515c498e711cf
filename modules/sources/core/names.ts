import type { Node } from './ast.ts';
import type { Dialect } from './dialects.ts';

/** A name as written. */
export interface Name {
  readonly text: string;
  readonly quoted: boolean;
}
/** Reads an identifier of the syntax tree, which is text, `{name, quoted}` or wrapped in an expression. */
export function nameOf(node: unknown): Name | null {
  if (node === null || node === undefined) return null;
  if (typeof node === 'string') return { text: node, quoted: false };
  if (typeof node !== 'object') return null;
  const { name, quoted, identifier } = node as Node;
  if (typeof name === 'string') return { text: name, quoted: quoted === true };
  return nameOf(name ?? identifier ?? null);
}
/** The name of a node as the server compares it. */
export const foldedName = (node: unknown, dialect: Dialect): string | null => {
  const name = nameOf(node);
  return name && dialect.names.fold(name);
};
