import type { ChartConfig } from '../../contract/chart.ts';
import type { Action, ViewFilter } from '../../contract/view-filter.ts';
import { conditionFields } from './condition-fields.ts';

/** What a part of a document uses of one data set, by the ids of its fields. */
export interface FieldUse {
  readonly dataSetId: string;
  /** fields that are shown, by themselves or in groups */
  readonly shown: readonly string[];
  /** fields that only decide what is shown */
  readonly deciding: readonly string[];
  /** every field of the data set is used */
  readonly isWhole?: boolean;
}

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

/** The fields used of one data set, each once; undefined when all of it is used, or none can be told. */
export function fieldsUsed(uses: readonly FieldUse[], dataSetId: string): { shown: string[]; deciding: string[] } | undefined {
  const own = uses.filter((use) => use.dataSetId === dataSetId);
  const shown = new Set(own.flatMap((use) => use.shown));
  const deciding = new Set(own.flatMap((use) => use.deciding).filter((col) => !shown.has(col)));
  if (own.some((use) => use.isWhole) || shown.size + deciding.size === 0) return undefined;
  return { shown: [...shown], deciding: [...deciding] };
}
