import { readOnly } from './indirect.ts';
import { type Column, distinct, type Relation, type Source, through } from './relation.ts';
import { valueSources } from './expression.ts';
import { fromItem } from './from.ts';
import { derived, query, withTables } from './query.ts';
import type { Scope } from './scope.ts';
import { outputName, projected, UNNAMED } from './select-list.ts';
import { passOn } from './targets.ts';
import { upsert } from './upsert.ts';
import { as, bare, child, isTree, items, kindOf, list, nameOf, namesOf, tableName, type Tree } from './tree.ts';

const lastPart = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** INSERT and REPLACE: with a query, with VALUES, into a table or a directory. */
export function insertRows(body: Tree, parent: Scope): readonly Column[] {
  const scope = withTables(body['with'], parent);
  const { session } = scope;
  const directory = child(body, 'directory');
  const table = directory ? `path:${nameOf(directory['path']) ?? ''}` : tableName(body['table']);
  const names = namesOf(body, 'columns').map(lastPart);
  const source = child(body, 'query') ?? child(body, 'source');
  const partition = items(body, 'partition').flatMap((pair) => (Array.isArray(pair) ? [pair as unknown[]] : []));
  const fixed = partition.flatMap(([name, value]) => (value == null ? [] : (nameOf(name) ?? [])));
  const byName = body['by_name'] === true;
  const columns = source
    ? query(source, scope).columns
    : valueColumns(items(body, 'values'), scope, names.length ? names : (session.columns(table) ?? []));
  if (table !== '') passOn(source ? { table, columns, names, byName, fixed } : { table, columns, names: [], byName: true }, session);
  const target = scope.inside([session.relation(table, nameOf(body['alias']))]);
  const conflict = child(child(body, 'on_conflict'), 'on_conflict') ?? child(body, 'on_conflict');
  if (conflict && table !== '') {
    const given = names.length ? names : (session.columns(table) ?? []);
    const rows = columns.map((column, at): Column => ({ ...column, name: (column.name === '*' ? null : given[at]) ?? column.name }));
    upsert(conflict, { table, rows, alias: nameOf(body['source_alias']), source, target }, scope);
  }
  readOnly([body['replace_where'], body['output']], target);
  return list(body, 'returning').flatMap((item) => projected(item, target));
}

/** The cells of VALUES by position: named by the column list, else by what they are. */
function valueColumns(rows: readonly unknown[], scope: Scope, names: readonly string[]): Column[] {
  const columns: Column[] = [];
  for (const row of rows) {
    if (!Array.isArray(row)) continue;
    (row as unknown[]).forEach((cell, at) => {
      const sources = cellSources(cell, scope);
      const before = columns[at];
      const name = names[at] ?? (isTree(cell) ? outputName(bare(cell), scope.session.dialect) : null) ?? UNNAMED;
      columns[at] = before ? { ...before, sources: distinct([...before.sources, ...sources]) } : { name, sources };
    });
  }
  return columns;
}

function cellSources(cell: unknown, scope: Scope): readonly Source[] {
  const sources = valueSources(cell, scope);
  return isTree(cell) && !bare(cell)['column'] ? through(sources, cell) : sources;
}

/** INSERT ALL and INSERT FIRST of Oracle and Snowflake: one query, several tables. */
export function multiInsert(body: Tree, parent: Scope): void {
  const source = child(body, 'source');
  if (!source) return;
  const rows = query(source, parent);
  const scope = parent.inside([derived(rows, null), ...sourceNames(source, parent)]);
  for (const item of list(body, 'expressions')) {
    const branch = as(item, 'conditional_insert') ?? item;
    const insert = as(child(branch, 'this') ?? branch, 'insert');
    if (isTree(branch['expression']))
      parent.session.quietly(() => parent.session.decide('filter', valueSources(branch['expression'], scope)));
    if (!insert) continue;
    const table = tableName(insert['table']);
    const names = namesOf(insert, 'columns').map(lastPart);
    const values = items(insert, 'values');
    const columns = values.length ? valueColumns(values, scope, names) : rows.columns;
    passOn({ table, columns, names }, parent.session);
  }
}

/** The names of the tables of the source query serve as qualifiers of its values. */
function sourceNames(source: Tree, parent: Scope): Relation[] {
  const select = as(source, kindOf(source));
  const scope = parent.inside();
  for (const item of list(child(select, 'from'), 'expressions')) if (item['table']) fromItem(item, scope);
  return scope.relations.map((relation) => ({ ...relation, filtersOnly: true }));
}
