import type { CachePolicy } from '#modules/datasets/contract/cache-policy.ts';
import type { ChartConfig } from '../../contract/chart.ts';
import { chartType } from '../../contract/chart-types.ts';
import type { Action, ViewFilter } from '../../contract/view-filter.ts';

/** One tile that shows the answer to a query. */
export interface Tile {
  readonly key: string;
  readonly name: string;
  readonly chart: ChartConfig;
  readonly actions: readonly Action[];
  /** seconds between refreshes of its own; 0 = with the document */
  readonly refreshSec: number;
  /** a click on it has others to filter */
  readonly isLinking: boolean;
  /** a click on it could filter others though its maker set no link: they show the same data set */
  readonly isRelated: boolean;
}
type LinkAction = Extract<Action, { do: 'filter' }>;
/** What a click offers: `menu` = whatever the viewer may do anyway, `set` = only what the maker of the tile set. */
export type ClickOffers = 'menu' | 'set';
const DEFAULT_LINK: LinkAction = { do: 'filter', map: [], items: null };

/** The links of a tile; one that its maker left without any filters what shows the same data set, where clicks offer a menu. */
export function linksOf({ actions }: Pick<Tile, 'actions'>, clicks: ClickOffers): readonly LinkAction[] {
  const own = actions.filter((action) => action.do === 'filter');
  return own.length === 0 && clicks === 'menu' ? [DEFAULT_LINK] : own;
}

/**
 * The fields by which a click on a tile filters one other: those that its maker mapped; without any map, the clicked fields themselves where the
 * other shows the same data set. Empty when it is not among the tiles that the action is for, or shares nothing with it.
 */
export function linkTargets(
  action: LinkAction,
  from: Pick<Tile, 'key' | 'chart'>,
  to: Pick<Tile, 'key' | 'chart'>,
  clicked: readonly string[],
): { col: string; target: string }[] {
  if (from.key === to.key || (action.items && !action.items.includes(to.key))) return [];
  const { dataSetId } = to.chart;
  if (action.map.length > 0)
    return action.map.flatMap((one) => (one.dataSetId === dataSetId ? [{ col: one.col, target: one.target }] : []));
  return dataSetId === from.chart.dataSetId ? clicked.map((col) => ({ col, target: col })) : [];
}
const dimensionsOf = ({ rows, columns }: ChartConfig): string[] => [...new Set([...rows, ...columns].map(({ col }) => col))];
const reaches = (tile: TileOf, all: readonly TileOf[], links: readonly LinkAction[]): boolean =>
  links.some((action) => all.some((other) => linkTargets(action, tile, other, dimensionsOf(tile.chart)).length > 0));
/** A document as far as its data go: what is asked, what filters it, what a click does. */
export interface Shape {
  readonly tiles: ReadonlyMap<string, Tile>;
  readonly filters: ReadonlyMap<string, ViewFilter>;
  readonly refreshSec: number;
  readonly clicks: ClickOffers;
  /** how long answers are kept where a chart says nothing of its own */
  readonly cache?: CachePolicy | null;
}
/** Stored charts by id, as they were when the document was published. */
export type ChartsById = Readonly<Record<string, ChartConfig | undefined>>;

interface Holder {
  readonly chart?: ChartConfig | null;
  readonly chartId?: string | null;
}
const own = (charts: ChartsById, id: string): ChartConfig | undefined => (Object.hasOwn(charts, id) ? charts[id] : undefined);
/** The chart of a tile or node: its own, else the stored one. */
export const chartOf = (item: Holder, charts: ChartsById): ChartConfig | null =>
  item.chart ?? (item.chartId ? own(charts, item.chartId) : undefined) ?? null;

/** A tile before it is known which of its clicks reach others. */
export type TileOf = Omit<Tile, 'isLinking' | 'isRelated'>;
/** What a tile is called: by its title, else by its chart. */
export const tileName = (title: string | null | undefined, chart: ChartConfig): string =>
  title || chart.options.title?.text || chartType(chart.chartType).label;

interface Whole {
  readonly filters: readonly ViewFilter[];
  readonly refreshSec: number;
  /** only what makers set unless given */
  readonly clicks?: ClickOffers;
  readonly cache?: CachePolicy | null;
}
/** The shape of a document with these tiles. */
export const shapeWith = (tiles: readonly TileOf[], { filters, refreshSec, clicks = 'set', cache }: Whole): Shape => ({
  tiles: new Map(
    tiles.map((tile) => [
      tile.key,
      { ...tile, isLinking: reaches(tile, tiles, linksOf(tile, 'set')), isRelated: reaches(tile, tiles, [DEFAULT_LINK]) },
    ]),
  ),
  filters: new Map(filters.map((filter) => [filter.id, filter])),
  refreshSec,
  clicks,
  cache,
});
/** What the document says of how long answers are kept, the nearest first: the chart of a tile, then the document. */
export const cachePoliciesOf = (document: Shape, key?: string): readonly (CachePolicy | null | undefined)[] => [
  key === undefined ? null : document.tiles.get(key)?.chart.cache,
  document.cache,
];

/** Names of tiles whose clicks are said to filter others and reach none. */
export const idleLinks = ({ tiles }: Shape): string[] =>
  [...tiles.values()].flatMap((tile) => (tile.actions.some((action) => action.do === 'filter') && !tile.isLinking ? [tile.name] : []));

/** The fields that a drill goes along, the field on the shelf first; empty when the chart cannot be drilled. */
export function drillChain({ chart }: Pick<Tile, 'chart'>): readonly string[] {
  const first = chart.rows[0]?.col ?? chart.columns[0]?.col;
  if (first === undefined || chart.drill.length === 0) return [];
  const at = chart.drill.indexOf(first);
  const below = at >= 0 ? chart.drill.slice(at + 1) : chart.drill;
  return below.length === 0 ? [] : [first, ...below];
}
