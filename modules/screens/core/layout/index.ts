export { COLUMNS, cut, GUTTER, row, split, stack, TOP, type Box } from './frame.ts';
export { BLUES, DAY, LONG_MONTH, MONTH, QUARTER, setId, YEAR, yi, type Ask } from './query.ts';
export { jump, narrow, Sheet, toPage, toScreen, type Figure } from './sheet.ts';
