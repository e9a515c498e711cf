import { expect, it } from 'vitest';
import { fontSans, palette } from '#kit/web/theme.ts';
import { ChartConfig } from '../../contract/chart.ts';
import type { ChartData } from '../../contract/query.ts';
import { lookOf } from '../../core/look/look.ts';
import { chartOption } from '../../core/option/index.ts';

const look = lookOf({ ground: 'page', mode: 'light', inks: palette.light, font: fontSans });

/** What stands at the axis of a bar chart of one figure. */
function nameOf(name: string, value: number, unit: string): string {
  const config = ChartConfig.parse({
    dataSetId: '1',
    chartType: 'bar',
    rows: [{ col: 'org' }],
    measures: [{ col: 'amount' }],
    options: { yAxis: { name } },
  });
  const data = {
    columns: [
      { key: 'd0', col: 'org', name: 'org', role: 'dimension', shelf: 'rows', type: 'string' },
      { key: 'm0', col: 'amount', name: 'amount', role: 'measure', shelf: 'measures', type: 'number', format: { unit } },
    ],
    rows: [['甲', value]],
    truncated: false,
    queriedAt: '',
    ms: 0,
    cache: 'off',
  } as ChartData;
  const axes = chartOption({ config, data, look, size: { w: 600, h: 400 } }).option.yAxis as { name: string } | { name: string }[];
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
