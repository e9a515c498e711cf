import type { ScreenConfig, ScreenNode } from '../../contract/screen-config.ts';
import { treeOf } from '../../core/tree.ts';

export interface Entrance {
  readonly kind: string;
  readonly delay: number;
  readonly ms: number;
}
/** One node as the stage draws it. */
export interface Placed {
  readonly node: ScreenNode;
  /** its own opacity times that of the groups around it */
  readonly opacity: number;
  readonly entrance: Entrance | null;
  /** the carousel that it is a page of, or lies in a page of */
  readonly page: { readonly carousel: string; readonly index: number } | null;
}

/** All in all little more than half a second: a picture counts as shown when its entrance is over. */
const STEP_MS = 15;
const MAX_MS = 240;
/** how much later than its container something comes in */
const INNER_MS = 40;
const ENTRANCE_MS = 300;

/** The plate of the header and grounds are there at once: the first paint waits for nothing. */
const AT_ONCE = new Set<ScreenNode['type']>(['header', 'group', 'carousel']);

const own = (node: ScreenNode): Entrance | null =>
  node.enter
    ? node.enter.kind === 'none'
      ? null
      : { kind: node.enter.kind, delay: node.enter.delay ?? 0, ms: node.enter.ms ?? 500 }
    : null;

/**
 * Nodes back to front with what they inherit. Those without an entrance of their own come in one after the other, a moment apart, from the
 * top to the bottom and from the middle outwards: the eye meets the hero before the sides.
 */
export function planOf(config: ScreenConfig): Placed[] {
  const { nodes } = config;
  const tree = treeOf(nodes);
  const middle = config.width / 2;
  const roots = (tree.children.get(null) ?? []).map((id) => nodes[id]!).filter((node) => !AT_ONCE.has(node.type));
  const rank = (node: ScreenNode) => Math.round(node.y / 60) * 10_000 + Math.abs(node.x + node.w / 2 - middle);
  const turn = new Map(roots.toSorted((a, b) => rank(a) - rank(b)).map((node, i) => [node.id, Math.min(i * STEP_MS, MAX_MS)]));

  const placed: Placed[] = [];
  const visit = (id: string, above: { opacity: number; delay: number; page: Placed['page']; isRoot: boolean }) => {
    const node = nodes[id]!;
    if (node.hide) return;
    const opacity = above.opacity * (node.o ?? 1);
    const delay = node.enter ? (node.enter.delay ?? 0) : (turn.get(id) ?? above.delay);
    const automatic = AT_ONCE.has(node.type) ? null : { kind: above.isRoot ? 'up' : 'fade', delay, ms: ENTRANCE_MS };
    placed.push({ node, opacity, entrance: node.enter ? own(node) : automatic, page: above.page });
    for (const [index, child] of (tree.children.get(id) ?? []).entries())
      visit(child, {
        opacity,
        delay: delay + INNER_MS,
        isRoot: false,
        page: node.type === 'carousel' ? { carousel: id, index } : above.page,
      });
  };
  for (const id of tree.children.get(null) ?? []) visit(id, { opacity: 1, delay: 0, page: null, isRoot: true });
  return placed;
}
