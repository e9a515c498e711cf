import { describe, expect, it } from 'vitest';
import { fontSans, palette } from '#kit/web/theme.ts';
import type { ChartTypeKey } from '../../contract/chart-types.ts';
import { ChartConfig } from '../../contract/chart.ts';
import type { ChartData, ResultColumn, Scalar } from '#modules/datasets/contract/query.ts';
import { formatValue } from '../../core/look/format.ts';
import { resolveTheme } from '../../core/look/resolve-theme.ts';
import { chartOption } from '../../core/option/index.ts';
import { kpiOf } from '../../core/option/kpi.ts';
import { switchType } from '../../core/option/switch-type.ts';
import { tableOf } from '../../core/option/table.ts';

const look = resolveTheme({ surface: 'page', mode: 'light', palette: palette.light, font: fontSans });
const size = { w: 600, h: 400 };
interface Given {
  readonly name?: string;
  readonly format?: ResultColumn['format'];
  readonly grain?: ResultColumn['grain'];
  readonly options?: object;
  readonly variant?: string;
  readonly second?: string;
}
function chart(type: ChartTypeKey, rows: Scalar[][], { name = '金额', format, grain, options, variant, second }: Given = {}) {
  const hasDim = typeof rows[0]?.[0] === 'string';
  const columns: ResultColumn[] = [
    ...(hasDim
      ? [
          {
            key: 'd0',
            col: 'x',
            name: '类别',
            role: 'dimension' as const,
            shelf: 'rows' as const,
            type: grain ? ('date' as const) : ('string' as const),
            grain,
          },
        ]
      : []),
    { key: 'm0', col: 'n', name, role: 'measure', shelf: 'measures', type: 'number', format },
    ...(second
      ? [{ key: 'm1', col: 'g', name: second, role: 'measure' as const, shelf: 'measures' as const, type: 'number' as const }]
      : []),
  ];
  const config = ChartConfig.parse({
    dataSetId: '1',
    chartType: type,
    seriesType: variant,
    rows: hasDim ? [{ col: 'x', grain }] : [],
    measures: [{ col: 'n' }, ...(second ? [{ col: 'g' }] : [])],
    options,
  });
  const data: ChartData = { columns, rows, truncated: false, queriedAt: '2026-11-22T17:00:00.000Z', ms: 0, cache: 'off' };
  return { config, data, look, size };
}
const draw = (...given: Parameters<typeof chart>) => chartOption(chart(...given));
const column = (given: ReturnType<typeof chart>, key = 'm0'): string[] => {
  const { columns, rows } = tableOf(given.config, given.data, look);
  const one = columns.find((each) => each.key === key)!;
  return rows.map((row) => formatValue(row[one.at], one));
};

describe('figures below zero', () => {
  it.each(['pie', 'funnel', 'treemap', 'sunburst', 'wordCloud'] as const)(
    'are refused aloud by a %s, never left out of the whole',
    (type) => {
      const built = draw(type, [
        ['销售', 30],
        ['退货', -12],
        ['其他收入', 5],
      ]);
      expect(built.isEmpty).toBe(true);
      expect(built.why).toMatch(/不能表示负数：“退货”的金额为 -12。请改用/);
      expect(built.summary).toBe(built.why);
      expect(
        draw(type, [
          ['销售', 30],
          ['退货', 0],
        ]).isEmpty,
      ).toBe(false);
    },
  );
  it('are drawn by bars', () =>
    expect(
      draw('bar', [
        ['销售', 30],
        ['退货', -12],
      ]).isEmpty,
    ).toBe(false));
});

describe('a table', () => {
  it('writes all figures of a column with the same decimals', () => {
    expect(
      column(
        chart('table', [
          ['甲', 982_387.8],
          ['乙', 3_043_052.12],
          ['丙', 12],
        ]),
      ),
    ).toEqual(['982,387.80', '3,043,052.12', '12.00']);
    expect(
      column(
        chart('table', [
          ['甲', 12],
          ['乙', 3_000],
        ]),
      ),
    ).toEqual(['12', '3,000']);
  });
  it('writes parts of a whole in percent, by name, and leaves figures that are percents already', () => {
    expect(
      column(
        chart(
          'table',
          [
            ['甲', 0.0035],
            ['乙', 0.215],
          ],
          { name: '利润率' },
        ),
      ),
    ).toEqual(['0.35%', '21.50%']);
    expect(column(chart('table', [['甲', 0.000035]], { name: '利润率' }))).toEqual(['0.0035%']);
    expect(
      column(
        chart(
          'table',
          [
            ['甲', 35.2],
            ['乙', 0.5],
          ],
          { name: '完成率' },
        ),
      ),
    ).toEqual(['35.2', '0.5']);
    expect(column(chart('table', [['甲', 0.9]], { name: '汇率' }))).toEqual(['0.9']);
  });
});

describe('a scale that nobody set', () => {
  it.each(['gauge', 'liquidFill'] as const)('is not invented by a %s: the figure stands alone and says so', (type) => {
    const built = draw(type, [[4321]]);
    expect(built.summary).toBe('金额 4,321，未设目标');
    const [series] = built.option.series as { type: string; progress?: { show: boolean }; data: { name: string }[] }[];
    expect(series).toMatchObject({ type: 'gauge', progress: { show: false } });
    expect(series!.data[0]!.name).toContain('未设目标');
    for (const given of [
      draw(type, [[4321]], { options: { max: 5000 } }),
      draw(type, [[4321, 5000]], { second: '目标' }),
      draw(type, [[0.4]], { format: { kind: 'percent', scale: 'none', thousands: true } }),
    ])
      expect(given.summary).not.toContain('未设目标');
  });
});

it('the tip of a chart has the unit of its axis', () => {
  const { option } = draw(
    'bar',
    [
      ['甲', 23_456],
      ['乙', 120],
    ],
    { format: { kind: 'number', scale: 'none', thousands: true, unit: '万元' } },
  );
  const axes = [option.yAxis].flat() as { name: string }[];
  expect(axes[0]!.name).toBe('单位：亿元');
  const { formatter } = option.tooltip as { formatter: (params: unknown) => string };
  expect(formatter([{ dataIndex: 0, seriesIndex: 0 }])).toContain('2.3456亿元');
  expect(formatter([{ dataIndex: 1, seriesIndex: 0 }])).toContain('0.012亿元');
});

describe('the month that is not over', () => {
  const rows = [
    ['2026-09-01', 10],
    ['2026-10-01', 12],
    ['2026-11-01', 3],
  ];
  it('is named and dashed in a line, and striped among bars', () => {
    const line = draw('line', rows, { grain: 'month' }).option;
    expect((line.xAxis as { data: string[] }).data).toEqual(['2026-09', '2026-10', '2026-11 未完']);
    const series = line.series as { id: string; data: unknown[]; lineStyle: { type?: string } }[];
    expect(series).toHaveLength(2);
    expect(series[0]!.data).toEqual([10, 12, { value: null }]);
    expect(series[1]).toMatchObject({ data: [null, 12, 3], lineStyle: { type: 'dashed' } });
    const bars = (draw('bar', rows, { grain: 'month' }).option.series as { data: unknown[] }[])[0]!.data;
    expect(bars[2]).toMatchObject({ value: 3, itemStyle: { borderType: 'dashed' } });
    expect(kpiOf(chart('kpi', rows, { grain: 'month' }).config, chart('kpi', rows, { grain: 'month' }).data, look)?.at).toBe(
      '2026-11 未完',
    );
  });
  it('is not marked where the answer ends before, or the author does not want it', () => {
    expect((draw('line', rows.slice(0, 2), { grain: 'month' }).option.series as unknown[]).length).toBe(1);
    expect((draw('line', rows, { grain: 'month', options: { unfinished: false } }).option.series as unknown[]).length).toBe(1);
  });
  it.each([
    ['year', '2026-01-01'],
    ['quarter', '2026-10-01'],
    // 2026-11-23 in Shanghai is a Monday
    ['week', '2026-11-23'],
  ] as const)('goes for the %s, too', (grain, day) => {
    const { data } = draw('bar', [[day, 1]], { grain }).option.xAxis as { data: string[] };
    expect(data[0]).toContain('未完');
  });
});

it('a dimension comes back after a type that has none', () => {
  const bars = ChartConfig.parse({
    dataSetId: '1',
    chartType: 'bar',
    rows: [{ col: 'x' }],
    columns: [{ col: 'k' }],
    measures: [{ col: 'a' }, { col: 'b' }, { col: 'c' }],
  });
  const gauge = switchType(bars, 'gauge');
  expect(gauge.config.rows).toEqual([]);
  expect(gauge.dropped).toContain('x');
  const back = switchType(gauge.config, 'bar').config;
  expect([back.rows, back.columns, back.measures]).toEqual([bars.rows, bars.columns, bars.measures]);
  expect(back.parked).toBeUndefined();
});
