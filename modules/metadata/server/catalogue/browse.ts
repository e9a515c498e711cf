import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { column as columnContract, table as tableContract, type TableKey } from '../../contract/table.ts';
import { ofVisibleSource, SEES_SOURCES } from '../source/load-source.ts';
import { treeLevel } from './tree.ts';

const MOST = 5000;

const tableQuery = (ctx: Ctx, permissions?: readonly string[]) =>
  ctx.db
    .selectFrom('metadataTable')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataTable.sourceId')
    .where('metadataTable.deletedAt', 'is', null)
    .where(ofVisibleSource(ctx, 'metadataTable.sourceId', permissions));
const TABLE = [
  'metadataTable.id',
  'metadataTable.sourceId',
  'metadataSource.sourceName',
  'metadataTable.schemaName',
  'metadataTable.tableName',
  'metadataTable.tableKind',
  'metadataTable.tableComment',
  'metadataTable.rowEstimate',
  'metadataTable.sizeBytes',
  'metadataTable.columnCount',
  'metadataTable.createTime',
  'metadataTable.updateTime',
] as const;

/** Without the names of table and source: counting a hundred thousand columns needs neither. */
const columnRows = (ctx: Ctx, permissions?: readonly string[]) =>
  ctx.db
    .selectFrom('metadataColumn')
    .where('metadataColumn.deletedAt', 'is', null)
    .where(ofVisibleSource(ctx, 'metadataColumn.sourceId', permissions));
const withNames = (rows: ReturnType<typeof columnRows>) =>
  rows
    .innerJoin('metadataTable', 'metadataTable.id', 'metadataColumn.tableId')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataColumn.sourceId');
const columnQuery = (ctx: Ctx, permissions?: readonly string[]) => withNames(columnRows(ctx, permissions));
const COLUMN = [
  'metadataColumn.id',
  'metadataColumn.sourceId',
  'metadataColumn.tableId',
  'metadataSource.sourceName',
  'metadataTable.schemaName',
  'metadataTable.tableName',
  'metadataColumn.columnName',
  'metadataColumn.columnComment',
  'metadataColumn.columnKey',
  'metadataColumn.columnNullable',
  'metadataColumn.columnPosition',
  'metadataColumn.dataType',
  'metadataColumn.dataLength',
  'metadataColumn.dataPrecision',
  'metadataColumn.dataScale',
  'metadataColumn.dataDefault',
  'metadataColumn.reference',
  'metadataColumn.level',
  'metadataColumn.updateTime',
] as const;

export const tablesOfSource = (ctx: Ctx, sourceId: string) =>
  ctx.db
    .selectFrom('metadataTable')
    .select(['id', 'schemaName', 'tableName', 'tableComment', 'tableKind'])
    .where('sourceId', '=', sourceId)
    .where('deletedAt', 'is', null)
    .orderBy('schemaName')
    .orderBy('tableName')
    .limit(MOST)
    .execute();

/** Columns of `table` or `schema.table` of a source. */
export async function columnsOfTableName(ctx: Ctx, sourceId: string, name: string) {
  const tables = await ctx.db
    .selectFrom('metadataTable')
    .select(['id', 'schemaName', 'tableName'])
    .where('sourceId', '=', sourceId)
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`(table_name = ${name} or schema_name || '.' || table_name = ${name})`)
    .orderBy('schemaName')
    .execute();
  const chosen = tables.find((table) => table.schemaName === 'public') ?? tables[0];
  if (!chosen) throw new AppError('entity.notFound', '表不存在或尚未同步');
  return ctx.db
    .selectFrom('metadataColumn')
    .select(['id', 'columnName', 'columnComment', 'columnKey', 'columnNullable', 'columnPosition', 'dataType'])
    .where('tableId', '=', chosen.id)
    .where('deletedAt', 'is', null)
    .orderBy('columnPosition')
    .execute();
}

export const tables = implement(tableContract, {
  async page(ctx, { query }) {
    let rows = tableQuery(ctx);
    if (query.sourceId) rows = rows.where('metadataTable.sourceId', '=', query.sourceId);
    if (query.schemaName) rows = rows.where('metadataTable.schemaName', '=', query.schemaName);
    if (query.tableKind) rows = rows.where('metadataTable.tableKind', '=', query.tableKind);
    if (query.tableName) {
      const { tableName } = query;
      rows = rows.where((e) =>
        e.or([containsText('metadataTable.tableName', tableName), containsText('metadataTable.tableComment', tableName)]),
      );
    }
    let list = rows.select(TABLE);
    for (const [field, direction] of sortOrders(
      query.sort,
      ['tableName', 'schemaName', 'rowEstimate', 'sizeBytes', 'columnCount', 'updateTime'],
      'schemaName,tableName',
    ))
      list = list.orderBy(`metadataTable.${field}` as 'metadataTable.tableName', direction);
    return pageRows(query, list, rows);
  },
  list(ctx, { query }) {
    let rows = tableQuery(ctx, SEES_SOURCES).where('metadataTable.sourceId', '=', query.sourceId);
    if (query.tableName) rows = rows.where(containsText('metadataTable.tableName', query.tableName));
    return rows
      .select([
        'metadataTable.id',
        'metadataTable.schemaName',
        'metadataTable.tableName',
        'metadataTable.tableComment',
        'metadataTable.tableKind',
      ])
      .orderBy('metadataTable.schemaName')
      .orderBy('metadataTable.tableName')
      .limit(MOST)
      .execute();
  },
  async get(ctx, { params }) {
    const table = await tableQuery(ctx)
      .select(TABLE)
      .select('metadataTable.keys')
      .where('metadataTable.id', '=', params.id)
      .executeTakeFirst();
    if (!table) throw new AppError('entity.notFound');
    const columns = await columnQuery(ctx)
      .select(COLUMN)
      .where('metadataColumn.tableId', '=', params.id)
      .orderBy('metadataColumn.columnPosition')
      .execute();
    return { ...table, keys: table.keys as TableKey[], columns };
  },
});

export const columns = implement(columnContract, {
  async page(ctx, { query }) {
    let rows = columnRows(ctx);
    if (query.sourceId) rows = rows.where('metadataColumn.sourceId', '=', query.sourceId);
    if (query.schemaName) {
      const { schemaName } = query;
      rows = rows.where('metadataColumn.tableId', 'in', (e) =>
        e.selectFrom('metadataTable').select('metadataTable.id').where('metadataTable.schemaName', '=', schemaName),
      );
    }
    if (query.tableId) rows = rows.where('metadataColumn.tableId', '=', query.tableId);
    if (query.dataType) rows = rows.where(containsText('metadataColumn.dataType', query.dataType));
    if (query.columnKey) rows = rows.where('metadataColumn.columnKey', '=', query.columnKey);
    if (query.columnName) {
      const { columnName } = query;
      rows = rows.where((e) =>
        e.or([containsText('metadataColumn.columnName', columnName), containsText('metadataColumn.columnComment', columnName)]),
      );
    }
    let list = withNames(rows).select(COLUMN);
    for (const [field, direction] of sortOrders(
      query.sort,
      ['columnName', 'columnPosition', 'dataType', 'tableId', 'updateTime'],
      'tableId,columnPosition',
    ))
      list = list.orderBy(`metadataColumn.${field}` as 'metadataColumn.columnName', direction);
    return pageRows(query, list, rows);
  },
  list: (ctx, { query }) =>
    columnQuery(ctx, SEES_SOURCES)
      .select(COLUMN)
      .where('metadataColumn.tableId', '=', query.tableId)
      .orderBy('metadataColumn.columnPosition')
      .limit(MOST)
      .execute(),
  tree: (ctx, { params, query }) => treeLevel(ctx, params.level, query),
  async get(ctx, { params }) {
    const row = await columnQuery(ctx).select(COLUMN).where('metadataColumn.id', '=', params.id).executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    return row;
  },
});
