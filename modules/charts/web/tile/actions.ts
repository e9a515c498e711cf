import type { ChartData } from '#modules/datasets/contract/query.ts';
import type { Offers } from '../../contract/tile-asks.ts';
import type { Action } from '../../contract/view-filter.ts';
import { pointOf } from '../../core/tile/points.ts';
import { levelFields } from '../../core/tile/tile-query.ts';
import { linkedValues } from '../../core/tile/linked.ts';
import { drillChain, type ClickOffers, type Tile } from '../../core/tile/shape.ts';
import type { ClickedValue, TileFeed } from './tiles.ts';

/** Steps of a way down, as the server takes them. */
const MAX_STEPS = 8;

export type Jump = Extract<Action, { do: 'jump' }>;

/** What the page around a view does about clicks that lead away; what is left out is not offered. */
export interface ClickHandlers {
  /** how this page follows a link that was set; null where the viewer may not open it */
  readonly jump?: (jump: Jump, values: readonly ClickedValue[]) => Pick<ClickAction, 'label' | 'run'> | null;
  readonly detail?: (values: readonly ClickedValue[]) => void;
  /** asks what the viewer may do besides what is set for the tile */
  readonly offers?: () => Promise<Offers>;
}
export interface ClickAction {
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
  /** choices of a submenu, in place of `run` */
  readonly choices?: readonly ClickAction[];
}

/** Follows links that were set by their addresses. */
export const jumpsBy =
  (open: (address: string, newWindow: boolean) => void): NonNullable<ClickHandlers['jump']> =>
  (jump, values) => ({ label: '跳转查看', run: () => open(jumpAddress(jump, values), jump.newWindow) });

const filterLabel = ({ isUndo }: { isUndo: boolean }): string => (isUndo ? '取消筛选' : '筛选其他图表');
const same = (a: readonly ClickedValue[], b: readonly ClickedValue[] | undefined): boolean => JSON.stringify(a) === JSON.stringify(b ?? []);
/** The values of a way down without where it led. */
const plain = (path: readonly ClickedValue[]): ClickedValue[] => path.map(({ col, value }) => ({ col, value }));

/** The address that a link leads to, with the clicked values as filters of the page there. */
export function jumpAddress({ link, map }: Pick<Jump, 'link' | 'map'>, values: readonly ClickedValue[]): string {
  if (link.to === 'url') return link.url;
  const filters = Object.fromEntries(
    map.flatMap(({ col, filter }) => {
      const value = values.find((one) => one.col === col)?.value;
      return value === undefined || value === null ? [] : [[filter, value]];
    }),
  );
  const path = link.to === 'page' ? link.path : `/visual/${link.to}/view/${link.id}`;
  if (Object.keys(filters).length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}f=${encodeURIComponent(JSON.stringify(filters))}`;
}

/** What is set for a part of a document that people click: a tile, or a part without data. */
export type Clickable = Pick<Tile, 'key' | 'actions' | 'isLinking'> & Partial<Pick<Tile, 'chart'>>;

/**
 * What a click on a mark offers by what is set: link and drill together as one, then what leads away. One offer is run at once, several are
 * a menu at the mark. What this viewer may not open, a way down that has ended, and a link that reaches no other tile are not offered.
 */
export function clickActionsOf(
  feed: TileFeed,
  tile: Clickable,
  values: readonly ClickedValue[],
  handlers: ClickHandlers = {},
): ClickAction[] {
  const offers: ClickAction[] = [];
  const has = (kind: Action['do']): boolean => tile.actions.some((action) => action.do === kind);
  const path = feed.drills[tile.key] ?? [];
  const { chart } = tile;
  const chain = chart ? drillChain({ ...tile, chart }) : [];
  const isOnWay = path.every(({ to }) => to === undefined);
  const step = has('drill') && isOnWay && path.length < chain.length - 1 ? values.find(({ col }) => col === chain[path.length]) : undefined;
  const isLinking = has('filter') && tile.isLinking;
  if (isLinking || step) {
    const linked = linkedValues(plain(path), values);
    const isUndo = !step && same(linked, feed.links[tile.key]);
    offers.push({
      key: 'go',
      label: step ? (isLinking ? '下钻并筛选' : '下钻') : filterLabel({ isUndo }),
      run: () => {
        if (isLinking) feed.setLink(tile.key, isUndo ? [] : linked);
        if (step) feed.setDrill(tile.key, [...path, step]);
      },
    });
  }
  const { detail, jump } = handlers;
  if (detail && has('detail')) offers.push({ key: 'detail', label: '查看明细', run: () => detail(values) });
  tile.actions.forEach((action, n) => {
    const away = action.do === 'jump' ? jump?.(action, values) : null;
    if (away) offers.push({ key: `jump-${n}`, ...away });
  });
  return offers;
}

export interface ClickScene {
  readonly feed: TileFeed;
  readonly tile: Tile;
  readonly clicks: ClickOffers;
  readonly data: ChartData;
  readonly handlers?: ClickHandlers;
  /** what the server allows besides; null = not known yet */
  readonly offers: Offers | null;
  readonly copy: (text: string) => void;
}

/** The whole menu of a mark: what is set for the tile, then what every viewer may do with it. */
export const menuActionsOf = (scene: ClickScene, values: readonly ClickedValue[]): ClickAction[] => [
  ...clickActionsOf(scene.feed, scene.tile, values, scene.handlers),
  ...commonActionsOf(scene, values),
];

/** What every viewer may do with a mark, whatever is set for its tile. */
export function commonActionsOf(scene: ClickScene, values: readonly ClickedValue[]): ClickAction[] {
  const { feed, tile, clicks, data, handlers = {}, offers, copy } = scene;
  const list: ClickAction[] = [];
  const has = (kind: Action['do']): boolean => tile.actions.some((action) => action.do === kind);
  const path = feed.drills[tile.key] ?? [];
  const { detail } = handlers;
  if (detail && offers?.hasDetail && !has('detail')) list.push({ key: 'detail', label: '查看明细', run: () => detail(values) });
  const down = offers ? drillChoices(feed, tile, values, offers) : [];
  if (down.length > 0) list.push({ key: 'down', label: '按其他字段下钻', choices: down, run: () => undefined });
  if (clicks === 'menu' && tile.isRelated && !has('filter') && values.length > 0) {
    const linked = linkedValues(plain(path), values);
    const isUndo = same(linked, feed.links[tile.key]);
    list.push({
      key: 'filter',
      label: filterLabel({ isUndo }),
      run: () => feed.setLink(tile.key, isUndo ? [] : linked),
    });
  }
  const point = pointOf(data, values);
  if (point) list.push({ key: 'copy', label: '复制数值', run: () => copy(point.figures) });
  return list;
}

/** Going down from the clicked value along any field that is not on the way already. */
function drillChoices(feed: TileFeed, tile: Tile, values: readonly ClickedValue[], { fields }: Offers): ClickAction[] {
  const path = feed.drills[tile.key] ?? [];
  const shown = levelFields(tile, path);
  const from = values.find(({ col }) => col === shown[path.length]);
  if (!from || path.length >= MAX_STEPS) return [];
  return fields
    .filter(({ col }) => !shown.includes(col))
    .map(({ col, name }) => ({
      key: `down-${col}`,
      label: `按${name}`,
      run: () => feed.setDrill(tile.key, [...path, { col: from.col, value: from.value, to: col }]),
    }));
}
