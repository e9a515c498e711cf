import { query, withTables } from './query.ts';
import type { Scope } from './scope.ts';
import { starColumns } from './relation.ts';
import { passOn } from './targets.ts';
import { as, child, list, nameOf, namesOf, tableName, type Tree } from './tree.ts';

/** CREATE TABLE: with a query, like another table, as a clone, or with columns only. */
export function createTable(body: Tree, parent: Scope): void {
  const { session } = parent;
  const table = tableName(body['name']);
  const scope = withTables(body['with'] ?? body['with_cte'], parent);
  const columns = list(body, 'columns').flatMap((column) => nameOf(column['name'] ?? column) ?? []);
  if (body['temporary'] === true || table.startsWith('#')) session.temporary.add(table);
  const origin = child(body, 'clone_source') ?? child(body, 'clone');
  if (origin) {
    const relation = session.read(tableName(origin), null);
    passOn({ table, columns: starColumns([relation]), names: [], byName: true }, session);
    return;
  }
  const rows = child(body, 'as_select') ?? child(body, 'query');
  if (rows) {
    session.made.set(table, passOn({ table, columns: query(rows, scope).columns, names: columns, byName: true }, session));
    return;
  }
  session.note(table, 'write');
  if (columns.length) session.made.set(table, columns);
  for (const constraint of [...list(body, 'constraints'), ...list(body, 'like')]) {
    const like = as(constraint, 'Like') ?? as(constraint, 'like') ?? (constraint['this'] || constraint['name'] ? constraint : null);
    const model = like && tableName(like['source'] ?? like['table'] ?? like['this'] ?? like);
    if (like && model && (as(constraint, 'Like') || as(constraint, 'like'))) session.read(model, null);
  }
}

/** CREATE VIEW and CREATE MATERIALIZED VIEW; with TO the rows go into the table named there. */
export function createView(body: Tree, parent: Scope): void {
  const { session } = parent;
  const view = tableName(body['name']);
  const to = child(body, 'to_table') ?? child(body, 'to');
  const table = to ? tableName(as(to, 'table') ?? child(to, 'this') ?? to) : view;
  if (body['temporary'] === true) session.temporary.add(table);
  const rows = child(body, 'query') ?? child(body, 'as_select');
  if (!rows) {
    session.note(table, 'write');
    return;
  }
  const scope = withTables(body['with'], parent);
  const names = namesOf({ names: list(body, 'columns').map((column) => column['name'] ?? column) }, 'names');
  session.made.set(table, passOn({ table, columns: query(rows, scope).columns, names, byName: true }, session));
}
