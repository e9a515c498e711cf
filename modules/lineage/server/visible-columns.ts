import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { ofVisibleColumn } from '#modules/gate/server/index.ts';

/** Names of the living columns of tables that the caller may see, by table. */
export async function visibleColumnNames(ctx: Ctx, tableIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const names = new Map<string, Set<string>>();
  if (tableIds.length === 0) return names;
  const rows = await ctx.db
    .selectFrom('metadataColumn')
    .select(['metadataColumn.tableId', 'metadataColumn.columnName'])
    .where(sql<boolean>`metadata_column.table_id = any(${[...tableIds]}::text[])`)
    .where('metadataColumn.deletedAt', 'is', null)
    .where(ofVisibleColumn(ctx, { column: 'metadataColumn.id', table: 'metadataColumn.tableId', source: 'metadataColumn.sourceId' }))
    .execute();
  for (const { tableId, columnName } of rows) {
    const set = names.get(tableId);
    if (set) set.add(columnName);
    else names.set(tableId, new Set([columnName]));
  }
  return names;
}
