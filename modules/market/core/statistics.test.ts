import { describe, expect, it } from 'vitest';
import { BOUNDS, classOf, dayOfMoment, outcomeOf, quantile, startOfDay } from './statistics.ts';

const counts = (...durations: number[]): number[] => {
  const classes = Array.from({ length: BOUNDS.length + 1 }, () => 0);
  for (const ms of durations) classes[classOf(ms)]! += 1;
  return classes;
};

describe('figures of calls', () => {
  it('puts a duration into the class whose bound it does not exceed', () => {
    expect([0, 1, 1.01, 5000, 5000.1].map(classOf)).toEqual([0, 0, 1, 11, 12]);
  });

  it('finds a quantile within its class, and never one above the longest call', () => {
    expect(quantile(counts(), 0.95, 0)).toBeNull();
    expect(quantile(counts(15), 0.95, 15)).toBeGreaterThan(10);
    expect(quantile(counts(15), 0.95, 15)).toBeLessThanOrEqual(15);
    const mixed = counts(...Array.from({ length: 95 }, () => 1), ...Array.from({ length: 5 }, () => 900));
    expect(quantile(mixed, 0.95, 900)).toBe(1);
    expect(quantile(mixed, 0.99, 900)).toBeGreaterThan(500);
    expect(quantile(counts(9000, 9000), 1, 9000)).toBe(9000);
  });

  it('counts days as people in China do', () => {
    expect(dayOfMoment(Date.parse('2026-11-27T15:59:59Z'))).toBe('2026-11-27');
    expect(dayOfMoment(Date.parse('2026-11-27T16:00:00Z'))).toBe('2026-11-28');
    expect(startOfDay('2026-11-28')).toBe(Date.parse('2026-11-27T16:00:00Z'));
  });

  it('tells what the caller did wrong from what the platform did', () => {
    expect([200, 304, 400, 403, 429, 500, 503].map(outcomeOf)).toEqual([
      'succeeded',
      'succeeded',
      'refused',
      'refused',
      'limited',
      'failed',
      'failed',
    ]);
  });
});
