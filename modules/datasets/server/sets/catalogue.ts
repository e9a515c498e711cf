import type { Ctx } from '#kit/server/ctx.ts';
import { catalogOfSource, visibleSources } from '#modules/sources/server/index.ts';
import { ofVisibleColumn, ofVisibleTable } from '#modules/gate/server/index.ts';
import { NAME_DICTS } from '../../contract/field.ts';
import { openSource, readingCtx } from './reading.ts';

const MAX_TABLES = 5000;

/** Tables and columns of a source that the caller may query: for choosing them and for completion. */
export async function catalogueOf(ctx: Ctx, sourceId: string) {
  const reading = readingCtx(ctx);
  const { source } = await openSource(ctx, sourceId);
  const { searchPath } = await catalogOfSource(ctx.db, source);
  const tables = await ctx.db
    .selectFrom('metadataTable')
    .select(['id', 'schemaName', 'tableName', 'tableComment'])
    .where('sourceId', '=', source.id)
    .where('deletedAt', 'is', null)
    .where(ofVisibleTable(reading, { table: 'metadataTable.id', source: 'metadataTable.sourceId' }, 'query'))
    .orderBy('schemaName')
    .orderBy('tableName')
    .limit(MAX_TABLES)
    .execute();
  const columns =
    tables.length === 0
      ? []
      : await ctx.db
          .selectFrom('metadataColumn')
          .select(['tableId', 'columnName', 'dataType', 'columnComment', 'cnName', 'columnKey'])
          .where('sourceId', '=', source.id)
          .where('deletedAt', 'is', null)
          .where(
            ofVisibleColumn(
              reading,
              { column: 'metadataColumn.id', table: 'metadataColumn.tableId', source: 'metadataColumn.sourceId' },
              'query',
            ),
          )
          .orderBy('tableId')
          .orderBy('columnPosition')
          .execute();
  const byTable = new Map<string, { name: string; type: string; comment: string | null; isKey: boolean }[]>();
  for (const { tableId, columnName, dataType, columnComment, cnName, columnKey } of columns) {
    const list = byTable.get(tableId) ?? [];
    list.push({ name: columnName, type: dataType, comment: cnName ?? columnComment, isKey: columnKey === '1' });
    byTable.set(tableId, list);
  }
  return {
    dialect: source.adapter.dialect,
    searchPath: [...searchPath],
    tables: tables.map((table) => ({ ...table, columns: byTable.get(table.id) ?? [] })),
  };
}

/** Names of the platform, then dictionaries in use by their names. */
export async function dictsOf(ctx: Ctx): Promise<{ code: string; name: string }[]> {
  const dicts = await ctx.db
    .selectFrom('sysDict')
    .select(['dictCode as code', 'dictName as name'])
    .where('status', '=', '1')
    .where('deletedAt', 'is', null)
    .orderBy('dictName')
    .orderBy('id')
    .limit(2000)
    .execute();
  return [...Object.entries(NAME_DICTS).map(([code, name]) => ({ code, name })), ...dicts];
}

/** Sources that the caller may make data sets of. */
export async function sourcesOf(ctx: Ctx) {
  const rows = await visibleSources(readingCtx(ctx))
    .select(['id', 'sourceName', 'dbType', 'isSync', 'syncTime'])
    .where('status', '=', '1')
    .orderBy('sourceName')
    .orderBy('id')
    .limit(500)
    .execute();
  return rows.map(({ id, sourceName, dbType, syncTime }) => ({ id, sourceName, dbType, isReady: syncTime !== null }));
}
