import { describe, expect, it } from 'vitest';
import { daysToFull, healthOf, perDay } from './growth.ts';

const at = (day: number, value: number) => ({ at: new Date(Date.UTC(2026, 0, 1 + day)), value });

describe('growth', () => {
  it('is the slope of what was measured, and unknown before a day has passed', () => {
    expect(perDay([at(0, 100), at(1, 110), at(2, 120)])).toBeCloseTo(10);
    expect(perDay([at(0, 100), at(10, 50)])).toBeCloseTo(-5);
    expect(perDay([at(0, 100), at(0.5, 900)])).toBeNull();
    expect(perDay([])).toBeNull();
  });

  it('tells when a quota is full', () => {
    expect(daysToFull(100, 150, 10)).toBe(5);
    expect(daysToFull(150, 150, -1)).toBe(0);
    expect(daysToFull(100, 150, 0)).toBeNull();
    expect(daysToFull(100, null, 10)).toBeNull();
  });

  it('warns at the threshold, and a store out of reach is broken whatever it takes', () => {
    const of = (usedBytes: number, problem: string | null = null) =>
      healthOf({ problem, usedBytes, capacityBytes: 1000, warnPercent: 80 }).status;
    expect([of(799), of(800), of(10, '无法连接')]).toEqual(['1', '2', '3']);
  });
});
