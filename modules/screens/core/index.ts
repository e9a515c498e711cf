export { SCREENS } from './fixed/index.ts';
export { miniaturesOf } from './miniatures.ts';
export { filesOfScreen, shapeOfScreen } from './outline.ts';
export { readScreen } from './read-screen.ts';
export { checkProps } from './widgets.ts';
