import { BOARD_COLUMNS, BoardConfig, type BoardItem } from '../contract/board-config.ts';
import { asList, asObject, asText, idText, isObject, secondsOf, unpacked, whole, type Loose } from '#kit/core/loose.ts';
import { isNewerDocument, upgradeDocument, type DocumentUpgrades } from '#kit/core/document-upgrade.ts';
import { repair } from '#kit/core/repair.ts';
import { isNewerChart, readChart } from '#modules/charts/core/index.ts';

/** A board without anything on it. */
export const emptyBoard = (): BoardConfig => BoardConfig.parse({ v: 1, tabs: [{ id: 'main', name: '首页', layout: [] }] });

/** Tiles stay inside the grid. */
function place(tile: Loose): Loose {
  const w = whole(tile.w, 1, BOARD_COLUMNS, 8);
  return { w, h: whole(tile.h, 1, 200, 8), x: Math.min(whole(tile.x, 0, 23, 0), BOARD_COLUMNS - w), y: whole(tile.y, 0, 10_000, 0) };
}

/** `{layout:[{x,y,w,h,i}], interval:[{id,milliseconds}]}`: `i` is the chart, and one board is one page. */
function fromFamily(form: Loose): Loose {
  const every = new Map(asList(form.interval).map((one) => [String(asObject(one).id), secondsOf(asObject(one).milliseconds)]));
  const layout = asList(form.layout).flatMap((one) => {
    const tile = asObject(one);
    const id = idText(tile.i);
    if (id === null) return [];
    return [{ ...place(tile), i: id, kind: 'chart', chartId: id, ...(every.get(id) ? { refreshSec: every.get(id) } : {}) }];
  });
  return { v: 1, tabs: [{ id: 'main', name: '首页', layout }] };
}

/** What the form of boards went through; a new version is a step at the end, and `v` in `contract/board-config.ts`. */
const UPGRADES: DocumentUpgrades = { steps: [(form) => (Array.isArray(form.tabs) ? form : fromFamily(form))] };

/** True of a board that a later program stored, or one with such a chart on it. */
export function isNewerBoard(stored: unknown): boolean {
  const form = unpacked(stored);
  if (isNewerDocument(UPGRADES, form)) return true;
  const tiles = asList(asObject(form).tabs).flatMap((tab) => asList(asObject(tab).layout));
  return tiles.some((tile) => isNewerChart(asObject(tile).chart));
}

/** Chart of a tile in today's form; a tile whose own chart cannot be read keeps its place. */
function healed(form: Loose): Loose {
  const tabs = asList(form.tabs).map((one) => {
    const tab = asObject(one);
    const layout = asList(tab.layout).map((item) => {
      const tile = asObject(item);
      return { ...tile, ...place(tile), ...(tile.chart === undefined || tile.chart === null ? {} : { chart: readChart(tile.chart) }) };
    });
    return { ...tab, name: asText(tab.name, 32) ?? '未命名', layout };
  });
  return { ...form, v: 1, tabs };
}

/** Keys tell tiles apart over all tabs: a second one of the same name gets a number. */
function apart(board: BoardConfig): BoardConfig {
  const taken = new Set<string>();
  const fresh = (key: string): string => {
    let name = key;
    for (let n = 2; taken.has(name); n++) name = `${key.slice(0, 36)}_${n}`;
    taken.add(name);
    return name;
  };
  const tabIds = new Set<string>();
  const tabs = board.tabs.map((tab, n) => {
    const id = tabIds.has(tab.id) ? `${tab.id.slice(0, 30)}_${n}` : tab.id;
    tabIds.add(id);
    return { ...tab, id, layout: tab.layout.map((tile): BoardItem => ({ ...tile, i: fresh(tile.i) })) };
  });
  return { ...board, tabs };
}

/**
 * Anything that was ever stored as a board → the current form; what does not fit is left out, nothing readable at all (and what
 * a later program stored: see `isNewerBoard`) is an empty board. Never throws.
 */
export function readBoard(stored: unknown): BoardConfig {
  const form = unpacked(stored);
  if (!isObject(form) || isNewerDocument(UPGRADES, form)) return emptyBoard();
  const upgraded = upgradeDocument(UPGRADES, form);
  const exact = BoardConfig.safeParse(upgraded);
  if (exact.success) return apart(exact.data);
  const board = repair(BoardConfig, healed(upgraded));
  return board === null ? emptyBoard() : apart(board);
}
