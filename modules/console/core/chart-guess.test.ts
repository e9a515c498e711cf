import { describe, expect, it } from 'vitest';
import { alongTime } from './chart-guess.ts';

describe('rows along a line', () => {
  const columns = [
    { name: 'month', kind: 'time' as const },
    { name: 'city', kind: 'text' as const },
  ];
  const rows = [
    { month: '2026-03-01', city: '乙' },
    { month: null, city: '丙' },
    { month: '2025-12-01', city: '甲' },
  ];

  it('follow time, rows without a moment last', () => {
    expect(alongTime(rows, 'month', columns).map((row) => row.month)).toEqual(['2025-12-01', '2026-03-01', null]);
  });

  it('keep the order of the result on other axes', () => {
    expect(alongTime(rows, 'city', columns)).toBe(rows);
  });
});
