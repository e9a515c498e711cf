import { sql } from 'kysely';
import { containsText } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { ofVisibleColumn } from '#modules/gate/server/index.ts';

const READS = ['standard:binding:list', 'standard:element:list'];

/** A condition: the caller sees the column that a row of this table names. */
export const seenColumns = (ctx: Ctx, table: 'standardBinding' | 'standardProposal' | 'metadataColumn') =>
  ofVisibleColumn(
    ctx,
    {
      column: table === 'metadataColumn' ? 'metadataColumn.id' : `${table}.columnId`,
      table: `${table}.tableId`,
      source: `${table}.sourceId`,
    },
    'meta',
    READS,
  );

export interface BindingFilter {
  id?: string;
  elementId?: string | undefined;
  sourceId?: string | undefined;
  tableId?: string | undefined;
  domainId?: string | undefined;
  deptId?: string | undefined;
  keyword?: string | undefined;
  state?: string | undefined;
}

/** How a binding stands: an exemption goes first while it lasts. */
export const STATE = sql<'conform' | 'partial' | 'bad' | 'retired' | 'exempt' | 'open'>`(case
  when standard_binding.verdict = 'retired' then 'retired'
  when standard_binding.exempt_until >= current_date then 'exempt' else coalesce(standard_binding.verdict, 'open') end)`;

/** Bindings of living columns that the caller sees. */
export function bindingRows(ctx: Ctx, filter: BindingFilter) {
  let rows = ctx.db
    .selectFrom('standardBinding')
    .innerJoin('standardElement', 'standardElement.id', 'standardBinding.elementId')
    .innerJoin('metadataColumn', 'metadataColumn.id', 'standardBinding.columnId')
    .innerJoin('metadataTable', 'metadataTable.id', 'standardBinding.tableId')
    .innerJoin('metadataSource', 'metadataSource.id', 'standardBinding.sourceId')
    .where('standardBinding.deletedAt', 'is', null)
    .where('metadataColumn.deletedAt', 'is', null)
    .where('metadataTable.deletedAt', 'is', null)
    .where(seenColumns(ctx, 'standardBinding'));
  if (filter.id) rows = rows.where('standardBinding.id', '=', filter.id);
  if (filter.elementId) rows = rows.where('standardBinding.elementId', '=', filter.elementId);
  if (filter.sourceId) rows = rows.where('standardBinding.sourceId', '=', filter.sourceId);
  if (filter.tableId) rows = rows.where('standardBinding.tableId', '=', filter.tableId);
  if (filter.domainId) rows = rows.where('metadataTable.domainId', '=', filter.domainId);
  if (filter.deptId) rows = rows.where(sql<boolean>`(select dept_id from sys_user where id = metadata_table.owner_id) = ${filter.deptId}`);
  if (filter.state) rows = rows.where(sql<boolean>`${STATE} = ${filter.state}`);
  const { keyword } = filter;
  if (keyword)
    rows = rows.where((e) =>
      e.or(
        ['metadataTable.tableName', 'metadataColumn.columnName', 'standardElement.elementName'].map(
          (column) => containsText(column, keyword) as never,
        ),
      ),
    );
  return rows;
}

/** Where a column stands, in names of today. */
export const PLACE = [
  'metadataSource.sourceName',
  'metadataTable.schemaName',
  'metadataTable.tableName',
  'metadataColumn.columnName',
  'metadataColumn.dataType',
  'metadataColumn.dataLength',
  sql<string | null>`coalesce(metadata_table.cn_name, metadata_table.table_comment)`.as('tableLabel'),
  sql<string | null>`coalesce(metadata_column.cn_name, metadata_column.column_comment)`.as('columnLabel'),
] as const;
