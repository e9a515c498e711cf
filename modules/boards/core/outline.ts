import type { BoardConfig } from '../contract/board-config.ts';
import {
  chartOf,
  shapeWith,
  tileName,
  type ChartsById,
  type Shape,
  type TileOf,
  partAt,
  type Outline,
} from '#modules/charts/core/index.ts';

/** A board as far as its data go. */
export const outlineOfBoard = ({ tabs, filters, cache }: BoardConfig): Outline => ({
  parts: tabs.flatMap((tab, t) => tab.layout.map((tile, n) => partAt(tile.i, `tabs.${t}.layout.${n}`, tile))),
  filters,
  cache,
});

/** The tiles of a board with the charts that they show, its filters and links. */
export function shapeOfBoard(config: BoardConfig, charts: ChartsById = {}): Shape {
  const items = config.tabs.flatMap((tab) => tab.layout).filter((item) => item.kind === 'chart');
  const tiles = items.flatMap((item): TileOf[] => {
    const chart = chartOf(item, charts);
    if (!chart) return [];
    return [
      { key: item.i, name: tileName(item.title, chart), chart, actions: item.actions, refreshSec: item.refreshSec ?? chart.refreshSec },
    ];
  });
  return shapeWith(tiles, config);
}

/** Stored files that a board shows, by their stored names. */
export const filesOfBoard = (board: BoardConfig): string[] => [
  ...new Set(board.tabs.flatMap((tab) => tab.layout).flatMap((item) => (item.kind === 'image' && item.fileName ? [item.fileName] : []))),
];
