import { toast } from '#kit/web/dialog.tsx';
import type { Branch, BranchNode, StartNode, TreeNode } from '../../../contract/tree.ts';
import {
  branchOf,
  copyOfBranch,
  copyOfNode,
  isFork,
  moveBranch,
  moveNode,
  nodeOf,
  shiftBranch,
  shiftNode,
  stopsOf,
} from '../../../core/tree/arrange.ts';
import { addBranch, freshId, insertAfter, removeBranch, removeNode } from '../../../core/tree/edit.ts';
import type { ChangeTree } from './ApprovalView.tsx';
import { clipNow, keepClip } from './clipboard.ts';
import { newNode, type NewKind } from './new-nodes.ts';

interface Given {
  tree: StartNode;
  change: ChangeTree;
  onChoose: (id: string | null) => void;
}
/** Everything that is done with nodes and branches; buttons, menus, keys and the mouse all do these. */
export interface TreeActions {
  readonly add: (place: string, kind: NewKind) => void;
  readonly addBranch: (fork: string) => void;
  readonly remove: (id: string) => void;
  readonly copy: (id: string) => void;
  readonly cut: (id: string) => void;
  /** puts what was copied after a place; a branch into the fork of the place */
  readonly paste: (place: string) => void;
  readonly duplicate: (id: string) => void;
  readonly move: (id: string, place: string) => void;
  readonly order: (branch: string, to: number) => void;
  /** up and down for nodes, left and right for branches */
  readonly shift: (id: string, by: -1 | 1) => void;
}

/** A condition that a new branch of a fork starts with: none where all branches are entered. */
const firstCondition = (fork: TreeNode | undefined): string | null => (fork?.type === 'parallel' ? null : '${amount > 0}');
const fitting = (branch: Branch, fork: TreeNode): Branch =>
  fork.type === 'parallel' ? { ...branch, condition: null } : { ...branch, condition: branch.condition ?? firstCondition(fork) };

/** The fork of a place: the place itself, or that of a branch. */
function forkAt(tree: StartNode, id: string): BranchNode | undefined {
  const node = nodeOf(tree, id);
  return node && isFork(node) ? node : branchOf(tree, id)?.fork;
}
/** Keeps a node or a branch for pasting; false when there is none of this id. */
function keep(tree: StartNode, id: string): boolean {
  const node = nodeOf(tree, id);
  const found = branchOf(tree, id);
  if (node) keepClip({ kind: 'node', node: { ...node, next: null } });
  else if (found) keepClip({ kind: 'branch', branch: found.branch });
  return node !== undefined || found !== undefined;
}

/** What can be done with a tree; each change is one step that can be undone. */
export function treeActions({ tree, change, onChoose }: Given): TreeActions {
  const put = (label: string, next: StartNode, choose: string | null) => {
    if (next === tree) return;
    change(label, next);
    onChoose(choose);
  };
  const remove = (id: string, label = '删除') => {
    const found = branchOf(tree, id);
    const stops = stopsOf(tree);
    const next = found ? removeBranch(tree, found.fork.id, id) : removeNode(tree, id);
    const left = new Set(stopsOf(next));
    const at = stops.indexOf(id);
    const near = stops.slice(0, at).findLast((one) => left.has(one)) ?? stops.slice(at).find((one) => left.has(one)) ?? null;
    put(found ? `${label}分支` : `${label}节点`, next, near);
  };
  const putBranch = (label: string, fork: string, branch: Branch) => put(label, addBranch(tree, fork, branch), branch.id);
  return {
    add: (place, kind) => {
      const node = newNode(tree, kind);
      put('添加节点', insertAfter(tree, place, node), node.id);
    },
    addBranch: (fork) =>
      putBranch('添加分支', fork, { id: freshId(tree, 'b'), name: '新分支', condition: firstCondition(nodeOf(tree, fork)), next: null }),
    remove: (id) => remove(id),
    copy: (id) => {
      if (keep(tree, id)) toast.success('已复制，可粘贴到任意流程');
    },
    cut: (id) => {
      if (keep(tree, id)) remove(id, '剪切');
    },
    paste: (place) => {
      const clip = clipNow();
      const fork = forkAt(tree, place);
      if (clip?.kind === 'node') {
        const node = copyOfNode(tree, clip.node);
        put('粘贴节点', insertAfter(tree, place, node), node.id);
      } else if (clip && fork) putBranch('粘贴分支', fork.id, copyOfBranch(tree, fitting(clip.branch, fork)));
      else toast.warning(clip ? '复制的是分支，请先选中一个分支' : '还没有复制节点');
    },
    duplicate: (id) => {
      const node = nodeOf(tree, id);
      const found = branchOf(tree, id);
      if (node) {
        const twin = copyOfNode(tree, node);
        put('创建副本', insertAfter(tree, id, twin), twin.id);
      } else if (found) putBranch('创建副本', found.fork.id, copyOfBranch(tree, fitting(found.branch, found.fork)));
    },
    move: (id, place) => put('移动节点', moveNode(tree, id, place), id),
    order: (branch, to) => put('调整分支顺序', moveBranch(tree, branch, to), branch),
    shift: (id, by) =>
      branchOf(tree, id) ? put('调整分支顺序', shiftBranch(tree, id, by), id) : put('移动节点', shiftNode(tree, id, by), id),
  };
}
