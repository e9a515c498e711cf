import { describe, expect, it } from 'vitest';
import { BoardItem } from '../contract/board-config.ts';
import { bandsOf } from './bands.ts';

const tile = (i: string, x: number, y: number, w: number, h: number) => BoardItem.parse({ i, x, y, w, h });
const shapeOf = (layout: BoardItem[]) => bandsOf(layout).map(({ items, rows }) => [rows, ...items.map(({ i, y }) => `${i}@${y}`)]);

describe('a board on paper', () => {
  it('keeps tiles together that stand side by side, whatever their heights', () => {
    expect(shapeOf([tile('b', 12, 0, 12, 10), tile('a', 0, 0, 12, 4), tile('c', 0, 4, 12, 6), tile('d', 0, 10, 24, 3)])).toEqual([
      [10, 'a@0', 'b@0', 'c@4'],
      [3, 'd@0'],
    ]);
  });

  it('leaves out empty rows between tiles', () => {
    expect(shapeOf([tile('a', 0, 2, 24, 2), tile('b', 0, 40, 24, 2)])).toEqual([
      [2, 'a@0'],
      [2, 'b@0'],
    ]);
  });

  it('joins what a tall tile bridges', () => {
    expect(shapeOf([tile('a', 0, 0, 8, 3), tile('b', 8, 0, 8, 9), tile('c', 0, 5, 8, 8), tile('d', 16, 12, 8, 3)])).toEqual([
      [15, 'a@0', 'b@0', 'c@5', 'd@12'],
    ]);
  });

  it('has nothing to say about an empty tab', () => {
    expect(bandsOf([])).toEqual([]);
  });
});
