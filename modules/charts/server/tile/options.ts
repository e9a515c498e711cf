import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { OptionsRequest } from '../../contract/tile-asks.ts';
import { fixedChoices, MAX_CHOICES, narrowing } from '../../core/tile/choices.ts';
import { cachePoliciesOf } from '../../core/tile/shape.ts';
import { checkSelection } from '../../core/tile/tile-query.ts';
import { engine, type Choice, type Priority } from '#modules/datasets/server/index.ts';
import { mapRefusal, setLoader, typesOf, type Shaped } from './tools.ts';

/** Choices of a filter, narrowed by what was chosen in the filters that it depends on, trimmed by the rights of the caller. */
export async function filterOptions(
  ctx: Ctx,
  { shape }: Shaped,
  request: OptionsRequest,
  priority: Priority = 'interactive',
): Promise<Choice[]> {
  const filter = shape.filters.get(request.filterId);
  if (!filter) throw new AppError('input.invalid', '没有该筛选器，请刷新页面后重试');
  mapRefusal(() => checkSelection(shape, { filters: request.filters, links: {}, drills: {} }));
  const { source } = filter;
  if (!source) return [];
  if ('options' in source) return fixedChoices(source.options, request.search).slice(0, MAX_CHOICES);
  const set = await setLoader(ctx)(source.dataSetId);
  const filters = mapRefusal(() => narrowing(shape, filter, source.dataSetId, request.filters, typesOf(set)));
  const options = { col: source.col, labelCol: source.labelCol, search: request.search.trim() || undefined, filters, limit: MAX_CHOICES };
  return engine.choices(ctx, set, options, { purpose: 'chart', priority, keep: cachePoliciesOf(shape), signal: ctx.signal });
}
