import { expect, it } from 'vitest';
import { fontSans, palette } from '#kit/web/theme.ts';
import { ChartConfig } from '../../contract/chart.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import { resolveTheme } from '../../core/look/resolve-theme.ts';
import { textWidth } from '../../core/option/model.ts';
import { chartOption } from '../../core/option/index.ts';

const look = resolveTheme({ surface: 'screen', mode: 'dark', palette: palette.dark, font: fontSans });
const columns: ChartData['columns'] = [
  { key: 'd0', col: 'word', name: '词', role: 'dimension', shelf: 'rows', type: 'string' },
  { key: 'm0', col: 'n', name: '次数', role: 'measure', shelf: 'measures', type: 'number' },
];
const config = ChartConfig.parse({ dataSetId: '1', chartType: 'wordCloud', rows: [{ col: 'word' }], measures: [{ col: 'n' }] });

/** Part of the room that the words of a cloud take, and its sizes. */
function cloud(count: number, size: { w: number; h: number }): { part: number; sizes: [number, number] } {
  const rows = Array.from({ length: count }, (_, i) => [i % 3 === 0 ? '全过程工程咨询' : '工程设计', 1000 - i * 20]);
  const data: ChartData = { columns, rows, truncated: false, queriedAt: '', ms: 0, cache: 'off' };
  const [series] = chartOption({ config, data, look, size }).option.series as { sizeRange: [number, number]; data: { name: string }[] }[];
  const [least, most] = series!.sizeRange;
  const taken = series!.data.reduce((sum, { name }, i) => {
    const own = least + ((count - 1 - i) / (count - 1)) * (most - least);
    return sum + textWidth(name, own) * own * 1.15;
  }, 0);
  return { part: taken / (size.w * size.h), sizes: [least, most] };
}

it('a cloud of many words leaves room for the least of them, one of few words is large', () => {
  const many = cloud(26, { w: 440, h: 250 });
  expect(many.part).toBeLessThan(0.8);
  expect(many.sizes[0]).toBe(16);
  expect(cloud(5, { w: 440, h: 250 }).sizes[1]).toBeGreaterThan(40);
});
