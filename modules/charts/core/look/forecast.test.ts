import { describe, expect, it } from 'vitest';
import { forecast } from './forecast.ts';

const SEASON = [0.8, 0.6, 1, 1, 1.1, 1.2, 0.9, 0.9, 1, 1, 1.1, 1.4];
const months = (count: number, of: (i: number) => number) => Array.from({ length: count }, (_, i) => of(i));
const values = (options: NonNullable<ReturnType<typeof forecast>>) => options.expected.map(({ value }) => value);

describe('forecast', () => {
  it('goes on along a straight line, without a band when nothing strays from it', () => {
    const next = forecast([10, 12, 14, 16, 18, 20, 22, 24], { ahead: 3, season: 1 })!;
    expect(next.isSeasonal).toBe(false);
    next.expected.forEach(({ value, low, high }, i) => {
      expect(value).toBeCloseTo(26 + 2 * i, 9);
      expect(low).toBeCloseTo(value, 9);
      expect(high).toBeCloseTo(value, 9);
    });
  });

  it('finds trend and season of two years again', () => {
    const of = (i: number) => (100 + 2 * i) * SEASON[i % 12]!;
    const next = forecast(months(24, of), { ahead: 12, season: 12 })!;
    expect(next.isSeasonal).toBe(true);
    next.expected.forEach(({ value }, i) => expect(Math.abs(value / of(24 + i) - 1)).toBeLessThan(0.03));
  });

  it('takes the season from two years less a month, and leaves it with fewer', () => {
    const of = (i: number) => 100 * SEASON[i % 12]!;
    const next = forecast(months(23, of), { ahead: 2, season: 12 })!;
    expect(next.isSeasonal).toBe(true);
    // December, then January
    expect(values(next)[0]).toBeGreaterThan(values(next)[1]! * 1.5);
    expect(forecast(months(22, of), { ahead: 2, season: 12 })!.isSeasonal).toBe(false);
  });

  it('adds seasons instead of multiplying them when values reach zero or below', () => {
    const of = (i: number) => i + [10, -10, 0, 0][i % 4]!;
    const next = forecast(months(16, of), { ahead: 4, season: 4 })!;
    next.expected.forEach(({ value }, i) => expect(value).toBeCloseTo(of(16 + i), 0));
  });

  it('draws the band at 1.28 deviations of a prediction, wider the further ahead', () => {
    // level 100, ±10 in turn: the line explains nothing
    const next = forecast(
      months(100, (i) => 100 + (i % 2 ? 10 : -10)),
      { ahead: 40, season: 1 },
    )!;
    const halves = next.expected.map(({ low, high }) => (high - low) / 2);
    // Sxx of 0 … 99 is 83325
    expect(halves[0]).toBeCloseTo(1.28 * 10 * Math.sqrt(100 / 98) * Math.sqrt(1.01 + 50.5 ** 2 / 83_325), 1);
    expect(halves.at(-1)).toBeGreaterThan(halves[0]! * 1.02);
  });

  it('does not expect less than nothing where there never was', () => {
    const next = forecast([60, 50, 40, 30, 20, 10, 0], { ahead: 4, season: 1 })!;
    for (const { value, low } of next.expected) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(low).toBeGreaterThanOrEqual(0);
    }
  });

  it('says nothing about fewer than six values', () => {
    expect(forecast([1, 2, 3, 4, 5], { ahead: 3, season: 12 })).toBeNull();
    expect(forecast([], { ahead: 3, season: 12 })).toBeNull();
  });
});
