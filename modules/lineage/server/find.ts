import { sql } from 'kysely';
import type { Reply } from '#kit/contract/route.ts';
import { containsText } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { lineage as contract } from '../contract/lineage.ts';
import { ofVisibleColumn, ofVisibleTable } from '#modules/gate/server/index.ts';

const MAX = 20;
/** How many of the newest edges are looked at for tables to begin with. */
const NEWEST_EDGES = 3000;

const tables = (ctx: Ctx) =>
  ctx.db
    .selectFrom('metadataTable')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataTable.sourceId')
    .select((e) => [
      'metadataTable.id',
      sql<string>`metadata_table.schema_name || '.' || metadata_table.table_name`.as('name'),
      e.fn.coalesce('metadataTable.cnName', 'metadataTable.tableComment').as('comment'),
      'metadataTable.tableKind as kind',
      'metadataTable.sourceId',
      'metadataSource.sourceName',
    ])
    .where('metadataTable.deletedAt', 'is', null)
    .where(ofVisibleTable(ctx, { table: 'metadataTable.id', source: 'metadataTable.sourceId' }))
    .limit(MAX);

/** Tables and columns to begin with: by name or comment, or those whose lineage came last when nothing was typed. */
export async function find(ctx: Ctx, keyword: string): Promise<Reply<typeof contract.find>> {
  if (keyword === '') {
    const newest = sql<boolean>`metadata_table.id in (select to_id from
      (select to_id from metadata_lineage_edge where to_type = 'table' order by id desc limit ${NEWEST_EDGES}) newest)`;
    return {
      tables: await tables(ctx).where(newest).orderBy('metadataTable.schemaName').orderBy('metadataTable.tableName').execute(),
      columns: [],
    };
  }
  const found = await tables(ctx)
    .where((e) =>
      e.or([
        containsText('metadataTable.tableName', keyword),
        containsText('metadataTable.tableComment', keyword),
        containsText('metadataTable.cnName', keyword),
        sql<boolean>`lower(metadata_table.schema_name || '.' || metadata_table.table_name) = lower(${keyword})`,
      ]),
    )
    // the exact name first, then the shortest
    .orderBy(sql`lower(metadata_table.table_name) = lower(${keyword})`, 'desc')
    .orderBy(sql`length(metadata_table.table_name)`)
    .orderBy('metadataTable.id')
    .execute();
  const columns = await tables(ctx)
    .innerJoin('metadataColumn', 'metadataColumn.tableId', 'metadataTable.id')
    .select(['metadataColumn.id as columnId', 'metadataColumn.columnName', 'metadataColumn.columnComment'])
    .where('metadataColumn.deletedAt', 'is', null)
    .where((e) => e.or([containsText('metadataColumn.columnName', keyword), containsText('metadataColumn.columnComment', keyword)]))
    .where(ofVisibleColumn(ctx, { column: 'metadataColumn.id', table: 'metadataColumn.tableId', source: 'metadataColumn.sourceId' }))
    .execute();
  return { tables: found, columns };
}
