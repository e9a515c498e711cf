import type { Branch, StartNode, TreeNode } from '../../contract/tree.ts';

/** All nodes of a tree, branches included, in the order in which they are met. */
export function* nodesOf(first: TreeNode | null): Generator<TreeNode> {
  for (let node = first; node; node = node.next) {
    yield node;
    if ('branches' in node) for (const branch of node.branches) yield* nodesOf(branch.next);
  }
}

/** Every id of a tree, in order; one that stands there twice is twice in the list. */
export function idsOf(tree: StartNode): string[] {
  const ofBranches = (node: TreeNode): string[] => ('branches' in node ? node.branches.map(({ id }: Branch) => id) : []);
  return [tree.id, ...[...nodesOf(tree.next)].flatMap((node) => [node.id, ...ofBranches(node)])];
}
