import type { ChartConfig } from '#modules/charts/contract/chart.ts';
import { reboundFilters, reboundPart, type Rebinding } from '#modules/charts/core/index.ts';
import type { BoardConfig, BoardItem } from '../contract/board-config.ts';

const withTiles = (board: BoardConfig, change: (tile: BoardItem) => BoardItem[]): BoardConfig => ({
  ...board,
  tabs: board.tabs.map((tab) => ({ ...tab, layout: tab.layout.flatMap(change) })),
});

/** Every chart of a board, changed. */
export const withCharts = (board: BoardConfig, change: (chart: ChartConfig) => ChartConfig): BoardConfig =>
  withTiles(board, (tile) => [tile.chart ? { ...tile, chart: change(tile.chart) } : tile]);

/** A board over other data sets. What has no data any more keeps its place and its title; a filter that acts on nothing goes. */
export function boundBoard(board: BoardConfig, to: Rebinding): BoardConfig {
  const filters = reboundFilters(board.filters, to);
  const ids = new Set(filters.map(({ id }) => id));
  const bound = withTiles(board, (tile) => {
    if (tile.kind !== 'filter') return [reboundPart(tile, to)];
    const filterIds = (tile.filterIds ?? []).filter((id) => ids.has(id));
    return filterIds.length === 0 ? [] : [{ ...tile, filterIds }];
  });
  return { ...bound, filters };
}
