import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { runPreparedQuery } from '#kit/server/db/prepared.ts';
import { SetModel, type DataSet } from '../../contract/data-set-model.ts';
import { itemFor, ofVisibleItem } from '#modules/library/server/index.ts';

const COLUMNS = ['id', 'setName', 'sourceId', 'version', 'status', 'model'] as const;

interface Stored {
  readonly id: string;
  readonly setName: string;
  readonly sourceId: string | null;
  readonly version: number;
  readonly model: unknown;
}

/** A stored row as engines take it. */
export const asDataSet = (row: Stored): DataSet => ({
  id: row.id,
  name: row.setName,
  sourceId: row.sourceId,
  version: row.version,
  model: SetModel.parse(row.model),
});

/** The stored definition of a data set without looking at anybody's rights; undefined when it is gone. */
export const storedSet = async (db: Db, id: string) =>
  (await runPreparedQuery(db, db.selectFrom('visualDataSet').select(COLUMNS).where('id', '=', id).where('deletedAt', 'is', null)))[0];

/**
 * A data set that the caller may see by itself: for pages about data sets and for builders. Throws entity.notFound when it is missing or
 * out of reach. Its rows are limited by the data gate, not here. `permission`: those whose data scope counts, when the call is about
 * something else than data sets; that of the call otherwise.
 */
export async function loadSet(ctx: Ctx, id: string, options: { permission?: readonly string[] } = {}): Promise<DataSet> {
  const [row] = await Promise.all([storedSet(ctx.db, id), itemFor(ctx, 'dataset', id, 'view', options)]);
  if (!row) throw new AppError('entity.notFound', '数据集不存在或没有查看权限');
  return asDataSet(row);
}

/**
 * The definition behind a chart, board or screen that the caller may open: whoever may open the document may use its data sets, and the
 * data gate limits their rows. Throws rule.broken when the data set is deleted or disabled.
 */
export async function loadSetFor(ctx: Ctx, id: string): Promise<DataSet> {
  const row = await storedSet(ctx.db, id);
  if (!row) throw new AppError('rule.broken', '图表使用的数据集已被删除，请联系制作人更换数据集');
  if (row.status === '0') throw new AppError('rule.broken', `数据集“${row.setName}”已禁用，请联系制作人`);
  return asDataSet(row);
}

/** Data sets in use that the caller may see, those changed last first. */
export async function visibleSets(ctx: Ctx, limit: number): Promise<DataSet[]> {
  const rows = await ctx.db
    .selectFrom('visualDataSet')
    .select(COLUMNS)
    .where('deletedAt', 'is', null)
    .where('status', '=', '1')
    .where(ofVisibleItem(ctx, 'dataset'))
    .orderBy('updateTime', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(asDataSet);
}
