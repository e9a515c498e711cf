import { type Column, baseOf } from './relation.ts';
import { readOnly } from './indirect.ts';
import { valueSources } from './expression.ts';
import { fromItem, join } from './from.ts';
import { withTables } from './query.ts';
import type { Scope } from './scope.ts';
import { projected } from './select-list.ts';
import { isTree, items, list, nameOf, tableName, child, type Tree } from './tree.ts';

/** DELETE of one or several tables; RETURNING gives the deleted rows to the statement around. */
export function deleteRows(body: Tree, parent: Scope): readonly Column[] {
  const outer = withTables(body['with'], parent);
  const { session } = outer;
  const ref = child(body, 'table') ?? {};
  const table = tableName(ref);
  const common = ref['schema'] ? null : outer.commonTable(table);
  const scope = outer.inside([
    common
      ? { alias: nameOf(body['alias']) ?? table, base: null, columns: common.columns }
      : session.relation(table, nameOf(body['alias']) ?? nameOf(ref['alias'])),
  ]);
  for (const item of list(body, 'using')) fromItem(item['table'] || item['subquery'] || item['select'] ? item : { table: item }, scope);
  for (const item of list(body, 'joins')) join(item, scope);
  const targets = items(body, 'tables')
    .map((item) => tableName(item))
    .filter((name) => name !== '');
  const base = common ? baseOf(common.columns) : null;
  const moved = items(body, 'returning').length > 0 && parent.parent !== null;
  if (targets.length) {
    const written = targets.map((name) => scope.relation(name)?.base ?? name);
    for (const name of written) session.note(name, 'write');
    if (!written.includes(table) && table !== '') session.note(table, 'read');
  } else if (base !== null) session.note(base, 'write');
  else if (!common && table !== '') {
    // rows that a CTE deletes and passes on are read
    if (moved) session.note(table, 'read');
    else session.note(table, 'write');
  }
  session.quietly(() => {
    if (isTree(body['where_clause'])) session.decide('filter', valueSources(body['where_clause'], scope));
  });
  readOnly([body['output']], scope);
  return list(body, 'returning').flatMap((item) => projected(item, scope));
}
