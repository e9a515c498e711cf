import * as z from 'zod';
import { ScreenNode, type ScreenConfig } from '../contract/screen-config.ts';
import { boundsOf, boxOf, unionOf } from './geometry.ts';
import { isLocked, rootsOf, treeOf, withInside, type Nodes } from './tree.ts';

const KIND = 'databrain/screen-nodes';
const Clip = z.object({
  kind: z.literal(KIND),
  v: z.literal(1),
  /** screen that it was copied from */
  from: z.string(),
  nodes: z.array(ScreenNode).min(1).max(2000),
});
/** What the clipboard holds: nodes with their places, as text that any screen understands. */
export type Clip = z.output<typeof Clip>;

/** The given nodes, with everything in them, as text for the clipboard. */
export function clipText(nodes: Nodes, ids: readonly string[], from: string): string {
  const roots = new Set(rootsOf(nodes, ids));
  const wanted = new Set(withInside(nodes, roots));
  const list = treeOf(nodes)
    .order.filter((id) => wanted.has(id))
    .map((id) => (roots.has(id) ? { ...nodes[id]!, parent: null } : nodes[id]!));
  return JSON.stringify({ kind: KIND, v: 1, from, nodes: list });
}

/** What a text of the clipboard holds; null when it is something else or not whole. */
export function clipFrom(text: string): Clip | null {
  if (!text.includes(KIND)) return null;
  try {
    return Clip.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Copies with new ids, at the same place or moved; references among them (parents, targets of actions) go to the copies. */
export function copied(list: readonly ScreenNode[], newId: () => string, dx = 0, dy = 0): ScreenNode[] {
  const ids = new Map(list.map(({ id }) => [id, newId()]));
  const mapped = (id: string) => ids.get(id) ?? id;
  return list.map((node) => ({
    ...structuredClone(node),
    id: mapped(node.id),
    parent: node.parent === null ? null : mapped(node.parent),
    x: node.x + dx,
    y: node.y + dy,
    lock: false,
    actions: node.actions.map((action) =>
      action.do === 'filter' && action.items ? { ...action, items: action.items.map(mapped) } : action,
    ),
  }));
}

/** Copies of nodes of this document, beside the originals. */
export function duplicated(nodes: Nodes, ids: readonly string[], newId: () => string, offset: number): ScreenNode[] {
  const roots = rootsOf(nodes, ids).filter((id) => !isLocked(nodes, id));
  const wanted = new Set(withInside(nodes, roots));
  const list = treeOf(nodes)
    .order.filter((id) => wanted.has(id))
    .map((id) => nodes[id]!);
  return copied(list, newId, offset, offset);
}

/**
 * How far pasted nodes move: `turns` steps of 16 aside where they were copied, not at all on another screen, and back into view when they
 * would lie outside the screen. They keep their places to each other.
 */
export function pasteOffset(clip: Clip, config: Pick<ScreenConfig, 'width' | 'height'>, turns: number): { dx: number; dy: number } {
  const rect = unionOf(clip.nodes.map((node) => boundsOf(boxOf(node))))!;
  const by = turns * 16;
  const fit = (at: number, size: number, most: number) => (at + size <= 0 || at >= most ? Math.max(0, (most - size) / 2) - (at - by) : by);
  return { dx: Math.round(fit(rect.x + by, rect.w, config.width)), dy: Math.round(fit(rect.y + by, rect.h, config.height)) };
}

/** Data sets that nodes of their own ask. */
export const setsOf = (list: readonly ScreenNode[]): string[] => [
  ...new Set(list.flatMap(({ chart }) => (chart?.dataSetId ? [chart.dataSetId] : []))),
];

/** Nodes whose data sets are exchanged: `null` leaves the widget without data. */
export function withDataSets(list: readonly ScreenNode[], map: ReadonlyMap<string, string | null>): ScreenNode[] {
  return list.map((node) => {
    const to = node.chart ? map.get(node.chart.dataSetId) : undefined;
    if (!node.chart || to === undefined) return node;
    return { ...node, chart: to === null ? null : { ...node.chart, dataSetId: to } };
  });
}
