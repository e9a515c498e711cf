import { describe, expect, it, test } from 'vitest';
import { feedOrder, meets, pauseAfter } from './distribute.ts';

test.each([
  ['A', 'eq', 'A', false, true],
  ['A', 'ne', 'A', false, false],
  [null, 'ne', 'A', false, true],
  [null, 'eq', '', false, false],
  ['10.00', 'eq', '10', true, true],
  ['9', 'lt', '10', true, true],
  ['9', 'lt', '10', false, false],
  ['2026-11-01', 'ge', '2026-11-01', false, true],
  ['江苏沿江公司', 'like', '沿江', false, true],
  ['B', 'in', 'A，B', false, true],
  ['', 'in', 'A,,B', false, false],
  [null, 'empty', '', false, true],
  ['x', 'filled', '', false, true],
  [null, 'like', '', false, false],
] as const)('%s %s %s (a number: %s): %s', (cell, kind, value, isNumber, isMet) => {
  expect(meets(cell, { kind, value, isNumber })).toBe(isMet);
});

it('waits longer after every failure, at most five minutes', () => {
  expect([1, 2, 3, 8, 9, 50].map(pauseAfter)).toEqual([2000, 4000, 8000, 256_000, 300_000, 300_000]);
});

describe('the order of changes', () => {
  const change = (id: string, recordId: string, version: number) => ({ id, recordId, version: BigInt(version) });
  it('is that of their making', () => {
    const all = [change('30', 'b', 1), change('10', 'a', 1), change('9', 'c', 7)];
    expect(feedOrder(all).map(({ id }) => id)).toEqual(['9', '10', '30']);
  });
  it('keeps the versions of a record in order where clocks disagree', () => {
    const all = [change('50', 'a', 1), change('20', 'a', 2), change('30', 'b', 1), change('60', 'b', 2)];
    expect(feedOrder(all).map(({ recordId, version }) => `${recordId}${version}`)).toEqual(['b1', 'a1', 'a2', 'b2']);
  });
});
