import type { SetParam } from '../../contract/field.ts';

type Bindable = string | number | boolean | null;
export type ParamGiven = Bindable | readonly Bindable[];

/** Where a `:name` stands in a text. */
interface Place {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Behind the end of a quote that begins at `at`. */
function behindQuote(sql: string, at: number, close: string): number {
  for (let i = at + 1; i < sql.length; i++) {
    if (sql[i] === '\\' && close === "'" && sql[i + 1] === close && sql.indexOf(close, i + 2) >= 0) i++;
    else if (sql[i] === close) {
      if (sql[i + 1] !== close) return i + 1;
      i++;
    }
  }
  return sql.length;
}

/** Behind what cannot hold a parameter (quotes, comments, dollar quotes, casts), or `at` itself. */
function skip(sql: string, at: number): number {
  const two = sql.slice(at, at + 2);
  if (two === '--') return indexOrEnd(sql, '\n', at);
  if (two === '/*') return indexOrEnd(sql, '*/', at + 2) + 2;
  if (two === '::') return at + 2;
  const one = sql[at]!;
  if (one === "'" || one === '"' || one === '`') return behindQuote(sql, at, one);
  if (one === '$') {
    const tag = /^\$(?:[A-Za-z_]\w*)?\$/.exec(sql.slice(at, at + 66))?.[0];
    if (tag) return indexOrEnd(sql, tag, at + tag.length) + tag.length;
  }
  return at;
}
function indexOrEnd(sql: string, what: string, from: number): number {
  const at = sql.indexOf(what, from);
  return at < 0 ? sql.length : at;
}

/** Where the `:name` of an SQL text stand, in order. */
export function placesOf(sql: string): Place[] {
  const places: Place[] = [];
  for (let i = 0; i < sql.length;) {
    const next = skip(sql, i);
    if (next > i) {
      i = next;
      continue;
    }
    const name = sql[i] === ':' && !/[\w:]/.test(sql[i - 1] ?? ' ') ? /^[A-Za-z_]\w{0,39}/.exec(sql.slice(i + 1, i + 41))?.[0] : undefined;
    if (name) places.push({ name, start: i, end: i + 1 + name.length });
    i += name ? name.length + 1 : 1;
  }
  return places;
}

/** Names of the `:name` of an SQL text in order, each once. Quotes, comments and casts (`::date`) hold none. */
export const namesIn = (sql: string): string[] => [...new Set(placesOf(sql).map(({ name }) => name))];

/** A text whose values travel apart; `problem` says why that is not possible. */
export interface Bound {
  readonly text: string;
  readonly params: readonly Bindable[];
  readonly problem: string | null;
}

/** One given value as the type of its parameter wants it. */
export function valuesOf(param: SetParam, given: ParamGiven | undefined): readonly Bindable[] {
  const value = given === undefined ? param.value : given;
  const list = Array.isArray(value) ? (value as readonly Bindable[]) : [value as Bindable];
  if (param.type !== 'number') return list.map((one) => (typeof one === 'number' && param.type === 'date' ? String(one) : one));
  return list.map((one) => (typeof one === 'string' && one.trim() !== '' && Number.isFinite(Number(one)) ? Number(one) : one));
}

/**
 * Puts placeholders in place of `:name` and lists the values in their order: `$n` for PostgreSQL, `?` for MySQL, SQLite and DuckDB; other
 * grammars cannot take values apart. A list becomes one placeholder for each of its values, an empty one NULL.
 */
export function bindNames(sql: string, params: readonly SetParam[], values: Readonly<Record<string, ParamGiven>>, dialect: string): Bound {
  const places = placesOf(sql);
  if (places.length === 0) return { text: sql, params: [], problem: null };
  const style = dialect === 'postgres' ? '$' : ['mysql', 'doris', 'starrocks', 'sqlite', 'duckdb'].includes(dialect) ? '?' : null;
  if (style === null) return { text: sql, params: [], problem: '该类数据源暂不支持参数，请去掉 :参数 后重试' };
  const bound: Bindable[] = [];
  let text = '';
  let last = 0;
  for (const { name, start, end } of places) {
    const param = params.find((one) => one.name === name) ?? { name, type: 'text' as const, value: null };
    const list = valuesOf(param, Object.hasOwn(values, name) ? values[name] : undefined);
    if (list.length > 1000) return { text: sql, params: [], problem: `参数“${name}”最多1000个取值` };
    text += sql.slice(last, start);
    text += (list.length === 0 ? [null] : list)
      .map((value) => {
        bound.push(value);
        return style === '?' ? '?' : `$${bound.length}`;
      })
      .join(', ');
    last = end;
  }
  return { text: text + sql.slice(last), params: bound, problem: null };
}

/** The text with NULL in place of its parameters: for those who read what it is made of, never to be run. */
export function withoutNames(sql: string): string {
  let text = '';
  let last = 0;
  for (const { start, end } of placesOf(sql)) {
    text += `${sql.slice(last, start)}null`;
    last = end;
  }
  return text + sql.slice(last);
}
