import { query } from './query.ts';
import { source } from './relation.ts';
import type { Scope } from './scope.ts';
import type { Session } from './session.ts';
import { passOn } from './targets.ts';
import { as, child, isTree, list, nameOf, tableName, type Tree } from './tree.ts';

/** Statements about whole tables: their names are known, their columns do not flow (except with SWAP and RENAME). */
export const tableChanges = new Set(['drop_table', 'drop_view', 'alter_table', 'truncate', 'truncate_table']);

/** DROP, TRUNCATE and ALTER TABLE. */
export function changeTable(kind: string, body: Tree, session: Session): void {
  const names = (Array.isArray(body['names']) ? (body['names'] as unknown[]) : [body['name'] ?? body['table'] ?? body['this']])
    .map((item) => tableName(item))
    .filter((name) => name !== '');
  for (const table of names) session.named.add(table);
  const [table = ''] = names;
  if (kind.startsWith('drop')) {
    for (const each of names) {
      session.dropped.push({ table: each, statement: session.statement });
      session.made.delete(each);
    }
  }
  if (kind !== 'alter_table') return;
  for (const action of list(body, 'actions')) {
    const renamed = child(action, 'RenameTable');
    const swapped = child(action, 'SwapWith');
    const raw = child(action, 'Raw');
    if (renamed) {
      const to = tableName(renamed);
      session.renames.push({
        from: table,
        to: to.includes('.') || !table.includes('.') ? to : `${table.slice(0, table.lastIndexOf('.') + 1)}${to}`,
        statement: session.statement,
      });
    }
    const other = swapped
      ? tableName(swapped)
      : /exchange\s+partition.*\bwith\s+table\s+([\w.`"]+)/is.exec(String(raw?.['sql'] ?? ''))?.[1];
    if (other) exchange(other.replace(/[`"]/g, '').toLowerCase(), table, session);
  }
}

function exchange(from: string, to: string, session: Session): void {
  session.note(from, 'read');
  session.note(to, 'write');
  session.flow(to, '*', [source(from, '*', true)]);
}

/** COPY, LOAD DATA and CACHE TABLE. */
export function fileOrCache(kind: string, body: Tree, scope: Scope): void {
  const { session } = scope;
  const table = tableName(kind === 'cache' || kind === 'load_data' ? body['table'] : child(body, 'this'));
  if (kind === 'cache') {
    const rows = child(body, 'query');
    if (!rows || table === '') return;
    session.temporary.add(table);
    session.made.set(table, passOn({ table, columns: query(rows, scope).columns, names: [], byName: true }, session));
    return;
  }
  const files = list(body, 'files').flatMap((file) => nameOf(file) ?? []);
  const path = [...files, ...(typeof body['inpath'] === 'string' ? [body['inpath'].toLowerCase()] : [])].map((file) => `path:${file}`);
  const unloads = body['kind'] === false;
  const inner = child(body, 'this');
  if (inner && !inner['table'] && isTree(as(inner, 'subquery') ?? as(inner, 'select'))) query(inner, scope);
  else if (table !== '') session.note(table, unloads ? 'read' : 'write');
  for (const each of path) session.note(each, unloads ? 'write' : 'read');
}
