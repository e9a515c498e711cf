import type { ScreenNode } from '../contract/screen-config.ts';

export type Nodes = Readonly<Record<string, ScreenNode>>;

/** The order of a document: children by parent, and all nodes from behind to front. */
export interface Tree {
  readonly children: ReadonlyMap<string | null, readonly string[]>;
  /** every node, parents before their children, back to front */
  readonly order: readonly string[];
  readonly depth: ReadonlyMap<string, number>;
}

const known = new WeakMap<Nodes, Tree>();
/** Whether a command is at work on nodes. Only `change.ts` can tell: who reads a screen loads without the library of drafts. */
let isDraft: (nodes: Nodes) => boolean = () => false;
export function recognizeDrafts(test: (nodes: Nodes) => boolean): void {
  isDraft = test;
}

/**
 * The tree of a set of nodes; remembered per set, unless a command is at work on it. A parent that is missing or would close a circle
 * counts as none.
 */
export function treeOf(nodes: Nodes): Tree {
  const before = known.get(nodes);
  if (before) return before;
  const tree = built(nodes);
  if (!isDraft(nodes)) known.set(nodes, tree);
  return tree;
}

function built(nodes: Nodes): Tree {
  const children = new Map<string | null, string[]>();
  for (const node of Object.values(nodes)) {
    const parent = parentOf(nodes, node.id);
    const list = children.get(parent);
    if (list) list.push(node.id);
    else children.set(parent, [node.id]);
  }
  for (const list of children.values()) list.sort((a, b) => nodes[a]!.z - nodes[b]!.z || (a < b ? -1 : 1));
  const order: string[] = [];
  const depth = new Map<string, number>();
  const visit = (parent: string | null, level: number) => {
    for (const id of children.get(parent) ?? []) {
      order.push(id);
      depth.set(id, level);
      visit(id, level + 1);
    }
  };
  visit(null, 0);
  return { children, order, depth };
}

/** The node that a node lies in, or null. */
export function parentOf(nodes: Nodes, id: string): string | null {
  const parent = nodes[id]?.parent ?? null;
  if (parent === null || !nodes[parent]) return null;
  // a circle can only come from a damaged document
  const seen = new Set([id]);
  for (let at: string | null = parent; at !== null; at = nodes[at]?.parent ?? null) {
    if (seen.has(at)) return null;
    seen.add(at);
  }
  return parent;
}

/** The nodes that it lies in, from near to far. */
export function ancestorsOf(nodes: Nodes, id: string): string[] {
  const found: string[] = [];
  for (let at = parentOf(nodes, id); at !== null; at = parentOf(nodes, at)) found.push(at);
  return found;
}

/** Everything inside a node, at any depth, back to front. */
export function insideOf(nodes: Nodes, id: string): string[] {
  const { children } = treeOf(nodes);
  const found: string[] = [];
  const visit = (parent: string) => {
    for (const child of children.get(parent) ?? []) {
      found.push(child);
      visit(child);
    }
  };
  visit(id);
  return found;
}

/** The given nodes with everything inside them, each once. */
export const withInside = (nodes: Nodes, ids: Iterable<string>): string[] => [
  ...new Set([...ids].filter((id) => nodes[id]).flatMap((id) => [id, ...insideOf(nodes, id)])),
];

/** Those of the given nodes that lie in none of the others, back to front. */
export function rootsOf(nodes: Nodes, ids: Iterable<string>): string[] {
  const wanted = new Set(ids);
  return treeOf(nodes).order.filter((id) => wanted.has(id) && !ancestorsOf(nodes, id).some((up) => wanted.has(up)));
}

const selfOrAbove = (nodes: Nodes, id: string, test: (node: ScreenNode) => boolean): boolean =>
  [id, ...ancestorsOf(nodes, id)].some((one) => test(nodes[one]!));
/** Locked itself or through what it lies in. */
export const isLocked = (nodes: Nodes, id: string): boolean => selfOrAbove(nodes, id, (node) => node.lock);
/** Hidden itself or through what it lies in. */
export const isHidden = (nodes: Nodes, id: string): boolean => selfOrAbove(nodes, id, (node) => node.hide);
