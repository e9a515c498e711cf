import { expect, it } from 'vitest';
import { fontSans, palette } from '#kit/web/theme.ts';
import { ChartConfig } from '../../contract/chart.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import { resolveTheme } from '../../core/look/resolve-theme.ts';
import { chartOption } from '../../core/option/index.ts';
import { textWidth } from '../../core/option/model.ts';

const look = resolveTheme({ surface: 'page', mode: 'light', palette: palette.light, font: fontSans });

const dimension = (col: string) => ({ key: 'd0', col, name: col, role: 'dimension', shelf: 'rows', type: 'string' });
const measure = (col: string, at: number, unit?: string) => ({
  key: `m${at}`,
  col,
  name: col,
  role: 'measure',
  shelf: 'measures',
  type: 'number',
  ...(unit !== undefined && { format: { unit } }),
});
const answer = (columns: object[], row: (string | number)[]) =>
  ({ columns, rows: [row], truncated: false, queriedAt: '', ms: 0, cache: 'off' }) as ChartData;
const size = { w: 600, h: 400 };

/** What stands at the axis of a bar chart of one figure. */
function nameOf(name: string, value: number, unit: string): string {
  const config = ChartConfig.parse({
    dataSetId: '1',
    chartType: 'bar',
    rows: [{ col: 'org' }],
    measures: [{ col: 'amount' }],
    options: { yAxis: { name } },
  });
  const data = answer([dimension('org'), measure('amount', 0, unit)], ['甲', value]);
  const axes = chartOption({ config, data, look, size }).option.yAxis as { name: string } | { name: string }[];
  return (Array.isArray(axes) ? axes[0]! : axes).name;
}

it('the name of an axis never says another unit than its ticks have', () => {
  expect(nameOf('', 23_000, '万元')).toBe('单位：亿元');
  expect(nameOf('万元', 23_000, '万元')).toBe('单位：亿元');
  expect(nameOf('万元', 900, '万元')).toBe('单位：万元');
  expect(nameOf('合同额', 23_000, '万元')).toBe('合同额（亿元）');
  expect(nameOf('合同额', 900, '万元')).toBe('合同额');
  expect(nameOf('人数', 12, '')).toBe('人数');
});

it('what nobody chose a side for stands on the left as soon as another was put on the right', () => {
  const config = ChartConfig.parse({
    dataSetId: '1',
    chartType: 'dual',
    rows: [{ col: 'x' }],
    measures: [
      { col: 'n', drawAs: 'bar' },
      { col: 'm', drawAs: 'bar' },
      { col: 'r', drawAs: 'line', axis: 'right' },
    ],
  });
  const data = answer([dimension('x'), measure('n', 0), measure('m', 1), measure('r', 2)], ['甲', 1, 2, 0.5]);
  const { series } = chartOption({ config, data, look, size }).option;
  expect(series).toMatchObject([{ yAxisIndex: 0 }, { yAxisIndex: 0 }, { yAxisIndex: 1 }]);
});

it('shares that are all nothing stand on an axis up to 100%', () => {
  const topOf = (rate: number) => {
    const config = ChartConfig.parse({ dataSetId: '1', chartType: 'line', rows: [{ col: 'hour' }], measures: [{ col: 'rate' }] });
    const share = { ...measure('rate', 0), format: { kind: 'percent' } };
    const axes = chartOption({ config, data: answer([dimension('hour'), share], ['9', rate]), look, size }).option.yAxis;
    return ((Array.isArray(axes) ? axes[0] : axes) as { max: number | null }).max;
  };
  expect(topOf(0)).toBe(1);
  expect(topOf(0.2)).toBeNull();
});

it.each([52, 53, 54, 55, 56, 57])('a name of four characters in a band of about %i px stands whole', (band) => {
  const names = ['衡远监理', '华东', '江苏', '上海', '浙江', '西南', '华南', '华中', '华北', '西北', '衡远造价'];
  const config = ChartConfig.parse({ dataSetId: '1', chartType: 'bar', rows: [{ col: 'org' }], measures: [{ col: 'n' }] });
  const data = { ...answer([dimension('org'), measure('n', 0)], []), rows: names.map((name) => [name, 5]) };
  const { xAxis } = chartOption({ config, data, look, size: { w: band * names.length + 70, h: 300 } }).option;
  const [axis] = [xAxis].flat() as { axisLabel: { width?: number; formatter?: (name: string) => string } }[];
  const { width, formatter } = axis!.axisLabel;
  // in two lines, or with room for all of it
  const shown = formatter ? formatter('衡远监理').replace('\n', '') : (width ?? 0) >= 4 * look.text ? '衡远监理' : '衡远…';
  expect(shown).toBe('衡远监理');
});

it('a line of more months than find room for their names leaves room for half of the last one', () => {
  const config = ChartConfig.parse({
    dataSetId: '1',
    chartType: 'line',
    rows: [{ col: 'month', grain: 'month' }],
    measures: [{ col: 'n' }],
  });
  const months = Array.from({ length: 47 }, (_, i) => `${2023 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}-01`);
  const column = { ...dimension('month'), type: 'date', grain: 'month' };
  const data = { ...answer([column, measure('n', 0)], []), rows: months.map((month, i) => [month, i]) } as ChartData;
  const { grid } = chartOption({ config, data, look, size: { w: 400, h: 240 } }).option;
  const [room] = [grid].flat() as { right: number }[];
  expect(room!.right).toBeGreaterThan(textWidth('2026-11', look.text) / 2);
});
