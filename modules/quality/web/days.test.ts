import { expect, it } from 'vitest';
import { isDay, shiftDay } from './days.ts';

it.each([
  ['2026-12-01', true],
  ['2028-02-29', true],
  ['2026-02-30', false],
  ['2026-13-45', false],
  ['2026-1-1', false],
  ['', false],
])('%s in an address is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});
it('days are counted over the ends of months', () => {
  expect(shiftDay('2026-03-01', -1)).toBe('2026-02-28');
});
