import { type Column, distinct, type Relation, type Source, source } from './relation.ts';
import { valueSources } from './expression.ts';
import type { Scope } from './scope.ts';
import { as, child, columnPath, kindOf, list, nameOf, tableName, type Tree, walk } from './tree.ts';

interface Alias {
  readonly alias: string | null;
  readonly names: readonly string[];
}

/** Default column names of table functions, without an alias. */
const DEFAULTS: Readonly<Record<string, readonly string[]>> = {
  explode: ['col', 'key', 'value'],
  explode_outer: ['col', 'key', 'value'],
  posexplode: ['pos', 'col', 'key', 'value'],
  posexplode_outer: ['pos', 'col', 'key', 'value'],
  flatten: ['seq', 'key', 'path', 'index', 'value', 'this'],
  openjson: ['key', 'value', 'type'],
  open_j_s_o_n: ['key', 'value', 'type'],
  string_split: ['value', 'ordinal'],
  split_to_table: ['seq', 'index', 'value'],
  generate_series: ['generate_series', 'value'],
  json_each: ['key', 'value', 'type', 'atom', 'fullkey', 'path'],
  jsonb_each: ['key', 'value'],
  json_each_text: ['key', 'value'],
  jsonb_each_text: ['key', 'value'],
  json_array_elements: ['value'],
  jsonb_array_elements: ['value'],
  json_array_elements_text: ['value'],
  jsonb_array_elements_text: ['value'],
  json_tree: ['key', 'value', 'type', 'atom', 'fullkey', 'path'],
};

/** Names defined inside the call: COLUMNS (a INT PATH …) of JSON_TABLE and XMLTABLE, WITH (…) of OPENJSON. */
function definedNames(call: Tree): string[] {
  const names: string[] = [];
  walk(call, (node) => {
    if (node['select'] || node['union']) return false;
    const defined = as(node, 'column_def') ?? as(node, 'json_column_def') ?? as(node, 'j_s_o_n_column_def');
    const own = defined ? nameOf(defined['name'] ?? defined['this']) : nameOf(child(as(node, 'open_j_s_o_n_column_def'), 'this'));
    if (own) names.push(own);
    return true;
  });
  return names;
}

/** `STREAM(t)` of Databricks is the table itself. */
function streamed(call: Tree): string | null {
  const body = as(call, 'function');
  const column = as(list(body, 'args')[0] ?? {}, 'column');
  return body && column && nameOf(body['name']) === 'stream' ? columnPath(column).join('.') : null;
}

/** A call in FROM as a relation: each of its columns is made of all the columns in its arguments. */
export function tableFunction(call: Tree, { alias, names }: Alias, scope: Scope): Relation {
  const stream = streamed(call);
  if (stream !== null) return scope.session.read(stream, alias);
  const any = distinct(valueSources(call, scope.inside([...scope.relations])).filter((item) => item.table !== null));
  const defined = names.length ? names : definedNames(call);
  const name = innerName(call);
  // a function of one column is called by its alias: generate_series(1, 9) AS g
  const known = defined.length
    ? defined
    : [...(DEFAULTS[name] ?? []), ...(alias !== null && ['postgres', 'redshift', 'duckdb'].includes(scope.session.dialect) ? [alias] : [])];
  const columns = known.length ? known.map((each): Column => ({ name: each, sources: any })) : null;
  return { alias, hasAlias: alias !== null, base: null, columns: columns ?? (any.length ? null : []), any, listedOnly: true };
}

function innerName(call: Tree): string {
  const kind = kindOf(call);
  const body = as(call, kind);
  const name = kind === 'function' ? (nameOf(body?.['name']) ?? '') : kind;
  const [first] = list(body, 'args');
  return name === 'table' && first ? innerName(first) : name;
}

/** UNNEST: with several arrays each name belongs to the array at its place. */
export function unnested(body: Tree, { alias, names }: Alias, scope: Scope): Relation {
  const inner = scope.inside([...scope.relations]);
  const arrays = [body['this'], ...list(body, 'expressions')].map((array) => valueSources(array, inner));
  const any = distinct(arrays.flat());
  const offset = nameOf(body['offset_alias']);
  const listed = names.length ? names : [alias ?? 'unnest'];
  const parallel = arrays.length > 1;
  const ordinality = body['with_ordinality'] === true || offset !== null;
  const at = (position: number): readonly Source[] => {
    if (parallel) return arrays[position] ?? any;
    return ordinality && names.length > 1 && position === names.length - 1 ? any : any;
  };
  const columns: Column[] = listed.map((name, position) => ({ name, sources: at(position) }));
  if (offset !== null) columns.push({ name: offset, sources: any });
  return { alias, hasAlias: alias !== null, base: null, columns: columns.length ? columns : null, any, listedOnly: true };
}

/**
 * Window functions of Flink, `TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), …))`: the columns of the table and the bounds of the window,
 * which come from its time column. Null for other calls.
 */
export function windowedTable(item: Tree, { alias }: Alias, scope: Scope): Relation | null {
  const outer = as(item, 'function');
  if (!outer || nameOf(outer['name']) !== 'table') return null;
  const call = as(list(outer, 'args')[0] ?? {}, 'function');
  if (!call || !/^(?:tumble|hop|cumulate|session)$/.test(nameOf(call['name']) ?? '')) return null;
  let table: string | null = null;
  const times: string[] = [];
  walk(list(call, 'args'), (node) => {
    const ref = as(node, 'table');
    if (ref && table === null) table = tableName(ref);
    const descriptor = as(node, 'function');
    if (descriptor && nameOf(descriptor['name']) === 'descriptor') {
      for (const arg of list(descriptor, 'args')) times.push(nameOf(as(arg, 'column')) ?? '');
      return false;
    }
    return true;
  });
  if (table === null) return null;
  const base = scope.session.read(table, alias);
  const bounds = times.map((time) => source(table, time));
  const own: readonly Column[] = base.columns ?? [{ name: '*', sources: [source(table, '*', true)] }];
  return {
    alias: alias ?? table,
    base: null,
    columns: [...own, ...['window_start', 'window_end', 'window_time'].map((name) => ({ name, sources: bounds }))],
  };
}
