import { baseOf, type Column, type Relation, through } from './relation.ts';
import { readOnly } from './indirect.ts';
import { valueSources } from './expression.ts';
import { fromItem, join } from './from.ts';
import { query, withTables } from './query.ts';
import type { Scope } from './scope.ts';
import { projected } from './select-list.ts';
import { as, bare, child, isTree, items, list, nameOf, namesOf, tableName, type Tree } from './tree.ts';

interface Place {
  readonly table: string;
  readonly column: string;
}

/** UPDATE: with joins (MySQL), with FROM (PostgreSQL, T-SQL), of an alias that FROM introduces. */
export function updateRows(body: Tree, parent: Scope): readonly Column[] {
  const outer = withTables(body['with'], parent);
  const { session } = outer;
  const ref = child(body, 'table') ?? {};
  const written = tableName(ref);
  const joined = outer.inside();
  for (const item of list(body, 'extra_tables')) fromItem({ table: item }, joined);
  const from = outer.inside();
  for (const item of list(child(body, 'from_clause'), 'expressions')) fromItem(item, from);
  for (const item of list(body, 'from_joins')) join(item, from);
  const aliasOf =
    from.relations.find((relation) => relation.base !== null && relation.alias === written) ??
    from.relations.find((relation) => relation.base === written);
  const common = !ref['schema'] ? outer.commonTable(written) : null;
  const self: Relation = common
    ? { alias: nameOf(ref['alias']) ?? written, base: null, columns: common.columns }
    : session.relation(written, nameOf(ref['alias']));
  const scope = outer.inside(aliasOf ? from.relations : [self, ...joined.relations, ...from.relations]);
  for (const item of list(body, 'table_joins')) join(item, scope);
  const table = aliasOf?.base ?? (common ? (baseOf(common.columns) ?? assignedBase(body, self)) : null) ?? written;
  // FROM names the target once more without reading another row of it
  if (aliasOf) forgetTarget(aliasOf.base, from.relations, session);
  session.note(table, 'write');
  session.quietly(() => {
    if (isTree(body['where_clause'])) session.decide('filter', valueSources(body['where_clause'], scope));
  });
  for (const pair of items(body, 'set')) {
    const [left, right] = Array.isArray(pair)
      ? (pair as unknown[])
      : isTree(pair)
        ? [pair['column'] ?? pair['left'], pair['value'] ?? pair['right']]
        : [];
    assign(left, right, { scope, table });
  }
  readOnly([body['output']], scope);
  return list(body, 'returning').flatMap((item) => projected(item, scope));
}

/** A query that is updated stands for the table whose columns are set. */
function assignedBase(body: Tree, rows: Relation): string | null {
  const [pair] = items(body, 'set');
  const name = Array.isArray(pair) ? nameOf((pair as unknown[])[0]) : null;
  return name === null ? null : baseOf(rows.columns?.filter((column) => column.name === name) ?? []);
}

function forgetTarget(base: string | null, relations: readonly Relation[], session: Scope['session']): void {
  if (relations.filter((relation) => relation.base === base).length !== 1) return;
  const at = session.uses.findLastIndex((use) => use.table === base && use.role === 'read' && use.statement === session.statement);
  if (at >= 0) session.uses.splice(at, 1);
}

function assign(left: unknown, right: unknown, at: { scope: Scope; table: string }): void {
  const { scope, table } = at;
  const tuple = isTree(left) ? as(left, 'tuple') : null;
  if (tuple && isTree(right)) {
    const rows = query(as(right, 'subquery') ? (child(as(right, 'subquery'), 'this') ?? right) : right, scope);
    list(tuple, 'expressions').forEach((item, position) => {
      const place = placeOf(nameOf(item) ?? '', scope, table);
      scope.session.flow(place.table, place.column, rows.columns[position]?.sources ?? []);
    });
    return;
  }
  const column = isTree(left) ? as(left, 'column') : null;
  const path = column
    ? [...namesOf({ q: [column['schema'], column['table']] }, 'q'), nameOf(column['name']) ?? ''].join('.')
    : (nameOf(left) ?? '');
  if (path.startsWith('@')) {
    scope.session.assign(path, valueSources(right, scope));
    return;
  }
  const place = placeOf(path, scope, table);
  const sources = valueSources(right, scope);
  if (place.table !== table) scope.session.note(place.table, 'write');
  scope.session.flow(place.table, place.column, isTree(right) && !bare(right)['column'] ? through(sources, right) : sources);
}

/** Where `t.x = …` writes: the table that the qualifier means, else the target. */
function placeOf(path: string, scope: Scope, table: string): Place {
  const dot = path.lastIndexOf('.');
  const [rows] = scope.relations;
  // a column of a query that is updated is a column of the table below
  const [below] = rows && rows.base === null ? (rows.columns?.find((column) => column.name === path)?.sources ?? []) : [];
  if (below && below.table !== null) return { table: below.table, column: below.column };
  if (dot < 0) return { table, column: path };
  const relation = scope.relation(path.slice(0, dot));
  return { table: relation?.base ?? table, column: path.slice(dot + 1) };
}
