import { perm } from '#kit/contract/route.ts';
import { FIXED_SCREENS } from '#modules/screens/contract/fixed-screens.ts';

/** Whoever may look at anything published; which document it is decides the rest. */
export const mayView = perm(
  'visual:board:preview',
  'visual:board:build',
  'visual:screen:preview',
  'visual:screen:build',
  ...FIXED_SCREENS.map((name) => `screen:${name}:view`),
);
