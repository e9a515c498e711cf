import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import type { HarvestBatch } from '#modules/sources/server/index.ts';
import { wholeTable } from '../changes/found-changes.ts';
import { recordChanges } from '../changes/record.ts';
import type { TableRow } from './sync-found.ts';
import type { SyncState } from './sync-run.ts';
import { fence } from './sync-tables.ts';

/** Marks tables as deleted that a complete run did not find any more. Tables that only left the scope of the harvest get no change record. */
export async function dropTables(app: App, run: SyncState, missing: readonly TableRow[], options: { recorded: boolean }): Promise<void> {
  for (let at = 0; at < missing.length; at += 500) {
    run.signal.throwIfAborted();
    const rows = missing.slice(at, at + 500);
    const ids = rows.map((row) => row.id);
    const counts = { ...run.counts };
    await app.db.transaction().execute(async (db) => {
      Object.assign(run.counts, counts); // an earlier try counted too
      await fence(db, run);
      await dropTablesIn(app, db, run, ids, options);
    });
  }
}

/** Marks tables and their columns as deleted in the transaction of the caller. */
export async function dropTablesIn(
  app: App,
  db: Db,
  run: SyncState,
  ids: readonly string[],
  options: { recorded: boolean },
): Promise<void> {
  const now = app.now();
  const gone = await db
    .updateTable('metadataTable')
    .set({ deletedAt: now, updateTime: now, changeTime: now })
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .returning(['id', 'schemaName', 'tableName', 'structureVersion'])
    .execute();
  const columns = await db
    .updateTable('metadataColumn')
    .set({ deletedAt: now, updateTime: now })
    .where('tableId', 'in', ids)
    .where('deletedAt', 'is', null)
    .returning(sql<number>`1`.as('one'))
    .execute();
  run.counts.columnsRemoved += columns.length;
  if (!options.recorded) return;
  run.counts.removed += gone.length;
  await recordChanges(
    app,
    db,
    run,
    gone.map((row) => wholeTable(row.id, row.schemaName, row.tableName, 'removed', row.tableName, null, row.structureVersion)),
  );
}

/** Completeness of a run, collected from its batches. */
export function noteCoverage(run: SyncState, batch: HarvestBatch): void {
  for (const schema of batch.schemas ?? batch.tables.map((table) => table.schema)) run.schemas.add(schema);
  run.seesAllSchemas ||= batch.seesAllSchemas ?? false;
  for (const part of batch.unread ?? []) run.unread.add(part);
}
