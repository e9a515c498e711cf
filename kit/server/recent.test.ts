import { expect, it } from 'vitest';
import type { App } from './ctx.ts';
import { recent } from './recent.ts';

const app = {} as App;

it('reads once for all who ask, and anew after it was forgotten', async () => {
  let reads = 0;
  const figure = recent(60_000, () => Promise.resolve(++reads));
  expect(await Promise.all([figure.of(app), figure.of(app)])).toEqual([1, 1]);
  expect(await figure.of({} as App)).toBe(2);
  figure.forget(app);
  expect(await figure.of(app)).toBe(3);
});

it('keeps no failure: the next one who asks may have better luck', async () => {
  let reads = 0;
  const figure = recent(60_000, () => (++reads === 1 ? Promise.reject(new Error('away')) : Promise.resolve(reads)));
  await expect(figure.of(app)).rejects.toThrow('away');
  expect(await figure.of(app)).toBe(2);
});
