import { describe, expect, it } from 'vitest';
import { canonical } from './canonical.ts';

describe('values of two sources in one form', () => {
  it.each([
    [1.5, '1.50', '1.5'],
    ['007', 7, '7'],
    ['-0.00', 0, '0'],
    ['1e3', '1000.000', '1000'],
    ['1.25E-3', '0.00125', '0.00125'],
    ['12345678901234567890.10', '12345678901234567890.1000', '12345678901234567890.1'],
    ['.5', '0.5', '0.5'],
  ])('numbers %s and %s', (a, b, expected) => {
    expect([canonical(a, 'number'), canonical(b, 'number')]).toEqual([expected, expected]);
  });
  it.each([
    ['2026-03-01', '2026-03-01T00:00:00', '2026-03-01'],
    ['2026-03-01 08:30:00.500', '2026-03-01T08:30:00.5', '2026-03-01 08:30:00.5'],
    ['2026-03-01T00:30:00Z', '2026-03-01 08:30:00', '2026-03-01 08:30:00'],
    ['2026-02-28T16:00:00+00:00', '2026-03-01', '2026-03-01'],
  ])('moments %s and %s', (a, b, expected) => {
    expect([canonical(a, 'time'), canonical(b, 'time')]).toEqual([expected, expected]);
  });
  it('truths, texts, and what is nothing or no number', () => {
    expect([canonical(true, 'boolean'), canonical(1, 'boolean'), canonical('f', 'boolean')]).toEqual(['1', '1', '0']);
    expect([canonical('007', 'text'), canonical(' a ', 'text')]).toEqual(['007', ' a ']);
    expect([canonical(null, 'number'), canonical('NaN', 'number'), canonical('昨天', 'time')]).toEqual([null, 'NaN', '昨天']);
  });
});
