/** Moves and copies of an approval tree; each answers a new tree, or the given one when nothing can change. */
import type { Branch, BranchNode, StartNode, TreeNode } from '../../contract/tree.ts';
import { insertAfter, removeNode } from './edit.ts';
import { idsOf, nodesOf } from './walk.ts';

export const isFork = (node: TreeNode): node is BranchNode => 'branches' in node;

/** The node of an id. */
export const nodeOf = (tree: StartNode, id: string): TreeNode | undefined => [...nodesOf(tree.next)].find((node) => node.id === id);
/** The fork that a branch belongs to, with the branch. */
export function branchOf(tree: StartNode, id: string): { readonly fork: BranchNode; readonly branch: Branch } | undefined {
  for (const node of nodesOf(tree.next)) {
    const branch = isFork(node) ? node.branches.find((one) => one.id === id) : undefined;
    if (branch) return { fork: node as BranchNode, branch };
  }
  return undefined;
}

/** Everything that can be chosen, in the order in which a process comes to it: nodes, heads of branches. */
export function stopsOf(tree: StartNode): string[] {
  const chain = (first: TreeNode | null): string[] => {
    if (!first) return [];
    const inside = isFork(first) ? first.branches.flatMap((branch) => [branch.id, ...chain(branch.next)]) : [];
    return [first.id, ...inside, ...chain(first.next)];
  };
  return chain(tree.next);
}

/** Every place that a node can stand after, in order: the start, heads of branches, nodes (a fork after its branches). */
export function placesOf(tree: StartNode): string[] {
  const chain = (first: TreeNode | null): string[] => {
    if (!first) return [];
    const inside = isFork(first) ? first.branches.flatMap((branch) => [branch.id, ...chain(branch.next)]) : [];
    return [...inside, first.id, ...chain(first.next)];
  };
  return [tree.id, ...chain(tree.next)];
}

/** The place that a node stands after. */
function placeBefore(tree: StartNode, id: string): string | undefined {
  const follows = (place: string, first: TreeNode | null): string | undefined => {
    if (!first) return undefined;
    if (first.id === id) return place;
    const inside = isFork(first) ? first.branches.map((branch) => follows(branch.id, branch.next)).find(Boolean) : undefined;
    return inside ?? follows(first.id, first.next);
  };
  return follows(tree.id, tree.next);
}

/** A node for itself, with its branches and without what follows it. */
const alone = (node: TreeNode): TreeNode => ({ ...node, next: null });
const insideOf = (node: TreeNode): ReadonlySet<string> => new Set(idsOf({ type: 'start', id: node.id, name: '', next: alone(node) }));

/** True when a node can stand after a place: not inside itself, and not where it stands already. */
export function canMove(tree: StartNode, id: string, place: string): boolean {
  const node = nodeOf(tree, id);
  return node !== undefined && !insideOf(node).has(place) && placeBefore(tree, id) !== place;
}

/** Puts a node with all of its branches after another place. */
export function moveNode(tree: StartNode, id: string, place: string): StartNode {
  const node = nodeOf(tree, id);
  return node && canMove(tree, id, place) ? insertAfter(removeNode(tree, id), place, alone(node)) : tree;
}

/** Moves a node one place up or down, into and out of branches as they come. */
export function shiftNode(tree: StartNode, id: string, by: -1 | 1): StartNode {
  const node = nodeOf(tree, id);
  const before = placeBefore(tree, id);
  if (!node || before === undefined) return tree;
  const own = insideOf(node);
  const places = placesOf(tree).filter((place) => !own.has(place));
  const to = places[places.indexOf(before) + by];
  return to === undefined ? tree : moveNode(tree, id, to);
}

const onFork = (tree: StartNode, id: string, change: (branches: readonly Branch[], fork: BranchNode) => Branch[]): StartNode => {
  const chain = (node: TreeNode | null): TreeNode | null => {
    if (!node) return null;
    if (!isFork(node)) return { ...node, next: chain(node.next) };
    const branches = node.id === id ? change(node.branches, node) : node.branches.map((one) => ({ ...one, next: chain(one.next) }));
    return { ...node, branches, next: node.id === id ? node.next : chain(node.next) };
  };
  return { ...tree, next: chain(tree.next) };
};

/** How many branches of a fork have an order of their own: the default one stays the last. */
const ordered = ({ type, branches }: BranchNode): number => (type === 'parallel' ? branches.length : branches.length - 1);

/** Puts a branch at another position of its fork; the default branch stays the last. */
export function moveBranch(tree: StartNode, id: string, to: number): StartNode {
  const found = branchOf(tree, id);
  if (!found) return tree;
  const { fork, branch } = found;
  const from = fork.branches.indexOf(branch);
  if (from >= ordered(fork) || to < 0 || to >= ordered(fork) || to === from) return tree;
  return onFork(tree, fork.id, (branches) => branches.toSpliced(from, 1).toSpliced(to, 0, branch));
}

/** Moves a branch one position to the left or right. */
export function shiftBranch(tree: StartNode, id: string, by: -1 | 1): StartNode {
  const found = branchOf(tree, id);
  return found ? moveBranch(tree, id, found.fork.branches.indexOf(found.branch) + by) : tree;
}

/** Ids that a tree does not have, one after the other. */
function fresh(tree: StartNode): (prefix: string) => string {
  const taken = new Set(idsOf(tree));
  return (prefix) => {
    let n = 1;
    while (taken.has(`${prefix}${n}`)) n += 1;
    taken.add(`${prefix}${n}`);
    return `${prefix}${n}`;
  };
}
type Ids = ReturnType<typeof fresh>;
const renewedBranch = (branch: Branch, ids: Ids): Branch => ({ ...branch, id: ids('b'), next: branch.next && renewed(branch.next, ids) });
function renewed(node: TreeNode, ids: Ids): TreeNode {
  const own = { ...node, id: ids('n'), next: node.next && renewed(node.next, ids) };
  return isFork(own) ? { ...own, branches: own.branches.map((branch) => renewedBranch(branch, ids)) } : own;
}

/** A copy of a node, with its branches, that can stand in a tree. */
export const copyOfNode = (tree: StartNode, node: TreeNode): TreeNode => renewed(alone(node), fresh(tree));
/** A copy of a branch that can stand in a tree. */
export const copyOfBranch = (tree: StartNode, branch: Branch): Branch => renewedBranch(branch, fresh(tree));
