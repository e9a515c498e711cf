import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { DataSet } from '#modules/datasets/contract/data-set-model.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import type { DetailRequest } from '../../contract/tile-asks.ts';
import { detailFields } from '../../core/tile/detail-fields.ts';
import { cachePoliciesOf } from '../../core/tile/shape.ts';
import { checkSelection, detailQuery } from '../../core/tile/tile-query.ts';
import { engine } from '#modules/datasets/server/index.ts';
import { mapRefusal, setLoader, typesOf, type Shaped } from './tools.ts';

/** Rows of a data point that are shown at most. */
const MAX_ROWS = 1000;

/** The rows of a data point, where the document offers them. Throws input.invalid when it does not. */
export async function markDetail(ctx: Ctx, { shape }: Shaped, request: DetailRequest): Promise<ChartData> {
  const tile = shape.tiles.get(request.key);
  if (!tile) throw new AppError('input.invalid', '没有该组件，请刷新页面后重试');
  if (!tile.actions.some((action) => action.do === 'detail')) throw new AppError('input.invalid', '该组件没有开放明细');
  const query = (set?: DataSet) =>
    mapRefusal(() => {
      checkSelection(shape, request);
      const fields = set ? detailFields(set.model.fields) : { dimensions: [], measures: [] };
      return detailQuery(shape, request.key, request, { values: request.values, fields, limit: MAX_ROWS, typeOf: set && typesOf(set) });
    });
  query();
  const set = await setLoader(ctx)(tile.chart.dataSetId);
  const { sql: _statement, ...data } = await engine.ask(ctx, set, query(set), {
    purpose: 'preview',
    priority: 'interactive',
    keep: cachePoliciesOf(shape, request.key),
    signal: ctx.signal,
  });
  return data;
}
