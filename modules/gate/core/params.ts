import { lex, LexError } from './sql/lex.ts';
import type { Dialect } from '#modules/sources/core/index.ts';

/** A value for `${name}` of a console statement; a list fills `in (${names})`. */
export type ParamValue = string | number | null | readonly (string | number)[];

/** `${name}`: a letter (Chinese too) or underscore first. */
const NAME = /\$\{([\p{L}_][\p{L}\p{N}_]{0,49})\}/gu;
/** Values of one list; more would make a statement that no server plans well. */
const MAX_VALUES = 1000;

/** Names of the parameters of a script, in order, each once. */
export const paramNames = (script: string): string[] => [...new Set([...script.matchAll(NAME)].map((match) => match[1]!))];

/** One statement with the values that travel apart from it. */
export interface BoundStatement {
  /** the statement behind blanks, so that its lines and columns are those of the script */
  readonly text: string;
  /** where the statement begins in the bound script */
  readonly start: number;
  readonly params: readonly (string | number | null)[];
}

/** How the driver wants the n-th value (from 1) of a statement written; null where values cannot travel apart. */
function placeholderOf(dialect: Dialect): ((n: number) => string) | null {
  const { param } = dialect.text;
  if (param === null) return null;
  if (param.test('$1')) return (n) => `$${n}`;
  return param.test('?') ? () => '?' : null;
}

interface Occurrence {
  readonly name: string;
  readonly offset: number;
  readonly value: string | number | null;
}

/**
 * Puts placeholders in place of `${name}` and cuts the script into statements. Values never become SQL. Throws LexError with the place
 * (in the original script) of a name that has no value, stands inside quotes or a comment, or of a text that cannot be read.
 */
export function bindParams(script: string, values: Readonly<Record<string, ParamValue>>, dialect: Dialect): BoundStatement[] {
  const placeholder = placeholderOf(dialect);
  if (placeholder === null) throw new LexError(`${dialect.label} 数据源暂不支持参数，请直接写出取值`, 0);
  const occurrences: Occurrence[] = [];
  const places: { at: number; original: number }[] = [];
  let bound = '';
  let last = 0;
  for (const match of script.matchAll(NAME)) {
    const name = match[1]!;
    if (!Object.hasOwn(values, name)) throw new LexError(`请填写参数“${name}”的取值`, match.index);
    const value = values[name]!;
    const list = Array.isArray(value) ? (value as readonly (string | number)[]) : [value as string | number | null];
    if (list.length === 0) throw new LexError(`参数“${name}”至少需要一个取值`, match.index);
    if (list.length > MAX_VALUES) throw new LexError(`参数“${name}”最多${MAX_VALUES}个取值`, match.index);
    bound += script.slice(last, match.index);
    places.push({ at: bound.length, original: match.index });
    const before = bound.length;
    list.forEach((one, i) => {
      if (i > 0) bound += ', ';
      occurrences.push({ name, offset: bound.length, value: one });
      bound += placeholder(occurrences.length);
    });
    // a name that is longer than its placeholder leaves blanks, so that what follows stays where it was
    bound = bound.padEnd(before + match[0].length);
    last = match.index + match[0].length;
  }
  bound += script.slice(last);
  return cut(bound, occurrences, placeholder, dialect, places);
}

function cut(
  bound: string,
  occurrences: readonly Occurrence[],
  placeholder: (n: number) => string,
  dialect: Dialect,
  places: readonly { at: number; original: number }[],
): BoundStatement[] {
  const original = (offset: number) => {
    const place = places.findLast((one) => one.at <= offset);
    return place ? place.original + (offset - place.at) : offset;
  };
  const statements = lex(bound, dialect);
  const found = new Set(
    statements.flatMap(({ start, tokens }) => tokens.filter((token) => token.kind === 'param').map((token) => start + token.start)),
  );
  const hidden = occurrences.find(({ offset }) => !found.has(offset));
  if (hidden) throw new LexError(`参数“${hidden.name}”不能写在引号或注释里，请去掉引号，平台会按取值的类型传递`, original(hidden.offset));
  const byOffset = new Map(occurrences.map((one) => [one.offset, one]));
  return statements.map(({ start, end, tokens }) => {
    const params: (string | number | null)[] = [];
    let text = bound.slice(start, end);
    for (const token of tokens) {
      if (token.kind !== 'param') continue;
      const one = byOffset.get(start + token.start);
      if (!one) throw new LexError('不支持占位符，请用 ${名称} 书写参数', original(start + token.start));
      params.push(one.value);
      // numbers begin anew in every statement; they never get longer
      text = text.slice(0, token.start) + placeholder(params.length).padEnd(token.end - token.start) + text.slice(token.end);
    }
    return { text: bound.slice(0, start).replace(/[^\n]/g, ' ') + text, start, params };
  });
}
