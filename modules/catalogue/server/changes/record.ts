import type { App, Db } from '#kit/server/ctx.ts';
import type { ChangeKind } from '../../core/structure.ts';
import { impactCount } from '#modules/lineage/server/index.ts';
import { insertRows, type BulkColumns } from '#kit/server/db/bulk.ts';

/** A change as a sync found it, before it is stored. */
export interface FoundChange {
  readonly tableId: string | null;
  readonly objectType: 'table' | 'column' | 'key' | 'index' | 'view' | 'routine';
  readonly objectId: string;
  readonly objectName: string;
  readonly changeKind: ChangeKind;
  readonly fieldName: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
  readonly changeVersion: number;
  /** the column that others may depend on; null = the object as a whole */
  readonly column: string | null;
}
/** Which run of which source found them. */
export interface ChangeOrigin {
  readonly runId: string;
  readonly sourceId: string;
  readonly createDept: string | null;
  readonly by: string;
}

const MAX_VALUE = 20_000;
const MAX_NAME = 400;
const COLUMNS = {
  id: 'text',
  origin: 'text',
  runId: 'text',
  sourceId: 'text',
  tableId: 'text',
  objectType: 'text',
  objectId: 'text',
  objectName: 'text',
  changeKind: 'text',
  fieldName: 'text',
  fieldOldValue: 'text',
  fieldNewValue: 'text',
  changeVersion: 'integer',
  impactCount: 'integer',
  createBy: 'text',
  createTime: 'timestamptz',
  updateBy: 'text',
  updateTime: 'timestamptz',
  createDept: 'text',
} as const;

/** Downstream counts by change; tables from which nothing flows are not asked about one by one. */
async function impactsOf(db: Db, changes: readonly FoundChange[]): Promise<(change: FoundChange) => number> {
  const ids = [...new Set(changes.flatMap(({ tableId }) => tableId ?? []))];
  if (ids.length === 0) return () => 0;
  const flowing = await db.selectFrom('metadataLineageEdge').select('fromId').distinct().where('fromId', 'in', ids).execute();
  const isFlowing = new Set(flowing.map((row) => row.fromId));
  const counts = new Map<string, number>();
  const keyOf = ({ tableId, column }: FoundChange) => JSON.stringify([tableId, column]);
  for (const change of changes) {
    const { tableId, column, objectType } = change;
    if (tableId === null || !isFlowing.has(tableId) || objectType === 'index' || objectType === 'key' || counts.has(keyOf(change)))
      continue;
    counts.set(keyOf(change), await impactCount(db, tableId, column));
  }
  return (change) => (change.objectType === 'index' || change.objectType === 'key' ? 0 : (counts.get(keyOf(change)) ?? 0));
}

/** Writes what a sync found into the change records, in the transaction of the write itself. */
export async function recordChanges(app: App, db: Db, origin: ChangeOrigin, changes: readonly FoundChange[]): Promise<void> {
  if (changes.length === 0) return;
  const impactOf = await impactsOf(db, changes);
  const now = app.now().toISOString();
  const rows = changes.map((change) => ({
    id: app.ids.next(),
    origin: 'sync',
    runId: origin.runId,
    sourceId: origin.sourceId,
    tableId: change.tableId,
    objectType: change.objectType,
    objectId: change.objectId,
    objectName: change.objectName.slice(0, MAX_NAME),
    changeKind: change.changeKind,
    fieldName: change.fieldName,
    fieldOldValue: change.oldValue?.slice(0, MAX_VALUE) ?? null,
    fieldNewValue: change.newValue?.slice(0, MAX_VALUE) ?? null,
    changeVersion: change.changeVersion,
    impactCount: impactOf(change),
    createBy: origin.by,
    createTime: now,
    updateBy: origin.by,
    updateTime: now,
    createDept: origin.createDept,
  }));
  await insertRows(db, 'metadata_change_record', COLUMNS satisfies BulkColumns<(typeof rows)[number]>, rows);
}
