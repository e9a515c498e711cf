export { bandsOf } from './bands.ts';
export { filesOfBoard, shapeOfBoard } from './outline.ts';
export { isNewerBoard, readBoard } from './read-board.ts';
export { shownItems } from './sections.ts';
export { boardSketch } from './sketch.ts';
