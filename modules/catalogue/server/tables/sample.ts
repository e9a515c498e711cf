import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { DialectName } from '#modules/sources/contract/db-types.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import { ofVisibleColumn, openData } from '#modules/gate/server/index.ts';
import { mayOnTable } from './detail.ts';
import { loadTable } from './rows.ts';

const MAX_COLUMNS = 300;

/** Quoting as the gate reads it back; a kind of source without rules of the gate shows no data. */
function quoteOf(dialect: DialectName): (name: string) => string {
  try {
    return dialectOf(dialect).quote;
  } catch (error) {
    throw new AppError('rule.broken', '这类数据源暂不支持预览数据', null, { cause: error });
  }
}

/**
 * The first rows of a table, through the data gate: only columns that the caller may preview, masked, with row filters, in the history as
 * `preview`. Throws entity.notFound, auth.noPermission, gate.refused.
 */
export async function sampleOf(ctx: Ctx, id: string, limit: number) {
  const table = await loadTable(ctx, id);
  if (!(await mayOnTable(ctx, id, 'preview'))) throw new AppError('auth.noPermission', '没有这张表的预览权限，请向管理员申请授权');
  const columns = await ctx.db
    .selectFrom('metadataColumn')
    .select(['columnName', 'columnComment', 'cnName', 'dataType'])
    .where('tableId', '=', id)
    .where('deletedAt', 'is', null)
    .where(
      ofVisibleColumn(ctx, { column: 'metadataColumn.id', table: 'metadataColumn.tableId', source: 'metadataColumn.sourceId' }, 'preview'),
    )
    .orderBy('columnPosition')
    .limit(MAX_COLUMNS)
    .execute();
  if (columns.length === 0) throw new AppError('auth.noPermission', '没有可以预览的字段');
  const guarded = await openData(ctx, table.sourceId);
  const quote = quoteOf(guarded.source.adapter.dialect);
  const text = `select ${columns.map(({ columnName }) => quote(columnName)).join(', ')} from ${quote(table.schemaName)}.${quote(table.tableName)}`;
  const result = await guarded.query({ text }, { purpose: 'preview', maxRows: limit });
  return {
    columns: columns.map(({ columnName, columnComment, cnName, dataType }, i) => ({
      name: columnName,
      type: dataType,
      comment: cnName ?? columnComment,
      masked: result.columns[i]?.masked ?? false,
    })),
    rows: result.rows,
    truncated: result.truncated,
    ms: Math.round(result.ms),
  };
}
