import type { Action } from '../../contract/view-filter.ts';
import { linkedValues } from '../../core/tile/linked.ts';
import { drillChain, type Tile } from '../../core/tile/shape.ts';
import type { ClickedValue, TileFeed } from './tiles.ts';

/** What the page around a view does about clicks that lead away; what is left out is not offered. */
export interface ClickHandlers {
  readonly jump?: (address: string, newWindow: boolean) => void;
  readonly detail?: (values: readonly ClickedValue[]) => void;
}
export interface ClickAction {
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
}

const same = (a: readonly ClickedValue[], b: readonly ClickedValue[] | undefined): boolean => JSON.stringify(a) === JSON.stringify(b ?? []);
type Jump = Extract<Action, { do: 'jump' }>;

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

/**
 * What a click on a mark of a tile offers: link and drill together as one, then what leads away. One offer is run at once, several are
 * a menu at the mark.
 */
export function clickActionsOf(feed: TileFeed, tile: Tile, values: readonly ClickedValue[], handlers: ClickHandlers = {}): ClickAction[] {
  const offers: ClickAction[] = [];
  const has = (kind: Action['do']): boolean => tile.actions.some((action) => action.do === kind);
  const path = feed.drills[tile.key] ?? [];
  const chain = drillChain(tile);
  const step = has('drill') && path.length < chain.length - 1 ? values.find(({ col }) => col === chain[path.length]) : undefined;
  const isLinking = has('filter') && tile.isLinking;
  if (isLinking || step) {
    const linked = linkedValues(path, values);
    const isUndo = !step && same(linked, feed.links[tile.key]);
    offers.push({
      key: 'go',
      label: step ? (isLinking ? '下钻并联动' : '下钻') : isUndo ? '取消联动' : '联动其他组件',
      run: () => {
        if (isLinking) feed.setLink(tile.key, isUndo ? [] : linked);
        if (step) feed.setDrill(tile.key, [...path, step]);
      },
    });
  }
  const { detail, jump } = handlers;
  if (detail && has('detail')) offers.push({ key: 'detail', label: '查看明细', run: () => detail(values) });
  if (jump)
    tile.actions.forEach((action, n) => {
      if (action.do === 'jump')
        offers.push({ key: `jump-${n}`, label: '跳转查看', run: () => jump(jumpAddress(action, values), action.newWindow) });
    });
  return offers;
}
