import type { FieldChange, Structure } from '../../core/structure.ts';
import { withParts, type Relation } from './sync-found.ts';
import type { SyncState } from './sync-run.ts';

/** What the account, or the source itself, could not read this time stays as it is stored. */
export function withStored(run: SyncState, found: Relation, before: Structure): Relation {
  // keeps the hash of the last readable structure, so that a view that stays broken is not written again by each run
  if (found.structure.brokenReason) {
    const { columns, keys, indexes } = before;
    return { ...found, structure: { ...found.structure, columns, keys, indexes, viewSql: found.structure.viewSql ?? before.viewSql } };
  }
  const isView = found.structure.kind === 'view' || found.structure.kind === 'materialized';
  const keepsView = isView && found.structure.viewSql === null && before.viewSql !== null;
  const keepsIndexes = run.unread.has('indexes');
  if (!keepsView && !keepsIndexes) return found;
  return withParts(found, {
    ...(keepsView && { viewSql: before.viewSql }),
    ...(keepsIndexes && { indexes: before.indexes }),
  });
}

export function countColumns(run: SyncState, changes: readonly FieldChange[]): void {
  const ofColumns = changes.filter((change) => change.objectType === 'column');
  const touched = new Set(
    ofColumns.filter((change) => change.changeKind === 'changed' || change.changeKind === 'renamed').map((change) => change.objectName),
  );
  run.counts.columnsAdded += ofColumns.filter((change) => change.changeKind === 'added').length;
  run.counts.columnsRemoved += ofColumns.filter((change) => change.changeKind === 'removed').length;
  run.counts.columnsChanged += touched.size;
}
