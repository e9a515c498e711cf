import { expect, it } from 'vitest';
import { idleLinks } from '#modules/visual/core/view/shape.ts';
import { shapeOfScreen } from '#modules/visual/core/doc/outline-screen.ts';
import { SCREENS } from '#modules/screens/core/screens/index.ts';

it.each(SCREENS.map(({ code, config }) => [code, config] as const))('every link of %s reaches a panel', (_, config) => {
  expect(idleLinks(shapeOfScreen(config))).toEqual([]);
});
