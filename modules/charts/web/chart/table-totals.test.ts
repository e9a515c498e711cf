import { describe, expect, it } from 'vitest';
import { fontSans, palette } from '#kit/web/theme.ts';
import { ChartConfig } from '../../contract/chart.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import { asksGrandTotal } from '../../core/chart/grand-total.ts';
import { resolveTheme } from '../../core/look/resolve-theme.ts';
import { tableOf } from '../../core/option/table.ts';

const look = resolveTheme({ surface: 'page', mode: 'light', palette: palette.light, font: fontSans });
const config = (over: object = {}) =>
  ChartConfig.parse({
    dataSetId: '1',
    chartType: 'table',
    rows: [{ col: 'org' }],
    measures: [
      { col: 'amount', aggregateType: 'sum' },
      { col: 'amount', aggregateType: 'avg' },
      { col: 'city', aggregateType: 'countd' },
      { col: 'amount', aggregateType: 'sum', modifier: 'yoy' },
    ],
    options: { table: { totals: true } },
    ...over,
  });
const column = (key: string, role: 'dimension' | 'measure', more: object = {}) => ({
  key,
  col: key,
  name: key,
  role,
  shelf: role === 'measure' ? 'measures' : 'rows',
  type: role === 'measure' ? 'number' : 'string',
  ...more,
});
const COLUMNS = [
  column('d0', 'dimension'),
  column('m0', 'measure'),
  column('m1', 'measure'),
  column('m2', 'measure'),
  column('m3', 'measure', { modifier: 'yoy' }),
];
const answer = (rows: (string | number | null)[][], more: object = {}) =>
  ({ columns: COLUMNS, rows, truncated: false, queriedAt: '', ms: 0, cache: 'off', ...more }) as ChartData;
const ROWS = [
  ['甲', 10, 5, 3, 0.1],
  ['乙', 20, 4, 2, 0.2],
];

describe('the row of totals', () => {
  it('is that of the source, also where rows cannot be added up; a change has none', () => {
    const { totals, rows } = tableOf(config(), answer([...ROWS, [null, 30, 4.3, 4, 0.15]], { totals: [0, 0, 1] }), look);
    expect(totals).toEqual({ m0: '30', m1: '4.3', m2: '4' });
    expect(rows).toHaveLength(2);
  });

  it('adds up what can be, unless rows are missing', () => {
    expect(tableOf(config(), answer(ROWS), look).totals).toEqual({ m0: '30' });
    expect(tableOf(config(), answer(ROWS, { truncated: true }), look).totals).toBeNull();
  });

  it('is asked of the source by tables of groups', () => {
    expect(asksGrandTotal(config())).toBe(true);
    for (const over of [{ isDetail: true }, { chartType: 'pivot' }, { rows: [] }, { options: {} }])
      expect(asksGrandTotal(config(over)), JSON.stringify(over)).toBe(false);
  });
});
