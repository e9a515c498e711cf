import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { TableKey } from '#modules/sources/contract/table-kind.ts';
import { Refusal } from '../../../core/sql/refusal.ts';
import { sourceOf } from '../../../core/sql/scope.ts';
import type { Access } from '../../authorize/access.ts';
import type { Source } from '#modules/sources/server/index.ts';
import { maskedColumns } from '../masking.ts';
import type { MeasuredColumn } from './grammar.ts';
import type { MeasuredTable } from './relation.ts';

export interface OpenColumn extends MeasuredColumn {
  readonly isLinkable: boolean;
}
/** A table that the caller may measure, with what of it they see masked. */
export interface OpenTable extends MeasuredTable {
  /** Throws Refusal for a name that the catalogue does not know. */
  column(name: string): OpenColumn;
  /** columns that tell its rows apart; null when the catalogue knows none */
  readonly key: readonly string[] | null;
}

/**
 * A table of the source for measures: the caller must see it and hold `query` on the whole of it, without a row filter. Throws
 * entity.notFound, Refusal.
 */
export async function openTable(ctx: Ctx, source: Source, access: Access, tableId: string): Promise<OpenTable> {
  const rows = await ctx.app.db
    .selectFrom('metadataTable')
    .innerJoin('metadataColumn', 'metadataColumn.tableId', 'metadataTable.id')
    .select(['schemaName', 'tableName', 'tableKind', 'rowEstimate', 'keys', 'columnName', 'dataType'])
    .where('metadataTable.id', '=', tableId)
    .where('metadataTable.sourceId', '=', source.id)
    .where('metadataTable.deletedAt', 'is', null)
    .where('metadataColumn.deletedAt', 'is', null)
    .execute();
  const [table] = rows;
  const named = table && { id: tableId, schema: table.schemaName, name: table.tableName, columns: rows.map((row) => row.columnName) };
  if (!table || !named || access.on(named, 'meta') === null) throw new AppError('entity.notFound', '数据表不存在或已删除');
  const held = access.on(named, 'query');
  if (held === null || held.rows !== null || held.named.size > 0)
    throw new Refusal(`统计表“${table.tableName}”需要整张表的查询权限，请在元数据详情页点击“申请权限”`);
  const masked = await maskedColumns(ctx.app, [named], { access, action: 'query' });
  const columns = new Map(
    rows.map(({ columnName, dataType }): [string, OpenColumn] => {
      const mask = masked.get(sourceOf(named, columnName));
      return [columnName, { columnName, dataType, isMasked: mask !== undefined, isLinkable: mask?.isLinkable ?? false }];
    }),
  );
  const keys = TableKey.array().parse(table.keys);
  const key = keys.find(({ kind }) => kind === 'primary') ?? keys.find(({ kind }) => kind === 'unique');
  return {
    schemaName: table.schemaName,
    tableName: table.tableName,
    tableKind: table.tableKind,
    rowEstimate: table.rowEstimate,
    key: key && key.columns.length > 0 && key.columns.every((name) => columns.has(name)) ? key.columns : null,
    column(name) {
      const found = columns.get(name);
      if (!found) throw new Refusal(`表“${table.tableName}”没有字段“${name}”，请先同步元数据`);
      return found;
    },
  };
}
