import { describe, expect, it } from 'vitest';
import { fontSans, palette } from '#kit/web/theme.ts';
import { ChartConfig } from '../../contract/chart.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import { resolveTheme } from '../../core/look/resolve-theme.ts';
import { chartOption } from '../../core/option/index.ts';

const look = resolveTheme({ surface: 'page', mode: 'light', palette: palette.light, font: fontSans });
const column = (key: string, col: string, role: 'dimension' | 'measure') => ({
  key,
  col,
  name: col,
  role,
  shelf: role === 'measure' ? ('measures' as const) : key === 'd0' ? ('rows' as const) : ('columns' as const),
  type: role === 'measure' ? ('number' as const) : ('string' as const),
});
const answer = (columns: object[], rows: (string | number)[][]) =>
  ({ columns, rows, truncated: false, queriedAt: '', ms: 0, cache: 'off' }) as ChartData;
const series = (count: number) => Array.from({ length: count }, (_, n) => ['甲', `第${n + 1}分公司工程`, n + 1]);

function bars(count: number, isPaper: boolean) {
  const config = ChartConfig.parse({
    dataSetId: '1',
    chartType: 'bar',
    rows: [{ col: 'x' }],
    columns: [{ col: 'org' }],
    measures: [{ col: 'amount' }],
  });
  const data = answer([column('d0', 'x', 'dimension'), column('d1', 'org', 'dimension'), column('m0', 'amount', 'measure')], series(count));
  const { legend, grid } = chartOption({ config, data, look, size: { w: 600, h: 400 }, isStill: true, isPaper }).option;
  const first = (value: unknown) => (Array.isArray(value) ? (value[0] as unknown) : value);
  return { type: (legend as { type: string }).type, top: (first(grid) as { top: number }).top };
}

describe('legends on paper', () => {
  it('name every series, in as many lines as it takes, above the plot', () => {
    const screen = bars(12, false);
    const paper = bars(12, true);
    expect([screen.type, paper.type]).toEqual(['scroll', 'plain']);
    expect(paper.top).toBeGreaterThanOrEqual(screen.top + 40);
    expect(bars(3, true).top).toBe(bars(3, false).top);
  });

  it('stay with pages where they would leave no room', () => {
    expect(bars(90, true)).toEqual(bars(90, false));
  });

  it('of a pie stand in the room that it leaves for them, also when it is narrow', () => {
    const config = ChartConfig.parse({ dataSetId: '1', chartType: 'pie', rows: [{ col: 'org' }], measures: [{ col: 'amount' }] });
    const rows = series(5).map(([, name, value]) => [name!, value!]);
    const data = answer([column('d0', 'org', 'dimension'), column('m0', 'amount', 'measure')], rows);
    const { legend } = chartOption({ config, data, look, size: { w: 310, h: 230 } }).option;
    expect(legend).toMatchObject({ orient: 'vertical', right: 0 });
  });
});
