export { bandsOf } from './bands.ts';
export { filesOfBoard, shapeOfBoard } from './outline.ts';
export { readBoard } from './read-board.ts';
export { shownItems } from './sections.ts';
export { boardSketch } from './sketch.ts';
