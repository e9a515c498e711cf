import { YEAR_OF_DAY, type Ask } from './layout/index.ts';

/** Two that are compared: of different hue, and neither good nor bad. */
export const DUEL = ['#2FCBF2', '#C58BFF'];

/** The five scores beside what is due: the same on every screen that shows them. */
export const SCORES: Ask = {
  set: 'score',
  rows: ['item'],
  measures: ['score 得分', 'target 达标线'],
  chartType: 'radar',
  seriesType: 'arearadar',
  options: { legend: { show: true, position: 'right' }, colors: DUEL },
};

/** What is owed, the worse the longer: all of it is past its day. */
export const AGES = [
  { value: '3个月内', color: 'severity2' },
  { value: '3–6个月', color: 'severity2' },
  { value: '6–12个月', color: 'severity3' },
  { value: '1年以上', color: 'severity4' },
];

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

/** New contracts by province, and by city below. */
export const AREAS: Ask = {
  set: 'area',
  rows: ['province_name'],
  measures: ['contract_amount', 'contract_count'],
  drill: ['province_name', 'city_name'],
  chartType: 'map',
  options: { map: { drill: true, inset: true }, legend: { show: false } },
};

/** Figures as bars, and one as a line that has the axis on the right for itself. */
export const barsAndLine = (bars: readonly string[], line: string): Ask['measures'] => [
  ...bars.map((col) => ({ col, drawAs: 'bar' as const, axis: 'left' as const })),
  { col: line, drawAs: 'line', axis: 'right' },
];
