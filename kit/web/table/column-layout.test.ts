import { describe, expect, it } from 'vitest';
import { layOut, moveBefore, NO_LAYOUT, orderColumns } from './column-layout.ts';
import { pageCount, pagerItems } from './pager-items.ts';
import { nextSort } from './sort.ts';

const named = (columns: readonly { field: string }[]) => columns.map(({ field }) => field).join('');
const columns = [...'abcd'].map((field) => ({ field, width: 100 }));

describe('the columns of a list', () => {
  it('stand as the person has put them; new ones follow their neighbour', () => {
    expect(named(orderColumns(columns, []))).toBe('abcd');
    expect(named(orderColumns(columns, ['d', 'c', 'b', 'a']))).toBe('dcba');
    expect(named(orderColumns(columns, ['d', 'b', 'gone']))).toBe('adbc');
    expect(named(orderColumns(columns, ['c', 'a']))).toBe('cdab');
  });
  it('are shown, as wide and pinned as the person says, else as the page says', () => {
    const page = [{ field: 'a', hidden: true }, { field: 'b', width: 80 }, { field: 'c', fixed: 'right' as const }, { field: 'd' }];
    expect(named(layOut(page, NO_LAYOUT))).toBe('bdc');
    const laid = layOut(page, { ...NO_LAYOUT, shown: { a: true, d: false }, widths: { a: 60 }, pins: { b: 'left', c: 'none' } });
    expect(laid.map(({ field, width, fixed }) => [field, width, fixed])).toEqual([
      ['b', 80, 'left'],
      ['a', 60, undefined],
      ['c', undefined, undefined],
    ]);
  });
  it('are moved before another', () => {
    expect(moveBefore(['a', 'b', 'c'], 'c', 'a').join('')).toBe('cab');
    expect(moveBefore(['a', 'b', 'c'], 'a', 'c').join('')).toBe('bac');
    expect(moveBefore(['a', 'b'], 'a', 'a').join('')).toBe('ab');
    expect(moveBefore(['a', 'b'], 'b', 'gone').join('')).toBe('ba');
  });
});

describe('the pages of a list', () => {
  const shown = (current: number, pages: number) =>
    pagerItems(current, pages, 7).map((item) => (item === 'before' || item === 'after' ? '…' : item));
  it.each([
    [1, 1, '1'],
    [4, 7, '1 2 3 4 5 6 7'],
    [1, 8, '1 2 3 4 5 6 … 8'],
    [4, 8, '1 2 3 4 5 6 … 8'],
    [5, 8, '1 … 3 4 5 6 7 8'],
    [8, 8, '1 … 3 4 5 6 7 8'],
    [5, 9, '1 … 3 4 5 6 7 … 9'],
    [10, 50, '1 … 8 9 10 11 12 … 50'],
    [47, 50, '1 … 45 46 47 48 49 50'],
    [46, 50, '1 … 44 45 46 47 48 … 50'],
  ])('page %i of %i: %s', (current, pages, text) => {
    expect(shown(current, pages).join(' ')).toBe(text);
  });
  it('are as many as the rows need, at least one', () => {
    expect([pageCount(0, 20), pageCount(20, 20), pageCount(21, 20)]).toEqual([1, 1, 2]);
  });
});

it('a head sorts up, down, not at all; with others it keeps them', () => {
  expect([nextSort('', 'a', false), nextSort('a', 'a', false), nextSort('-a', 'a', false)]).toEqual(['a', '-a', '']);
  expect(nextSort('-b', 'a', false)).toBe('a');
  expect(nextSort('-b', 'a', true)).toBe('-b,a');
  expect(nextSort('-b,a,c', 'a', true)).toBe('-b,-a,c');
  expect(nextSort('-b,-a,c', 'a', true)).toBe('-b,c');
});
