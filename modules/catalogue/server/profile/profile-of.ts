import { sql } from 'kysely';
import type { App, Ctx } from '#kit/server/ctx.ts';
import { ColumnStats, VALUE_FIELDS } from '#modules/gate/contract/column-stats.ts';
import { ofVisibleColumn, onClassified, SENSITIVE_LEVELS, wholeColumnsOf } from '#modules/gate/server/index.ts';

const COLUMN = { column: 'metadataColumn.id', table: 'metadataColumn.tableId', source: 'metadataColumn.sourceId' };
const isSensitive = (level: string | null): boolean => level !== null && SENSITIVE_LEVELS.includes(level);

const NO_VALUES = Object.fromEntries(VALUE_FIELDS.map((field) => [field, null])) as Pick<ColumnStats, (typeof VALUE_FIELDS)[number]>;
const withoutValues = (stats: ColumnStats): ColumnStats => ({ ...stats, ...NO_VALUES });

interface Placed {
  readonly id: string;
  readonly sourceId: string;
  readonly tableId: string;
  readonly schemaName: string;
}
/** Ids of columns of which the caller previews and queries some rows only: values of a profile are those of all rows. */
async function readInPart(ctx: Ctx, columns: readonly Placed[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const sourceId of new Set(columns.map((column) => column.sourceId))) {
    const own = columns.filter((column) => column.sourceId === sourceId);
    const tables = [...new Map(own.map(({ tableId, schemaName }) => [tableId, { id: tableId, schema: schemaName }])).values()];
    const seen = await wholeColumnsOf(ctx, sourceId, tables, 'preview');
    const queried = await wholeColumnsOf(ctx, sourceId, tables);
    for (const { id, tableId } of own)
      if (seen.get(tableId)?.get(id) === 'rows' && queried.get(tableId)?.get(id) !== 'clear') found.add(id);
  }
  return found;
}

/**
 * The latest profiles of columns by their ids; `stats` is null for a column that was never profiled. Values are withheld from whoever may not
 * preview all rows of the table and of L3 and L4 columns. Columns that the caller may not see have no entry.
 */
export async function profileOf(ctx: Ctx, columnIds: readonly string[]) {
  if (columnIds.length === 0) return new Map<string, never>();
  const rows = await ctx.db
    .selectFrom('metadataColumn')
    .innerJoin('metadataTable', 'metadataTable.id', 'metadataColumn.tableId')
    .leftJoin('metadataProfile as p', 'p.columnId', 'metadataColumn.id')
    .select([
      'metadataColumn.id',
      'metadataColumn.sourceId',
      'metadataColumn.tableId',
      'metadataTable.schemaName',
      'metadataColumn.level',
      'p.stats',
      'p.rowCount',
      'p.isSampled',
      'p.profileTime',
      ofVisibleColumn(ctx, COLUMN, 'preview').as('mayPreview'),
    ])
    .where('metadataColumn.id', 'in', [...new Set(columnIds)])
    .where('metadataColumn.deletedAt', 'is', null)
    .where(ofVisibleColumn(ctx, COLUMN))
    .execute();
  const inPart = await readInPart(
    ctx,
    rows.filter(({ stats, mayPreview, level }) => stats !== null && mayPreview && !isSensitive(level)),
  );
  return new Map(
    rows.map(({ id, level, mayPreview, stats, rowCount, isSampled, profileTime }) => {
      const read = stats === null ? null : ColumnStats.parse(stats);
      // a level that was set after the profile holds for it too
      const valuesHidden = !mayPreview || isSensitive(level) || inPart.has(id);
      return [
        id,
        {
          rowCount,
          isSampled: isSampled === '1' ? ('1' as const) : ('0' as const),
          profileTime,
          valuesHidden,
          stats: read && valuesHidden ? withoutValues(read) : read,
        },
      ] as const;
    }),
  );
}

/**
 * Deletes stored values from the profile of a column as soon as the column becomes L3 or L4: what nobody may read any more should not lie in
 * the database and its backups. Returns a function that stops it.
 */
export const dropValuesOfSensitive = (app: App): (() => void) =>
  onClassified(app, async (db, changes) => {
    const ids = changes.flatMap(({ columnId, newLevel }) => (columnId !== null && isSensitive(newLevel) ? [columnId] : []));
    if (ids.length === 0) return;
    await sql`update metadata_profile set stats = stats || ${JSON.stringify(NO_VALUES)}::jsonb where column_id = any(${ids}::text[])`.execute(
      db,
    );
  });
