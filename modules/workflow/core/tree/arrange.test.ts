import { describe, expect, it } from 'vitest';
import type { BranchNode, StartNode, TreeNode } from '../../contract/tree.ts';
import { branchOf, canMove, copyOfBranch, copyOfNode, moveBranch, moveNode, nodeOf, shiftBranch, shiftNode, stopsOf } from './arrange.ts';
import { insertAfter } from './edit.ts';
import { idsOf } from './walk.ts';

const delay = (id: string, next: TreeNode | null = null): TreeNode => ({ type: 'delay', id, name: id, duration: 'P1D', next });
const tree: StartNode = {
  type: 'start',
  id: 'start',
  name: '',
  next: delay('a', {
    type: 'exclusive',
    id: 'f',
    name: '',
    branches: [
      { id: 'b1', name: '', condition: '${x}', next: delay('b', delay('c')) },
      { id: 'b2', name: '', condition: '${y}', next: null },
      { id: 'b3', name: '', condition: null, next: null },
    ],
    next: delay('z'),
  }),
};
const order = (one: StartNode) => stopsOf(one).join(' ');

describe('what stands in an approval tree', () => {
  it('moves to any place outside itself', () => {
    expect(order(tree)).toBe('a f b1 b c b2 b3 z');
    expect(order(moveNode(tree, 'a', 'b2'))).toBe('f b1 b c b2 a b3 z');
    expect(order(moveNode(tree, 'f', 'z'))).toBe('a z f b1 b c b2 b3');
    expect(order(moveNode(tree, 'z', 'start'))).toBe('z a f b1 b c b2 b3');
    expect(canMove(tree, 'f', 'c')).toBe(false);
    expect(moveNode(tree, 'f', 'b2')).toBe(tree);
    expect(moveNode(tree, 'c', 'b')).toBe(tree);
  });

  it('moves step by step through branches, and back', () => {
    const steps = ['a f b1 b c b2 z b3', 'a f b1 b c b2 b3 z'];
    let one = shiftNode(tree, 'z', -1);
    expect(branchOf(one, 'b3')!.branch.next!.id).toBe('z');
    one = shiftNode(one, 'z', -1);
    expect(order(one)).toBe(steps[0]);
    one = shiftNode(shiftNode(one, 'z', 1), 'z', 1);
    expect(one).toEqual(tree);
    expect(shiftNode(tree, 'z', 1)).toBe(tree);
    expect(shiftNode(tree, 'a', -1)).toBe(tree);
    expect(order(shiftNode(tree, 'f', -1))).toBe('f b1 b c b2 b3 a z');
  });

  it('keeps the default branch the last', () => {
    expect(order(shiftBranch(tree, 'b1', 1))).toBe('a f b2 b1 b c b3 z');
    expect(shiftBranch(tree, 'b2', 1)).toBe(tree);
    expect(shiftBranch(tree, 'b3', -1)).toBe(tree);
    expect(order(moveBranch(tree, 'b2', 0))).toBe('a f b2 b1 b c b3 z');
  });

  it('is copied with ids of its own', () => {
    const copy = copyOfNode(tree, nodeOf(tree, 'f')!) as BranchNode;
    const all = idsOf(insertAfter(tree, 'z', copy));
    expect(new Set(all).size).toBe(all.length);
    expect(copy.next).toBeNull();
    expect(copy.branches.map(({ condition }) => condition)).toEqual(['${x}', '${y}', null]);
    expect(copyOfBranch(tree, branchOf(tree, 'b1')!.branch)).toMatchObject({ id: 'b4', next: { id: 'n1', next: { id: 'n2' } } });
  });
});
