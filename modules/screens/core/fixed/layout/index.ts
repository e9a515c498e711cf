export { HEIGHT, row, type Box } from './frame.ts';
export { DAY, HUES, LONG_MONTH, MONTH, perHead, setId, wan, YEAR_OF_DAY, yi, type Ask } from './query.ts';
export { jump, Sheet, toPage, toScreen, type Figure } from './sheet.ts';
