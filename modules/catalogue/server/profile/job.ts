import { sql } from 'kysely';
import type { App } from '#kit/server/ctx.ts';
import type { JobRun } from '#kit/server/jobs.ts';
import type { ColumnStats } from '#modules/gate/contract/column-stats.ts';
import { SourceError, findSource, type Source } from '#modules/sources/server/index.ts';
import {
  minMeasureRows,
  distributionsOf,
  measureTable,
  type Distribution,
  type Measured,
  isValueMeasure,
  type MeasureKind,
  type MeasuredColumn,
  kindOf,
  type MeasuredTable,
  isLarge,
  type Extent,
} from '#modules/gate/server/index.ts';
import { insertRows } from '#kit/server/db/bulk.ts';

export const PROFILE_JOB = 'metadata.profile';
export interface ProfilePayload {
  readonly sourceId: string;
  /** null = every table of the source */
  readonly tableId: string | null;
}
type Table = MeasuredTable & { readonly id: string };

const SCAN_MS = 120_000;
const SAMPLE_MS = 30_000;
/** What a time-out of one statement is followed by is a smaller one, not a failure. */
const isTimeout = (error: unknown): boolean => error instanceof SourceError && error.kind === 'timeout';

type Column = MeasuredColumn & { readonly id: string };
const OF: readonly MeasureKind[] = ['present', 'distinct', 'minLength', 'meanLength', 'maxLength', 'min', 'max', 'mean', 'stdev'];

const numberOf = (value: unknown): number | null => {
  if (value === null || value === undefined) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
};
const MAX_TEXT = 200;
const textOf = (value: unknown): string | null =>
  value === null || value === undefined
    ? null
    : (value instanceof Date ? value.toISOString() : String(value as string | number)).slice(0, MAX_TEXT);

/** Profiles one table through the measuring channel: one scan, and one sample for what a scan cannot tell. */
async function profileTable(app: App, source: Source, table: Table, signal: AbortSignal): Promise<void> {
  const found = await app.db
    .selectFrom('metadataColumn')
    .leftJoin('metadataClass', (join) =>
      join.onRef('metadataClass.id', '=', 'metadataColumn.classId').on('metadataClass.deletedAt', 'is', null),
    )
    .select(['metadataColumn.id', 'metadataColumn.columnName', 'metadataColumn.dataType', 'metadataColumn.level'])
    .select('metadataClass.level as classLevel')
    .where('metadataColumn.tableId', '=', table.id)
    .where('metadataColumn.deletedAt', 'is', null)
    .orderBy('metadataColumn.columnPosition')
    .execute();
  if (found.length === 0) return;
  const columns: Column[] = found.map((column) => ({
    ...column,
    isMasked: ['L3', 'L4'].includes(column.level ?? column.classLevel ?? ''),
  }));
  const minRows = await minMeasureRows(app);
  const batch = columns.flatMap((column) => OF.filter((of) => !column.isMasked || !isValueMeasure(of)).map((of) => ({ column, of })));
  const scan = (from: Extent) => measureTable(source, table, batch, { extent: from, minRows, timeoutMs: SCAN_MS, signal });
  let extent: Extent = isLarge(table) ? 'sample' : 'all';
  let measured: Measured;
  try {
    measured = await scan(extent);
  } catch (error) {
    if (!isTimeout(error)) throw error;
    extent = extent === 'all' ? 'sample' : 'first';
    measured = await scan(extent);
  }
  if (extent === 'sample' && measured.rows === 0) {
    extent = 'first';
    measured = await scan(extent);
  }
  const sampled = extent !== 'all';
  const look = (from: Extent) => distributionsOf(source, table, columns, { extent: from, minRows, timeoutMs: SAMPLE_MS, signal });
  let sampleExtent = extent;
  let distributions: Distribution[];
  try {
    distributions = await look(extent);
  } catch (error) {
    if (extent === 'first' || !isTimeout(error)) throw error;
    sampleExtent = 'first';
    distributions = await look(sampleExtent);
  }
  const { rows, values } = measured;
  const now = app.now().toISOString();
  const profiles = columns.map((column, index) => {
    const kind = kindOf(column.dataType, source.adapter.dialect);
    const of = (wanted: MeasureKind) => values[batch.findIndex((one) => one.column === column && one.of === wanted)] ?? null;
    const present = numberOf(of('present'));
    const stats: ColumnStats = {
      kind,
      scanned: rows,
      nulls: present === null ? null : rows - present,
      distinct: numberOf(of('distinct')),
      min: textOf(of('min')),
      max: textOf(of('max')),
      mean: numberOf(of('mean')),
      stdev: numberOf(of('stdev')),
      minLength: numberOf(of('minLength')),
      meanLength: numberOf(of('meanLength')),
      maxLength: numberOf(of('maxLength')),
      isRandomSample: sampleExtent !== 'first',
      ...distributions[index]!,
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
  const failed: string[] = [];
  let reason = '';
  for (const [index, table] of tables.entries()) {
    signal.throwIfAborted();
    await job.progress((index / tables.length) * 100, `正在分析 ${table.schemaName}.${table.tableName}`);
    try {
      await profileTable(app, source, table, signal);
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
