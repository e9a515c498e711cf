import { describe, expect, it } from 'vitest';
import type { BranchNode, StartNode, TreeNode } from '../../contract/tree.ts';
import { addBranch, freshId, insertAfter, removeBranch, removeNode, updateBranch, updateNode } from './edit.ts';
import { idsOf } from './walk.ts';

const delay = (id: string, next: TreeNode | null = null): TreeNode => ({ type: 'delay', id, name: id, duration: 'P1D', next });
const fork = (id: string, next: TreeNode | null, ...branches: [string, string | null, TreeNode | null][]): BranchNode => ({
  type: 'exclusive',
  id,
  name: '',
  next,
  branches: branches.map(([branch, condition, first]) => ({ id: branch, name: branch, condition, next: first })),
});
const start = (next: TreeNode | null): StartNode => ({ type: 'start', id: 'start', name: '', next });
const tree = start(delay('a', fork('f', delay('z'), ['b1', '${x}', delay('b')], ['b2', null, null])));

describe('changes of an approval tree', () => {
  it('put a node after the start, a node, the head of a branch', () => {
    expect(idsOf(insertAfter(tree, 'start', delay('new')))).toEqual(['start', 'new', 'a', 'f', 'b1', 'b2', 'b', 'z']);
    expect(idsOf(insertAfter(tree, 'f', delay('new')))).toEqual(['start', 'a', 'f', 'b1', 'b2', 'b', 'new', 'z']);
    expect(idsOf(insertAfter(tree, 'b2', delay('new')))).toEqual(['start', 'a', 'f', 'b1', 'b2', 'b', 'new', 'z']);
    expect(idsOf(insertAfter(tree, 'b', delay('new')))).toEqual(['start', 'a', 'f', 'b1', 'b2', 'b', 'new', 'z']);
  });

  it('take a node out and join what stood around it', () => {
    expect(idsOf(removeNode(tree, 'a'))).toEqual(['start', 'f', 'b1', 'b2', 'b', 'z']);
    expect(idsOf(removeNode(tree, 'f'))).toEqual(['start', 'a', 'z']);
    expect(idsOf(removeNode(tree, 'b'))).toEqual(['start', 'a', 'f', 'b1', 'b2', 'z']);
  });

  it('add branches before the default one, and end a fork with its last choice', () => {
    const wider = addBranch(tree, 'f', { id: 'b3', name: '', condition: '${y}', next: null });
    expect((wider.next!.next as BranchNode).branches.map(({ id }) => id)).toEqual(['b1', 'b3', 'b2']);
    expect(idsOf(removeBranch(wider, 'f', 'b3'))).toEqual(idsOf(tree));
    expect(idsOf(removeBranch(tree, 'f', 'b2'))).toEqual(['start', 'a', 'b', 'z']);
  });

  it('change settings and leave the old tree as it was', () => {
    const before = structuredClone(tree);
    expect(updateNode(tree, 'b', { name: '等待' })).not.toEqual(tree);
    expect((updateBranch(tree, 'f', 'b1', { condition: '${z}' }).next!.next as BranchNode).branches[0]?.condition).toBe('${z}');
    expect(tree).toEqual(before);
    expect(freshId(tree, 'b')).toBe('b3');
  });
});
