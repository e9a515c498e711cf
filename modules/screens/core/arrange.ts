import type { ScreenNode } from '../contract/screen-config.ts';
import type { Change, ScreenDraft } from './change.ts';
import { boundsOf, boxOf, round, unionOf, type Rect } from './geometry.ts';
import { fitGroups, moveBy, renumber, setBox, siblingsOf } from './node-commands.ts';
import { parentOf, rootsOf } from './tree.ts';

export type AlignTo = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom';
export type OrderTo = 'front' | 'forward' | 'backward' | 'back';

const rectOf = (draft: ScreenDraft, id: string): Rect => boundsOf(boxOf(draft.nodes[id]!));

/** Aligns nodes to the rectangle around them; one alone is aligned to the screen. Groups move as a whole. */
export const align =
  (ids: readonly string[], to: AlignTo): Change =>
  (draft) => {
    const roots = rootsOf(draft.nodes, ids);
    const screen = { x: 0, y: 0, w: draft.width, h: draft.height };
    const frame = roots.length === 1 ? screen : unionOf(roots.map((id) => rectOf(draft, id)));
    if (!frame) return;
    for (const id of roots) {
      const rect = rectOf(draft, id);
      const goal = {
        left: { x: frame.x },
        centre: { x: frame.x + (frame.w - rect.w) / 2 },
        right: { x: frame.x + frame.w - rect.w },
        top: { y: frame.y },
        middle: { y: frame.y + (frame.h - rect.h) / 2 },
        bottom: { y: frame.y + frame.h - rect.h },
      }[to] as Partial<Rect>;
      moveBy([id], round((goal.x ?? rect.x) - rect.x), round((goal.y ?? rect.y) - rect.y))(draft);
    }
  };

/** Spreads three or more nodes so that the gaps between them are equal; the outermost two stay. */
export const distribute =
  (ids: readonly string[], axis: 'x' | 'y'): Change =>
  (draft) => {
    const side = axis === 'x' ? 'w' : 'h';
    const items = rootsOf(draft.nodes, ids)
      .map((id) => ({ id, rect: rectOf(draft, id) }))
      .toSorted((a, b) => a.rect[axis] + a.rect[side] / 2 - b.rect[axis] - b.rect[side] / 2);
    if (items.length < 3) return;
    const [first, last] = [items[0]!.rect, items.at(-1)!.rect];
    const room = last[axis] + last[side] - first[axis] - items.reduce((sum, { rect }) => sum + rect[side], 0);
    const gap = room / (items.length - 1);
    let at = first[axis];
    for (const { id, rect } of items) {
      const by = round(at - rect[axis]);
      if (by !== 0) moveBy([id], axis === 'x' ? by : 0, axis === 'y' ? by : 0)(draft);
      at += rect[side] + gap;
    }
  };

/** Gives all nodes the size of the first one that was chosen. */
export const sameSize =
  (ids: readonly string[], what: 'w' | 'h' | 'both'): Change =>
  (draft) => {
    const model = draft.nodes[ids[0] ?? ''];
    if (!model) return;
    const size = { ...(what !== 'h' && { w: model.w }), ...(what !== 'w' && { h: model.h }) };
    setBox(ids.slice(1), size)(draft);
  };

/** Brings nodes to the front or back of their siblings, or one step that way; their order among themselves stays. */
export const order =
  (ids: readonly string[], to: OrderTo): Change =>
  (draft) => {
    const roots = rootsOf(draft.nodes, ids);
    for (const parent of new Set(roots.map((id) => parentOf(draft.nodes, id)))) {
      const all = siblingsOf(draft, parent);
      const chosen = new Set(roots);
      const mine = all.filter((id) => chosen.has(id));
      const rest = all.filter((id) => !chosen.has(id));
      if (to === 'front') renumber(draft, [...rest, ...mine]);
      else if (to === 'back') renumber(draft, [...mine, ...rest]);
      else renumber(draft, stepped(all, chosen, to));
    }
  };

function stepped(all: readonly string[], chosen: ReadonlySet<string>, to: 'forward' | 'backward'): string[] {
  const list = to === 'forward' ? all.toReversed() : [...all];
  for (let i = 1; i < list.length; i++)
    if (chosen.has(list[i]!) && !chosen.has(list[i - 1]!)) [list[i - 1], list[i]] = [list[i]!, list[i - 1]!];
  return to === 'forward' ? list.toReversed() : list;
}

const newGroup = (id: string, parent: string | null, name: string): ScreenNode => {
  const rest = { r: 0, o: 1, lock: false, hide: false, props: {}, actions: [] };
  return { id, parent, name, type: 'group', z: 0, x: 0, y: 0, w: 1, h: 1, ...rest };
};

/**
 * Puts nodes into a new group. It stands where the front one of them stood; places and their order among themselves stay.
 * Nodes of different parents meet on the top level.
 */
export const group =
  (ids: readonly string[], id: string, name: string): Change =>
  (draft) => {
    const roots = rootsOf(draft.nodes, ids);
    if (roots.length < 2) return;
    const parents = new Set(roots.map((one) => parentOf(draft.nodes, one)));
    const parent = parents.size === 1 ? [...parents][0]! : null;
    const siblings = siblingsOf(draft, parent);
    const mine = new Set(roots);
    const front = siblings.findLastIndex((one) => mine.has(one));
    const behind = (front < 0 ? siblings : siblings.slice(0, front + 1)).filter((one) => !mine.has(one));
    const before = front < 0 ? [] : siblings.slice(front + 1);
    draft.nodes[id] = newGroup(id, parent, name);
    for (const [z, one] of roots.entries()) Object.assign(draft.nodes[one]!, { parent: id, z });
    renumber(draft, [...behind, id, ...before]);
    fitGroups(draft);
  };

/** Dissolves groups: what they held takes their place in the order, where it stood. */
export const ungroup =
  (ids: readonly string[]): Change =>
  (draft) => {
    for (const id of ids) {
      const node = draft.nodes[id];
      if (node?.type !== 'group') continue;
      const parent = parentOf(draft.nodes, id);
      const inner = siblingsOf(draft, id);
      const next = siblingsOf(draft, parent).flatMap((one) => (one === id ? inner : [one]));
      for (const one of inner) {
        const child = draft.nodes[one]!;
        child.parent = parent;
        // what the group said about all of them stays true
        if (node.o !== 1) child.o = round(child.o * node.o);
        if (node.hide) child.hide = true;
        if (node.lock) child.lock = true;
      }
      delete draft.nodes[id];
      renumber(draft, next);
    }
    fitGroups(draft);
  };
