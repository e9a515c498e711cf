import type { Built, Option } from '../../core/option/index.ts';

/** The names along the axes of categories: what a zoom is a part of. */
function categoriesOf({ xAxis, yAxis }: Option): string {
  const axes = [xAxis, yAxis].flat() as ({ type?: string; data?: unknown } | undefined)[];
  return JSON.stringify(axes.map((axis) => (axis?.type === 'category' ? axis.data : null)));
}

/**
 * What is merged into a chart that is there when only its data changed. The part that somebody zoomed to stays while it is a part of the
 * same categories; of others it would hide some, or leave an empty picture.
 */
export function merged(before: Option, next: Built): { option: Option; replaceMerge: string[] } {
  const kinds = next.engine === 'geo' ? ['series', 'geo', 'graphic'] : ['series'];
  const { dataZoom, ...rest } = next.option;
  return categoriesOf(before) === categoriesOf(next.option)
    ? { option: rest, replaceMerge: kinds }
    : { option: { ...rest, dataZoom: dataZoom ?? [] }, replaceMerge: [...kinds, 'dataZoom'] };
}
