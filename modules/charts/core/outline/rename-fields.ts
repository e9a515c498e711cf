import type { ChartConfig } from '../../contract/chart.ts';
import type { FilterNode, Slot } from '#modules/datasets/contract/query.ts';
import type { Action, ViewFilter } from '../../contract/view-filter.ts';
import type { Renames, SetOf } from '#modules/library/core/index.ts';

const to = ({ names }: Renames, col: string): string => names.get(col) ?? col;
const slots = (renames: Renames, list: readonly Slot[]): Slot[] => list.map((slot) => ({ ...slot, col: to(renames, slot.col) }));
const nodes = (renames: Renames, list: readonly FilterNode[]): FilterNode[] =>
  list.map((node): FilterNode =>
    'col' in node
      ? { ...node, col: to(renames, node.col) }
      : 'all' in node
        ? { all: nodes(renames, node.all) }
        : { any: nodes(renames, node.any) },
  );

/** A chart with the new ids; another data set's chart stays as it is. */
export function renameInChart(chart: ChartConfig, renames: Renames): ChartConfig {
  if (chart.dataSetId !== renames.dataSetId) return chart;
  const isMeasure = (col: string): boolean => chart.measures[Number(/^m(\d{1,2})$/.exec(col)?.[1] ?? NaN)] !== undefined;
  // conditions on the result may name a measure by its place, whatever the fields are called
  const onResult: Renames = { ...renames, names: new Map([...renames.names].filter(([from]) => !isMeasure(from))) };
  return {
    ...chart,
    rows: slots(renames, chart.rows),
    columns: slots(renames, chart.columns),
    measures: slots(renames, chart.measures),
    filters: nodes(renames, chart.filters),
    idleFilters: nodes(renames, chart.idleFilters),
    having: nodes(onResult, chart.having),
    drill: chart.drill.map((col) => to(renames, col)),
    ...(chart.parked && {
      parked: {
        rows: slots(renames, chart.parked.rows),
        columns: slots(renames, chart.parked.columns),
        measures: slots(renames, chart.parked.measures),
      },
    }),
  };
}

/** `own`: the data set of the part that is clicked. */
function renameInActions(actions: readonly Action[], own: string | undefined, renames: Renames): Action[] {
  const clicked = (col: string): string => (own === renames.dataSetId ? to(renames, col) : col);
  return actions.map((action): Action => {
    if (action.do === 'filter')
      return {
        ...action,
        map: action.map.map((one) => ({
          ...one,
          col: clicked(one.col),
          target: one.dataSetId === renames.dataSetId ? to(renames, one.target) : one.target,
        })),
      };
    return action.do === 'jump' ? { ...action, map: action.map.map((one) => ({ ...one, col: clicked(one.col) })) } : action;
  });
}

/** Filters of a document with the new ids. */
export const renameInFilters = (filters: readonly ViewFilter[], renames: Renames): ViewFilter[] =>
  filters.map((filter) => {
    const { source } = filter;
    const isOurs = source && 'dataSetId' in source && source.dataSetId === renames.dataSetId;
    return {
      ...filter,
      ...(isOurs && {
        source: { ...source, col: to(renames, source.col), ...(source.labelCol && { labelCol: to(renames, source.labelCol) }) },
      }),
      targets: filter.targets.map((target) =>
        'col' in target && target.dataSetId === renames.dataSetId ? { ...target, col: to(renames, target.col) } : target,
      ),
    };
  });

interface Part {
  readonly chart?: ChartConfig | null;
  readonly chartId?: string | null;
  readonly actions: readonly Action[];
}
/** A tile or node with the new ids: its own chart, its links and jumps. */
export const renameInPart = <T extends Part>(part: T, renames: Renames, setOf: SetOf): T => ({
  ...part,
  ...(part.chart && { chart: renameInChart(part.chart, renames) }),
  actions: renameInActions(part.actions, part.chart?.dataSetId ?? (part.chartId ? setOf(part.chartId) : undefined), renames),
});
