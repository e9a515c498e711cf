import { AppError } from '#kit/contract/errors.ts';
import { containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { column as columnContract, table as tableContract } from '../../contract/table.ts';
import { consumersOf } from '#modules/lineage/server/index.ts';
import { SEES_SOURCES } from '#modules/sources/server/index.ts';
import { tablesById } from '../surface/by-id.ts';
import { columnBook, tableBook } from './books.ts';
import { treeBranch } from './branch.ts';
import { tableDetail } from './detail.ts';
import { columnsLike, tablesLike } from './filters.ts';
import { columnFields, levelHistory, TABLE, visibleColumns, visibleTables, withNames } from './rows.ts';
import { treeLevel } from './tree.ts';

export { columnsOfTableName, tablesOfSource } from './names.ts';

const MAX = 5000;

const columnQuery = (ctx: Ctx, permissions?: readonly string[]) => withNames(visibleColumns(ctx, permissions));

export const tables = implement(tableContract, {
  ...tableBook,
  async page(ctx, { query }) {
    const rows = tablesLike(visibleTables(ctx), query);
    let list = rows.select(TABLE);
    for (const [field, direction] of sortOrders(
      query.sort,
      ['tableName', 'schemaName', 'rowEstimate', 'sizeBytes', 'columnCount', 'heat', 'qualityScore', 'changeTime', 'updateTime'],
      'schemaName,tableName',
    ))
      list = list.orderBy(`metadataTable.${field}` as 'metadataTable.tableName', (by) =>
        direction === 'desc' ? by.desc().nullsLast() : by.asc(),
      );
    return pageRows(query, list, rows);
  },
  list(ctx, { query }) {
    let rows = visibleTables(ctx, SEES_SOURCES).where('metadataTable.sourceId', '=', query.sourceId);
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
      .limit(MAX)
      .execute();
  },
  get: (ctx, { params }) => tableDetail(ctx, params.id),
  async consumers(ctx, { params }) {
    if (!(await tablesById(ctx, [params.id])).has(params.id)) throw new AppError('entity.notFound', '表不存在或没有查看权限');
    const { objects, hidden } = (await consumersOf(ctx, [params.id])).get(params.id)!;
    return { items: objects.map(({ id, kind, name, path, distance }) => ({ id, kind, name, path, distance })), hidden };
  },
});

export const columns = implement(columnContract, {
  ...columnBook,
  async page(ctx, { query }) {
    const rows = columnsLike(visibleColumns(ctx), query);
    let list = withNames(rows).select(columnFields(ctx));
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
      .select(columnFields(ctx))
      .where('metadataColumn.tableId', '=', query.tableId)
      .orderBy('metadataColumn.columnPosition')
      .limit(MAX)
      .execute(),
  tree: (ctx, { params, query }) => treeLevel(ctx, params.level, query),
  branch: (ctx, { query }) => treeBranch(ctx, query),
  async get(ctx, { params }) {
    const row = await columnQuery(ctx).select(columnFields(ctx)).where('metadataColumn.id', '=', params.id).executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    return { ...row, levelHistory: await levelHistory(ctx, row.id) };
  },
});
