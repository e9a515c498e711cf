import { describe, expect, it } from 'vitest';
import { severityColour, type Severity } from '#kit/core/chart/severity.ts';
import { fontSans, palette } from '#kit/web/theme.ts';
import { ChartConfig } from '../../contract/chart.ts';
import type { ChartData, ResultColumn, Scalar } from '#modules/datasets/contract/query.ts';
import { mapPalette } from '../../core/geo/paint.ts';
import { resolveTheme } from '../../core/look/resolve-theme.ts';
import { chartOption } from '../../core/option/index.ts';

const look = resolveTheme({ surface: 'page', mode: 'light', palette: palette.light, font: fontSans });
const light = (severity: Severity) => severityColour(severity, 'light');

/** The ECharts series of a chart over the given dimensions (the second along the columns) and measures. */
function seriesOf(type: string, dims: readonly string[], measures: readonly string[], rows: Scalar[][], more: object = {}) {
  const [row, column] = dims;
  const columns: ResultColumn[] = [
    ...dims.map((name, i) => ({
      key: `d${i}`,
      col: name,
      name,
      role: 'dimension' as const,
      shelf: i === 0 ? ('rows' as const) : ('columns' as const),
      type: 'string' as const,
    })),
    ...measures.map((name, i) => ({
      key: `m${i}`,
      col: name,
      name,
      role: 'measure' as const,
      shelf: 'measures' as const,
      type: 'number' as const,
    })),
  ];
  const config = ChartConfig.parse({
    dataSetId: '1',
    chartType: type,
    rows: [{ col: row }],
    columns: column ? [{ col: column }] : [],
    measures: measures.map((col) => ({ col })),
    ...more,
  });
  const data: ChartData = { columns, rows, truncated: false, queriedAt: '', ms: 0, cache: 'off' };
  return chartOption({ config, data, look, size: { w: 600, h: 400 } }).option.series as {
    name: string;
    itemStyle: { color: string };
    data: { name?: string; value: number; itemStyle?: { color: string } }[];
  }[];
}

describe('colours by meaning', () => {
  it('slices of states: finished green, late orange, overdue red; kinds keep the palette', () => {
    const [states] = seriesOf(
      'pie',
      ['状态'],
      ['数'],
      [
        ['已完成', 5],
        ['延期', 4],
        ['逾期', 3],
        ['甲', 1],
      ],
    );
    expect(states!.data.map(({ itemStyle }) => itemStyle?.color)).toEqual([light(1), light(3), light(4), look.colors[0]]);
    const [kinds] = seriesOf(
      'pie',
      ['类型'],
      ['数'],
      [
        ['土建', 5],
        ['风险咨询', 4],
        ['勘察', 3],
      ],
    );
    expect(kinds!.data.map(({ itemStyle }) => itemStyle?.color)).toEqual(look.colors.slice(0, 3));
  });
  it('a measure of what is late is never a colour of the palette, and what somebody chose stays', () => {
    const rows = [['南京', 5, 2]];
    const drawn = seriesOf('bar', ['单位'], ['完成数', '逾期数'], rows);
    expect(drawn.map(({ itemStyle }) => itemStyle.color)).toEqual([look.colors[0], light(4)]);
    const chosen = resolveTheme({ surface: 'page', mode: 'light', palette: palette.light, font: fontSans, colors: ['#111111', '#222222'] });
    expect(chosen.colors).toEqual(['#111111', '#222222']);
    const own = seriesOf('bar', ['单位'], ['完成数', '逾期数'], rows, { options: { colors: ['#111111', '#222222'] } });
    expect(own.map(({ itemStyle }) => itemStyle.color)).not.toContain(light(4));
  });
  it('stacked states and single bars of states', () => {
    const stacked = seriesOf(
      'bar',
      ['单位', '状态'],
      ['数'],
      [
        ['南京', '按期', 5],
        ['南京', '逾期', 2],
      ],
      { seriesType: 'stackbar' },
    );
    expect(stacked.map(({ itemStyle }) => itemStyle.color)).toEqual([light(1), light(4)]);
    const [single] = seriesOf(
      'bar',
      ['状态'],
      ['数'],
      [
        ['正常', 5],
        ['滞后', 2],
      ],
    );
    expect(single!.data.map(({ itemStyle }) => itemStyle?.color)).toEqual([light(1), light(3)]);
  });
  it('a map of what is overdue runs to red, every other one stays blue', () => {
    const config = ChartConfig.parse({ dataSetId: '1', chartType: 'map' });
    expect(mapPalette(config, look, 5, '逾期金额').ramp.at(-1)?.toUpperCase()).toBe(light(4));
    expect(mapPalette(config, look, 5, '合同额').ramp).toEqual(mapPalette(config, look, 5).ramp);
  });
});
