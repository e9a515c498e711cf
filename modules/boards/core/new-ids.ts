import type { BoardConfig } from '../contract/board-config.ts';
import { filtersWithIds, partWithIds } from '#modules/charts/core/index.ts';
import type { NewIds } from '#modules/library/core/index.ts';

/** A board with the new ids: its charts, links, jumps, filters and pictures. */
export const boardWithIds = (board: BoardConfig, ids: NewIds): BoardConfig => ({
  ...board,
  tabs: board.tabs.map((tab) => ({
    ...tab,
    layout: tab.layout.map((item) => ({
      ...partWithIds(item, ids),
      ...(item.fileName && { fileName: ids.file(item.fileName) }),
    })),
  })),
  filters: filtersWithIds(board.filters, ids),
});
