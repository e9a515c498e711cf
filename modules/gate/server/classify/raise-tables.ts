import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';

/** Sets the level of tables to the highest level of their columns; null without any. */
export async function raiseTables(db: Db, tableIds: readonly string[]): Promise<void> {
  if (tableIds.length === 0) return;
  await db
    .updateTable('metadataTable')
    .set({
      level: sql<string | null>`(select max(level) from metadata_column c where c.table_id = metadata_table.id and c.deleted_at is null)`,
    })
    .where('id', 'in', [...new Set(tableIds)])
    .execute();
}
