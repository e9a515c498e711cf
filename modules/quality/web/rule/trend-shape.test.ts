import { describe, expect, it } from 'vitest';
import { rangeText, trendShape } from './trend-shape.ts';

const point = (value: number | null, low: number | null = null, high: number | null = null) => ({ value, low, high });
const size = { width: 100, height: 100 };

describe('the shape of a trend', () => {
  it('puts results at equal distances and leaves gaps where there is no number', () => {
    const { places, lines } = trendShape([point(0), point(10), point(null), point(5), point(10)], size);
    expect(places.map(({ x }) => x)).toEqual([0, 25, 50, 75, 100]);
    expect(places[2]!.y).toBeNull();
    expect(lines).toHaveLength(2);
    expect(lines[0]!.split(' ')).toHaveLength(2);
  });
  it('draws what was expected behind its results, an open end up to the edge', () => {
    const { bands, least, most } = trendShape([point(5), point(5, 4, 6), point(5, 4, 6), point(5, null, 0.2)], size);
    expect(bands).toHaveLength(1);
    const [ends] = bands;
    expect(ends!.split(' ')).toHaveLength(6);
    // the last upper and the first lower corner are of the open one
    expect(ends!.split(' ')[3]).toBe('100.0,100.0');
    expect(least).toBe(0);
    expect(most).toBeGreaterThan(6);
  });
  it('has a height where all numbers are the same', () => {
    const { places, least, most } = trendShape([point(7), point(7)], size);
    expect(most).toBeGreaterThan(least);
    expect(places.every(({ y }) => y !== null && y > 0 && y < 100)).toBe(true);
  });
  it('ends at one where nothing was ever found', () => {
    expect(trendShape([point(0), point(0)], size)).toMatchObject({ least: 0, most: 1 });
  });
});
it.each([
  [1, 2, '1至2'],
  [null, 0.2, '不超过0.2'],
  [5, null, '不低于5'],
  [9800.5, 10200, '9,800.5至10,200'],
] as const)('from %s to %s reads %s', (low, high, text) => {
  expect(rangeText({ low, high })).toBe(text);
});
