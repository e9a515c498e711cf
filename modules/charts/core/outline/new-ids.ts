import type { ChartConfig } from '../../contract/chart.ts';
import type { Action, Link, ViewFilter } from '../../contract/view-filter.ts';
import type * as z from 'zod';
import type { NewIds } from '#modules/library/core/index.ts';

/** A chart over the data set that its id leads to. */
export const chartWithIds = (chart: ChartConfig, ids: NewIds): ChartConfig => ({ ...chart, dataSetId: ids.set(chart.dataSetId) });

/** A link with the new id; null when there is nothing to lead to. */
export function linkWithIds(link: z.output<typeof Link>, ids: NewIds): z.output<typeof Link> | null {
  if (link.to !== 'board' && link.to !== 'screen') return link;
  const id = ids.link(link.to, link.id);
  return id === null ? null : { ...link, id };
}

const actionsWithIds = (actions: readonly Action[], ids: NewIds): Action[] =>
  actions.flatMap((action): Action[] => {
    if (action.do === 'filter') return [{ ...action, map: action.map.map((one) => ({ ...one, dataSetId: ids.set(one.dataSetId) })) }];
    if (action.do !== 'jump') return [action];
    const link = linkWithIds(action.link, ids);
    return link ? [{ ...action, link }] : [];
  });

/** Filters of a document with the new ids. */
export const filtersWithIds = (filters: readonly ViewFilter[], ids: NewIds): ViewFilter[] =>
  filters.map((filter) => {
    const { source } = filter;
    return {
      ...filter,
      ...(source && 'dataSetId' in source && { source: { ...source, dataSetId: ids.set(source.dataSetId) } }),
      targets: filter.targets.map((target) => ({ ...target, dataSetId: ids.set(target.dataSetId) })),
    };
  });

interface Part {
  readonly chart?: ChartConfig | null | undefined;
  readonly chartId?: string | null | undefined;
  readonly actions: readonly Action[];
}
/** A tile or node with the new ids: its charts, links and jumps. */
export const partWithIds = <T extends Part>(part: T, ids: NewIds): T => ({
  ...part,
  ...(part.chart && { chart: chartWithIds(part.chart, ids) }),
  ...(part.chartId && { chartId: ids.chart(part.chartId) }),
  actions: actionsWithIds(part.actions, ids),
});
