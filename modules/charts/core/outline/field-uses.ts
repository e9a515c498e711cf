import type { ChartConfig } from '../../contract/chart.ts';
import type { Action, ViewFilter } from '../../contract/view-filter.ts';
import { conditionFields } from '#modules/datasets/core/index.ts';
import type { FieldUse } from '#modules/library/core/index.ts';

/** The fields that a chart shows and goes down along, and those of its conditions; sorts, ranks and lines follow its shelves. */
export function usesOfChart(chart: ChartConfig): FieldUse {
  const { dataSetId, rows, columns, measures, drill, filters, idleFilters, having } = chart;
  const isMeasure = (col: string): boolean => measures[Number(/^m(\d{1,2})$/.exec(col)?.[1] ?? NaN)] !== undefined;
  return {
    dataSetId,
    shown: [...[...rows, ...columns, ...measures].map(({ col }) => col), ...drill],
    deciding: [...conditionFields([...filters, ...idleFilters]), ...conditionFields(having).filter((col) => !isMeasure(col))],
  };
}

/** The fields that clicks of a part narrow. */
export const usesOfActions = (actions: readonly Action[]): FieldUse[] =>
  actions.flatMap((action) =>
    action.do === 'filter' ? action.map.map(({ dataSetId, target }) => ({ dataSetId, shown: [], deciding: [target] })) : [],
  );

/** The fields that filters of a document offer and narrow. A parameter is no field: the data set itself says what it bears on. */
export const usesOfFilters = (filters: readonly ViewFilter[]): FieldUse[] =>
  filters.flatMap(({ source, targets }): FieldUse[] => [
    ...(source && 'dataSetId' in source
      ? [{ dataSetId: source.dataSetId, shown: [source.col, ...(source.labelCol ? [source.labelCol] : [])], deciding: [] }]
      : []),
    ...targets.map((target) => ({ dataSetId: target.dataSetId, shown: [], deciding: 'col' in target ? [target.col] : [] })),
  ]);
