export { COLUMNS, cut, GUTTER, HEIGHT, row, split, stack, TOP, type Box } from './frame.ts';
export { BLUES, DAY, HUES, LONG_MONTH, MONTH, perHead, setId, wan, YEAR_OF_DAY, yi, type Ask } from './query.ts';
export { jump, narrow, Sheet, toPage, toScreen, type Figure } from './sheet.ts';
