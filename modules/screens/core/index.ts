export { SCREENS } from './fixed/index.ts';
export { miniaturesOf } from './miniatures.ts';
export { filesOfScreen, shapeOfScreen } from './outline.ts';
export { isNewerScreen, readScreen } from './read-screen.ts';
export { checkProps } from './widgets.ts';
