import { boundsOf, boxOf, overlaps, unionOf, type Box, type Rect } from './geometry.ts';
import { ancestorsOf, insideOf, isHidden, isLocked, treeOf, type Nodes } from './tree.ts';

/**
 * What a click on a node takes: the outermost group around it that one is not already inside of. A node in a panel is taken itself.
 * `entered` is the group that was opened by a double click.
 */
export function picked(nodes: Nodes, hit: string, entered: string | null): string {
  const open = new Set(entered === null ? [] : [entered, ...ancestorsOf(nodes, entered)]);
  let found = hit;
  for (const up of ancestorsOf(nodes, hit)) {
    if (open.has(up)) break;
    if (nodes[up]!.type === 'group') found = up;
  }
  return found;
}

/** The group that a double click on a node opens: the one that a click takes, when the node lies inside it. */
export function opened(nodes: Nodes, hit: string, entered: string | null): string | null {
  const target = picked(nodes, hit, entered);
  return target !== hit && nodes[target]!.type === 'group' ? target : entered;
}

/** Whether a group that was opened still holds the node. */
export const isInside = (nodes: Nodes, id: string, group: string | null): boolean =>
  group === null || ancestorsOf(nodes, id).includes(group);

/** Adds to or takes from a selection; parts of a chosen group, and groups of chosen parts, give way. */
export function toggled(nodes: Nodes, selection: readonly string[], id: string): string[] {
  if (selection.includes(id)) return selection.filter((one) => one !== id);
  const apart = new Set([...ancestorsOf(nodes, id), ...insideOf(nodes, id)]);
  return [...selection.filter((one) => !apart.has(one)), id];
}

/** What a rectangle drawn over the canvas takes: everything it touches that is neither locked nor hidden, groups as a whole. */
export function inMarquee(nodes: Nodes, rect: Rect, entered: string | null): string[] {
  const found = new Set<string>();
  for (const id of treeOf(nodes).order) {
    const node = nodes[id]!;
    if (node.type === 'group' || !isInside(nodes, id, entered) || isLocked(nodes, id) || isHidden(nodes, id)) continue;
    if (overlaps(boundsOf(boxOf(node)), rect)) found.add(picked(nodes, id, entered));
  }
  return [...found];
}

/** Everything that can be chosen on the level that one works on. */
export const allOf = (nodes: Nodes, entered: string | null): string[] =>
  (treeOf(nodes).children.get(entered) ?? []).filter((id) => !isLocked(nodes, id) && !isHidden(nodes, id));

/** The next node for Tab (or the one before), null past the end. */
export function following(nodes: Nodes, current: string | null, entered: string | null, step: 1 | -1): string | null {
  const all = allOf(nodes, entered);
  const at = current === null ? -1 : all.indexOf(current);
  if (at < 0) return (step === 1 ? all[0] : all.at(-1)) ?? null;
  return all[at + step] ?? null;
}

/** Nodes of a selection that may be changed on the canvas. */
export const movable = (nodes: Nodes, selection: readonly string[]): string[] =>
  selection.filter((id) => nodes[id] !== undefined && !isLocked(nodes, id));

/** The frame around a selection: the box itself of one node, the upright rectangle around several. */
export function frameOf(nodes: Nodes, selection: readonly string[]): Box | null {
  const boxes = selection.flatMap((id) => (nodes[id] ? [boxOf(nodes[id])] : []));
  if (boxes.length === 1) return boxes[0]!;
  const rect = unionOf(boxes.map(boundsOf));
  return rect && { ...rect, r: 0 };
}
