import { useMemo, useSyncExternalStore } from 'react';
import type { Scalar } from '../../../contract/query.ts';
import type { ScreenNode } from '../../../contract/screen-config.ts';
import type { ClickedValue, TileFeed } from '../../view/tiles.ts';
import { useStage, type Stage } from '../stage/stage-context.ts';

const NONE: readonly ClickedValue[] = [];
const isSame = (a: readonly ClickedValue[], b: readonly ClickedValue[]): boolean =>
  a.length === b.length && a.every(({ col, value }) => b.some((other) => other.col === col && other.value === value));

interface Acts {
  /** null = nothing to do on a click */
  readonly click: ((values: readonly ClickedValue[]) => void) | null;
  readonly chosen: readonly ClickedValue[];
  readonly path: readonly ClickedValue[];
  /** goes back to this depth of the drill */
  readonly back: (depth: number) => void;
  readonly unlink: () => void;
}

function run(node: ScreenNode, feed: TileFeed, stage: Stage, values: readonly ClickedValue[]): void {
  for (const action of node.actions)
    switch (action.do) {
      case 'filter': {
        const linked = feed.links[node.id] ?? NONE;
        feed.setLink(node.id, isSame(linked, values) ? [] : values);
        break;
      }
      case 'drill': {
        const path = feed.drills[node.id] ?? NONE;
        const depth = node.chart?.drill?.length ?? 8;
        const first = values[0];
        if (first && path.length < depth - 1) feed.setDrill(node.id, [...path, first]);
        break;
      }
      case 'jump': {
        const filters: Record<string, Scalar> = {};
        for (const { col, filter } of action.map) {
          const value = values.find((one) => one.col === col);
          if (value) filters[filter] = value.value;
        }
        stage.open?.(action.link, filters, action.newWindow ?? false);
        break;
      }
      case 'detail':
        stage.detail?.(node.id, values);
        break;
    }
}

/** What clicks on a node do, by the actions of the document: link, drill with a way back, jump, detail. */
export function useActions(node: ScreenNode, feed: TileFeed, isEditing: boolean): Acts {
  const stage = useStage();
  const subscribe = useMemo(() => (changed: () => void) => feed.onChange(changed), [feed]);
  const chosen = useSyncExternalStore(subscribe, () => feed.links[node.id] ?? NONE);
  const path = useSyncExternalStore(subscribe, () => feed.drills[node.id] ?? NONE);
  return useMemo(
    () => ({
      click: isEditing || node.actions.length === 0 ? null : (values) => run(node, feed, stage, values),
      chosen,
      path,
      back: (depth) => feed.setDrill(node.id, path.slice(0, depth)),
      unlink: () => feed.setLink(node.id, []),
    }),
    [node, feed, stage, isEditing, chosen, path],
  );
}
