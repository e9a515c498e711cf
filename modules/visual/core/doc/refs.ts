import type { BoardConfig } from '../../contract/board-config.ts';
import type { ChartConfig } from '../../contract/chart.ts';
import type { ScreenConfig } from '../../contract/screen-config.ts';
import type { Action, ViewFilter } from '../../contract/view-filter.ts';
import { usesOfActions, usesOfChart, usesOfFilters, type FieldUse } from './field-uses.ts';

/** An id that a document names, and where. */
export interface Ref {
  readonly id: string;
  readonly path: string;
}
/** Stored charts and data sets that a document names; those of links to other boards and screens are not among them. */
export interface Refs {
  readonly charts: readonly Ref[];
  readonly sets: readonly Ref[];
  /** what it uses of which data set */
  readonly uses: readonly FieldUse[];
  /** stored charts whose rows people may see one by one: all fields of their data sets are used */
  readonly detailed: readonly string[];
}

const ofActions = (actions: readonly Action[], path: string): Ref[] =>
  actions.flatMap((action, n) =>
    action.do === 'filter'
      ? action.map.map(({ dataSetId }, m) => ({ id: dataSetId, path: `${path}.actions.${n}.map.${m}.dataSetId` }))
      : [],
  );
const ofFilters = (filters: readonly ViewFilter[]): Ref[] =>
  filters.flatMap(({ source, targets }, n) => [
    ...(source && 'dataSetId' in source ? [{ id: source.dataSetId, path: `filters.${n}.source.dataSetId` }] : []),
    ...targets.map(({ dataSetId }, m) => ({ id: dataSetId, path: `filters.${n}.targets.${m}.dataSetId` })),
  ]);

/** One tile or node: its stored chart, the data set of its own chart, and the data sets its clicks filter. */
function ofPart(part: { chartId?: string | null; chart?: ChartConfig | null; actions: readonly Action[] }, path: string): Refs {
  const { chartId, chart, actions } = part;
  const isDetailed = actions.some((action) => action.do === 'detail');
  return {
    charts: chartId ? [{ id: chartId, path: `${path}.chartId` }] : [],
    sets: [...(chart ? [{ id: chart.dataSetId, path: `${path}.chart.dataSetId` }] : []), ...ofActions(actions, path)],
    uses: [...(chart ? [{ ...usesOfChart(chart), isWhole: isDetailed }] : []), ...usesOfActions(actions)],
    detailed: isDetailed && chartId && !chart ? [chartId] : [],
  };
}
const together = (parts: readonly Refs[], filters: readonly ViewFilter[]): Refs => ({
  charts: parts.flatMap((part) => part.charts),
  sets: [...parts.flatMap((part) => part.sets), ...ofFilters(filters)],
  uses: [...parts.flatMap((part) => part.uses), ...usesOfFilters(filters)],
  detailed: parts.flatMap((part) => part.detailed),
});

export const refsOfChart = (chart: ChartConfig | null): Refs => ({
  charts: [],
  sets: chart ? [{ id: chart.dataSetId, path: 'dataSetId' }] : [],
  uses: chart ? [usesOfChart(chart)] : [],
  detailed: [],
});
export const refsOfBoard = (board: BoardConfig): Refs =>
  together(
    board.tabs.flatMap((tab, t) => tab.layout.map((tile, n) => ofPart(tile, `tabs.${t}.layout.${n}`))),
    board.filters,
  );
export const refsOfScreen = (screen: ScreenConfig): Refs =>
  together(
    Object.entries(screen.nodes).map(([key, node]) => ofPart(node, `nodes.${key}`)),
    screen.filters,
  );

/** Each id once. */
export const idsOf = (refs: readonly Ref[]): string[] => [...new Set(refs.map(({ id }) => id))];

/** Stored files that a board shows, by their stored names. */
export const filesOfBoard = (board: BoardConfig): string[] => [
  ...new Set(board.tabs.flatMap((tab) => tab.layout).flatMap((item) => (item.kind === 'image' && item.fileName ? [item.fileName] : []))),
];
/** Settings of nodes that hold the name of a stored file. */
const FILE_PROPS = ['fileName', 'poster'];
export const filesOfScreen = ({ background, nodes }: ScreenConfig): string[] => [
  ...new Set([
    ...(background.fileName ? [background.fileName] : []),
    ...Object.values(nodes).flatMap(({ props }) =>
      FILE_PROPS.flatMap((key) => {
        const name = Object.hasOwn(props, key) ? props[key] : undefined;
        return typeof name === 'string' && name !== '' ? [name] : [];
      }),
    ),
  ]),
];
