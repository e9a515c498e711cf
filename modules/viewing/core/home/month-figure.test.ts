import { expect, test } from 'vitest';
import { figureOf } from './month-figure.ts';

const year = (of: number, values: number[]) => values.map((value, i) => ({ month: `${of}-${String(i + 1).padStart(2, '0')}`, value }));

test('a sum is told of the year so far, and only complete months are compared', () => {
  const rows = [...year(2025, [10, 10, 10, 10]), ...year(2026, [12, 12, 1])];
  const figure = figureOf(rows, '2026-03-09', { isSum: true })!;
  expect(figure).toMatchObject({ value: 25, span: '本年至 3 月', against: '1–2 月同比' });
  expect(figure.change).toBeCloseTo(20);
  expect(figure.trend.at(-1)).toBe(12);
});

test('nothing is compared with a year that is not there, or with zero', () => {
  expect(figureOf(year(2026, [12, 1]), '2026-02-09', { isSum: true })?.change).toBeNull();
  expect(figureOf([...year(2025, [0]), ...year(2026, [12, 1])], '2026-02-09', { isSum: true })?.change).toBeNull();
});

test('a rate is that of the last complete month beside the one before', () => {
  const figure = figureOf(year(2026, [50, 40, 3]), '2026-03-09', { isSum: false });
  expect(figure).toMatchObject({ value: 40, span: '2 月', against: '较上月', change: -20 });
  expect(figureOf(year(2026, [50]), '2026-01-09', { isSum: false })).toBeNull();
  expect(figureOf([], '2026-01-09', { isSum: true })).toBeNull();
});

test('months that are still to come are left out', () => {
  expect(figureOf(year(2026, [5, 5, 100]), '2026-02-09', { isSum: true })?.value).toBe(10);
});
