import { sql } from 'kysely';
import { containsText } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { AppError } from '#kit/contract/errors.ts';
import { ofVisibleColumn, wholeColumns, type WholeColumn } from '#modules/gate/server/index.ts';

/** Permissions that let people read contrasts; which columns they reach with them is decided by grants and data scope. */
const READS = ['standard:contrast:list', 'standard:mapping:list', 'standard:stat:list'];

export interface ContrastFilter {
  sourceId?: string | undefined;
  tableId?: string | undefined;
  columnId?: string | undefined;
  gbTypeId?: string | undefined;
  keyword?: string | undefined;
  id?: string;
}

/** Contrasts of columns that the caller sees, with the names of today; a column that is gone keeps its contrast. */
export function contrastRows(ctx: Ctx, { id, sourceId, tableId, columnId, gbTypeId, keyword }: ContrastFilter) {
  let rows = ctx.db
    .selectFrom('standardContrast')
    .innerJoin('standardType', 'standardType.id', 'standardContrast.gbTypeId')
    .innerJoin('metadataSource', 'metadataSource.id', 'standardContrast.sourceId')
    .leftJoin('metadataTable', 'metadataTable.id', 'standardContrast.tableId')
    .leftJoin('metadataColumn', 'metadataColumn.id', 'standardContrast.columnId')
    .where('standardContrast.deletedAt', 'is', null)
    .where('metadataSource.deletedAt', 'is', null)
    .where(
      ofVisibleColumn(
        ctx,
        { column: 'standardContrast.columnId', table: 'standardContrast.tableId', source: 'standardContrast.sourceId' },
        'meta',
        READS,
      ),
    );
  if (id) rows = rows.where('standardContrast.id', '=', id);
  if (sourceId) rows = rows.where('standardContrast.sourceId', '=', sourceId);
  if (tableId) rows = rows.where('standardContrast.tableId', '=', tableId);
  if (columnId) rows = rows.where('standardContrast.columnId', '=', columnId);
  if (gbTypeId) rows = rows.where('standardContrast.gbTypeId', '=', gbTypeId);
  if (keyword)
    rows = rows.where((e) =>
      e.or(
        ['metadataTable.tableName', 'metadataColumn.columnName', 'metadataColumn.columnComment', 'metadataTable.tableComment'].map(
          (column) => containsText(column, keyword) as never,
        ),
      ),
    );
  return rows;
}

export const CONTRAST = [
  'standardContrast.id',
  'standardContrast.version',
  'standardContrast.sourceId',
  'standardContrast.tableId',
  'standardContrast.columnId',
  'standardContrast.gbTypeId',
  'standardContrast.bindGbColumn',
  'standardContrast.status',
  'standardContrast.remark',
  'standardContrast.collectTime',
  'standardContrast.createBy',
  'standardContrast.createTime',
  'standardContrast.updateBy',
  'standardContrast.updateTime',
  'standardType.gbTypeCode',
  'standardType.gbTypeName',
  'metadataSource.sourceName',
  'metadataTable.schemaName',
  'metadataTable.tableName',
  'metadataColumn.columnName',
  'metadataColumn.dataType',
  'metadataColumn.level',
  'metadataColumn.columnComment as rawComment',
  sql<string | null>`coalesce(metadata_table.cn_name, metadata_table.table_comment)`.as('tableComment'),
  sql<string | null>`coalesce(metadata_column.cn_name, metadata_column.column_comment)`.as('columnComment'),
  sql<boolean>`(metadata_column.id is null or metadata_column.deleted_at is not null or metadata_table.deleted_at is not null)`.as(
    'isColumnGone',
  ),
  sql<number | null>`standard_contrast.row_count::float8`.as('rowCount'),
  sql<number | null>`standard_contrast.null_count::float8`.as('nullCount'),
  sql<string | null>`(select nickname from sys_user where id = standard_contrast.collect_by)`.as('collectName'),
] as const;

/** A contrast that the caller may see. Throws entity.notFound. */
export async function contrastOf(ctx: Ctx, id: string) {
  const row = await contrastRows(ctx, { id }).select(CONTRAST).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

/** Such a contrast, locked: what is compared with its version is what stands when it is written. Throws entity.notFound. */
export async function lockedContrast(ctx: Ctx, id: string) {
  await ctx.db.selectFrom('standardContrast').select('id').where('id', '=', id).forUpdate().execute();
  return contrastOf(ctx, id);
}

/** Why stored values of a column are not shown, by how the caller reads it. */
const NOT_SHOWN: Readonly<Record<Exclude<WholeColumn, 'clear'>, string>> = {
  masked: '字段取值对您已脱敏',
  rows: '您只能查询该表的部分行，取值与行数来自全部行',
  hidden: '您没有该字段的查询权限',
};
type Located = { readonly sourceId: string; readonly tableId: string; readonly columnId: string; readonly schemaName: string | null };

/**
 * Why the caller may not see the values of the column and how often each occurs; null = they read all rows of it in the clear. A column that is
 * gone has no rights of its own any more: its values stay with whoever collected them, in no answer.
 */
export async function whyHidden(ctx: Ctx, row: Located): Promise<string | null> {
  const seen = await wholeColumns(ctx, { id: row.tableId, sourceId: row.sourceId, schema: row.schemaName ?? '' });
  const how = seen.get(row.columnId) ?? 'hidden';
  return how === 'clear' ? null : NOT_SHOWN[how];
}

/** Those of these columns whose values the caller sees. */
export async function shownColumns<Row extends Located>(ctx: Ctx, rows: readonly Row[]): Promise<Row[]> {
  const tables = new Map<string, ReadonlyMap<string, WholeColumn>>();
  for (const { tableId, sourceId, schemaName } of rows)
    if (!tables.has(tableId)) tables.set(tableId, await wholeColumns(ctx, { id: tableId, sourceId, schema: schemaName ?? '' }));
  return rows.filter((row) => tables.get(row.tableId)?.get(row.columnId) === 'clear');
}

/** Throws gate.refused unless the caller sees the values of the column, with what they wanted to do: whoever maps or writes unseen values probes them. */
export async function assertShown(ctx: Ctx, row: Located & { readonly columnName: string | null }, act: string): Promise<void> {
  const why = await whyHidden(ctx, row);
  if (why === null) return;
  const message = `${why}，不能${act}；请在元数据详情的“授权”中申请权限，或请有权限的同事处理`;
  const lacked = { tableId: row.tableId, columns: [row.columnName ?? ''], action: why === NOT_SHOWN.masked ? 'unmask' : 'query' };
  throw new AppError('gate.refused', message, { message, position: null, lacked });
}

/** Throws entity.notFound or gate.refused unless the caller sees the values of a contrast. */
export async function assertValuesShown(ctx: Ctx, contrastId: string): Promise<void> {
  await assertShown(ctx, await contrastOf(ctx, contrastId), '按它的取值检查');
}
