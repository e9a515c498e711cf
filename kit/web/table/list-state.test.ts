import { describe, expect, it } from 'vitest';
import { layOut, moveBefore, NO_LAYOUT } from './column-layout.ts';
import { foldColumns } from './fold-columns.ts';
import { EMPTY_STATE, parseListState, writeListState } from './list-state.ts';
import { pageCount, pagerItems } from './pager-items.ts';
import { fieldsInSight } from './query-fields.ts';
import { nextSort } from './sort.ts';
import { shareWidths } from './table-columns.tsx';

describe('list state in the address', () => {
  it('leaves defaults out', () => {
    expect(writeListState(EMPTY_STATE, new URLSearchParams()).toString()).toBe('');
  });

  it('comes back as it went, also with separators in the values', () => {
    const state = {
      values: { name: '李:四,100%', status: '1' },
      page: 3,
      limit: 50,
      sort: '-createTime,name',
      view: 'v2',
      opened: { kind: 'edit', id: '12' },
    } as const;
    expect(parseListState(new URLSearchParams(writeListState(state, new URLSearchParams()).toString()))).toEqual(state);
  });

  it('keeps parameters of others and ignores nonsense', () => {
    const kept = writeListState({ ...EMPTY_STATE, page: 2 }, new URLSearchParams('tab=items&page=7'));
    expect(kept.toString()).toBe('tab=items&page=2');
    const odd = parseListState(new URLSearchParams('page=-1&limit=abc&sort=drop%20table&open=what&q=nothing'));
    expect(odd).toEqual(EMPTY_STATE);
  });

  it('sorts by columns as databases call them, too', () => {
    expect(parseListState(new URLSearchParams('sort=-customer_name,id')).sort).toBe('-customer_name,id');
  });
});

describe('pager', () => {
  it('shows at most seven page numbers', () => {
    expect(pagerItems(1, 7, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(pagerItems(1, 50, 7)).toEqual([1, 2, 3, 4, 5, 6, 'after', 50]);
    expect(pagerItems(10, 50, 7)).toEqual([1, 'before', 8, 9, 10, 11, 12, 'after', 50]);
    expect(pagerItems(50, 50, 7)).toEqual([1, 'before', 45, 46, 47, 48, 49, 50]);
  });

  it('shows five below 992 px', () => {
    expect(pagerItems(10, 50, 5)).toEqual([1, 'before', 9, 10, 11, 'after', 50]);
  });

  it('has one page when there is nothing', () => {
    expect(pageCount(0, 20)).toBe(1);
    expect(pageCount(21, 20)).toBe(2);
  });
});

describe('sorting', () => {
  it('goes ascending, descending, none', () => {
    expect(nextSort('', 'name', false)).toBe('name');
    expect(nextSort('name', 'name', false)).toBe('-name');
    expect(nextSort('-name', 'name', false)).toBe('');
    expect(nextSort('-name', 'age', false)).toBe('age');
  });

  it('keeps earlier columns with shift', () => {
    expect(nextSort('-name', 'age', true)).toBe('-name,age');
    expect(nextSort('-name,age', 'name', true)).toBe('age');
    expect(nextSort('-name,age', 'age', true)).toBe('-name,-age');
  });
});

describe('columns that fold', () => {
  const widthOf = (column: { width?: number }) => column.width ?? 100;
  const columns = ['name', 'phone', 'dept', 'status', 'updateTime', 'remark'].map((field) => ({ field }));
  const fold = (room: number, priorities = {}) => foldColumns(columns, { room, keeps: ['name'], widthOf, priorities }).folded;

  it('fold when the width is short: who wrote it first, the state last, the name never', () => {
    expect(fold(600)).toEqual([]);
    expect(fold(550)).toEqual(['remark']);
    expect(fold(400)).toEqual(['updateTime', 'remark']);
    expect(fold(250)).toEqual(['phone', 'dept', 'updateTime', 'remark']);
    expect(fold(10)).toEqual(['phone', 'dept', 'status', 'updateTime', 'remark']);
  });

  it('follow what the person chose, and leave pinned ones', () => {
    expect(fold(550, { phone: 4, remark: 1 })).toEqual(['updateTime']);
    const pinned = columns.map((column) => (column.field === 'remark' ? { ...column, fixed: 'left' as const } : column));
    expect(foldColumns(pinned, { room: 550, keeps: ['name'], widthOf }).folded).toEqual(['updateTime']);
  });
});

describe('query fields in one row', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, at) => ({ field: `f${at}`, label: '' }));

  it('are as many as fit, and never hide a single one', () => {
    expect(fieldsInSight(fields(3), 3)).toBe(3);
    expect(fieldsInSight(fields(4), 3)).toBe(4);
    expect(fieldsInSight(fields(5), 3)).toBe(3);
    expect(fieldsInSight([...fields(2), { field: 'from', label: '', to: 'till' }, ...fields(2)], 3)).toBe(2);
  });
});

describe('column layout', () => {
  const columns = [{ field: 'a' }, { field: 'b' }, { field: 'c', hidden: true }];

  it('puts a column that came later after its neighbour', () => {
    const placed = layOut(columns, { ...NO_LAYOUT, order: ['c', 'a'], shown: { c: true } });
    expect(placed.map((column) => column.field)).toEqual(['c', 'a', 'b']);
  });

  it('moves pinned columns to the edge', () => {
    expect(layOut(columns, { ...NO_LAYOUT, pins: { b: 'left' } }).map((column) => column.field)).toEqual(['b', 'a']);
  });

  it('moves a field before another', () => {
    expect(moveBefore(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
    expect(moveBefore(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'a', 'c']);
  });

  it('shares spare room among columns nobody resized, and never squeezes', () => {
    const two = [
      { field: 'a', width: 100 },
      { field: 'b', width: 100 },
    ];
    expect(shareWidths(two, 400, { a: 100 })).toEqual([100, 300]);
    expect(shareWidths(two, 150, {})).toEqual([100, 100]);
  });
});
