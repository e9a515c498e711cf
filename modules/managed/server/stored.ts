import type { App, Db } from '#kit/server/ctx.ts';
import { insertRows, updateRows } from '#kit/server/db/bulk.ts';
import type { ColumnType, StoredColumn, StoredTable } from '../core/index.ts';

/** Whose tables they are: a module and a record of it. */
export interface Owner {
  readonly module: string;
  readonly ownerId: string;
}

/** A managed table as it is stored, with who it belongs to. */
export interface OwnedTable extends StoredTable, Owner {}

const yes = (value: string): boolean => value === '1';

async function withColumns(db: Db, rows: readonly TableRow[]): Promise<OwnedTable[]> {
  if (rows.length === 0) return [];
  const columns = await db
    .selectFrom('managedColumn')
    .selectAll()
    .where(
      'tableId',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('tableId')
    .orderBy('position')
    .execute();
  const byTable = new Map<string, typeof columns>(rows.map((row) => [row.id, []]));
  for (const column of columns) byTable.get(column.tableId)?.push(column);
  return rows.map(({ tableName, hiddenAt, ...row }) => ({
    ...row,
    name: tableName,
    isHidden: hiddenAt !== null,
    columns: (byTable.get(row.id) ?? []).map((column): StoredColumn => ({
      id: column.id,
      fieldId: column.fieldId,
      name: column.columnName,
      label: column.label,
      type: column.type as ColumnType,
      position: column.position,
      isKey: yes(column.isKey),
      isNotNull: yes(column.isNotNull),
      isIndexed: yes(column.isIndexed),
      isUnique: yes(column.isUnique),
      isHidden: yes(column.isHidden),
    })),
  }));
}

const TABLE_COLUMNS = ['id', 'module', 'ownerId', 'part', 'tableName', 'label', 'nextPosition', 'hiddenAt'] as const;
interface TableRow extends Owner {
  id: string;
  part: string;
  tableName: string;
  label: string;
  nextPosition: number;
  hiddenAt: Date | null;
}

/** The tables of an owner, hidden ones too, the main one first; `isLocked` keeps others from changing them until the transaction ends. */
export async function tablesOf(db: Db, { module, ownerId }: Owner, options: { isLocked?: boolean } = {}): Promise<OwnedTable[]> {
  let query = db
    .selectFrom('managedTable')
    .select(TABLE_COLUMNS)
    .where('module', '=', module)
    .where('ownerId', '=', ownerId)
    .orderBy('part')
    .orderBy('id');
  if (options.isLocked) query = query.forUpdate();
  return withColumns(db, await query.execute());
}

/** Every managed table, hidden ones too. */
export const allTables = async (db: Db): Promise<OwnedTable[]> =>
  withColumns(db, await db.selectFrom('managedTable').select(TABLE_COLUMNS).orderBy('id').execute());

const COLUMN = {
  id: 'text',
  tableId: 'text',
  fieldId: 'text',
  columnName: 'text',
  label: 'text',
  type: 'jsonb',
  position: 'integer',
  isKey: 'text',
  isNotNull: 'text',
  isIndexed: 'text',
  isUnique: 'text',
  isHidden: 'text',
} as const;

const columnRow = (tableId: string, column: StoredColumn) => ({
  id: column.id,
  tableId,
  fieldId: column.fieldId,
  columnName: column.name,
  label: column.label,
  type: column.type,
  position: column.position,
  isKey: column.isKey ? '1' : '0',
  isNotNull: column.isNotNull ? '1' : '0',
  isIndexed: column.isIndexed ? '1' : '0',
  isUnique: column.isUnique ? '1' : '0',
  isHidden: column.isHidden ? '1' : '0',
});

/** Writes a table as it is after its plan. `before` is null for a new one. */
export async function storeTable(
  app: App,
  db: Db,
  { owner, by, before, after }: { owner: Owner; by: string; before: StoredTable | null; after: StoredTable },
): Promise<void> {
  const now = app.now();
  const fields = { label: after.label, nextPosition: after.nextPosition, hiddenAt: after.isHidden ? now : null, updateTime: now };
  if (before) await db.updateTable('managedTable').set(fields).where('id', '=', after.id).execute();
  else
    await db
      .insertInto('managedTable')
      .values({ id: after.id, ...owner, part: after.part, tableName: after.name, ...fields, createBy: by, createTime: now })
      .execute();
  const known = new Map((before?.columns ?? []).map((column) => [column.id, JSON.stringify(column)]));
  const fresh = after.columns.filter((column) => !known.has(column.id));
  const changed = after.columns.filter((column) => known.has(column.id) && known.get(column.id) !== JSON.stringify(column));
  await insertRows(
    db,
    'managed_column',
    COLUMN,
    fresh.map((column) => columnRow(after.id, column)),
  );
  await updateRows(
    db,
    'managed_column',
    COLUMN,
    changed.map((column) => columnRow(after.id, column)),
  );
}
