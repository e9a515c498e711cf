import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import type { ChartData, Scalar } from '#modules/datasets/contract/query.ts';
import type { ScreenConfig, ScreenNode } from '../../contract/screen-config.ts';
import { linkedValues, drillChain, type Shape, type Tile } from '#modules/charts/core/index.ts';
import { shapeOfScreen } from '../../core/outline.ts';
import { commonActionsOf, copyFigures, useOffers, type ClickAction, type ClickedValue, type TileFeed } from '#modules/charts/web/parts.ts';
import { useStage, type Stage } from '../stage/stage-context.ts';
import type { DataProps, PlainProps } from './types.ts';

const NONE: readonly ClickedValue[] = [];
const isSame = (a: readonly ClickedValue[], b: readonly ClickedValue[]): boolean =>
  a.length === b.length && a.every(({ col, value }) => b.some((other) => other.col === col && other.value === value));

const NO_CHAIN: readonly string[] = [];
const shapes = new WeakMap<ScreenConfig, Shape>();
/** The node as a tile of its screen: whether its link reaches another, and which way it goes down. */
function tileOf(config: ScreenConfig, node: ScreenNode): Tile | undefined {
  const known = shapes.get(config) ?? shapeOfScreen(config);
  shapes.set(config, known);
  return known.tiles.get(node.id);
}

/**
 * What a click on a mark offers: link and drill together as one, then what leads away. What this viewer may not open, a way down that has
 * ended, and a link that reaches no other panel are not offered.
 */
export function clickActionsOf(
  { node, config }: { node: ScreenNode; config: ScreenConfig },
  feed: TileFeed,
  stage: Stage,
  values: readonly ClickedValue[],
): ClickAction[] {
  const offers: ClickAction[] = [];
  const has = (kind: ScreenNode['actions'][number]['do']): boolean => node.actions.some((action) => action.do === kind);
  const path = feed.drills[node.id] ?? NONE;
  const tile = tileOf(config, node);
  const chain = tile ? drillChain(tile) : NO_CHAIN;
  const step = has('drill') && path.length < chain.length - 1 ? values.find(({ col }) => col === chain[path.length]) : undefined;
  const isLinking = tile?.isLinking ?? false;
  if (isLinking || step) {
    const linked = linkedValues(path, values);
    const isUndo = isLinking && !step && isSame(feed.links[node.id] ?? NONE, linked);
    offers.push({
      key: 'go',
      label: !isLinking ? '下钻' : step ? '下钻并筛选' : isUndo ? '取消筛选' : '筛选相关面板',
      run: () => {
        if (isLinking) feed.setLink(node.id, isUndo ? [] : linked);
        if (step) feed.setDrill(node.id, [...path, step]);
      },
    });
  }
  if (has('detail') && stage.detail) offers.push({ key: 'detail', label: '查看明细', run: () => stage.detail?.(node.id, values) });
  node.actions.forEach((action, at) => {
    if (action.do !== 'jump' || !stage.mayOpen(action.link)) return;
    const filters: Record<string, Scalar> = {};
    for (const { col, filter } of action.map) {
      const value = values.find((one) => one.col === col);
      if (value) filters[filter] = value.value;
    }
    offers.push({
      key: `jump${at}`,
      label: action.link.to === 'page' ? '打开相关页面' : '跳转查看',
      run: () => stage.open?.(action.link, filters, action.newWindow ?? false),
    });
  });
  return offers;
}

interface Acts {
  /** null = nothing to do on a click */
  readonly click: DataProps['onValues'];
  /** the mark that was clicked, while somebody chooses among several things */
  readonly menu: readonly ClickedValue[] | null;
  readonly closeMenu: () => void;
  readonly chosen: readonly ClickedValue[];
  readonly path: readonly ClickedValue[];
  /** goes back to this depth of the drill */
  readonly back: (depth: number) => void;
  readonly unlink: () => void;
}

/** The mark that filters others, and the way down, of a node. */
export function useChosen({ node, feed }: Pick<PlainProps, 'node' | 'feed'>): Pick<Acts, 'chosen' | 'path'> {
  const subscribe = useMemo(() => (changed: () => void) => feed.onChange(changed), [feed]);
  const chosen = useSyncExternalStore(subscribe, () => feed.links[node.id] ?? NONE);
  const path = useSyncExternalStore(subscribe, () => feed.drills[node.id] ?? NONE);
  return { chosen, path };
}

/**
 * What clicks on a node do: by the actions of the document, and what every viewer may do where the screen offers menus. One action that is set
 * is done at once, everything else is a menu at the mark.
 */
export function useActions(own: Pick<PlainProps, 'node' | 'config' | 'feed' | 'isEditing'>): Acts {
  const { node, config, feed, isEditing } = own;
  const stage = useStage();
  const [menu, setMenu] = useState<readonly ClickedValue[] | null>(null);
  const closeMenu = useCallback(() => setMenu(null), []);
  const { chosen, path } = useChosen(own);
  return useMemo(() => {
    const does = (action: ScreenNode['actions'][number]): boolean =>
      action.do === 'filter' ? (tileOf(config, node)?.isLinking ?? false) : action.do !== 'jump' || stage.mayOpen(action.link);
    const hasMenu = config.clicks === 'menu';
    const acts = !isEditing && (hasMenu || node.actions.some(does));
    const click: DataProps['onValues'] = (values, { isMenu } = {}) => {
      const set = clickActionsOf({ node, config }, feed, stage, values);
      if (set.length === 1 && !isMenu) set[0]!.run();
      else if (set.length > 0 || hasMenu) setMenu(values);
    };
    return {
      click: acts ? click : null,
      menu,
      closeMenu,
      chosen,
      path,
      back: (depth) => feed.setDrill(node.id, path.slice(0, depth)),
      unlink: () => feed.setLink(node.id, []),
    };
  }, [node, config, feed, stage, isEditing, chosen, path, menu, closeMenu]);
}

/** The whole menu of a mark: what is set for the node, then what every viewer may do with it. */
export function useMenuActions(
  own: Pick<PlainProps, 'node' | 'config' | 'feed'>,
  data: ChartData,
  values: readonly ClickedValue[],
): ClickAction[] {
  const { node, config, feed } = own;
  const stage = useStage();
  const hasMenu = config.clicks === 'menu';
  const { detail, offers: ask } = stage;
  const offers = useOffers(hasMenu && ask ? () => ask(node.id) : null);
  const set = clickActionsOf({ node, config }, feed, stage, values);
  const tile = tileOf(config, node);
  if (!hasMenu || !tile) return set;
  const handlers = detail ? { detail: (of: readonly ClickedValue[]) => detail(node.id, of) } : {};
  const scene = { feed, tile, clicks: config.clicks, data, handlers, offers, copy: (text: string) => void copyFigures(text) };
  // a menu on a wall has no second level
  const common = commonActionsOf(scene, values).flatMap(
    (action) => action.choices?.map((choice) => ({ ...choice, label: `${choice.label}下钻` })) ?? [action],
  );
  return [...set, ...common];
}
