import { type Column, distinct, type Relation, renamed, type Rows, type Source } from './relation.ts';
import { changeRows } from './statement.ts';
import { valueSources } from './expression.ts';
import { fromItem, join, lateralView } from './from.ts';
import { decideBy } from './indirect.ts';
import type { Scope } from './scope.ts';
import { selectList } from './select-list.ts';
import { as, child, isTree, items, kindOf, list, nameOf, namesOf, type Tree } from './tree.ts';
import type { EdgeKind } from './types.ts';
import { pivoted } from './pivot.ts';

interface Options {
  /** WITH that stands outside the node */
  readonly with?: Tree | null;
  /** told the columns of the left side of a set operation before the right side is read */
  readonly onAnchor?: (columns: readonly Column[]) => void;
}

const CHANGES = new Set(['insert', 'update', 'delete', 'merge']);

/** The rows that a query answers, with the base columns of each column. Whatever it reads is noted in the session. */
export function query(node: Tree, parent: Scope, options: Options = {}): Rows {
  const kind = kindOf(node);
  const body = as(node, kind);
  if (!body) return { columns: [] };
  if (kind === 'select') return select(body, parent, options);
  if (kind === 'union' || kind === 'intersect' || kind === 'except') return setOperation(kind, body, parent, options);
  if (kind === 'subquery') {
    const inner = child(body, 'this');
    if (!inner) return { columns: [] };
    const rows = query(inner, withTables(body['with'], parent), options);
    return { ...rows, columns: renamed(rows.columns, namesOf(body, 'column_aliases')) };
  }
  if (kind === 'paren' || kind === 'annotated') return isTree(body['this']) ? query(body['this'], parent, options) : { columns: [] };
  if (kind === 'with' && isTree(body['this'])) return query(body['this'], withTables(body, parent), options);
  if (kind === 'values') return values(body, parent);
  if (CHANGES.has(kind)) return { columns: changeRows(node, parent) };
  if (kind === 'table' || kind === 'pivot' || kind === 'unpivot') {
    const scope = parent.inside();
    if (kind === 'table') fromItem(node, scope);
    else scope.relations.push(pivoted(kind, body, scope));
    return {
      columns: scope.relations.flatMap(
        (relation): readonly Column[] =>
          relation.columns ??
          (relation.base === null ? [] : [{ name: '*', sources: [{ table: relation.base, column: '*', inferred: true, via: null }] }]),
      ),
    };
  }
  valueSources(body, parent);
  return { columns: [] };
}

function select(body: Tree, parent: Scope, options: Options): Rows {
  const scope = withTables(body['with'] ?? options.with, parent).inside();
  const { session } = scope;
  for (const item of list(child(body, 'from'), 'expressions')) fromItem(item, scope);
  for (const item of list(body, 'joins')) join(item, scope);
  for (const item of list(body, 'lateral_views')) lateralView(item, scope);
  for (const named of list(body, 'windows')) {
    const name = nameOf(named['name']);
    if (name !== null) scope.windows.set(name, child(named, 'spec') ?? named);
  }
  const columns = selectList(body, scope);
  session.quietly(() => decideBy(body, scope, columns));
  if (body['distinct'] === true && !body['distinct_on']) decideTogether('group', [{ columns }], scope);
  return { columns, into: child(body, 'into') };
}

function setOperation(kind: string, body: Tree, parent: Scope, options: Options): Rows {
  const scope = withTables(body['with'] ?? options.with, parent);
  const leftNode = child(body, 'left');
  const rightNode = child(body, 'right');
  const left = leftNode ? query(leftNode, scope) : { columns: [] };
  options.onAnchor?.(left.columns);
  const right = rightNode ? query(rightNode, scope) : { columns: [] };
  // a row stays because it is found, or not found, on the other side as well: all columns of both sides decide
  if (kind !== 'union') decideTogether('filter', [left, right], scope);
  else if (body['all'] !== true) decideTogether('group', [left, right], scope);
  if (kind === 'except') return left;
  const byName = body['by_name'] === true || body['corresponding'] === true;
  return { columns: byName ? unitedByName(left.columns, right.columns) : united(left.columns, right.columns), into: left.into ?? null };
}

/** All columns of some rows decide: rows are compared as a whole. */
function decideTogether(kind: EdgeKind, rows: readonly Rows[], { session }: Scope): void {
  for (const { columns } of rows)
    session.decide(
      kind,
      columns.flatMap((column) => column.sources),
    );
}

const together = (column: Column, other: Column | undefined): Column =>
  other ? { ...column, sources: distinct([...column.sources, ...other.sources]) } : column;

function unitedByName(left: readonly Column[], right: readonly Column[]): Column[] {
  const names = new Set(left.map((column) => column.name));
  return [
    ...left.map((column) =>
      together(
        column,
        right.find((other) => other.name === column.name),
      ),
    ),
    ...right.filter((column) => !names.has(column.name)),
  ];
}

/** Columns by position, unless a `*` hides how many there are. */
function united(left: readonly Column[], right: readonly Column[]): readonly Column[] {
  const star = (columns: readonly Column[]) => columns.some((column) => column.name === '*');
  if (star(left) !== star(right)) {
    const [only] = star(left) ? left : right;
    // the names of the other side tell what the `*` holds
    const open = (star(left) ? left : right).length === 1 && only;
    const named = star(left) ? right : left;
    if (open) return named.map((column) => ({ ...column, sources: distinct([...column.sources, ...spread(open.sources, column.name)]) }));
  }
  if (left.length !== right.length && (star(left) || star(right))) return [...left, ...right.filter((column) => column.name === '*')];
  return left.map((column, at) => together(column, right[at]));
}

const spread = (sources: readonly Source[], name: string) =>
  sources.map((item) => (item.column === '*' ? { ...item, column: name, inferred: true } : item));

function values(body: Tree, parent: Scope): Rows {
  const names = namesOf(body, 'column_aliases');
  const columns: { name: string; sources: Source[] }[] = [];
  for (const row of list(body, 'expressions')) {
    const given = items(row, 'expressions').length ? items(row, 'expressions') : items(as(row, 'tuple'), 'expressions');
    const [only] = given;
    // VALUES ROW(a, b) of MySQL
    const constructor = given.length === 1 && isTree(only) ? as(only, 'function') : null;
    const cells = constructor && nameOf(constructor['name']) === 'row' ? items(constructor, 'args') : given;
    cells.forEach((cell, at) => {
      const column = (columns[at] ??= { name: names[at] ?? `column${at + 1}`, sources: [] });
      column.sources.push(...valueSources(cell, parent));
    });
  }
  return { columns: columns.map((column) => ({ ...column, sources: distinct(column.sources) })) };
}

/** A scope that knows the common tables of a WITH. */
export function withTables(clause: unknown, parent: Scope): Scope {
  const scope = parent.inside();
  // the relations around stay reachable through the parent; this scope only carries names of tables
  for (const table of list(clause, 'ctes')) {
    const name = nameOf(table['alias']);
    const body = child(table, 'this');
    if (name === null || !body) continue;
    // ClickHouse: WITH expression AS name
    if (!isRows(body) || (table['alias_first'] !== true && scope.session.dialect === 'clickhouse'))
      scope.definitions.set(name, (from) => valueSources(body, from));
    if (isRows(body)) commonTable({ name, body, columns: namesOf(table, 'columns') }, scope);
  }
  return scope;
}

function commonTable({ name, body, columns }: { name: string; body: Tree; columns: readonly string[] }, scope: Scope): void {
  const rows = query(body, scope, { onAnchor: (anchor) => scope.tables.set(name, { columns: renamed(anchor, columns) }) });
  scope.tables.set(name, { columns: renamed(rows.columns, columns) });
}

const ROWS = new Set(['select', 'union', 'intersect', 'except', 'values', 'with', 'table', 'pivot', 'unpivot', ...CHANGES]);
function isRows(body: Tree): boolean {
  const kind = kindOf(body);
  if (ROWS.has(kind)) return true;
  const inner = child(as(body, kind), 'this');
  return ['subquery', 'paren', 'annotated'].includes(kind) && inner !== null && isRows(inner);
}

/** A relation of the rows of a query. */
export const derived = (rows: Rows, alias: string | null, names: readonly string[] = []): Relation => ({
  alias,
  hasAlias: alias !== null,
  base: null,
  columns: renamed(rows.columns, names),
});
