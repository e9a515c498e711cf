import { expect, it } from 'vitest';
import { fontSans, palette } from '#kit/web/theme.ts';
import { ChartConfig } from '../../contract/chart.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import { chartOption } from '../../core/option/index.ts';
import { resolveTheme } from '../../core/look/resolve-theme.ts';
import { textWidth } from '../../core/option/model.ts';

const look = resolveTheme({ surface: 'page', mode: 'light', palette: palette.light, font: fontSans });
const names = ['建筑设计', '市政与轨道交通', '全过程咨询', '工程总承包', '勘察', '规划', '检测鉴定', '造价'];
const columns: ChartData['columns'] = [
  { key: 'd0', col: 'kind', name: '业务', role: 'dimension', shelf: 'rows', type: 'string' },
  { key: 'm0', col: 'n', name: '收入', role: 'measure', shelf: 'measures', type: 'number' },
];
const data: ChartData = {
  columns,
  rows: names.map((name, i) => [name, 98_765.43 / (i + 1)]),
  truncated: false,
  queriedAt: '',
  ms: 0,
  cache: 'off',
};
const config = ChartConfig.parse({
  dataSetId: '1',
  chartType: 'pie',
  seriesType: 'donutpie',
  rows: [{ col: 'kind' }],
  measures: [{ col: 'n' }],
});
/** mark of a legend, and gap between mark and name */
const MARK = 15;

it.each([320, 380, 430, 480, 560, 700])('a ring in %i px leaves air between itself and its legend', (w) => {
  const { option } = chartOption({ config, data, look, size: { w, h: Math.round(w / 1.5) } });
  const [ring] = option.series as { center: number[]; radius: number[] }[];
  const { rich } = (option.legend as { textStyle?: { rich?: Record<string, { width: number }> } }).textStyle ?? {};
  const text = rich
    ? Object.values(rich).reduce((sum, { width }) => sum + width, 0)
    : Math.max(...names.map((name) => textWidth(name, look.text)));
  const gap = w - MARK - text - (ring!.center[0]! + ring!.radius[1]!);
  expect(gap).toBeGreaterThanOrEqual(12);
});

it.each([
  ['L1', 'L2', 'L3', 'L4'],
  ['省部级', '市级', '国家级', '行业协会'],
])('a ring of short names tells their figures beside them', (...short) => {
  const own = { ...data, rows: short.map((name, i) => [name, 130 / (i + 1)]) };
  for (const w of [300, 334, 380, 420]) {
    const { legend } = chartOption({ config, data: own, look, size: { w, h: Math.round(w / 1.6) } }).option;
    expect((legend as { formatter?: (name: string) => string }).formatter?.(short[0]!), `${w}`).toContain(short[0]!);
  }
});
