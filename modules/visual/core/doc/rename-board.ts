import type { BoardConfig } from '../../contract/board-config.ts';
import type { Renames, SetOf } from './library-refs.ts';
import { renameInFilters, renameInPart } from './rename-fields.ts';

/** A board with the new ids: its own charts, links, jumps and filters. */
export const renameInBoard = (board: BoardConfig, renames: Renames, setOf: SetOf): BoardConfig => ({
  ...board,
  tabs: board.tabs.map((tab) => ({ ...tab, layout: tab.layout.map((item) => renameInPart(item, renames, setOf)) })),
  filters: renameInFilters(board.filters, renames),
});
