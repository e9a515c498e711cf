import { describe, expect, it } from 'vitest';
import { sortOrders } from './crud.ts';

const SORTABLE = ['name', 'createTime'];
const orders = (text: string | undefined, fallback = '-createTime') => sortOrders(text, SORTABLE, fallback);

describe('the order of a list', () => {
  it('ends with the id, in the direction of the first field, so that no row is on two pages', () => {
    expect(orders('name')).toEqual([
      ['name', 'asc'],
      ['id', 'asc'],
    ]);
    expect(orders('-name,createTime')).toEqual([
      ['name', 'desc'],
      ['createTime', 'asc'],
      ['id', 'desc'],
    ]);
  });

  it('is that of the list when none is asked for, with the id too', () => {
    expect(orders(undefined)).toEqual([
      ['createTime', 'desc'],
      ['id', 'desc'],
    ]);
    expect(orders(undefined, 'sortNo,-createTime')).toEqual([
      ['sortNo', 'asc'],
      ['createTime', 'desc'],
      ['id', 'asc'],
    ]);
  });

  it('names the id once when the order does so itself', () => {
    expect(orders(undefined, '-id')).toEqual([['id', 'desc']]);
    expect(orders('name,-id', '-id')).toEqual([
      ['name', 'asc'],
      ['id', 'desc'],
    ]);
  });

  it.each(['secret', '-secret', 'name,secret', 'id', '', 'Name'])('refuses %j, which is not offered', (text) => {
    expect(() => orders(text)).toThrow('不支持按');
  });
});
