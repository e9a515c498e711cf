import type { BoardConfig, BoardItem } from '../contract/board-config.ts';
import { same } from '#modules/charts/core/index.ts';
import { compactVertically } from './commands.ts';

type Tab = BoardConfig['tabs'][number];
/** A tile with the tab that it is on. */
interface PlacedTile {
  readonly tab: string;
  readonly item: BoardItem;
}

/**
 * One entry of a list that two people changed: whoever changed it is right, my change when both did, and what one of them changed stays although
 * the other took it away. undefined = it is not there.
 */
function settled<T>(base: T | undefined, theirs: T | undefined, mine: T | undefined): T | undefined {
  if (same(base, mine)) return theirs;
  if (same(base, theirs)) return mine;
  return mine ?? theirs;
}
/** Entries of both by key, those of `theirs` in their order, then what is mine alone. */
function merged<T>(base: ReadonlyMap<string, T>, theirs: ReadonlyMap<string, T>, mine: ReadonlyMap<string, T>): Map<string, T> {
  const result = new Map<string, T>();
  for (const key of new Set([...theirs.keys(), ...mine.keys()])) {
    const one = settled(base.get(key), theirs.get(key), mine.get(key));
    if (one !== undefined) result.set(key, one);
  }
  return result;
}

const putsOf = (board: BoardConfig): Map<string, PlacedTile> =>
  new Map(board.tabs.flatMap((tab) => tab.layout.map((item): [string, PlacedTile] => [item.i, { tab: tab.id, item }])));
const namesOf = (board: BoardConfig): Map<string, string> => new Map(board.tabs.map(({ id, name }) => [id, name]));
const byId = <T extends { id: string }>(list: readonly T[]): Map<string, T> => new Map(list.map((one) => [one.id, one]));

/**
 * The changes of two people to the same board in one board. Tiles, tabs and filters are told apart by their keys, settings one by one. Tiles that
 * would lie on each other move down.
 */
export function mergeBoards(base: BoardConfig, theirs: BoardConfig, mine: BoardConfig): BoardConfig {
  const puts = [...merged(putsOf(base), putsOf(theirs), putsOf(mine)).values()];
  const names = merged(namesOf(base), namesOf(theirs), namesOf(mine));
  // a tab that one took away while the other put something on it comes back
  for (const { tab } of puts) if (!names.has(tab)) names.set(tab, namesOf(mine).get(tab) ?? namesOf(theirs).get(tab) ?? '未命名');
  const tabs = [...names].map(([id, name]): Tab => ({
    id,
    name,
    layout: compactVertically(puts.filter(({ tab }) => tab === id).map(({ item }) => item)),
  }));
  const setting = <K extends keyof BoardConfig>(key: K): BoardConfig[K] => (same(base[key], mine[key]) ? theirs[key] : mine[key]);
  return {
    v: 1,
    tabs: tabs.length > 0 ? tabs : theirs.tabs,
    filters: [...merged(byId(base.filters), byId(theirs.filters), byId(mine.filters)).values()],
    apply: setting('apply'),
    loadOnOpen: setting('loadOnOpen'),
    refreshSec: setting('refreshSec'),
    theme: setting('theme'),
    palette: setting('palette'),
    showTitle: setting('showTitle'),
    clicks: setting('clicks'),
    cache: setting('cache'),
  };
}
