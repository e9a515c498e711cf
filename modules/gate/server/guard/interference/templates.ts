import type { Type } from './schema.ts';

/**
 * What can be done with values, one template a line, by the type of the result: `{t}`, `{n}`, `{d}`, `{b}` stand for any expression of a
 * type, `{x:t}` for one that is no bare column, `{c}` for any bare column where a masked one may stand too, `{s}` for one where the rule
 * leaves it open, `{q:t}` for a query of one column, `{e}` for any query, `{i}` for a small number.
 */
export type Templates = Readonly<Record<Type, string>>;

const lines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Several sets of templates as lists. */
export const templatesOf = (...parts: readonly Templates[]): Readonly<Record<Type, readonly string[]>> => {
  const of = (type: Type) => parts.flatMap((part) => lines(part[type]));
  return { t: of('t'), n: of('n'), d: of('d'), b: of('b') };
};
