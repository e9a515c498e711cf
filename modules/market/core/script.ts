import { bind, joined, placesOf, raw, sql, type Sql, type SqlDialect } from '#modules/datasets/core/index.ts';
import { paged, type Asked } from './table-statement.ts';
import type { Given, Value } from './values.ts';

/** A script that cannot be used, with the place that is to blame. */
export class ScriptProblem extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.name = 'ScriptProblem';
    this.offset = offset;
  }
}

/** Optional blocks of one script: each doubles the number of texts that it may become. */
const MAX_BLOCKS = 6;

type Piece = { readonly text: string; readonly start: number; readonly isOptional: boolean };

/** `${ and city = :city }` (the family's form) and `[[ and city = :city ]]`: kept only when every parameter in it is given. */
const BLOCK = /\$\{([^{}]*)\}|\[\[((?:(?!\]\]|\[\[)[\s\S])*)\]\]/g;

/** Offsets that lie inside quotes or comments, where nothing may be put in. */
function isQuotedAt(script: string, offset: number): boolean {
  // a name that stands there is found exactly when the place is neither quoted nor a comment
  const probe = `${script.slice(0, offset)} :zzprobe `;
  return !placesOf(probe).some(({ name }) => name === 'zzprobe');
}

/** Cuts a script into what always stands and what stands only with its parameters. Throws ScriptProblem. */
export function piecesOf(script: string): Piece[] {
  const pieces: Piece[] = [];
  let last = 0;
  for (const match of script.matchAll(BLOCK)) {
    if (isQuotedAt(script, match.index))
      throw new ScriptProblem('引号或注释中不能使用参数，请去掉引号，取值会安全地传给数据源', match.index);
    const inner = match[1] ?? match[2] ?? '';
    const start = match.index + 2;
    if (!/^\s*(and|or|where|order|limit|,)\b|^\s*,/i.test(inner) || placesOf(inner).length === 0)
      throw new ScriptProblem('可选片段应以 and、or、where 开头，并含有 :参数，例如 ${ and city = :city }', match.index);
    if (match.index > last) pieces.push({ text: script.slice(last, match.index), start: last, isOptional: false });
    pieces.push({ text: inner, start, isOptional: true });
    last = match.index + match[0].length;
  }
  if (last < script.length) pieces.push({ text: script.slice(last), start: last, isOptional: false });
  const stray = /\$\{|\[\[|\]\]/.exec(script.replaceAll(BLOCK, (text) => ' '.repeat(text.length)));
  if (stray) throw new ScriptProblem('可选片段没有写完整', stray.index);
  if (pieces.filter(({ isOptional }) => isOptional).length > MAX_BLOCKS) throw new ScriptProblem(`可选片段最多${MAX_BLOCKS}个`, 0);
  return pieces;
}

/** The script with all its blocks and a number for each parameter, everything at its place: what a check of the text tells places of. */
export function plainScript(script: string): string {
  let text = '';
  for (const piece of piecesOf(script)) {
    text = text.padEnd(piece.start);
    let last = 0;
    for (const { start, end } of placesOf(piece.text)) {
      text += piece.text.slice(last, start) + '0'.padEnd(end - start);
      last = end;
    }
    text += piece.text.slice(last);
  }
  return text;
}

/** Names of the parameters of a script in order, each once, with whether every place of it is optional. */
export function scriptParams(script: string): { name: string; isOptional: boolean }[] {
  const found = new Map<string, boolean>();
  for (const { text, isOptional } of piecesOf(script))
    for (const { name } of placesOf(text)) found.set(name, (found.get(name) ?? true) && isOptional);
  return [...found].map(([name, isOptional]) => ({ name, isOptional }));
}

const listOf = (given: Given): readonly Value[] =>
  Array.isArray(given) ? (given as readonly Value[]) : given === null ? [] : [given as Value];

function filled(text: string, values: ReadonlyMap<string, Given>): Sql {
  const parts: (readonly (string | Sql[number])[])[] = [];
  let last = 0;
  for (const { name, start, end } of placesOf(text)) {
    parts.push(raw(text.slice(last, start)));
    const list = listOf(values.get(name) ?? null);
    parts.push(
      list.length === 0
        ? raw('null')
        : joined(
            list.map((value) => bind(value, 'value')),
            ', ',
          ),
    );
    last = end;
  }
  parts.push(raw(text.slice(last)));
  return parts.flat();
}

/** The text of a script for these values: blocks without all their parameters are gone, values travel apart. */
export function scriptText(script: string, values: ReadonlyMap<string, Given>): Sql {
  const isGiven = (name: string) => listOf(values.get(name) ?? null).length > 0;
  return piecesOf(script).flatMap(({ text, isOptional }) =>
    isOptional && !placesOf(text).every(({ name }) => isGiven(name)) ? [] : [...filled(text, values)],
  );
}

/** The statements of one call of a script: a page of its rows, and how many there are. The script orders its rows itself unless the caller does. */
export function scriptStatements(
  script: string,
  values: ReadonlyMap<string, Given>,
  { paging, sort }: Pick<Asked, 'paging' | 'sort'>,
  dialect: SqlDialect,
): { rows: Sql; count: Sql } {
  const order = (sort ?? []).map(({ columnName, direction }) => `${dialect.quote(columnName)} ${direction}`);
  const inner = sql`(${scriptText(script, values)}
) ${raw(dialect.alias('t'))}`;
  return {
    rows: paged(sql`select * from ${inner}${raw(order.length > 0 ? ` order by ${order.join(', ')}` : '')}`, paging, dialect),
    count: sql`select count(*) as ${raw(dialect.quote('n'))} from ${inner}`,
  };
}
