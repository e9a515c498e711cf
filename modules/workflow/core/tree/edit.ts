/** Changes of an approval tree; each answers a new tree and leaves the given one as it was. */
import type { Branch, BranchNode, StartNode, TreeNode } from '../../contract/tree.ts';
import { idsOf } from './walk.ts';

type Change = (next: TreeNode | null) => TreeNode | null;

/** Applies a change to what follows a place: the start, a node or a branch, by its id. */
function follow(tree: StartNode, place: string, change: Change): StartNode {
  const inChain = (node: TreeNode | null): TreeNode | null => {
    if (!node) return null;
    const own: TreeNode = 'branches' in node ? { ...node, branches: node.branches.map(inBranch) } : node;
    return { ...own, next: node.id === place ? change(node.next) : inChain(node.next) };
  };
  const inBranch = (branch: Branch): Branch => ({ ...branch, next: branch.id === place ? change(branch.next) : inChain(branch.next) });
  return { ...tree, next: tree.id === place ? change(tree.next) : inChain(tree.next) };
}

/** Replaces a node; `null` takes it out and joins what stood around it. */
function replace(tree: StartNode, id: string, change: (node: TreeNode) => TreeNode | null): StartNode {
  const inChain = (node: TreeNode | null): TreeNode | null => {
    if (!node) return null;
    if (node.id === id) return change(node) ?? node.next;
    const own: TreeNode =
      'branches' in node ? { ...node, branches: node.branches.map((one) => ({ ...one, next: inChain(one.next) })) } : node;
    return { ...own, next: inChain(node.next) };
  };
  return { ...tree, next: inChain(tree.next) };
}

const append = (first: TreeNode | null, rest: TreeNode | null): TreeNode | null =>
  first ? { ...first, next: append(first.next, rest) } : rest;

/** An id that the tree does not have yet: `n3`. */
export function freshId(tree: StartNode, prefix: string): string {
  const taken = new Set(idsOf(tree));
  for (let n = 1; ; n += 1) if (!taken.has(`${prefix}${n}`)) return `${prefix}${n}`;
}

/** Puts a node right after the start, a node or the head of a branch. */
export const insertAfter = (tree: StartNode, place: string, node: TreeNode): StartNode =>
  follow(tree, place, (next) => ({ ...node, next: append(node.next, next) }));

/** Takes a node out, a fork with all of its branches. */
export const removeNode = (tree: StartNode, id: string): StartNode => replace(tree, id, () => null);

/** Changes settings of a node; its place, branches and what follows stay. */
export const updateNode = <T extends TreeNode>(
  tree: StartNode,
  id: string,
  part: Partial<Omit<T, 'id' | 'type' | 'next' | 'branches'>>,
): StartNode => replace(tree, id, (node) => ({ ...node, ...part }));

const ofFork = (tree: StartNode, id: string, change: (node: BranchNode) => TreeNode | null): StartNode =>
  replace(tree, id, (node) => ('branches' in node ? change(node) : node));
const without = ({ branches, ...node }: BranchNode, id: string): BranchNode => ({
  ...node,
  branches: branches.filter((one) => one.id !== id),
});

/** Adds a branch before the default one, which stays the last. */
export const addBranch = (tree: StartNode, fork: string, branch: Branch): StartNode =>
  ofFork(tree, fork, (node) => {
    const last = node.type === 'parallel' ? node.branches.length : Math.max(0, node.branches.length - 1);
    return { ...node, branches: node.branches.toSpliced(last, 0, branch) };
  });

/** Takes a branch away; of two the other one goes on without a fork. */
export const removeBranch = (tree: StartNode, fork: string, branch: string): StartNode =>
  ofFork(tree, fork, (node) => {
    const rest = without(node, branch);
    return rest.branches.length > 1 ? rest : append(rest.branches[0]?.next ?? null, node.next);
  });

/** Changes name or condition of a branch. */
export const updateBranch = (tree: StartNode, fork: string, branch: string, part: Partial<Pick<Branch, 'name' | 'condition'>>): StartNode =>
  ofFork(tree, fork, (node) => ({ ...node, branches: node.branches.map((one) => (one.id === branch ? { ...one, ...part } : one)) }));
