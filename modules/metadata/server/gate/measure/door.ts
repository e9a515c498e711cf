import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { Refusal } from '../../../core/sql/refusal.ts';
import { accessOf } from '../../authorize/access.ts';
import type { Source } from '../../source/load-source.ts';
import { toCallerError, toRefusal } from '../errors.ts';
import { recordHistory } from '../history.ts';
import { maskedColumns } from '../masking.ts';
import { minMeasureRows } from './config.ts';
import { measureTable, type Measured } from './measure.ts';
import type { MeasureKind, MeasuredColumn } from './statements.ts';

const TIMEOUT_MS = 120_000;

/** Measures that a module asks of one table for an account. */
export interface MeasureBatch {
  readonly tableId: string;
  readonly measures: readonly { readonly column: string; readonly of: MeasureKind }[];
  /** as the history shows it */
  readonly purpose: 'quality' | 'profile';
  readonly timeoutMs?: number;
}

/**
 * The measuring door for the caller: named measures of one table, no text. The table must be theirs to query as a whole; of columns that
 * they see masked only measures without a value are taken. Leaves a history row. Throws entity.notFound, gate.refused and what the source
 * throws.
 */
export async function measureFor(ctx: Ctx, source: Source, batch: MeasureBatch): Promise<Measured> {
  const started = performance.now();
  const rows = await ctx.app.db
    .selectFrom('metadataTable')
    .innerJoin('metadataColumn', 'metadataColumn.tableId', 'metadataTable.id')
    .select(['schemaName', 'tableName', 'tableKind', 'rowEstimate', 'columnName', 'dataType'])
    .where('metadataTable.id', '=', batch.tableId)
    .where('metadataTable.sourceId', '=', source.id)
    .where('metadataTable.deletedAt', 'is', null)
    .where('metadataColumn.deletedAt', 'is', null)
    .execute();
  const [table] = rows;
  const access = await accessOf(ctx.app.db, ctx.user, source.id, ctx.app.now());
  const named = table && { id: batch.tableId, schema: table.schemaName, name: table.tableName, columns: rows.map((row) => row.columnName) };
  if (!table || !named || access.on(named, 'meta') === null) throw new AppError('entity.notFound', '数据表不存在或已删除');
  const note = (outcome: 'success' | 'refused' | 'failed', message: string | null) =>
    recordHistory(ctx, source, {
      purpose: batch.purpose,
      sqlText: batch.measures.map(({ column, of }) => `${of}(${column})`).join(', '),
      kind: 'read',
      checked: null,
      masked: [],
      rowCount: null,
      ms: performance.now() - started,
      outcome,
      message,
    });
  try {
    const held = access.on(named, 'query');
    if (held === null || held.rows !== null || held.named.size > 0)
      throw new Refusal(`统计表「${table.tableName}」需要整张表的查询权限，请在元数据详情页点击「申请权限」`);
    const masked = await maskedColumns(ctx.app, [named], { access, action: 'query' });
    const columns = new Map(
      rows.map(({ columnName, dataType }): [string, MeasuredColumn] => [
        columnName,
        { columnName, dataType, isMasked: masked.has(`${named.schema}.${named.name}.${columnName}`) },
      ]),
    );
    const measures = batch.measures.map(({ column, of }) => {
      const found = columns.get(column);
      if (!found) throw new Refusal(`表「${table.tableName}」没有字段「${column}」，请先同步元数据`);
      return { column: found, of };
    });
    const options = {
      extent: 'all' as const,
      minRows: await minMeasureRows(ctx.app),
      timeoutMs: batch.timeoutMs ?? TIMEOUT_MS,
      signal: ctx.signal,
    };
    const measured = await measureTable(source, table, measures, options);
    await note('success', null);
    return measured;
  } catch (error) {
    const answer = error instanceof Refusal ? toRefusal(error) : toCallerError(error);
    await note(error instanceof Refusal ? 'refused' : 'failed', answer instanceof Error ? answer.message : null);
    throw answer;
  }
}
