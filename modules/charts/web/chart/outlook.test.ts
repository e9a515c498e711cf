import { describe, expect, it } from 'vitest';
import { fontSans, palette } from '#kit/web/theme.ts';
import { ChartConfig } from '../../contract/chart.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import { chartOption } from '../../core/option/index.ts';
import { resolveTheme } from '../../core/look/resolve-theme.ts';

const look = resolveTheme({ surface: 'screen', mode: 'dark', palette: palette.dark, font: fontSans });
interface Series {
  id: string;
  name?: string;
  data: (number | null)[];
  lineStyle?: { type?: string };
  areaStyle?: unknown;
}
/** Months from January 2025 on. */
function drawn(values: (number | null)[], forecast: object | null, more: { grain?: 'month' | 'day'; gap?: number } = {}) {
  const grain = more.grain ?? 'month';
  const config = ChartConfig.parse({
    dataSetId: '1',
    chartType: 'dual',
    rows: [{ col: 'month', grain }],
    measures: [{ col: 'n', drawAs: 'bar' }],
    options: { forecast },
  });
  const day = (i: number) => new Date(Date.UTC(2025, i + (more.gap !== undefined && i >= more.gap ? 1 : 0), 1)).toISOString().slice(0, 10);
  const data: ChartData = {
    columns: [
      { key: 'd0', col: 'month', name: '月份', role: 'dimension', shelf: 'rows', type: 'date', grain },
      { key: 'm0', col: 'n', name: '新签', role: 'measure', shelf: 'measures', type: 'number' },
    ],
    rows: values.map((value, i) => [day(i), value]),
    truncated: false,
    queriedAt: '',
    ms: 0,
    cache: 'off',
  };
  const built = chartOption({ config, data, look, size: { w: 900, h: 240 } });
  const option = built.option as {
    series: Series[];
    xAxis: { data: string[] };
    legend: { data: string[] };
    tooltip: { formatter: (params: unknown) => string };
  };
  return { ...option, expected: option.series.find(({ id }) => id === 'forecast') };
}
const line = (count: number) => Array.from({ length: count }, (_, i) => 100 + i);

describe('the forecast of a chart', () => {
  it('goes on for as many months as its author wished, dashed, within a band, under a name of its own', () => {
    const { series, xAxis, legend, expected, tooltip } = drawn(line(12), { ahead: 3 });
    expect(xAxis.data.length).toBe(15);
    expect(xAxis.data.slice(-3)).toEqual(['2026-01', '2026-02', '2026-03']);
    expect(expected!.data.slice(0, 12).every((value) => value === null)).toBe(true);
    expect(expected!.data.slice(12).map((value) => Math.round(value!))).toEqual([112, 113, 114]);
    expect(expected!.lineStyle?.type).toBe('dashed');
    expect(series.find(({ id }) => id === 'forecast.band')?.areaStyle).toBeTruthy();
    expect(legend.data).toContain('新签预测');
    const tip = tooltip.formatter([{ dataIndex: 13, seriesIndex: 0 }]);
    expect(tip).toContain('新签预测');
    expect(tip).toContain('80% 区间');
  });
  it('leaves a month out that is not over, and expects it as well', () => {
    const values = [...line(11), 3];
    const { expected, xAxis } = drawn(values, { ahead: 2, open: true });
    expect(xAxis.data.length).toBe(14);
    expect(expected!.data.slice(11).map((value) => Math.round(value!))).toEqual([111, 112, 113]);
  });
  it.each([
    ['nobody asked for it', () => drawn(line(12), null)],
    ['there are too few months', () => drawn(line(5), { ahead: 3 })],
    ['a value is missing', () => drawn([...line(8), null, 4, 5], { ahead: 3 })],
    ['a month is missing', () => drawn(line(12), { ahead: 3 }, { gap: 6 })],
    ['days have no season that is known', () => drawn(line(12), { ahead: 3 }, { grain: 'day' })],
  ])('is not there when %s', (_why, draw) => {
    const { expected, xAxis, series } = draw();
    expect(expected).toBeUndefined();
    expect(xAxis.data.length).toBe(series[0]!.data.length);
  });
});
