import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { DataSet } from '#modules/datasets/contract/data-set-model.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import type { DetailRequest, Offers } from '../../contract/tile-asks.ts';
import { detailFields } from '../../core/tile/detail-fields.ts';
import { cachePoliciesOf } from '../../core/tile/shape.ts';
import { checkSelection, detailQuery } from '../../core/tile/tile-query.ts';
import { engine } from '#modules/datasets/server/index.ts';
import { assertFreeDrills, drillFields, mapRefusal, mayReadRows, setLoader, typesOf, type Shaped } from './tools.ts';

/** Rows of a data point that are shown at most. */
const MAX_ROWS = 1000;

/**
 * The rows of a data point, where its maker offers them, or clicks offer whatever the viewer may see anyway. Throws input.invalid when
 * neither is so.
 */
export async function markDetail(ctx: Ctx, { shape }: Shaped, request: DetailRequest): Promise<ChartData> {
  const tile = shape.tiles.get(request.key);
  if (!tile) throw new AppError('input.invalid', '没有该组件，请刷新页面后重试');
  const isSet = tile.actions.some((action) => action.do === 'detail');
  const closed = new AppError('input.invalid', '该组件没有开放明细');
  if (!isSet && shape.clicks === 'set') throw closed;
  const query = (set?: DataSet) =>
    mapRefusal(() => {
      checkSelection(shape, request);
      const fields = set ? detailFields(set.model.fields) : { dimensions: [], measures: [] };
      return detailQuery(shape, request.key, request, { values: request.values, fields, limit: MAX_ROWS, typeOf: set && typesOf(set) });
    });
  query();
  const set = await setLoader(ctx)(tile.chart.dataSetId);
  if (!isSet && !(await mayReadRows(ctx, set))) throw closed;
  await assertFreeDrills(ctx, shape, request);
  const { sql: _statement, ...data } = await engine.ask(ctx, set, query(set), {
    purpose: 'preview',
    priority: 'interactive',
    keep: cachePoliciesOf(shape, request.key),
    signal: ctx.signal,
  });
  return data;
}

/** What a click on a tile offers to the caller though its maker did not set it. */
export async function markOffers(ctx: Ctx, { shape }: Shaped, key: string): Promise<Offers> {
  const tile = shape.tiles.get(key);
  if (!tile) throw new AppError('input.invalid', '没有该组件，请刷新页面后重试');
  if (shape.clicks === 'set') return { hasDetail: false, fields: [] };
  const set = await setLoader(ctx)(tile.chart.dataSetId);
  if (!(await mayReadRows(ctx, set))) return { hasDetail: false, fields: [] };
  return { hasDetail: (set.model.minGroup ?? null) === null, fields: drillFields(set).map(({ id: col, name }) => ({ col, name })) };
}
