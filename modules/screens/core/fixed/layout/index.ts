export { COLUMNS, cut, GUTTER, row, split, stack, TOP, type Box } from './frame.ts';
export { BLUES, DAY, HUES, LONG_MONTH, MONTH, QUARTER, perHead, setId, wan, YEAR, YEAR_OF_DAY, yi, type Ask } from './query.ts';
export { jump, narrow, Sheet, toPage, toScreen, type Figure } from './sheet.ts';
