import { describe, expect, it } from 'vitest';
import { makesCircle, staffRate, unitsBelow } from './department.ts';

const units = [
  { id: 'a', parentId: '0' },
  { id: 'b', parentId: 'a' },
  { id: 'c', parentId: 'b' },
  { id: 'd', parentId: '0' },
];

describe('tree of units', () => {
  it('finds circles of any length', () => {
    expect(makesCircle(units, 'a', 'a')).toBe(true);
    expect(makesCircle(units, 'a', 'c')).toBe(true);
    expect(makesCircle(units, 'b', 'd')).toBe(false);
    expect(makesCircle(units, 'c', '0')).toBe(false);
  });
  it('ends on data that already is a circle', () => {
    const broken = [
      { id: 'x', parentId: 'y' },
      { id: 'y', parentId: 'x' },
    ];
    expect(makesCircle(broken, 'z', 'x')).toBe(false);
    expect(unitsBelow(broken, 'x').sort()).toEqual(['x', 'y']);
  });
  it('knows what lies below', () => {
    expect(unitsBelow(units, 'a').sort()).toEqual(['a', 'b', 'c']);
    expect(unitsBelow(units, 'c')).toEqual(['c']);
  });
});

describe('staffing', () => {
  it('is a percentage of the plan', () => {
    expect(staffRate(95, 100)).toBe(95);
    expect(staffRate(2, 3)).toBe(66.7);
    expect(staffRate(5, 0)).toBeNull();
  });
});
