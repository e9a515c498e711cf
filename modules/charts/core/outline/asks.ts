import type { ChartConfig } from '../../contract/chart.ts';
import type { Slot } from '#modules/datasets/contract/query.ts';
import type { ViewFilter } from '../../contract/view-filter.ts';
import type { SetOf } from '#modules/library/core/index.ts';
import type { Outline, Part } from './outline.ts';

/** One thing that a document lets its viewers read of a data set: equal texts read the same. */
export interface Ask {
  readonly dataSetId: string;
  readonly text: string;
  readonly path: string;
}
/** A part with its data set, and what it asks of it. */
interface Asking extends Part {
  readonly dataSetId: string;
  readonly query: string;
}

/** JSON with its keys in order; what is not given and what is null are the same. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(
          Object.entries(one)
            .filter(([, part]) => part !== null && part !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : one,
  );

const slot = ({ alias: _alias, format: _format, axis: _axis, drawAs: _drawAs, color: _color, ...asked }: Slot) => asked;

/** What a chart reads, without how it looks. Tables leave whole when they are exported, so it counts whether it is one. */
function queryOf(chart: ChartConfig): string {
  const { dataSetId, filters, having, sort, topN, limit, fill, isDetail, totals, params, drill } = chart;
  const shelves = [chart.rows, chart.columns, chart.measures].map((shelf) => shelf.map(slot));
  const isTable = chart.chartType === 'table';
  return canonical({ dataSetId, shelves, filters, having, sort, topN, limit, fill, isDetail, totals, params, drill, isTable });
}

const choices = ({ source }: ViewFilter) => (source && 'dataSetId' in source ? source : null);

/**
 * Everything that a document lets its viewers read, by data set: its own charts, the rows behind their marks, what narrows them, and the
 * choices of filters. `setOf` gives the data set of a stored chart: reading that chart goes with the right on the chart, whatever else is
 * done with it is asked of its data set.
 */
export function asksOf({ parts: all, filters }: Outline, setOf: SetOf): Ask[] {
  const parts = all.filter(({ isBlind, chart, chartId }) => !isBlind || chart || chartId);
  const asking = parts.flatMap((part): Asking[] => {
    const dataSetId = part.chart?.dataSetId ?? (part.chartId === null ? undefined : setOf(part.chartId));
    return dataSetId === undefined ? [] : [{ ...part, dataSetId, query: part.chart ? queryOf(part.chart) : `chart ${part.chartId}` }];
  });
  const asks: Ask[] = [];
  const add = (dataSetId: string, path: string, ...what: unknown[]) => void asks.push({ dataSetId, path, text: canonical(what) });
  /** A value from outside narrows the parts over a data set, which tells what is in the field. */
  const narrows = (dataSetId: string, path: string, field: string, items: readonly string[] | null | undefined) => {
    for (const part of asking)
      if (part.dataSetId === dataSetId && (!items || items.includes(part.key))) add(dataSetId, path, 'narrows', field, part.query);
    // nothing is narrowed yet: what comes over this data set later will be
    add(dataSetId, path, 'names', field);
  };
  for (const { chart, dataSetId, query, path, chartPath, actions } of asking) {
    if (chart) add(dataSetId, `${chartPath}dataSetId`, 'reads', query);
    actions.forEach((action, n) => {
      if (action.do === 'detail') add(dataSetId, `${path}actions.${n}`, 'detail', query);
    });
  }
  for (const { path, actions } of parts)
    actions.forEach((action, n) => {
      if (action.do !== 'filter') return;
      action.map.forEach((one, m) => narrows(one.dataSetId, `${path}actions.${n}.map.${m}.dataSetId`, one.target, action.items));
    });
  filters.forEach((filter, n) => {
    const source = choices(filter);
    if (source) {
      const above = filters.filter(({ id }) => filter.dependsOn.includes(id));
      const cols = above.flatMap((one) => [
        ...one.targets.flatMap((target) => (target.dataSetId === source.dataSetId && 'col' in target ? [target.col] : [])),
        ...(choices(one)?.dataSetId === source.dataSetId ? [choices(one)!.col] : []),
      ]);
      add(source.dataSetId, `filters.${n}.source.dataSetId`, 'choices', source.col, source.labelCol, [...new Set(cols)].sort());
    }
    filter.targets.forEach((target, m) =>
      narrows(target.dataSetId, `filters.${n}.targets.${m}.dataSetId`, 'col' in target ? target.col : `:${target.param}`, target.items),
    );
  });
  return asks;
}
