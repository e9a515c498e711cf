import { expect, it } from 'vitest';
import { fontSans, palette } from '#kit/web/theme.ts';
import { ChartConfig } from '../../contract/chart.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import { resolveTheme } from '../../core/look/resolve-theme.ts';
import { chartOption } from '../../core/option/index.ts';
import { merged } from './merged.ts';

const look = resolveTheme({ surface: 'page', mode: 'light', palette: palette.light, font: fontSans });
const config = ChartConfig.parse({ dataSetId: '1', chartType: 'bar', rows: [{ col: 'customer' }], measures: [{ col: 'amount' }] });
const built = (count: number, factor = 1) =>
  chartOption({
    config,
    look,
    size: { w: 600, h: 400 },
    data: {
      columns: [
        { key: 'd0', col: 'customer', name: '客户', role: 'dimension', shelf: 'rows', type: 'string' },
        { key: 'm0', col: 'amount', name: '金额', role: 'measure', shelf: 'measures', type: 'number' },
      ],
      rows: Array.from({ length: count }, (_, i) => [`客户${i}`, factor * (i + 1)]),
      truncated: false,
      queriedAt: '',
      ms: 0,
      cache: 'off',
    } satisfies ChartData,
  });

it('a filter that leaves four of very many bars shows all four, not the part that was zoomed to', () => {
  const many = built(5000);
  expect(many.option.dataZoom).toHaveLength(2);
  const { option, replaceMerge } = merged(many.option, built(4));
  expect(replaceMerge).toContain('dataZoom');
  expect(option.dataZoom).toEqual([]);
  const back = merged(built(4).option, many);
  expect(back.option.dataZoom).toHaveLength(2);
});

it('other figures of the same categories leave the zoom where it is', () => {
  const { option, replaceMerge } = merged(built(5000).option, built(5000, 2));
  expect(option).not.toHaveProperty('dataZoom');
  expect(replaceMerge).toEqual(['series']);
});
