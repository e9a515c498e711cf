import { expect, it } from 'vitest';
import { idleLinks } from '#modules/charts/core/tile/shape.ts';
import { shapeOfScreen } from '#modules/screens/core/outline.ts';
import { SCREENS } from '#modules/screens/core/fixed/index.ts';

it.each(SCREENS.map(({ code, config }) => [code, config] as const))('every link of %s reaches a panel', (_, config) => {
  expect(idleLinks(shapeOfScreen(config))).toEqual([]);
});
