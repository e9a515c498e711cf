import type { ScreenConfig, ScreenNode } from '../contract/screen-config.ts';
import type { Change, ScreenDraft } from './change.ts';
import { boundsOf, boxOf, centreOf, rotateAbout, round, scaledWith, unionOf, type Box, type Rect } from './geometry.ts';
import { ancestorsOf, insideOf, rootsOf, treeOf, withInside } from './tree.ts';

/** Siblings get the places 0, 1, 2 … in the given order. */
export function renumber(draft: ScreenDraft, ids: readonly string[]): void {
  for (const [z, id] of ids.entries()) if (draft.nodes[id]!.z !== z) draft.nodes[id]!.z = z;
}
export const siblingsOf = (draft: ScreenDraft, parent: string | null): string[] => [...(treeOf(draft.nodes).children.get(parent) ?? [])];

/** Groups are as large as what they hold; one that holds nothing is gone. */
export function fitGroups(draft: ScreenDraft): void {
  const { order, children } = treeOf(draft.nodes);
  if (!order.some((id) => draft.nodes[id]!.type === 'group')) return;
  const reach = new Map<string, Rect>();
  // from the inside outwards: a group knows its rectangle before the one around it asks
  for (const id of order.toReversed()) {
    const node = draft.nodes[id]!;
    const inner = unionOf((children.get(id) ?? []).flatMap((one) => reach.get(one) ?? []));
    if (node.type !== 'group') {
      reach.set(id, boundsOf(boxOf(node)));
    } else if (inner === null) {
      delete draft.nodes[id];
    } else {
      reach.set(id, inner);
      write(node, { x: round(inner.x), y: round(inner.y), w: round(inner.w), h: round(inner.h), r: 0 });
    }
  }
}

/** Sets what differs, so that patches hold nothing else. */
function write<T extends object>(target: T, values: Partial<T>): void {
  for (const key of Object.keys(values) as (keyof T)[]) if (target[key] !== values[key]) target[key] = values[key]!;
}

/** Puts new nodes into the document, in front of what is there. Nodes that stand in each other come with their parents. */
export const add =
  (nodes: readonly ScreenNode[]): Change =>
  (draft) => {
    const fresh = new Set(nodes.map(({ id }) => id));
    for (const node of nodes) {
      const isRoot = node.parent === null || !fresh.has(node.parent);
      const parent = isRoot && node.parent !== null && !draft.nodes[node.parent] ? null : node.parent;
      const z = isRoot ? siblingsOf(draft, parent).length : node.z;
      draft.nodes[node.id] = { ...node, parent, z };
    }
    fitGroups(draft);
  };

/** Takes nodes away with everything in them. */
export const remove =
  (ids: readonly string[]): Change =>
  (draft) => {
    for (const id of withInside(draft.nodes, ids)) delete draft.nodes[id];
    fitGroups(draft);
  };

/** Moves nodes with everything in them. */
export const moveBy =
  (ids: readonly string[], dx: number, dy: number): Change =>
  (draft) => {
    for (const id of withInside(draft.nodes, ids)) {
      const node = draft.nodes[id]!;
      write(node, { x: round(node.x + dx), y: round(node.y + dy) });
    }
    fitGroups(draft);
  };

/** Gives nodes the boxes that a gesture ended with. */
export const place =
  (boxes: Readonly<Record<string, Box>>): Change =>
  (draft) => {
    for (const [id, { x, y, w, h, r }] of Object.entries(boxes)) {
      const node = draft.nodes[id];
      if (node) write(node, { x, y, w, h, r });
    }
    fitGroups(draft);
  };

/** Sets place and size by hand; what is inside a group or panel goes along, in its ratios. */
export const setBox =
  (ids: readonly string[], values: Partial<Pick<Box, 'x' | 'y' | 'w' | 'h'>>): Change =>
  (draft) => {
    for (const id of rootsOf(draft.nodes, ids)) {
      const before = boxOf(draft.nodes[id]!);
      const after = { ...before, ...values };
      for (const inner of insideOf(draft.nodes, id))
        write(draft.nodes[inner]!, scaledWith(boxOf(draft.nodes[inner]!), { ...before }, { ...after }));
      write(draft.nodes[id]!, after);
    }
    fitGroups(draft);
  };

/** Turns nodes to an angle, each about the centre of its bounds; what is inside a group or panel turns with it about the same point. */
export const turnTo =
  (ids: readonly string[], degrees: number): Change =>
  (draft) => {
    for (const id of rootsOf(draft.nodes, ids)) {
      const box = boxOf(draft.nodes[id]!);
      const centre = centreOf(boundsOf(box));
      for (const inner of withInside(draft.nodes, [id]))
        write(draft.nodes[inner]!, rotateAbout(boxOf(draft.nodes[inner]!), centre, degrees - box.r));
    }
    fitGroups(draft);
  };

type Plain = Partial<Omit<ScreenNode, 'id' | 'parent' | 'z' | 'x' | 'y' | 'w' | 'h' | 'props'>>;
/** Sets plain parts of nodes: name, lock, hide, opacity, rotation, data, refresh, entrance, actions. */
export const setNode =
  (ids: readonly string[], values: Plain): Change =>
  (draft) => {
    for (const id of ids) {
      const node = draft.nodes[id];
      if (node) write(node, values);
    }
    if (values.r !== undefined) fitGroups(draft);
  };

export const rename = (id: string, name: string): Change => setNode([id], { name: name.trim().slice(0, 64) });
export const lock = (ids: readonly string[], on: boolean): Change => setNode(ids, { lock: on });
export const hide = (ids: readonly string[], on: boolean): Change => setNode(ids, { hide: on });

/** Sets one property of widgets; undefined takes it away, so that the default of the widget holds again. */
export const setProp =
  (ids: readonly string[], key: string, value: ScreenNode['props'][string] | undefined): Change =>
  (draft) => {
    for (const id of ids) {
      const node = draft.nodes[id];
      if (!node) continue;
      if (value === undefined) delete node.props[key];
      else if (JSON.stringify(node.props[key]) !== JSON.stringify(value)) node.props[key] = value;
    }
  };

/** Sets properties of the screen itself. */
export const setScreen =
  (values: Partial<Omit<ScreenConfig, 'v' | 'nodes'>>): Change =>
  (draft) => {
    write(draft, values);
  };

/** Takes another document in place of this one, as one step: a version of old, the work of somebody else. */
export const replaceAll =
  (config: ScreenConfig): Change =>
  (draft) => {
    Object.assign(draft, structuredClone(config));
  };

/** Puts nodes to another place of the tree: into `parent`, so that they stand at `index` among those that are there already. */
export const reorder =
  (ids: readonly string[], parent: string | null, index: number): Change =>
  (draft) => {
    const moving = rootsOf(draft.nodes, ids).filter(
      (id) => parent === null || (parent !== id && !ancestorsOf(draft.nodes, parent).includes(id)),
    );
    if (moving.length === 0) return;
    const rest = siblingsOf(draft, parent);
    const before = rest.slice(0, index).filter((id) => !moving.includes(id));
    const after = rest.slice(index).filter((id) => !moving.includes(id));
    for (const id of moving) write(draft.nodes[id]!, { parent });
    renumber(draft, [...before, ...moving, ...after]);
    fitGroups(draft);
  };
