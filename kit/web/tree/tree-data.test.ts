import { describe, expect, it } from 'vitest';
import { buildTree, dropOf, idsToLevel, openRows, withAncestors } from './tree-data.ts';

const rows = [
  { id: '1', parent: null, name: '集团' },
  { id: '2', parent: '1', name: '工程部' },
  { id: '3', parent: '2', name: '一组' },
  { id: '4', parent: '1', name: '市场部' },
];
const parentOf = (row: { parent: string | null }) => row.parent;

describe('tree of flat rows', () => {
  it('keeps rows whose parent is out of sight', () => {
    expect(buildTree(rows.slice(1), parentOf).map((node) => node.id)).toEqual(['2', '4']);
  });

  it('keeps the ancestors of what a search finds', () => {
    expect(withAncestors(rows, (row) => row.name === '一组', parentOf).map((row) => row.id)).toEqual(['1', '2', '3']);
  });

  it('opens levels', () => {
    const nodes = buildTree(rows, parentOf);
    expect(idsToLevel(nodes, 1)).toEqual(['1']);
    expect(idsToLevel(nodes, Infinity)).toEqual(['1', '2']);
  });

  it('shows the rows under what is open, each as deep as it lies', () => {
    const nodes = buildTree(rows, parentOf);
    const shown = (...open: string[]) => openRows(nodes, new Set(open)).map(({ row, depth }) => `${depth} ${row.name}`);
    expect(shown()).toEqual(['0 集团']);
    expect(shown('1')).toEqual(['0 集团', '1 工程部', '1 市场部']);
    expect(shown('1', '2', '4')).toEqual(['0 集团', '1 工程部', '2 一组', '1 市场部']);
    // what is closed hides what is open below it
    expect(shown('2')).toEqual(['0 集团']);
  });

  it('survives a circle', () => {
    const circle = [
      { id: 'a', parent: 'b' },
      { id: 'b', parent: 'a' },
    ];
    expect(withAncestors(circle, (row) => row.id === 'a', parentOf).map((row) => row.id)).toEqual(['a', 'b']);
  });

  it('refuses a drop below itself and says the new order otherwise', () => {
    const [group, works, team, market] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0], (typeof rows)[0]];
    expect(dropOf(rows, works, team, 'inside', parentOf)).toBeNull();
    expect(dropOf(rows, market, works, 'before', parentOf)).toMatchObject({ parentId: '1', order: ['4', '2'] });
    expect(dropOf(rows, team, group, 'inside', parentOf)).toMatchObject({ parentId: '1', order: ['2', '4', '3'] });
    expect(dropOf(rows, team, group, 'after', parentOf)).toMatchObject({ parentId: null, order: ['1', '3'] });
  });
});
