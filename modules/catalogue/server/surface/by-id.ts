import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { visibleColumns, visibleTables, withNames } from '../tables/rows.ts';

/**
 * Tables by their ids, with the names that people read. Ids of tables that are gone or that the caller may not see have no entry.
 * `permissions` are those that let the caller see tables, by default those of the call.
 */
export async function tablesById(ctx: Ctx, ids: readonly string[], permissions?: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await visibleTables(ctx, permissions)
    .select([
      'metadataTable.id',
      'metadataTable.sourceId',
      'metadataSource.sourceName',
      'metadataTable.schemaName',
      'metadataTable.tableName',
      'metadataTable.tableKind',
      'metadataTable.ownerId',
      'metadataTable.level',
      'metadataTable.profileTime',
      'metadataTable.qualityScore',
      sql<string | null>`coalesce(cn_name, table_comment)`.as('label'),
    ])
    .where('metadataTable.id', 'in', [...new Set(ids)])
    .execute();
  return new Map(
    rows.map((row) => [row.id, { ...row, qualityScore: row.qualityScore === null ? null : Number(row.qualityScore) }] as const),
  );
}

/** Columns by their ids, like `tablesById`. */
export async function columnsById(ctx: Ctx, ids: readonly string[], permissions?: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await withNames(visibleColumns(ctx, permissions))
    .select([
      'metadataColumn.id',
      'metadataColumn.sourceId',
      'metadataColumn.tableId',
      'metadataTable.schemaName',
      'metadataTable.tableName',
      'metadataColumn.columnName',
      'metadataColumn.columnComment',
      'metadataColumn.columnPosition',
      'metadataColumn.dataType',
      'metadataColumn.level',
      'metadataColumn.classId',
      sql<string | null>`coalesce(metadata_column.cn_name, column_comment)`.as('label'),
    ])
    .where('metadataColumn.id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row] as const));
}
