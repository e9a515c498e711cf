import { createHash } from 'node:crypto';
import { type Selectable } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import type { JobRun } from '#kit/server/jobs.ts';
import { difference } from '../../core/diff.ts';
import { SourceError, type HarvestedColumn, type HarvestedTable } from '../adapter/types.ts';
import { forgetCatalog } from '../catalogue/catalog-cache.ts';
import { findSource } from './load-source.ts';

type TableRow = Pick<
  Selectable<Tables['metadataTable']>,
  'id' | 'schemaName' | 'tableName' | 'fingerprint' | 'rowEstimate' | 'sizeBytes' | 'deletedAt'
>;
type ColumnRow = Selectable<Tables['metadataColumn']>;
interface Counts {
  added: number;
  changed: number;
  removed: number;
}
interface Payload {
  sourceId: string;
  userId: string;
}

const keyOf = (schema: string, name: string): string => JSON.stringify([schema, name]);
const CHUNK = 500;

const fingerprint = (table: HarvestedTable): string =>
  createHash('sha1')
    .update(JSON.stringify([table.kind, table.comment, table.keys, table.columns]))
    .digest('hex');

const columnValues = (table: HarvestedTable, column: HarvestedColumn) => {
  const foreign = table.keys.find((key) => key.kind === 'foreign' && key.columns.includes(column.name));
  return {
    columnName: column.name,
    columnComment: column.comment,
    columnKey: column.isKey ? ('1' as const) : ('0' as const),
    columnNullable: column.isNullable ? ('1' as const) : ('0' as const),
    columnPosition: column.position,
    dataType: column.type,
    dataLength: column.length,
    dataPrecision: column.precision,
    dataScale: column.scale,
    dataDefault: column.defaultText?.slice(0, 1000) ?? null,
    reference: foreign ? `${foreign.refTable}.${foreign.refColumns[foreign.columns.indexOf(column.name)] ?? ''}` : null,
  };
};

/** More than a tenth away from what is stored: smaller movements of an estimate are not worth a write. */
const hasMoved = (stored: string | null, found: number | null): boolean => {
  if (stored === null || found === null) return stored !== null || found !== null;
  return Math.abs(Number(stored) - found) > Math.max(10, Number(stored) / 10);
};

async function inChunks<T>(rows: readonly T[], work: (chunk: T[]) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < rows.length; i += CHUNK) await work(rows.slice(i, i + CHUNK));
}

/** Writes the columns of one changed table; a column that comes back keeps its id and classification. */
async function writeColumns(db: Db, app: App, sourceId: string, tableId: string, table: HarvestedTable, now: Date): Promise<void> {
  const stored: ColumnRow[] = await db
    .selectFrom('metadataColumn')
    .selectAll()
    .where('tableId', '=', tableId)
    .orderBy('deletedAt', (by) => by.desc().nullsLast())
    .execute();
  const byName = new Map(stored.map((row) => [row.columnName, row])); // the living one comes last and wins
  const found = new Set(table.columns.map((column) => column.name));
  for (const column of table.columns) {
    const values = columnValues(table, column);
    const old = byName.get(column.name);
    if (!old)
      await db
        .insertInto('metadataColumn')
        .values({ id: app.ids.next(), sourceId, tableId, ...values, createTime: now, updateTime: now })
        .execute();
    else if (old.deletedAt !== null || Object.entries(values).some(([name, value]) => old[name as keyof ColumnRow] !== value))
      await db
        .updateTable('metadataColumn')
        .set({ ...values, deletedAt: null, updateTime: now })
        .where('id', '=', old.id)
        .execute();
  }
  const gone = stored.filter((row) => row.deletedAt === null && !found.has(row.columnName)).map((row) => row.id);
  if (gone.length > 0) await db.updateTable('metadataColumn').set({ deletedAt: now, updateTime: now }).where('id', 'in', gone).execute();
}

const tableValues = (table: HarvestedTable, now: Date) => ({
  tableKind: table.kind,
  tableComment: table.comment,
  rowEstimate: table.rowEstimate,
  sizeBytes: table.sizeBytes,
  columnCount: table.columns.length,
  keys: JSON.stringify(table.keys),
  fingerprint: fingerprint(table),
  updateTime: now,
});

/** Applies one harvested batch: only what differs is written. */
async function applyBatch(
  app: App,
  sourceId: string,
  stored: ReadonlyMap<string, TableRow>,
  tables: readonly HarvestedTable[],
  counts: Counts,
): Promise<void> {
  const now = app.now();
  const known = tables.flatMap((table) => stored.get(keyOf(table.schema, table.name)) ?? []);
  const { added, changed } = difference(
    known,
    tables.filter((table) => table.isReadable),
    {
      storedKey: (row) => keyOf(row.schemaName, row.tableName),
      foundKey: (table) => keyOf(table.schema, table.name),
      isSame: (row, table) =>
        row.deletedAt === null &&
        row.fingerprint === fingerprint(table) &&
        !hasMoved(row.rowEstimate, table.rowEstimate) &&
        !hasMoved(row.sizeBytes, table.sizeBytes),
    },
  );
  await app.db.transaction().execute(async (db) => {
    const fresh = added.map((table) => ({ id: app.ids.next(), table }));
    await inChunks(fresh, (chunk) =>
      db
        .insertInto('metadataTable')
        .values(
          chunk.map(({ id, table }) => ({
            id,
            sourceId,
            schemaName: table.schema,
            tableName: table.name,
            createTime: now,
            ...tableValues(table, now),
          })),
        )
        .execute(),
    );
    const columns = fresh.flatMap(({ id, table }) =>
      table.columns.map((column) => ({
        id: app.ids.next(),
        sourceId,
        tableId: id,
        ...columnValues(table, column),
        createTime: now,
        updateTime: now,
      })),
    );
    await inChunks(columns, (chunk) => db.insertInto('metadataColumn').values(chunk).execute());
    for (const { stored: row, found } of changed) {
      const isNew = row.deletedAt !== null;
      const isDifferent = isNew || row.fingerprint !== fingerprint(found);
      const { updateTime, ...values } = tableValues(found, now);
      await db
        .updateTable('metadataTable')
        .set({ ...values, deletedAt: null, ...(isDifferent ? { updateTime } : {}) })
        .where('id', '=', row.id)
        .execute();
      if (!isDifferent) continue;
      await writeColumns(db, app, sourceId, row.id, found, now);
      if (isNew) counts.added++;
      else counts.changed++;
    }
  });
  counts.added += added.length;
}

/** Marks as deleted what a complete run did not meet any more. */
async function dropMissing(app: App, missing: readonly TableRow[]): Promise<void> {
  const now = app.now();
  await inChunks(
    missing.map((row) => row.id),
    (ids) =>
      app.db.transaction().execute(async (db) => {
        await db.updateTable('metadataTable').set({ deletedAt: now, updateTime: now }).where('id', 'in', ids).execute();
        await db
          .updateTable('metadataColumn')
          .set({ deletedAt: now, updateTime: now })
          .where('tableId', 'in', ids)
          .where('deletedAt', 'is', null)
          .execute();
      }),
  );
}

/**
 * Harvests a source into the catalogue. Repeatable: an unchanged source writes nothing. A table counts as gone only when the
 * whole run ended well and the source itself no longer lists it; a table that the account may no longer read stays.
 */
export async function syncSource(run: JobRun<Payload>): Promise<string> {
  const { app, payload } = run;
  const source = await findSource(app, app.db, payload.sourceId);
  if (!source) return '数据源已删除';
  const counts: Counts = { added: 0, changed: 0, removed: 0 };
  const runId = app.ids.next();
  await app.db
    .insertInto('metadataSyncRun')
    .values({ id: runId, sourceId: source.id, state: 'running', createBy: payload.userId, startTime: app.now() })
    .execute();
  const finish = async (state: 'done' | 'failed' | 'cancelled', message: string, isSync: '0' | '2' | '3') => {
    const totals = await app.db
      .selectFrom('metadataTable')
      .select((e) => [e.fn.countAll<string>().as('tables'), e.fn.sum<string>('columnCount').as('columns')])
      .where('sourceId', '=', source.id)
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow();
    await app.db
      .updateTable('metadataSyncRun')
      .set({ state, ...counts, message, endTime: app.now() })
      .where('id', '=', runId)
      .execute();
    await app.db
      .updateTable('metadataSource')
      .set({
        isSync,
        tableCount: Number(totals.tables),
        columnCount: Number(totals.columns ?? 0),
        syncError: state === 'failed' ? message : null,
        ...(state === 'done' ? { syncTime: app.now() } : {}),
      })
      .where('id', '=', source.id)
      .execute();
    forgetCatalog(source.id);
  };
  try {
    await run.progress(1, '连接数据源');
    const rows: TableRow[] = await app.db
      .selectFrom('metadataTable')
      .select(['id', 'schemaName', 'tableName', 'fingerprint', 'rowEstimate', 'sizeBytes', 'deletedAt'])
      .where('sourceId', '=', source.id)
      .orderBy('deletedAt', (by) => by.asc().nullsLast())
      .execute();
    const stored = new Map(rows.map((row) => [keyOf(row.schemaName, row.tableName), row])); // living rows come last and win
    const met = new Set<string>();
    let unreadable = 0;
    for await (const { tables, total } of source.adapter.harvest(
      source.connection,
      { schemas: source.row.schemas as string[], include: [], exclude: [] },
      run.signal,
    )) {
      await applyBatch(app, source.id, stored, tables, counts);
      for (const table of tables) {
        met.add(keyOf(table.schema, table.name));
        if (!table.isReadable) unreadable++;
      }
      await run.progress(total === 0 ? 95 : 2 + Math.min(93, Math.round((met.size / total) * 93)), `已读取 ${met.size} / ${total} 张表`);
    }
    const missing = [...stored.values()].filter((row) => row.deletedAt === null && !met.has(keyOf(row.schemaName, row.tableName)));
    counts.removed = missing.length;
    await dropMissing(app, missing);
    const text = `新增 ${counts.added} 张表，变更 ${counts.changed} 张，移除 ${counts.removed} 张，共 ${met.size - unreadable} 张${unreadable > 0 ? `；另有 ${unreadable} 张没有读取权限` : ''}`;
    await finish('done', text, '2');
    return text;
  } catch (error) {
    const before = source.row.syncTime ? ('2' as const) : ('0' as const);
    if (run.signal.aborted) await finish('cancelled', '已取消', before);
    else {
      const message = error instanceof SourceError ? error.message : '同步失败，请联系管理员查看日志';
      await finish('failed', message, '3');
      if (!(error instanceof SourceError)) throw error;
      throw new Error(message, { cause: error });
    }
    throw error;
  }
}
