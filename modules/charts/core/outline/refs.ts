import type { Action, ViewFilter } from '../../contract/view-filter.ts';
import { usesOfActions, usesOfChart, usesOfFilters } from './field-uses.ts';
import type { Ref, Refs } from '#modules/library/core/index.ts';
import type { Outline, Part } from './outline.ts';

const ofActions = (actions: readonly Action[], path: string): Ref[] =>
  actions.flatMap((action, n) =>
    action.do === 'filter' ? action.map.map(({ dataSetId }, m) => ({ id: dataSetId, path: `${path}actions.${n}.map.${m}.dataSetId` })) : [],
  );
const ofFilters = (filters: readonly ViewFilter[]): Ref[] =>
  filters.flatMap(({ source, targets }, n) => [
    ...(source && 'dataSetId' in source ? [{ id: source.dataSetId, path: `filters.${n}.source.dataSetId` }] : []),
    ...targets.map(({ dataSetId }, m) => ({ id: dataSetId, path: `filters.${n}.targets.${m}.dataSetId` })),
  ]);

/** One tile or node: its stored chart, the data set of its own chart, and the data sets its clicks filter. */
function ofPart({ path, chartPath, chartId, chart, actions }: Part): Refs {
  const isDetailed = actions.some((action) => action.do === 'detail');
  return {
    charts: chartId ? [{ id: chartId, path: `${path}chartId` }] : [],
    sets: [...(chart ? [{ id: chart.dataSetId, path: `${chartPath}dataSetId` }] : []), ...ofActions(actions, path)],
    uses: [...(chart ? [{ ...usesOfChart(chart), isWhole: isDetailed }] : []), ...usesOfActions(actions)],
    detailed: isDetailed && chartId && !chart ? [chartId] : [],
  };
}

/** Stored charts and data sets that a document names. */
export function refsOf({ parts, filters }: Outline): Refs {
  const all = parts.map(ofPart);
  return {
    charts: all.flatMap((part) => part.charts),
    sets: [...all.flatMap((part) => part.sets), ...ofFilters(filters)],
    uses: [...all.flatMap((part) => part.uses), ...usesOfFilters(filters)],
    detailed: all.flatMap((part) => part.detailed),
  };
}
