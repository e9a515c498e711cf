import type { ChartQuery } from '#modules/datasets/contract/query.ts';
import type { FilterValue, ViewFilter } from '../../contract/view-filter.ts';
import { filterCondition } from './filter-value.ts';
import type { Shape } from './shape.ts';
import { chosenFilters, type TypeOf } from './tile-query.ts';

/** Choices of a filter that are listed at once; others are searched. */
export const MAX_CHOICES = 200;

/** The field of a data set that a filter acts on: one of its targets, else the field that its own choices come from. */
export function fieldIn(filter: ViewFilter, dataSetId: string): string | null {
  for (const target of filter.targets) if (target.dataSetId === dataSetId && 'col' in target) return target.col;
  const { source } = filter;
  return source && 'dataSetId' in source && source.dataSetId === dataSetId ? source.col : null;
}

/** Conditions that the choices of the filters above put on the choices of a filter over a data set. Throws a SelectionError. */
export function narrowing(
  shape: Shape,
  filter: ViewFilter,
  dataSetId: string,
  given: Readonly<Record<string, FilterValue>>,
  typeOf: TypeOf,
): ChartQuery['filters'] {
  const chosen = chosenFilters(shape, given);
  return filter.dependsOn.flatMap((id) => {
    const above = shape.filters.get(id);
    const col = above && above.id !== filter.id ? fieldIn(above, dataSetId) : null;
    const value = above && Object.hasOwn(chosen, id) ? chosen[id] : undefined;
    if (!above || col === null || value === undefined) return [];
    return filterCondition(above, value, col, typeOf(dataSetId, col)) ?? [];
  });
}

/** Fixed choices of a filter that contain a text. */
export const fixedChoices = <T extends { label: string }>(options: readonly T[], search: string): T[] => {
  const wanted = search.trim().toLowerCase();
  return options.filter(({ label }) => label.toLowerCase().includes(wanted));
};
