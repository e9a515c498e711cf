import { YEAR_OF_DAY, type Ask } from './layout/index.ts';

/** Awards of the years by level. */
export const AWARDS: Ask = {
  set: 'award',
  rows: [YEAR_OF_DAY],
  columns: [{ col: 'level_name', sort: 'custom', order: ['国家级', '省部级', '市级', '行业协会', '集团级'] }],
  measures: ['n'],
  chartType: 'bar',
  seriesType: 'stackbar',
};

/** People by rank of the eight largest units. */
export const RANKS: Ask = {
  set: 'people',
  rows: ['org_name'],
  columns: [{ col: 'rank_name', sort: 'custom', order: ['高级', '中级', '初级及以下'] }],
  measures: ['n'],
  by: '-m0',
  topN: { n: 8, by: 'm0', of: 'd0', others: false },
  chartType: 'bar',
  seriesType: 'stackbar',
};

/** Figures as bars, and one as a line that has the axis on the right for itself. */
export const barsAndLine = (bars: readonly string[], line: string): Ask['measures'] => [
  ...bars.map((col) => ({ col, drawAs: 'bar' as const, axis: 'left' as const })),
  { col: line, drawAs: 'line', axis: 'right' },
];
