import { expect, it } from 'vitest';
import { levelsOf } from './levels.ts';

const levels = (...rows: [key: string, ...above: string[]][]) =>
  levelsOf(rows, ([key, ...above]) => ({ key, above })).map((level) => level.map(([key]) => key));

it('puts what stands above before what stands below', () => {
  expect(levels(['c', 'b'], ['b', 'a'], ['a'], ['d', 'a'])).toEqual([['a'], ['b', 'd'], ['c']]);
  expect(levels(['a', 'elsewhere'], ['b'])).toEqual([['a', 'b']]);
  expect(levels()).toEqual([]);
});

it('ends with rows that stand below themselves', () => {
  expect(levels(['a', 'b'], ['b', 'a'], ['c'])).toEqual([['c'], ['a', 'b']]);
});
