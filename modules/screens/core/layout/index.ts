export { COLUMNS, cut, GUTTER, row, split, stack, TOP, type Box } from './frame.ts';
export { LONG_MONTH, MONTH, setId, type Ask } from './query.ts';
export { jump, narrow, Sheet, toPage, toScreen, type Figure } from './sheet.ts';
