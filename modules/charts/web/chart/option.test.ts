import { describe, expect, it } from 'vitest';
import { fontSans, palette } from '#kit/web/theme.ts';
import { CHART_TYPES, type ChartTypeKey } from '../../contract/chart-types.ts';
import { ChartConfig, ChartOptions } from '../../contract/chart.ts';
import type { ChartData, ResultColumn, Scalar } from '#modules/datasets/contract/query.ts';
import { resolveTheme } from '../../core/look/resolve-theme.ts';
import type { PropField } from '#kit/core/prop-field.ts';
import { chartOption, isDrawn } from '../../core/option/index.ts';
import { kpiOf } from '../../core/option/kpi.ts';
import { pivotOf } from '../../core/option/pivot.ts';
import { rankOf } from '../../core/option/rank.ts';
import { lttb } from '../../core/option/sample.ts';
import { mergeSpans, sortRows, tableOf } from '../../core/option/table.ts';
import { styleFields } from './style-fields.ts';

const look = resolveTheme({ surface: 'page', mode: 'light', palette: palette.light, font: fontSans });
const size = { w: 600, h: 400 };

function chart(
  type: ChartTypeKey,
  shelves: [rows: string[], columns: string[], measures: string[]],
  rows: Scalar[][],
  more: Record<string, unknown> = {},
  totals?: number[],
) {
  const [r, c, m] = shelves;
  const dims = [...r.map((col) => [col, 'rows'] as const), ...c.map((col) => [col, 'columns'] as const)];
  const columns: ResultColumn[] = [
    ...dims.map(([col, shelf], i) => ({ key: `d${i}`, col, name: col, role: 'dimension' as const, shelf, type: 'string' as const })),
    ...m.map((col, i) => ({ key: `m${i}`, col, name: col, role: 'measure' as const, shelf: 'measures' as const, type: 'number' as const })),
  ];
  const config = ChartConfig.parse({
    dataSetId: '1',
    chartType: type,
    rows: r.map((col) => ({ col })),
    columns: c.map((col) => ({ col })),
    measures: m.map((col) => ({ col })),
    ...more,
  });
  const data: ChartData = { columns, rows, truncated: false, queriedAt: '', ms: 0, cache: 'off', ...(totals && { totals }) };
  return { config, data, look, size };
}
type Series = { data: unknown[]; stack?: string; name: string; itemStyle?: { opacity?: number } };
const seriesOf = (built: { option: Record<string, unknown> }) => built.option.series as Series[];
const valueOf = (point: unknown): unknown =>
  typeof point === 'object' && point !== null && 'value' in point ? (point as { value: unknown }).value : point;
const tipOf = (built: { option: Record<string, unknown> }, params: unknown): string =>
  (built.option.tooltip as { formatter: (params: unknown) => string }).formatter(params);

const two: Scalar[][] = [
  ['甲', 'a', 3],
  ['甲', 'b', -1],
  ['乙', 'a', null],
  ['乙', 'b', 4],
];

describe('bars and lines', () => {
  it('make a series of each value of the columns shelf, with gaps where there is no row', () => {
    const built = chartOption(
      chart(
        'bar',
        [['x'], ['k'], ['n']],
        [
          ['甲', 'a', 1],
          ['乙', 'b', 2],
        ],
      ),
    );
    expect(seriesOf(built).map(({ name, data }) => [name, data])).toEqual([
      ['a', [1, null]],
      ['b', [null, 2]],
    ]);
  });

  it('shares run over the sizes of what is stacked, gaps and negatives included', () => {
    const built = chartOption(chart('bar', [['x'], ['k'], ['n']], two, { seriesType: 'percentagestackbar' }));
    expect(seriesOf(built).map(({ data }) => data.map(valueOf))).toEqual([
      [0.75, null],
      [-0.25, 1],
    ]);
    const text = tipOf(built, [{ dataIndex: 0 }]);
    expect(text).toContain('75.0%');
    expect(text).toContain('-25.0%');
  });

  it('a click answers fields and stored values, not labels', () => {
    const given = chart('line', [['month'], ['k'], ['n']], [['2026-03-01', null, 5]]);
    given.data.columns[0] = { ...given.data.columns[0]!, type: 'date', grain: 'month' };
    const built = chartOption(given);
    expect(built.pick({ seriesIndex: 0, dataIndex: 0 })).toEqual([
      { col: 'month', value: '2026-03-01' },
      { col: 'k', value: null },
    ]);
    expect(built.pickCategory?.of(0)).toEqual([{ col: 'month', value: '2026-03-01' }]);
    expect(tipOf(built, [{ dataIndex: 0 }])).toContain('2026-03');
  });

  it('names from data are text in tooltips', () => {
    const built = chartOption(chart('bar', [['x'], [], ['n']], [['<img src=x onerror=alert(1)>', 1]]));
    expect(tipOf(built, [{ dataIndex: 0 }])).toContain('&lt;img');
    expect(tipOf(built, [{ dataIndex: 0 }])).not.toContain('<img');
  });

  it('what was clicked stays, the rest fades', () => {
    const built = chartOption({
      ...chart(
        'bar',
        [['x'], [], ['n']],
        [
          ['甲', 1],
          ['乙', 2],
        ],
      ),
      selected: [{ col: 'x', value: '甲' }],
    });
    expect(seriesOf(built)[0]!.data).toEqual([
      1,
      expect.objectContaining({ value: 2, itemStyle: expect.objectContaining({ opacity: 0.25 }) }),
    ]);
  });

  it('totals of the answer are never marks', () => {
    const built = chartOption(
      chart(
        'bar',
        [['x'], [], ['n']],
        [
          ['甲', 1],
          [null, 9],
        ],
        {},
        [0, 1],
      ),
    );
    expect(seriesOf(built)[0]!.data).toEqual([1]);
  });

  it('long lines are thinned out, first and last points stay, peaks too', () => {
    const values = Array.from({ length: 10_000 }, (_, i) => (i === 5000 ? 1000 : Math.sin(i / 100)));
    const kept = lttb(values, 500);
    expect(kept).toHaveLength(500);
    expect([kept[0], kept.at(-1), kept.includes(5000)]).toEqual([0, 9999, true]);
    const rows = values.map((value, i) => [String(i), value]);
    expect(seriesOf(chartOption(chart('line', [['x'], [], ['n']], rows)))[0]).toMatchObject({ sampling: 'lttb' });
    expect(seriesOf(chartOption(chart('line', [['x'], [], ['n']], rows, { seriesType: 'stackarealine' })))[0]!.data).toHaveLength(2000);
  });

  it('reference lines stand at what they say', () => {
    const built = chartOption(
      chart(
        'bar',
        [['x'], [], ['n']],
        [
          ['甲', 1],
          ['乙', 2],
          ['丙', 6],
        ],
        {
          refs: [
            { id: 'a', kind: 'average' },
            { id: 'b', kind: 'median' },
            { id: 'c', kind: 'constant', value: 4 },
            { id: 'd', kind: 'band', value: 1, to: 2 },
          ],
        },
      ),
    );
    const { markLine, markArea } = seriesOf(built)[0] as unknown as {
      markLine: { data: { yAxis: number }[] };
      markArea: { data: { yAxis: number }[][] };
    };
    expect(markLine.data.map(({ yAxis }) => yAxis)).toEqual([3, 2, 4]);
    expect(markArea.data[0]?.map(({ yAxis }) => yAxis)).toEqual([1, 2]);
  });

  it('the second measure of two axes is a line on the right', () => {
    const built = chartOption(chart('dual', [['x'], [], ['n', 'r']], [['甲', 1, 0.5]]));
    expect(built.option.series).toMatchObject([
      { type: 'bar', yAxisIndex: 0 },
      { type: 'line', yAxisIndex: 1 },
    ]);
  });
});

describe('other kinds', () => {
  it('pies leave out what has no slice and add up what is beyond', () => {
    const built = chartOption(
      chart('pie', [['x'], [], ['n']], [['甲', 3], ['丙', null], ['丁', 0], ...Array.from({ length: 40 }, (_, i) => [`s${i}`, 1])]),
    );
    const data = seriesOf(built)[0]!.data as { name: string; value: number }[];
    expect(data).toHaveLength(24);
    expect(data.at(-1)).toMatchObject({ name: '其他', value: 18 });
    expect(built.pick({ seriesIndex: 0, dataIndex: 23 })).toEqual([]);
  });

  it('a flow may come back to a name without running in a circle', () => {
    const built = chartOption(
      chart(
        'sankey',
        [['a', 'b'], [], ['n']],
        [
          ['x', 'y', 1],
          ['y', 'x', 2],
        ],
      ),
    );
    const { links } = seriesOf(built)[0] as unknown as { links: { source: string; target: string }[] };
    expect(links.every(({ source, target }) => source.startsWith('0|') && target.startsWith('1|'))).toBe(true);
    expect(built.pick({ seriesIndex: 0, dataIndex: 0, dataType: 'edge' })).toEqual([
      { col: 'a', value: 'y' },
      { col: 'b', value: 'x' },
    ]);
  });

  it('steps of a waterfall hang on each other, below zero too', () => {
    const built = chartOption(
      chart(
        'waterfall',
        [['x'], [], ['n']],
        [
          ['a', 5],
          ['b', -8],
          ['c', 1],
        ],
      ),
    );
    expect(seriesOf(built).map(({ data }) => data.map(valueOf))).toEqual([
      [0, 0, -2, 0],
      [5, 5, null, null],
      [null, -3, -1, -2],
    ]);
  });

  it('cards show the newest figure of a way, ranks the largest first', () => {
    const way = chart(
      'kpi',
      [['t'], [], ['n']],
      [
        ['1', 5],
        ['2', 7],
        ['3', null],
      ],
      { seriesType: 'trend' },
    );
    expect(kpiOf(way.config, way.data, look)).toMatchObject({ value: 7, at: '2' });
    const list = chart(
      'rank',
      [['x'], [], ['n']],
      [
        ['甲', 1],
        ['乙', null],
        ['丙', 9],
      ],
    );
    expect(rankOf(list.config, list.data, look).lines.map(({ name }) => name)).toEqual(['丙', '甲', '乙']);
  });

  it('tables sort with gaps last, merge inside merged cells and add up what may be added', () => {
    const given = chart(
      'table',
      [['a', 'b'], [], ['n']],
      [
        ['x', '1', 2],
        ['x', '1', null],
        ['y', '1', 10],
      ],
      { options: { table: { totals: true } } },
    );
    const table = tableOf(given.config, given.data, look);
    expect(sortRows(table, { key: 'm0', dir: 'desc' }).map((row) => row[2])).toEqual([10, 2, null]);
    const spans = mergeSpans(table.rows, table.columns);
    expect([[...spans.get('d0')!], [...spans.get('d1')!]]).toEqual([
      [2, 0, 1],
      [2, 0, 1],
    ]);
    expect(table.totals).toEqual({ m0: '12' });
  });

  it('pivots know which dimensions a total sums up, and the values behind the texts', () => {
    const given = chart(
      'pivot',
      [['a', 'b'], ['q'], ['n']],
      [
        ['x', 'p', '1', 2],
        ['x', 'p', null, 5],
        ['x', null, '1', 7],
        [null, null, null, 9],
      ],
      { totals: true },
      [0, 1, 1, 3],
    );
    expect(pivotOf(given.config, given.data, look).records).toEqual([
      { d0: 'x', d1: 'p', d2: '1', m0: 2 },
      { d0: 'x', d1: 'p', m0: 5 },
      { d0: 'x', d2: '1', m0: 7 },
      { m0: 9 },
    ]);
  });

  it.each(
    CHART_TYPES.filter(({ key }) => isDrawn(key)).flatMap(({ key, variants }) =>
      variants.length ? variants.map(([variant]) => [key, variant] as const) : [[key, ''] as const],
    ),
  )('%s %s takes nothing, one row and gaps without falling over', (key, seriesType) => {
    const shelves: [string[], string[], string[]] = [['a', 'b'], ['c'], ['n', 'o', 'p']];
    for (const rows of [
      [],
      [[null, null, null, null, null, null]],
      [['甲', '乙', '丙', 1, 2, 3]],
      [
        ['甲', '乙', '丙', '12345678901234567890', 0, -3],
        ['', '乙', null, null, null, 1e-12],
      ],
    ] as Scalar[][][]) {
      const built = chartOption({
        ...chart(key, shelves, rows),
        config: ChartConfig.parse({ ...chart(key, shelves, rows).config, seriesType }),
      });
      expect(built.summary.length).toBeGreaterThan(0);
      if (rows.length === 0) expect(built.isEmpty).toBe(true);
      expect(JSON.stringify(built.option)).not.toContain('undefined');
    }
  });
});

/** A value that the field may hold and that is not what a chart starts with. */
function sampleOf(field: PropField): unknown {
  switch (field.kind) {
    case 'switch':
      return true;
    case 'number':
      return Math.min(field.max ?? 40, Math.max(field.min ?? 0, 7));
    case 'color':
      return '#123456';
    case 'select':
      return field.options.at(-1)![0];
    case 'list':
      return field.of[0]?.key === '' ? ['#123456', '#654321'] : [{ to: 5, color: '#123456', label: '一' }];
    default:
      return field.key === 'map.area' ? '440000' : '名称';
  }
}
const withKey = (key: string, value: unknown): Record<string, unknown> => {
  const [head = '', ...rest] = key.split('.');
  return { [head]: rest.length ? withKey(rest.join('.'), value) : value };
};

describe('settings of a type', () => {
  it.each(CHART_TYPES.map(({ key }) => key))('%s: every setting is known to the document', (type) => {
    const keys = styleFields(type).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const field of styleFields(type)) {
      const given = withKey(field.key, sampleOf(field));
      expect(Object.keys(ChartOptions.shape)).toContain(Object.keys(given)[0]);
      // a part that the document does not know would be cut off
      expect(ChartOptions.parse(given)).toEqual(
        given.title ? expect.objectContaining({ title: expect.objectContaining(given.title as object) }) : given,
      );
    }
  });

  it.each(['bar', 'line', 'pie', 'gauge', 'funnel', 'heatmap', 'treemap', 'sankey'] as const)(
    '%s: every setting changes the picture',
    (type) => {
      const base = chart(
        type,
        [['a', 'b'], ['c'], ['n']],
        [
          ['甲', '乙', '丙', 1],
          ['丁', '乙', '丙', 2],
          ['甲', '乙', '戊', 3],
          ['丁', '乙', '戊', 4],
        ],
        type === 'gauge' ? { options: { max: 10 } } : {},
      );
      const say = (option: unknown) => JSON.stringify(option, (_, value: unknown) => (typeof value === 'function' ? 'function' : value));
      const draw = (options: Record<string, unknown>) => {
        const colors = options.colors as string[] | undefined;
        const at = colors ? resolveTheme({ surface: 'page', mode: 'light', palette: palette.light, font: fontSans, colors }) : look;
        return say(chartOption({ ...base, look: at, config: ChartConfig.parse({ ...base.config, options }) }).option);
      };
      const start = { title: { show: true, text: '标题', subtext: '副' }, label: { show: true }, ...(type === 'gauge' ? { max: 10 } : {}) };
      for (const field of styleFields(type)) {
        if (field.key === 'label.content' || field.key.startsWith('forecast.') || field.key === 'unfinished') continue; // inside a function; along time alone
        const [head = '', part = ''] = field.key.split('.');
        const known = (start as unknown as Record<string, Record<string, unknown>>)[head];
        const given = withKey(
          field.key,
          field.kind === 'switch'
            ? !(known?.[part] ?? ['legend', 'xAxis', 'yAxis'].includes(head) === true) || ['yAxis.log'].includes(field.key)
            : sampleOf(field),
        );
        const changed = { ...start, ...given, ...(typeof known === 'object' && { [head]: { ...known, ...(given[head] as object) } }) };
        expect(draw(changed), field.key).not.toBe(draw(start));
      }
    },
  );
});
