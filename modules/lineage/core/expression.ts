import { distinct, type Source, starColumns } from './relation.ts';
import { query } from './query.ts';
import { Scope } from './scope.ts';
import {
  as,
  bare,
  child,
  columnPath,
  dottedPath,
  isQuery,
  isTree,
  items,
  kindOf,
  list,
  nameOf,
  namesOf,
  tableName,
  type Tree,
} from './tree.ts';

/** Words that name a unit of time where the parser sees a column: `timestampdiff(day, a, b)`. */
const UNITS =
  /^(?:sql_tsi_)?(?:microseconds?|milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|quarters?|years?|decades?|dayofyear|weekday|dow|doy|epoch|isoweek|isoyear|yy(?:yy)?|qq?|mm?|dy|dd?|wk|ww|dw|hh|mi|ss|ms|ns)$/;
const DATED =
  /^(?:date_?(?:add|sub|diff|part|name|trunc)|timestamp_?(?:add|sub|diff|trunc)|time_?(?:add|sub|diff|slice)|months_between|last_day|datetime_(?:add|sub|diff|trunc)|extract|trunc|date_bucket)$/;

/** The base columns inside an expression: all that its value is made of. A value sub-query gives what it selects, not what it filters by. */
export function valueSources(expression: unknown, scope: Scope): readonly Source[] {
  const found: Source[] = [];
  collect(expression, { scope, found, top: isTree(expression) ? bare(expression) : null });
  return distinct(found);
}

interface Collecting {
  readonly scope: Scope;
  readonly found: Source[];
  /** the expression as a whole: a relation named here is a column, inside a call it is a row */
  readonly top: Tree | null;
}

function collect(value: unknown, at: Collecting): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, at);
    return;
  }
  if (!isTree(value)) return;
  if (isQuery(value) || (child(value, 'values') && Array.isArray(child(value, 'values')?.['expressions']))) {
    for (const column of query(value, at.scope).columns) at.found.push(...column.sources);
    return;
  }
  if (leaf(value, at)) return;
  const skipped = unitOf(value);
  for (const key in value) {
    if (key === 'span' || key === 'inferred_type') continue;
    const inner = value[key];
    if (typeof inner === 'object' && inner !== null) collect(skipped ? without(inner, skipped) : inner, at);
  }
}

/** Nodes with a meaning of their own; true when nothing below is left to do. */
function leaf(node: Tree, { scope, found, top }: Collecting): boolean {
  const column = child(node, 'column');
  if (column && column['name'] !== undefined) {
    const path = columnPath(column);
    found.push(...scope.resolve(path.at(-1) ?? '', path.slice(0, -1), node !== top));
    return true;
  }
  if (node['dot']) {
    const path = dottedPath(node);
    if (path) found.push(...scope.resolve(path.at(-1) ?? '', path.slice(0, -1)));
    return path !== null;
  }
  const root = child(node, 'connect_by_root');
  const rootName = root && nameOf(as(child(root, 'this') ?? {}, 'var'));
  if (rootName) {
    found.push(...scope.resolve(rootName, []));
    return true;
  }
  const lambda = child(node, 'lambda');
  if (lambda) {
    const inner = new Scope(scope.session, scope, new Set(namesOf(lambda, 'parameters')));
    inner.relations = scope.relations;
    found.push(...valueSources(lambda['body'] ?? lambda['expression'] ?? lambda['this'], inner));
    return true;
  }
  const star = child(node, 'star');
  if (star) {
    const qualifier = star['table'] ? tableName({ ...star, name: star['table'] }) : null;
    const relation = qualifier === null ? null : scope.relation(qualifier);
    const relations = qualifier === null ? scope.relations : relation ? [relation] : [];
    for (const each of starColumns(relations)) found.push(...each.sources);
    return true;
  }
  const count = child(node, 'count');
  if (count && child(count['this'], 'star')) return true;
  const over = child(node, 'over');
  const windowName = over && nameOf(over['window_name']);
  const named = windowName ? scope.window(windowName) : null;
  if (named) found.push(...valueSources(named, scope));
  const assignment = child(node, 'property_e_q');
  const variable = assignment && nameOf(assignment['left']);
  if (variable?.startsWith('@')) {
    const sources = valueSources(assignment?.['right'], scope);
    scope.session.assign(variable, sources);
    found.push(...sources);
    return true;
  }
  return false;
}

/** The unit argument of a date function, which is no column. */
function unitOf(node: Tree): Tree | null {
  if (kindOf(node) !== 'function') return null;
  const call = child(node, 'function');
  if (!DATED.test(nameOf(call?.['name']) ?? '')) return null;
  return list(call, 'args').find((arg) => isUnit(arg)) ?? null;
}

function isUnit(arg: Tree): boolean {
  const column = child(arg, 'column');
  return !!column && !column['table'] && child(column, 'name')?.['quoted'] !== true && UNITS.test(nameOf(column['name']) ?? '');
}

const without = (call: unknown, skipped: Tree): unknown =>
  isTree(call) ? { ...call, args: items(call, 'args').filter((arg) => arg !== skipped) } : call;
