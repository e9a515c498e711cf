import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { SEES_SOURCES } from '#modules/sources/server/index.ts';
import { visibleColumns, visibleTables } from './rows.ts';

const MAX = 5000;

/** Tables of a source that the caller sees, for pickers. */
export const tablesOfSource = (ctx: Ctx, sourceId: string) =>
  visibleTables(ctx, SEES_SOURCES)
    .select([
      'metadataTable.id',
      'metadataTable.schemaName',
      'metadataTable.tableName',
      'metadataTable.tableComment',
      'metadataTable.tableKind',
    ])
    .where('metadataTable.sourceId', '=', sourceId)
    .orderBy('metadataTable.schemaName')
    .orderBy('metadataTable.tableName')
    .limit(MAX)
    .execute();

/** Columns of `table` or `schema.table` of a source. */
export async function columnsOfTableName(ctx: Ctx, sourceId: string, name: string) {
  const tables = await visibleTables(ctx, SEES_SOURCES)
    .select(['metadataTable.id', 'metadataTable.schemaName'])
    .where('metadataTable.sourceId', '=', sourceId)
    .where(sql<boolean>`(table_name = ${name} or schema_name || '.' || table_name = ${name})`)
    .orderBy('metadataTable.schemaName')
    .execute();
  const chosen = tables.find((table) => table.schemaName === 'public') ?? tables[0];
  if (!chosen) throw new AppError('entity.notFound', '表不存在或尚未同步');
  return visibleColumns(ctx, SEES_SOURCES)
    .select(['id', 'columnName', 'columnComment', 'columnKey', 'columnNullable', 'columnPosition', 'dataType'])
    .where('tableId', '=', chosen.id)
    .orderBy('columnPosition')
    .execute();
}
