import type { BoardConfig } from '../contract/board-config.ts';
import type { Renames, SetOf } from '#modules/library/core/index.ts';
import { renameInFilters, renameInPart } from '#modules/charts/core/index.ts';

/** A board with the new ids: its own charts, links, jumps and filters. */
export const renameInBoard = (board: BoardConfig, renames: Renames, setOf: SetOf): BoardConfig => ({
  ...board,
  tabs: board.tabs.map((tab) => ({ ...tab, layout: tab.layout.map((item) => renameInPart(item, renames, setOf)) })),
  filters: renameInFilters(board.filters, renames),
});
