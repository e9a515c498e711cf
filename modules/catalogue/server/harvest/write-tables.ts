import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import { type Structure } from '../../core/structure.ts';
import { recordChanges, type FoundChange } from '../changes/record.ts';
import { refreshSearchText } from '../search/fill.ts';
import { insertion, insertRows, updateRows, type BulkColumns } from '#kit/server/db/bulk.ts';
import { COLUMN_INSERT, COLUMN_UPDATE, type ColumnWork } from './sync-columns.ts';
import { type Relation } from './sync-found.ts';
import { recordGuesses, type NamedGuess } from './sync-renames.ts';
import type { SyncState } from './sync-run.ts';

/** Columns of one statement; the signal is looked at between them. */
export const CHUNK = 3000;

/** Splits rows and stops between the portions when the run is to end. */
export async function inChunks<T>(run: SyncState, rows: readonly T[], work: (chunk: T[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += CHUNK) {
    run.signal.throwIfAborted();
    await work(rows.slice(at, at + CHUNK));
  }
}

export const TABLE_FIELDS = {
  tableKind: 'text',
  tableComment: 'text',
  rowEstimate: 'bigint',
  sizeBytes: 'bigint',
  columnCount: 'integer',
  keys: 'jsonb',
  indexes: 'jsonb',
  viewSql: 'text',
  brokenReason: 'text',
  partitionCount: 'integer',
  partitions: 'jsonb',
  sourceIdentity: 'text',
  fingerprint: 'text',
  updateTime: 'timestamptz',
} as const;

const TABLE_UPDATE = {
  id: 'text',
  schemaName: 'text',
  tableName: 'text',
  ...TABLE_FIELDS,
  changeTime: 'timestamptz',
  structureVersion: 'integer',
  deletedAt: 'timestamptz',
} as const;

const VERSION = { id: 'text', tableId: 'text', versionNo: 'integer', runId: 'text', content: 'jsonb', createTime: 'timestamptz' } as const;

export const tableFields = ({ structure, ...found }: Relation, now: string) => ({
  tableKind: structure.kind,
  tableComment: structure.comment,
  rowEstimate: found.rowEstimate,
  sizeBytes: found.sizeBytes,
  columnCount: structure.columns.length,
  keys: structure.keys,
  indexes: structure.indexes,
  viewSql: structure.viewSql,
  brokenReason: structure.brokenReason ?? null,
  partitionCount: found.partitionCount,
  partitions: found.partitions,
  sourceIdentity: found.identity,
  fingerprint: found.fingerprint,
  updateTime: now,
});

export type TableUpdate = ReturnType<typeof tableFields> & {
  id: string;
  schemaName: string;
  tableName: string;
  changeTime: string | null;
  structureVersion: number;
  deletedAt: null;
};

export interface Version {
  id: string;
  tableId: string;
  versionNo: number;
  runId: string;
  content: Structure;
  createTime: string;
}

/** Inserts rows portion by portion; the next statement is built while the database works on the last. */
export async function insertAll<Row>(
  db: Db,
  run: SyncState,
  table: string,
  columns: BulkColumns<Row>,
  rows: readonly Row[],
): Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  try {
    for (let at = 0; at < rows.length; at += CHUNK) {
      const next = insertion(db, table, columns, rows.slice(at, at + CHUNK));
      await running;
      run.signal.throwIfAborted();
      running = db.executeQuery(next);
      running.catch(() => undefined); // met at the next turn
    }
  } finally {
    await running;
  }
}

interface TableWork {
  readonly renamed: readonly string[];
  readonly updates: readonly TableUpdate[];
  readonly work: readonly ColumnWork[];
  readonly reworded: readonly string[];
  readonly versions: readonly Version[];
  readonly guesses: readonly NamedGuess[];
  readonly records: readonly FoundChange[];
}

/** Writes what the comparison found, with its versions and change records. */
export async function writeTables(
  app: App,
  db: Db,
  run: SyncState,
  { renamed, updates, work, reworded, versions, guesses, records }: TableWork,
) {
  const now = app.now().toISOString();
  // two tables may have swapped names: the unique index must not see a name twice in between
  await nameless(db, 'metadata_table', 'table_name', renamed);
  await updateRows(db, 'metadata_table', TABLE_UPDATE, updates);
  const gone = work.flatMap((one) => one.gone);
  if (gone.length > 0)
    await db
      .updateTable('metadataColumn')
      .set({ deletedAt: now, updateTime: now })
      .where(sql<boolean>`id = any(${gone}::text[])`)
      .execute();
  await nameless(
    db,
    'metadata_column',
    'column_name',
    work.flatMap((one) => one.renamed),
  );
  const columnUpdates = work.flatMap((one) => one.updates);
  const columnInserts = work.flatMap((one) => one.inserts);
  await inChunks(run, columnUpdates, (chunk) => updateRows(db, 'metadata_column', COLUMN_UPDATE, chunk));
  await insertAll(db, run, 'metadata_column', COLUMN_INSERT, columnInserts);
  await refreshSearchText(db, 'table', reworded);
  await refreshSearchText(
    db,
    'column',
    work.flatMap((one) => one.reworded),
  );
  await insertRows(db, 'metadata_table_version', VERSION, versions);
  if (!run.isFirst) await recordGuesses(app, db, run, guesses);
  await recordChanges(app, db, run, records);
}

const nameless = async (db: Db, table: string, column: string, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await sql`update ${sql.table(table)} set ${sql.id(column)} = id where id = any(${[...ids]}::text[])`.execute(db);
};
