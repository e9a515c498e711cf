import { expect, it } from 'vitest';
import { amountOf, durationOf } from './duration.ts';

it.each([
  ['P1D', 1, 'D'],
  ['PT48H', 2, 'D'],
  ['P1DT12H', 36, 'H'],
  ['PT90M', 90, 'M'],
  ['PT1M30S', 90, 'S'],
] as const)('%s is %i %s', (text, count, unit) => {
  expect(amountOf(text)).toEqual({ count, unit });
  expect(amountOf(durationOf({ count, unit }))).toEqual({ count, unit });
});

it('other texts are no amount', () => {
  for (const text of ['', 'P', 'PT', 'P1M', '1 天', 'P1D;']) expect(amountOf(text)).toBeNull();
});
