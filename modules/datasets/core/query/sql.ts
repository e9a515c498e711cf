import type { Scalar } from '../../contract/query.ts';

/**
 * How a value is bound: `value` is compared with a column and takes its type, `text` stands by itself, `int` counts something,
 * `date` and `datetime` are moments of the configured zone.
 */
export type BindAs = 'value' | 'text' | 'number' | 'int' | 'date' | 'datetime' | 'bool';
export interface Bind {
  readonly bind: Scalar;
  readonly as: BindAs;
  /** a number as it was written, for servers that take more digits than JavaScript keeps */
  readonly digits?: string;
}
/** A piece of a statement: text of ours, and values that travel apart from it. */
export type Sql = readonly (string | Bind)[];

/** Text of ours. Never give it what a person typed. */
export const raw = (text: string): Sql => [text];
export const bind = (value: Scalar, as: BindAs): Sql => [{ bind: value, as }];

/** Puts pieces together; what stands between `${}` must be pieces, so that no text slips in. */
export function sql(strings: TemplateStringsArray, ...parts: readonly Sql[]): Sql {
  const all: (string | Bind)[] = [];
  strings.forEach((text, i) => {
    if (text !== '') all.push(text);
    if (i < parts.length) all.push(...parts[i]!);
  });
  return all;
}
export const joined = (parts: readonly Sql[], by: string): Sql => parts.flatMap((part, i) => (i === 0 ? part : [by, ...part]));

/** A query that cannot be put together, with a sentence for people. */
export class QueryProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'QueryProblem';
  }
}
