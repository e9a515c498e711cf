import type { BoardConfig } from '../../contract/board-config.ts';
import type { ChartConfig } from '../../contract/chart.ts';
import type { SetModel } from '../../contract/data-set-model.ts';
import type { FilterNode, Slot } from '../../contract/query.ts';
import type { ScreenConfig } from '../../contract/screen-config.ts';
import type { Action, ViewFilter } from '../../contract/view-filter.ts';
import { tokens } from '../expr/lexer.ts';

/** Fields of one data set that go by another id: old → new. */
export interface Renames {
  readonly dataSetId: string;
  readonly names: ReadonlyMap<string, string>;
}
/** Data set of a stored chart, undefined when it is not known. */
type SetOf = (chartId: string) => string | undefined;

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

const renameInFilters = (filters: readonly ViewFilter[], renames: Renames): ViewFilter[] =>
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
const renameInPart = <T extends Part>(part: T, renames: Renames, setOf: SetOf): T => ({
  ...part,
  ...(part.chart && { chart: renameInChart(part.chart, renames) }),
  actions: renameInActions(part.actions, part.chart?.dataSetId ?? (part.chartId ? setOf(part.chartId) : undefined), renames),
});

/** A board with the new ids: its own charts, links, jumps and filters. */
export const renameInBoard = (board: BoardConfig, renames: Renames, setOf: SetOf): BoardConfig => ({
  ...board,
  tabs: board.tabs.map((tab) => ({ ...tab, layout: tab.layout.map((item) => renameInPart(item, renames, setOf)) })),
  filters: renameInFilters(board.filters, renames),
});

/** As `renameInBoard`, of a screen. */
export const renameInScreen = (screen: ScreenConfig, renames: Renames, setOf: SetOf): ScreenConfig => ({
  ...screen,
  nodes: Object.fromEntries(Object.entries(screen.nodes).map(([key, node]) => [key, renameInPart(node, renames, setOf)])),
  filters: renameInFilters(screen.filters, renames),
});

/** An expression whose references by id follow; those by name do, as fields keep their names. */
function renameInExpr(text: string, names: ReadonlyMap<string, string>, shown: ReadonlySet<string>): string {
  let found: ReturnType<typeof tokens>;
  try {
    found = tokens(text);
  } catch {
    return text;
  }
  return found
    .filter(({ kind, text: name }) => kind === 'field' && names.has(name) && !shown.has(name))
    .toReversed()
    .reduce((now, { start, end, text: name }) => `${now.slice(0, start)}[${names.get(name)!}]${now.slice(end)}`, text);
}

/**
 * The model of a data set whose columns have other names now: a field keeps its name, format and place under the new id, and what was guessed of
 * the new column goes. Calculated fields, hierarchies, the extract and the smallest group follow.
 */
export function renameInModel(model: SetModel, names: ReadonlyMap<string, string>): SetModel {
  const one = (id: string): string => names.get(id) ?? id;
  const taken = new Set(names.values());
  const kept = model.fields.filter((field) => field.expr || names.has(field.id) || !taken.has(field.id));
  const shown = new Set(kept.map(({ name }) => name));
  return {
    ...model,
    fields: kept.map((field) => ({ ...field, id: one(field.id), ...(field.expr && { expr: renameInExpr(field.expr, names, shown) }) })),
    hierarchies: model.hierarchies.map((hierarchy) => ({ ...hierarchy, fields: hierarchy.fields.map(one) })),
    ...(model.extract && {
      extract: {
        ...model.extract,
        ...(model.extract.watermark && { watermark: one(model.extract.watermark) }),
        key: model.extract.key.map(one),
      },
    }),
    ...(model.minGroupBy && { minGroupBy: one(model.minGroupBy) }),
    ...(model.origin.kind === 'join' && {
      origin: {
        ...model.origin,
        model: {
          ...model.origin.model,
          columns: model.origin.model.columns.filter(({ id }) => !names.has(id)),
        },
      },
    }),
  };
}
