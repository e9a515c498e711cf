import type { BoardItem } from '../contract/board-config.ts';

/** Tiles that stand side by side and must stay together on paper; their `y` counts from the top of the band. */
export interface Band {
  readonly items: readonly BoardItem[];
  /** rows of the grid */
  readonly rows: number;
}

/**
 * The tiles of a tab as bands from top to bottom. A line between two bands crosses no tile, so that a page may end there; empty rows between
 * bands are left out.
 */
export function bandsOf(layout: readonly BoardItem[]): Band[] {
  const bands: { items: BoardItem[]; top: number; bottom: number }[] = [];
  for (const item of layout.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const last = bands.at(-1);
    if (last && item.y < last.bottom) {
      last.items.push(item);
      last.bottom = Math.max(last.bottom, item.y + item.h);
    } else bands.push({ items: [item], top: item.y, bottom: item.y + item.h });
  }
  return bands.map(({ items, top, bottom }) => ({ items: items.map((item) => ({ ...item, y: item.y - top })), rows: bottom - top }));
}
