import { expect, it } from 'vitest';
import { isBright } from './is-bright.ts';

const colour = (r: number, g: number, b: number) => ({ toRgb: () => ({ r, g, b }) });

it.each<[string, [number, number, number], boolean]>([
  ['white', [255, 255, 255], true],
  ['yellow', [255, 235, 59], true],
  ['light green', [160, 230, 160], true],
  ['grey at the edge', [192, 192, 192], false],
  ['pure green', [0, 255, 0], false],
  ['red', [255, 0, 0], false],
  ['magenta', [255, 0, 255], false],
  ['the accent', [47, 91, 255], false],
  ['black', [0, 0, 0], false],
])('black text on %s is more readable: %s', (_, [r, g, b], bright) => {
  expect(isBright(colour(r, g, b))).toBe(bright);
});
