import { BOARD_COLUMNS, type BoardConfig, type BoardItem } from '../contract/board-config.ts';
import type { ViewFilter } from '#modules/charts/contract/view-filter.ts';

/** Where a tile stands. */
export interface Place {
  readonly i: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
type Tab = BoardConfig['tabs'][number];

export const itemsOf = (config: BoardConfig): BoardItem[] => config.tabs.flatMap((tab) => tab.layout);
const tabWith = (config: BoardConfig, id: string, change: (tab: Tab) => Tab): BoardConfig => ({
  ...config,
  tabs: config.tabs.map((tab) => (tab.id === id ? change(tab) : tab)),
});
const bottomOf = (layout: readonly BoardItem[]): number => layout.reduce((most, item) => Math.max(most, item.y + item.h), 0);

/**
 * A key that nothing of the board has. `mark` tells builders that are open at the same time apart: without it two people who add a tile each
 * would give both the same key.
 */
export function freeKey(config: BoardConfig, letter: string, mark: string): string {
  const taken = new Set([
    ...itemsOf(config).map((item) => item.i),
    ...config.tabs.map((tab) => tab.id),
    ...config.filters.map((filter) => filter.id),
  ]);
  for (let n = taken.size + 1; ; n += 1) {
    const key = `${letter}${mark}_${n}`;
    if (!taken.has(key)) return key;
  }
}

/** Size that a kind of tile starts with, in columns and rows. */
export const TILE_SIZES: Readonly<Record<BoardItem['kind'], readonly [w: number, h: number]>> = {
  chart: [12, 9],
  text: [12, 3],
  filter: [24, 2],
  section: [24, 1],
  image: [6, 6],
};

/** The first free place of this size, row by row; below everything when there is none beside other tiles. */
export function freePlace(layout: readonly BoardItem[], w: number, h: number): { x: number; y: number } {
  const end = bottomOf(layout);
  for (let y = 0; y < end; y += 1)
    for (let x = 0; x + w <= BOARD_COLUMNS; x += 1)
      if (!layout.some((item) => x < item.x + item.w && item.x < x + w && y < item.y + item.h && item.y < y + h)) return { x, y };
  return { x: 0, y: end };
}

/** Lets every tile rise until it meets another, as the grid of the builder does: what is stored is what was seen there. */
export function compactVertically(layout: readonly BoardItem[]): BoardItem[] {
  const placed: BoardItem[] = [];
  for (const item of layout.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const above = placed.filter((other) => other.x < item.x + item.w && item.x < other.x + other.w);
    placed.push({ ...item, y: bottomOf(above) });
  }
  const by = new Map(placed.map((item) => [item.i, item]));
  return layout.map((item) => (by.get(item.i)!.y === item.y ? item : by.get(item.i)!));
}

/** Adds a tile to a tab; `at` where it was dropped. */
export function withItem(
  config: BoardConfig,
  tabId: string,
  item: Pick<BoardItem, 'kind'> & Partial<BoardItem>,
  mark: string,
  at?: { x: number; y: number },
): { config: BoardConfig; key: string } {
  const key = freeKey(config, 't', mark);
  const [w, h] = [item.w ?? TILE_SIZES[item.kind][0], item.h ?? TILE_SIZES[item.kind][1]];
  const next = tabWith(config, tabId, (tab) => {
    const place = at ?? freePlace(tab.layout, w, h);
    return { ...tab, layout: [...tab.layout, { hideTitle: false, actions: [], ...item, ...place, w, h, i: key }] };
  });
  return { config: next, key };
}

/** Takes tiles away, and what points at them: links and filters that acted on nothing else go too. */
export function withoutItems(config: BoardConfig, keys: readonly string[]): BoardConfig {
  const gone = new Set(keys);
  /** undefined = everything that it named is gone */
  const kept = (list: readonly string[] | null | undefined): string[] | null | undefined => {
    if (!list) return null;
    const rest = list.filter((key) => !gone.has(key));
    return rest.length === 0 && list.length > 0 ? undefined : rest;
  };
  const actionsOf = (item: BoardItem): BoardItem['actions'] =>
    item.actions.flatMap((action): BoardItem['actions'] => {
      if (action.do !== 'filter') return [action];
      const items = kept(action.items);
      return items === undefined ? [] : [{ ...action, items }];
    });
  return {
    ...config,
    tabs: config.tabs.map((tab) => {
      const layout = tab.layout.filter((item) => !gone.has(item.i)).map((item) => ({ ...item, actions: actionsOf(item) }));
      return { ...tab, layout: layout.length < tab.layout.length ? compactVertically(layout) : layout };
    }),
    filters: config.filters.map((filter) => ({
      ...filter,
      targets: filter.targets.flatMap((target): ViewFilter['targets'] => {
        const items = kept(target.items);
        return items === undefined ? [] : [{ ...target, items }];
      }),
    })),
  };
}

/** Changes one tile. */
export const withChanged = (config: BoardConfig, key: string, change: Partial<BoardItem>): BoardConfig => ({
  ...config,
  tabs: config.tabs.map((tab) =>
    tab.layout.some((item) => item.i === key)
      ? { ...tab, layout: tab.layout.map((item) => (item.i === key ? { ...item, ...change } : item)) }
      : tab,
  ),
});

/** Takes over where tiles stand now; the same config when nothing moved. */
export function withPlaces(config: BoardConfig, tabId: string, places: readonly Place[]): BoardConfig {
  const by = new Map(places.map((place) => [place.i, place]));
  let isMoved = false;
  const next = tabWith(config, tabId, (tab) => ({
    ...tab,
    layout: tab.layout.map((item) => {
      const place = by.get(item.i);
      if (!place || (place.x === item.x && place.y === item.y && place.w === item.w && place.h === item.h)) return item;
      isMoved = true;
      return { ...item, x: place.x, y: place.y, w: place.w, h: place.h };
    }),
  }));
  return isMoved ? next : config;
}

/** A copy of a tile below everything else. */
export function withCopy(config: BoardConfig, key: string, mark: string): { config: BoardConfig; key: string } {
  const tab = config.tabs.find((one) => one.layout.some((item) => item.i === key));
  const item = tab?.layout.find((one) => one.i === key);
  return tab && item ? withItem(config, tab.id, { ...item }, mark) : { config, key };
}

/** Moves a tile to another tab. */
export function movedToTab(config: BoardConfig, key: string, tabId: string): BoardConfig {
  const item = itemsOf(config).find((one) => one.i === key);
  const target = config.tabs.find((tab) => tab.id === tabId);
  if (!item || !target || target.layout.includes(item)) return config;
  return {
    ...config,
    tabs: config.tabs.map((tab) => {
      const layout = tab.layout.filter((one) => one.i !== key);
      if (tab.id === tabId) return { ...tab, layout: [...layout, { ...item, ...freePlace(layout, item.w, item.h) }] };
      return layout.length < tab.layout.length ? { ...tab, layout: compactVertically(layout) } : tab;
    }),
  };
}

export function withTab(config: BoardConfig, name: string, mark: string): { config: BoardConfig; id: string } {
  const id = freeKey(config, 'p', mark);
  return { config: { ...config, tabs: [...config.tabs, { id, name, layout: [] }] }, id };
}
/** Takes a tab away with its tiles; the last one stays. */
export const withoutTab = (config: BoardConfig, id: string): BoardConfig => {
  const tab = config.tabs.find((one) => one.id === id);
  if (!tab || config.tabs.length === 1) return config;
  const rest = withoutItems(
    config,
    tab.layout.map((item) => item.i),
  );
  return { ...rest, tabs: rest.tabs.filter((one) => one.id !== id) };
};
export const renamedTab = (config: BoardConfig, id: string, name: string): BoardConfig => tabWith(config, id, (tab) => ({ ...tab, name }));
/** Puts a tab in the place of another. */
export function movedTab(config: BoardConfig, id: string, to: number): BoardConfig {
  const tab = config.tabs.find((one) => one.id === id);
  if (!tab) return config;
  const rest = config.tabs.filter((one) => one.id !== id);
  return { ...config, tabs: [...rest.slice(0, to), tab, ...rest.slice(to)] };
}

/** Takes a filter away, from tiles and from filters that depended on it. */
export const withoutFilter = (config: BoardConfig, id: string): BoardConfig => ({
  ...config,
  filters: config.filters
    .filter((filter) => filter.id !== id)
    .map((filter): ViewFilter => ({ ...filter, dependsOn: filter.dependsOn.filter((other) => other !== id) })),
  tabs: config.tabs.map((tab) => ({
    ...tab,
    layout: tab.layout.map((item) => (item.filterIds ? { ...item, filterIds: item.filterIds.filter((other) => other !== id) } : item)),
  })),
});
