import type { Column } from './relation.ts';
import { createTable, createView } from './create.ts';
import { deleteRows } from './delete.ts';
import { insertRows, multiInsert } from './insert.ts';
import { mergeRows } from './merge.ts';
import { query } from './query.ts';
import { Scope } from './scope.ts';
import { changeTable, fileOrCache, tableChanges } from './table-changes.ts';
import { selectInto } from './select-into.ts';
import { updateRows } from './update.ts';
import type { Session } from './session.ts';
import { as, kindOf, type Tree } from './tree.ts';

/** A statement that changes rows; answers the rows of RETURNING. */
export function changeRows(node: Tree, parent: Scope): readonly Column[] {
  const kind = kindOf(node);
  const body = as(node, kind);
  if (!body) return [];
  if (kind === 'insert') return insertRows(body, parent);
  if (kind === 'update') return updateRows(body, parent);
  if (kind === 'delete') return deleteRows(body, parent);
  return mergeRows(body, parent);
}

/** Adds what one statement reads, writes and passes on to the session. */
export function statement(node: Tree, session: Session): void {
  const kind = kindOf(node);
  const body = as(node, kind);
  const scope = new Scope(session, null);
  if (!body) return;
  switch (kind) {
    case 'select':
    case 'union':
    case 'intersect':
    case 'except':
    case 'subquery':
    case 'paren':
    case 'values':
    case 'with':
    case 'pivot':
    case 'unpivot':
      selectInto(query(node, scope), session);
      return;
    case 'insert':
    case 'update':
    case 'delete':
    case 'merge':
      changeRows(node, scope);
      return;
    case 'multitable_inserts':
      multiInsert(body, scope);
      return;
    case 'create_table':
      createTable(body, scope);
      return;
    case 'create_view':
    case 'create_materialized_view':
      createView(body, scope);
      return;
    case 'cache':
    case 'copy':
    case 'load_data':
      fileOrCache(kind, body, scope);
      return;
    case 'prepare':
    case 'explain':
    case 'describe':
      return;
    default:
      if (tableChanges.has(kind)) changeTable(kind, body, session);
  }
}
