import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { ChartQuery } from '../../contract/query.ts';
import type { OptionsRequest } from '../../contract/view-calls.ts';
import type { ViewFilter } from '../../contract/view-filter.ts';
import { filterCondition } from '../../core/view/filter-value.ts';
import { checkWish, chosenFilters } from '../../core/view/tile-query.ts';
import type { Shape } from '../../core/view/shape.ts';
import { engine } from '../engine/index.ts';
import type { Choice } from '../engine/types.ts';
import { checked, setLoader, typesOf, type OpenDocument } from './document.ts';

const MOST = 200;

/** The field of a data set that a filter acts on: one of its targets, else the field that its own choices come from. */
function fieldIn(filter: ViewFilter, dataSetId: string): string | null {
  for (const target of filter.targets) if (target.dataSetId === dataSetId && 'col' in target) return target.col;
  const { source } = filter;
  return source && 'dataSetId' in source && source.dataSetId === dataSetId ? source.col : null;
}

/** Choices of a filter, narrowed by what was chosen in the filters that it depends on, trimmed by the rights of the caller. */
export async function filterOptions(ctx: Ctx, { shape }: OpenDocument, request: OptionsRequest): Promise<Choice[]> {
  const filter = shape.filters.get(request.filterId);
  if (!filter) throw new AppError('input.invalid', '没有该筛选器，请刷新页面后重试');
  checked(() => checkWish(shape, { filters: request.filters, links: {}, drills: {} }));
  const { source } = filter;
  if (!source) return [];
  if ('options' in source) {
    const wanted = request.search.trim().toLowerCase();
    return source.options.filter(({ label }) => label.toLowerCase().includes(wanted)).slice(0, MOST);
  }
  const set = await setLoader(ctx)(source.dataSetId);
  const filters = checked(() => narrowing(shape, filter, source.dataSetId, request.filters, (col) => typesOf(set)(set.id, col)));
  const wish = { col: source.col, labelCol: source.labelCol, search: request.search.trim() || undefined, filters, limit: MOST };
  return engine.choices(ctx, set, wish, { purpose: 'chart', priority: 'interactive', signal: ctx.signal });
}

function narrowing(
  shape: Shape,
  filter: ViewFilter,
  dataSetId: string,
  given: OptionsRequest['filters'],
  typeOf: (col: string) => ReturnType<ReturnType<typeof typesOf>>,
): ChartQuery['filters'] {
  const chosen = chosenFilters(shape, given);
  return filter.dependsOn.flatMap((id) => {
    const above = shape.filters.get(id);
    const col = above && above.id !== filter.id ? fieldIn(above, dataSetId) : null;
    const value = above && Object.hasOwn(chosen, id) ? chosen[id] : undefined;
    if (!above || col === null || value === undefined) return [];
    return filterCondition(above, value, col, typeOf(col)) ?? [];
  });
}
