import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import type { ChartData, Scalar } from '#modules/datasets/contract/query.ts';
import type { ScreenConfig, ScreenNode } from '../../contract/screen-config.ts';
import type { Shape, Tile } from '#modules/charts/core/index.ts';
import { shapeOfScreen } from '../../core/outline.ts';
import {
  clickActionsOf,
  commonActionsOf,
  copyFigures,
  useOffers,
  type ClickAction,
  type ClickedValue,
  type ClickHandlers,
  type TileFeed,
} from '#modules/charts/web/parts.ts';
import { useStage, type Stage } from '../stage/stage-context.ts';
import type { DataProps, PlainProps } from './types.ts';

const NONE: readonly ClickedValue[] = [];
const shapes = new WeakMap<ScreenConfig, Shape>();
/** The node as a tile of its screen: whether its link reaches another, and which way it goes down. */
function tileOf(config: ScreenConfig, node: ScreenNode): Tile | undefined {
  const known = shapes.get(config) ?? shapeOfScreen(config);
  shapes.set(config, known);
  return known.tiles.get(node.id);
}

/** How the stage shows the rows behind a mark of a node, where it can. */
const rowsBy = ({ detail }: Stage, { id }: ScreenNode): Pick<ClickHandlers, 'detail'> =>
  detail ? { detail: (values) => detail(id, values) } : {};

/** What a click on a node offers by its own actions. */
export function nodeActionsOf(
  { node, config }: { node: ScreenNode; config: ScreenConfig },
  feed: TileFeed,
  stage: Stage,
  values: readonly ClickedValue[],
): ClickAction[] {
  const jump: ClickHandlers['jump'] = ({ link, map, newWindow }) => {
    if (!stage.mayOpen(link)) return null;
    const filters: Record<string, Scalar> = {};
    for (const { col, filter } of map) {
      const value = values.find((one) => one.col === col);
      if (value) filters[filter] = value.value;
    }
    return { label: link.to === 'page' ? '打开相关页面' : '跳转查看', run: () => stage.open?.(link, filters, newWindow) };
  };
  const tile = tileOf(config, node) ?? { key: node.id, actions: node.actions, isLinking: false };
  return clickActionsOf(feed, tile, values, { jump, ...rowsBy(stage, node) });
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
      const set = nodeActionsOf({ node, config }, feed, stage, values);
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
  const { offers: ask } = stage;
  const offers = useOffers(hasMenu && ask ? () => ask(node.id) : null);
  const set = nodeActionsOf({ node, config }, feed, stage, values);
  const tile = tileOf(config, node);
  if (!hasMenu || !tile) return set;
  const scene = {
    feed,
    tile,
    clicks: config.clicks,
    data,
    handlers: rowsBy(stage, node),
    offers,
    copy: (text: string) => void copyFigures(text),
  };
  // a menu on a wall has no second level
  const common = commonActionsOf(scene, values).flatMap(
    (action) => action.choices?.map((choice) => ({ ...choice, label: `${choice.label}下钻` })) ?? [action],
  );
  return [...set, ...common];
}
