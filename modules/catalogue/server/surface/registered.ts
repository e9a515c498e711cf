import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import { forgetCatalog, notifySynced, type HarvestedTable } from '#modules/sources/server/index.ts';
import { requestLineage } from '#modules/lineage/server/index.ts';
import { notifyAboutRun } from '../changes/notify.ts';
import { dropTablesIn } from '../harvest/sync-drop.ts';
import { foundOf, type TableRow } from '../harvest/sync-found.ts';
import { nothingDone, type SyncState } from '../harvest/sync-run.ts';
import { applyTablesIn, planKnown } from '../harvest/sync-tables.ts';

/** A table that the platform itself makes, known by `identity`; columns by their position, whatever they are called. */
export type RegisteredTable = HarvestedTable & {
  readonly identity: string;
  /** columns that are kept, but that nobody may see: their position and what they are called meanwhile */
  readonly hiddenColumns: readonly { readonly position: number; readonly name: string }[];
};

interface Registration {
  readonly sourceId: string;
  readonly by: string;
  readonly tables: readonly RegisteredTable[];
  /** identities of tables that nobody may see any more */
  readonly hidden: readonly string[];
}

/**
 * Writes tables of a source that nobody harvests, in the transaction that makes or changes them, exactly as a synchronisation would: same
 * rows, change records, versions and levels. Answers what has to be done after the commit; null when nothing differed.
 */
export async function registerTables(app: App, db: Db, registration: Registration): Promise<(() => Promise<void>) | null> {
  const { sourceId, tables, hidden } = registration;
  const rows = await rowsByIdentity(db, sourceId, [...tables.map((table) => table.identity), ...hidden]);
  const run = await beginRun(app, db, registration);
  await nameHidden(db, tables, rows, 'back');
  const found = tables.map((table) => {
    const row = rows.get(table.identity);
    // the sizes are measured elsewhere
    const measured = row ? { rowEstimate: numberOf(row.rowEstimate), sizeBytes: numberOf(row.sizeBytes) } : {};
    return { row, found: foundOf({ ...table, ...measured }) };
  });
  const plan = planKnown(
    app,
    run,
    found.flatMap((one) => (one.row ? [] : [one.found])),
    found.flatMap(({ row, found: one }) => (row ? [{ row, found: one }] : [])),
  );
  await applyTablesIn(app, db, run, plan);
  await nameHidden(db, tables, rows, 'away');
  const gone = hidden.flatMap((identity) => {
    const row = rows.get(identity);
    return row && row.deletedAt === null ? [row.id] : [];
  });
  if (gone.length > 0) await dropTablesIn(app, db, run, gone, { recorded: !run.isFirst });
  const { added, changed, removed } = run.counts;
  if (added + changed + removed === 0 && !run.isFirst) {
    await db.deleteFrom('metadataSyncRun').where('id', '=', run.runId).execute();
    return null;
  }
  await endRun(app, db, run);
  // new tables may be what statements have long named
  await requestLineage(app, db, sourceId);
  return async () => {
    forgetCatalog(sourceId);
    if (!run.isFirst) await notifyAboutRun(app, sourceId, run.runId);
    await notifySynced(app, sourceId);
  };
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));

async function rowsByIdentity(db: Db, sourceId: string, identities: readonly string[]): Promise<Map<string, TableRow>> {
  if (identities.length === 0) return new Map();
  const rows = await db
    .selectFrom('metadataTable')
    .select(['id', 'schemaName', 'tableName', 'fingerprint', 'rowEstimate', 'sizeBytes', 'partitionCount', 'sourceIdentity', 'deletedAt'])
    .where('sourceId', '=', sourceId)
    .where('sourceIdentity', 'in', [...identities])
    .execute();
  return new Map(rows.map((row) => [row.sourceIdentity!, row]));
}

/**
 * A column that is hidden gives its name away, so that a new one of that name is not taken for it; before one comes back it gets the name
 * that it will have, so that it is known again with its words and its level.
 */
async function nameHidden(db: Db, tables: readonly RegisteredTable[], rows: ReadonlyMap<string, TableRow>, way: 'back' | 'away') {
  for (const table of tables) {
    const row = rows.get(table.identity);
    if (!row) continue;
    const named = way === 'back' ? table.columns : table.hiddenColumns;
    if (named.length === 0) continue;
    await sql`update metadata_column c set column_name = n.name
      from unnest(${named.map(({ position }) => position)}::int[], ${named.map(({ name }) => name)}::text[]) as n (position, name)
      where c.table_id = ${row.id} and c.column_position = n.position and c.deleted_at is not null and c.column_name <> n.name`.execute(db);
  }
}

async function beginRun(app: App, db: Db, { sourceId, by }: Registration): Promise<SyncState> {
  const source = await db
    .selectFrom('metadataSource')
    .select(['syncTime', 'createDept'])
    .where('id', '=', sourceId)
    .executeTakeFirstOrThrow();
  const runId = app.ids.next();
  await db
    .insertInto('metadataSyncRun')
    .values({ id: runId, sourceId, state: 'running', triggerKind: 'api', createBy: by, startTime: app.now() })
    .execute();
  return {
    runId,
    sourceId,
    createDept: source.createDept,
    by,
    isFirst: source.syncTime === null,
    signal: new AbortController().signal,
    seesAllSchemas: true,
    ...nothingDone(),
  };
}

async function endRun(app: App, db: Db, run: SyncState): Promise<void> {
  const { added, changed, removed } = run.counts;
  await db
    .updateTable('metadataSyncRun')
    .set({ state: 'done', ...run.counts, message: `新增 ${added} 张表，变更 ${changed} 张，移除 ${removed} 张`, endTime: app.now() })
    .where('id', '=', run.runId)
    .execute();
  const living = sql`from metadata_table t where t.source_id = ${run.sourceId} and t.deleted_at is null`;
  await db
    .updateTable('metadataSource')
    .set({
      isSync: '2',
      syncError: null,
      syncTime: app.now(),
      tableCount: sql<number>`(select count(*) ${living})`,
      columnCount: sql<number>`(select coalesce(sum(t.column_count), 0) ${living})`,
    })
    .where('id', '=', run.sourceId)
    .execute();
}
