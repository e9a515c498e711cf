import { sql } from 'kysely';
import type { App } from '#kit/server/ctx.ts';
import type { JobRun } from '#kit/server/jobs.ts';
import type { ColumnStats } from '../../contract/profile.ts';
import { SourceError, type SourcePool } from '../adapter/types.ts';
import { findSource, type Source } from '../source/load-source.ts';
import { insertRows } from '../source/sync-bulk.ts';
import { pools } from '../source/pools.ts';
import { isLarge, kindOf, sampleStatement, scans, type Extent, type ProfiledColumn, type ProfiledTable } from './statements.ts';
import { sampleStats } from './sample.ts';

export const PROFILE_JOB = 'metadata.profile';
export interface ProfilePayload {
  readonly sourceId: string;
  /** null = every table of the source */
  readonly tableId: string | null;
}
type Table = ProfiledTable & { readonly id: string };

const SCAN_MS = 120_000;
const SAMPLE_MS = 30_000;
/** What a time-out of one statement is followed by is a smaller one, not a failure. */
const isTimeout = (error: unknown): boolean => error instanceof SourceError && error.kind === 'timeout';
const isSensitive = (column: ProfiledColumn): boolean => column.level === 'L3' || column.level === 'L4';

async function rowsOf(pool: SourcePool, text: string, timeoutMs: number, signal: AbortSignal): Promise<unknown[][]> {
  const result = await pool.open({ text, params: [], searchPath: [], timeoutMs, signal });
  try {
    const rows: unknown[][] = [];
    for (;;) {
      const batch = await result.read(1000);
      if (batch.length === 0) return rows;
      rows.push(...batch);
    }
  } finally {
    await result.close();
  }
}

/** The answers of the scans, by column and field. */
async function scan(
  pool: SourcePool,
  source: Source,
  table: Table,
  columns: readonly ProfiledColumn[],
  extent: Extent,
  signal: AbortSignal,
) {
  const values = new Map<string, unknown>();
  for (const { text, fields } of scans(source.adapter.dialect, table, columns, extent)) {
    const [row] = await rowsOf(pool, text, SCAN_MS, signal);
    fields.forEach(({ columnId, field }, index) => values.set(`${columnId ?? ''}:${field}`, row?.[index] ?? null));
  }
  return values;
}

const numberOf = (value: unknown): number | null => {
  if (value === null || value === undefined) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
};
const MOST_TEXT = 200;
const textOf = (value: unknown): string | null =>
  value === null || value === undefined
    ? null
    : (value instanceof Date ? value.toISOString() : String(value as string | number)).slice(0, MOST_TEXT);

/** Profiles one table: one scan, and one sample for what a scan cannot tell. Samples are looked at and forgotten. */
async function profileTable(app: App, pool: SourcePool, source: Source, table: Table, signal: AbortSignal): Promise<void> {
  const columns: ProfiledColumn[] = await app.db
    .selectFrom('metadataColumn')
    .select(['id', 'columnName', 'dataType', 'level'])
    .where('tableId', '=', table.id)
    .where('deletedAt', 'is', null)
    .orderBy('columnPosition')
    .execute();
  if (columns.length === 0) return;
  let extent: Extent = isLarge(table) ? 'sample' : 'all';
  let values: Map<string, unknown>;
  try {
    values = await scan(pool, source, table, columns, extent, signal);
  } catch (error) {
    if (!isTimeout(error)) throw error;
    extent = extent === 'all' ? 'sample' : 'first';
    values = await scan(pool, source, table, columns, extent, signal);
  }
  if (extent === 'sample' && Number(values.get(':rows') ?? 0) === 0) {
    extent = 'first';
    values = await scan(pool, source, table, columns, extent, signal);
  }
  const sampled = extent !== 'all';
  const readSample = (from: Extent) => rowsOf(pool, sampleStatement(source.adapter.dialect, table, columns, from), SAMPLE_MS, signal);
  let sampleExtent = extent;
  let sample: unknown[][];
  try {
    sample = await readSample(extent);
  } catch (error) {
    if (extent === 'first' || !isTimeout(error)) throw error;
    sampleExtent = 'first';
    sample = await readSample(sampleExtent);
  }
  const rows = Number(values.get(':rows') ?? 0);
  const now = app.now().toISOString();
  const profiles = columns.map((column, index) => {
    const kind = kindOf(column.dataType, source.adapter.dialect);
    const of = (field: string) => values.get(`${column.id}:${field}`);
    const stats: ColumnStats = {
      kind,
      scanned: rows,
      nulls: rows - Number(of('present') ?? 0),
      distinct: numberOf(of('distinct')),
      min: textOf(of('min')),
      max: textOf(of('max')),
      mean: numberOf(of('mean')),
      stdev: numberOf(of('stdev')),
      minLength: numberOf(of('minLength')),
      meanLength: numberOf(of('meanLength')),
      maxLength: numberOf(of('maxLength')),
      isRandomSample: sampleExtent !== 'first',
      ...sampleStats(
        kind,
        sample.map((row) => row[index]),
        isSensitive(column),
      ),
    };
    return {
      columnId: column.id,
      tableId: table.id,
      stats,
      // a sampled scan counts the sample; the table has about as many rows as the source says
      rowCount: sampled ? Math.max(rows, Number(table.rowEstimate ?? 0)) : rows,
      isSampled: sampled ? '1' : '0',
      profileTime: now,
    };
  });
  await app.db.transaction().execute(async (db) => {
    await db.deleteFrom('metadataProfile').where('tableId', '=', table.id).execute();
    await insertRows(db, 'metadata_profile', PROFILE, profiles);
    await db.updateTable('metadataTable').set({ profileTime: now }).where('id', '=', table.id).execute();
  });
}
const PROFILE = {
  columnId: 'text',
  tableId: 'text',
  stats: 'jsonb',
  rowCount: 'bigint',
  isSampled: 'text',
  profileTime: 'timestamptz',
} as const;

/** Profiles one table or every table of a source, one after the other; a table that fails does not stop the others. */
export async function profileJob(job: JobRun<ProfilePayload>): Promise<string> {
  const { app, payload, signal } = job;
  const source = await findSource(app, app.db, payload.sourceId);
  if (!source) return '数据源已删除';
  let wanted = app.db
    .selectFrom('metadataTable')
    .select(['id', 'schemaName', 'tableName', 'tableKind', 'rowEstimate'])
    .where('sourceId', '=', source.id)
    .where('deletedAt', 'is', null);
  if (payload.tableId !== null) wanted = wanted.where('id', '=', payload.tableId);
  const tables: Table[] = await wanted
    .orderBy(sql`profile_time nulls first`)
    .orderBy('id')
    .execute();
  const pool = pools.of(source, Date.now());
  const failed: string[] = [];
  let reason = '';
  for (const [index, table] of tables.entries()) {
    signal.throwIfAborted();
    await job.progress((index / tables.length) * 100, `正在分析 ${table.schemaName}.${table.tableName}`);
    try {
      await profileTable(app, pool, source, table, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof SourceError)) throw error;
      // without the source there is no use in asking for the next table
      if (error.kind === 'unreachable' || payload.tableId !== null) throw new Error(error.message, { cause: error });
      failed.push(`${table.schemaName}.${table.tableName}`);
      reason = error.message;
    }
  }
  const done = tables.length - failed.length;
  if (failed.length === 0) return `已分析 ${done} 张表`;
  const some = failed.slice(0, 5).join('、');
  return `已分析 ${done} 张表，${failed.length} 张失败（${some}${failed.length > 5 ? ' 等' : ''}：${reason}）`;
}
