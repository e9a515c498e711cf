import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import type { Scalar } from '#modules/datasets/contract/query.ts';
import type { ScreenConfig, ScreenNode } from '../../contract/screen-config.ts';
import { linkedValues, drillChain, type Shape, type Tile } from '#modules/charts/core/index.ts';
import { shapeOfScreen } from '../../core/outline.ts';
import type { ClickedValue, TileFeed } from '#modules/charts/web/parts.ts';
import { useStage, type Stage } from '../stage/stage-context.ts';
import type { PlainProps } from './types.ts';

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

/** One thing that a click can do. */
export interface ClickAction {
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
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
  readonly click: ((values: readonly ClickedValue[]) => void) | null;
  /** what the last click offers, while somebody chooses among several */
  readonly menu: readonly ClickAction[] | null;
  readonly closeMenu: () => void;
  readonly chosen: readonly ClickedValue[];
  readonly path: readonly ClickedValue[];
  /** goes back to this depth of the drill */
  readonly back: (depth: number) => void;
  readonly unlink: () => void;
}

/** What clicks on a node do, by the actions of the document. One that is offered alone is done at once, several are a menu at the mark. */
export function useActions({ node, config, feed, isEditing }: Pick<PlainProps, 'node' | 'config' | 'feed' | 'isEditing'>): Acts {
  const stage = useStage();
  const [menu, setMenu] = useState<readonly ClickAction[] | null>(null);
  const closeMenu = useCallback(() => setMenu(null), []);
  const subscribe = useMemo(() => (changed: () => void) => feed.onChange(changed), [feed]);
  const chosen = useSyncExternalStore(subscribe, () => feed.links[node.id] ?? NONE);
  const path = useSyncExternalStore(subscribe, () => feed.drills[node.id] ?? NONE);
  return useMemo(() => {
    const does = (action: ScreenNode['actions'][number]): boolean =>
      action.do === 'filter' ? (tileOf(config, node)?.isLinking ?? false) : action.do !== 'jump' || stage.mayOpen(action.link);
    const acts = !isEditing && node.actions.some(does);
    const click = (values: readonly ClickedValue[]) => {
      const offers = clickActionsOf({ node, config }, feed, stage, values);
      if (offers.length > 1) setMenu(offers);
      else offers[0]?.run();
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
