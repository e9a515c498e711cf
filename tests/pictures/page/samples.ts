import { chartType, type ChartTypeKey } from '#modules/charts/contract/chart-types.ts';
import { ChartConfig } from '#modules/charts/contract/chart.ts';
import type { ChartData, ResultColumn, Scalar } from '#modules/datasets/contract/query.ts';

/** One picture: a chart of a type in a variant over fixed figures. */
export interface Sample {
  readonly id: string;
  readonly title: string;
  readonly config: ChartConfig;
  readonly data: ChartData;
}

type Dim = Partial<ResultColumn> & { col: string; name: string };
interface Table {
  readonly rows?: readonly Dim[];
  readonly columns?: readonly Dim[];
  readonly measures?: readonly Dim[];
  readonly data: readonly (readonly Scalar[])[];
  readonly totals?: number[];
}

/** A fixed sequence that looks like chance. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/** The answer of a query and the config that asked for it. */
export function sample(id: string, type: ChartTypeKey, table: Table, more: Record<string, unknown> = {}): Sample {
  const shelf = (name: 'rows' | 'columns' | 'measures') => (table[name] ?? []).map(({ col, name: alias }) => ({ col, alias }));
  let d = 0;
  const column = (dim: Dim, from: 'rows' | 'columns' | 'measures', i: number): ResultColumn => ({
    key: from === 'measures' ? `m${i}` : `d${d++}`,
    role: from === 'measures' ? 'measure' : 'dimension',
    shelf: from,
    type: from === 'measures' ? 'number' : 'string',
    ...dim,
  });
  const columns = (['rows', 'columns', 'measures'] as const).flatMap((from) => (table[from] ?? []).map((dim, i) => column(dim, from, i)));
  const variant = chartType(type).variants.find(([key]) => key === more.seriesType)?.[1];
  return {
    id,
    title: `${chartType(type).label}${variant ? ` · ${variant}` : ''}`,
    config: ChartConfig.parse({
      dataSetId: '1',
      chartType: type,
      rows: shelf('rows'),
      columns: shelf('columns'),
      measures: shelf('measures'),
      ...more,
    }),
    data: {
      columns,
      rows: table.data.map((row) => [...row]),
      ...(table.totals && { totals: table.totals }),
      truncated: false,
      queriedAt: '2026-11-20T02:00:00Z',
      ms: 12,
      cache: 'miss',
    },
  };
}

const MONTHS = Array.from({ length: 12 }, (_, i) => `2026-${String(i + 1).padStart(2, '0')}-01`);
const month: Dim = { col: 'month', name: '月份', type: 'date', grain: 'month' };
const company: Dim = { col: 'company', name: '子公司' };
const kind: Dim = { col: 'kind', name: '类型' };
const amount: Dim = { col: 'amount', name: '合同额', format: { kind: 'auto', scale: 'none', thousands: true, unit: '元' } };
const income: Dim = { col: 'income', name: '确认收入', format: { kind: 'auto', scale: 'none', thousands: true, unit: '元' } };
const rate: Dim = { col: 'rate', name: '转化率', format: { kind: 'percent', scale: 'none', thousands: true } };
const count: Dim = { col: 'count', name: '项目数' };
const COMPANIES = ['华南分公司', '华东分公司', '西南分公司', '华中分公司', '西北分公司', '东北分公司'];
const KINDS = ['市政工程', '建筑设计', '勘察测绘', '工程监理', '数字化服务'];

const r = chance(42);
const byMonth = MONTHS.map((at) => [at, Math.round(2e8 + r() * 3e8), Math.round(1.5e8 + r() * 2.5e8), 0.6 + r() * 0.35]);
const byCompany = COMPANIES.map((name, i) => [name, Math.round(5.86e8 / (1 + i * 0.28))]);
const cross = COMPANIES.flatMap((name) => KINDS.slice(0, 3).map((one) => [name, one, Math.round(20 + r() * 180)]));
const monthCross = MONTHS.flatMap((at) => KINDS.slice(0, 3).map((one) => [at, one, Math.round(20 + r() * 80)]));
const shares = KINDS.map((one, i) => [one, [186, 142, 98, 87, 64][i]!]);
const bars = { rows: [company], columns: [kind], measures: [count], data: cross };
const lines = { rows: [month], columns: [kind], measures: [count], data: monthCross };

const variants = (type: ChartTypeKey, table: Table | ((variant: string) => Table), more: Record<string, unknown> = {}): Sample[] =>
  chartType(type).variants.map(([seriesType]) =>
    sample(`${type}-${seriesType}`, type, typeof table === 'function' ? table(seriesType) : table, { seriesType, ...more }),
  );

const tree = ['华南分公司', '华东分公司', '西南分公司'].flatMap((one, a) =>
  ['设计院', '监理部', '测绘队'].flatMap((two, b) =>
    ['一组', '二组', '三组'].slice(0, 2 + ((a + b) % 2)).map((three) => [one, two, `${two}${three}`, Math.round(20 + r() * 90)]),
  ),
);
const levels: Dim[] = [company, { col: 'dept', name: '部门' }, { col: 'team', name: '班组' }];
const flows = ['展会', '官网', '转介绍', '招标网'].flatMap((from) =>
  ['高意向', '一般', '待培育'].flatMap((to) => ['中标', '跟进中', '丢单'].map((end) => [from, to, end, Math.round(5 + r() * 60)])),
);
const days = Array.from({ length: 325 }, (_, i) => {
  const at = new Date(Date.UTC(2026, 0, 1 + i));
  return [at.toISOString().slice(0, 10), at.getUTCDay() % 6 === 0 ? Math.round(r() * 10) : Math.round(20 + r() * 80)];
});
const WORDS = [
  '治理',
  '质量',
  '标准',
  '血缘',
  '主数据',
  '指标',
  '模型',
  '元数据',
  '安全',
  '共享',
  '接口',
  '目录',
  '稽核',
  '分级',
  '看板',
  '大屏',
  '数据集',
  '任务',
  '调度',
  '权限',
  '审批',
  '资产',
  '字典',
  '规则',
];

const CELLS = COMPANIES.slice(0, 3).flatMap((one) =>
  KINDS.slice(0, 3).flatMap((two) =>
    ['一季度', '二季度'].map((q): [string, string, string, number] => [one, two, q, Math.round(10 + r() * 90)]),
  ),
);
/** Cells with what they add up to, as the query engine answers them. */
const PIVOT: [row: Scalar[], level: number][] = [2, 1, 0].flatMap((rows) =>
  [1, 0].flatMap((columns) => {
    const sums = new Map<string, [Scalar[], number]>();
    for (const [one, two, q, n] of CELLS) {
      const keys = [rows > 0 ? one : null, rows > 1 ? two : null, columns > 0 ? q : null];
      const known = sums.get(JSON.stringify(keys));
      if (known) known[0][3] = Number(known[0][3]) + n;
      else sums.set(JSON.stringify(keys), [[...keys, n], 3 - rows - columns]);
    }
    return [...sums.values()];
  }),
);

/** Every type in every variant. */
export const SAMPLES: readonly Sample[] = [
  ...variants('bar', bars),
  sample(
    'bar-single',
    'bar',
    { rows: [company], measures: [amount], data: byCompany },
    {
      options: { label: { show: true } },
      refs: [{ id: 'a', kind: 'average' }],
      rules: [{ id: 'r', on: 'm0', op: 'lt', value: 2.5e8, color: '#DD7A00' }],
    },
  ),
  ...variants('line', lines),
  sample(
    'line-single',
    'line',
    { rows: [month], measures: [amount], data: byMonth.map((row) => row.slice(0, 2)) },
    { seriesType: 'arealine', options: { smooth: true }, refs: [{ id: 'b', kind: 'band', value: 3e8, to: 4e8, label: '目标区间' }] },
  ),
  sample(
    'dual',
    'dual',
    { rows: [month], measures: [amount, income, rate], data: byMonth },
    {
      measures: [
        { col: 'amount', alias: '新签合同额' },
        { col: 'income', alias: '确认收入', drawAs: 'bar', axis: 'left' },
        { col: 'rate', alias: '转化率' },
      ],
    },
  ),
  ...variants('pie', { rows: [kind], measures: [count], data: shares }),
  ...variants('polar', (variant) => (variant === 'radialbar' ? { rows: [kind], measures: [count], data: shares } : bars)),
  ...variants('radar', {
    rows: [kind],
    measures: [
      { col: 'a', name: '持证率', format: rate.format },
      { col: 'b', name: '行业均值', format: rate.format },
    ],
    data: KINDS.map((one, i) => [one, 0.55 + 0.4 * ((i * 7) % 5) * 0.2, 0.6 + 0.05 * i]),
  }),
  sample('scatter-scatter', 'scatter', {
    rows: [{ col: 'p', name: '项目' }],
    columns: [kind],
    measures: [amount, { col: 'profit', name: '利润率', format: rate.format }],
    data: Array.from({ length: 90 }, (_, i) => [`项目${i + 1}`, KINDS[i % 3]!, Math.round(r() * 8e7), r() * 0.4 - 0.05]),
  }),
  sample(
    'scatter-bubble',
    'scatter',
    {
      rows: [company],
      measures: [amount, { col: 'profit', name: '利润率', format: rate.format }, count],
      data: COMPANIES.map((one, i) => [one, 1e8 + i * 0.7e8, 0.08 + ((i * 5) % 7) * 0.03, 40 + i * 60]),
    },
    { seriesType: 'bubble', options: { label: { show: true } } },
  ),
  sample('heatmap', 'heatmap', {
    rows: [month],
    columns: [company],
    measures: [count],
    data: COMPANIES.flatMap((one) => MONTHS.map((at) => [at, one, Math.round(r() * 100)])),
  }),
  sample('calendar', 'calendar', { rows: [{ col: 'day', name: '日期', type: 'date', grain: 'day' }], measures: [count], data: days }),
  sample('boxplot', 'boxplot', {
    rows: [company],
    columns: [{ col: 'p', name: '项目' }],
    measures: [{ col: 'days', name: '工期（天）' }],
    data: COMPANIES.flatMap((one, a) =>
      Array.from({ length: 24 }, (_, i) => [one, `p${i}`, Math.round(60 + a * 8 + (r() + r() + r()) * 50 + (i === 0 ? 120 : 0))]),
    ),
  }),
  sample('waterfall', 'waterfall', {
    rows: [{ col: 'step', name: '步骤' }],
    measures: [amount],
    data: [
      ['上年', 5e8],
      ['新签', 3.2e8],
      ['变更', 0.8e8],
      ['核减', -1.4e8],
      ['终止', -0.9e8],
    ],
  }),
  ...variants('funnel', {
    rows: [{ col: 'stage', name: '阶段' }],
    measures: [count],
    data: [
      ['线索', 1280],
      ['商机', 760],
      ['投标', 420],
      ['中标', 186],
      ['签约', 152],
    ],
  }),
  ...variants(
    'gauge',
    { measures: [rate, { col: 't', name: '目标', format: rate.format }], data: [[0.764, 0.9]] },
    { options: { max: 1 } },
  ),
  sample(
    'kpi-plain',
    'kpi',
    {
      measures: [amount, { col: 'yoy', name: '同比', modifier: 'yoy' }, { col: 'mom', name: '环比', modifier: 'mom' }],
      data: [[3_487_000_000, 0.126, -0.021]],
    },
    {
      measures: [
        { col: 'amount', alias: '年度新签合同额', format: { kind: 'auto', scale: 'auto', thousands: true, unit: '元' } },
        { col: 'yoy', alias: '同比' },
        { col: 'mom', alias: '环比' },
      ],
    },
  ),
  sample(
    'kpi-trend',
    'kpi',
    { rows: [month], measures: [income], data: byMonth.map((row) => [row[0]!, row[2]!]) },
    {
      seriesType: 'trend',
      measures: [{ col: 'income', alias: '确认收入', format: { kind: 'auto', scale: 'auto', thousands: true, unit: '元' } }],
    },
  ),
  sample('kpi-progress', 'kpi', { measures: [count, { col: 't', name: '目标' }], data: [[577, 720]] }, { seriesType: 'progress' }),
  ...variants('liquidFill', { measures: [rate], data: [[0.913]] }),
  sample('rank', 'rank', {
    rows: [company],
    measures: [amount, { col: 'yoy', name: '同比', modifier: 'yoy' }, { col: 't', name: '目标' }],
    data: byCompany.map((row, i) => [...row, 0.2 - i * 0.07, 5e8 - i * 0.6e8]),
  }),
  sample('bullet', 'bullet', {
    rows: [company],
    measures: [amount, { col: 't', name: '目标' }, { col: 'last', name: '去年' }],
    data: byCompany.map((row, i) => [...row, 4.5e8 - i * 0.4e8, 4e8 - i * 0.3e8]),
  }),
  sample('treemap', 'treemap', { rows: levels.slice(0, 2), measures: [count], data: tree.map(([a, b, , n]) => [a!, b!, n!]) }),
  sample('sunburst', 'sunburst', { rows: levels, measures: [count], data: tree }),
  ...variants('tree', { rows: levels, measures: [count], data: tree }),
  sample('sankey', 'sankey', {
    rows: [
      { col: 'a', name: '渠道' },
      { col: 'b', name: '意向' },
      { col: 'c', name: '结果' },
    ],
    measures: [count],
    data: flows,
  }),
  ...variants('graph', {
    rows: [
      { col: 'a', name: '来源' },
      { col: 'b', name: '目标' },
    ],
    measures: [count],
    data: flows.slice(0, 24).map(([a, b, c, n], i) => [i % 2 ? a! : b!, c!, n!]),
  }),
  sample('wordCloud', 'wordCloud', {
    rows: [{ col: 'w', name: '词' }],
    measures: [count],
    data: WORDS.map((word, i) => [word, Math.round(900 / (i + 2))]),
  }),
  sample(
    'table',
    'table',
    {
      rows: [company, kind],
      measures: [count, amount, rate],
      data: cross.map(([a, b, n], i) => [a!, b!, n!, Number(n) * 1_234_567, ((i * 37) % 100) / 100]),
    },
    {
      options: { table: { merge: true, totals: true, rowNumber: true, frozen: 1 } },
      rules: [
        { id: 'a', on: 'm0', op: 'bar' },
        { id: 'b', on: 'm2', op: 'icon' },
        { id: 'c', on: 'm1', op: 'gt', value: 2e8, color: '#C9283A' },
      ],
    },
  ),
  sample(
    'pivot',
    'pivot',
    {
      rows: [company, kind],
      columns: [{ col: 'q', name: '季度' }],
      measures: [count],
      data: PIVOT.map(([row]) => row!),
      totals: PIVOT.map(([, level]) => level!),
    },
    { totals: true, rules: [{ id: 'a', on: 'm0', op: 'scale' }] },
  ),
];

/** Awkward figures: one row, none, gaps, below zero, very many, very small and very large, long names. */
export const HARD: readonly Sample[] = [
  sample('hard-one', 'line', { rows: [month], measures: [amount], data: [['2026-03-01', 120]] }),
  sample('hard-none', 'bar', { rows: [company], measures: [amount], data: [] }),
  sample('hard-gaps', 'line', {
    rows: [month],
    measures: [amount, income],
    data: MONTHS.map((at, i) => [at, i % 3 ? null : i * 1e6, i > 6 ? null : i * 2e6 - 3e6]),
  }),
  sample(
    'hard-percent-gaps',
    'bar',
    {
      rows: [company],
      columns: [kind],
      measures: [count],
      data: cross.map(([a, b, n], i) => [a!, b!, i % 4 === 0 ? null : i % 5 === 0 ? -Number(n) : n!]),
    },
    { seriesType: 'percentagestackbar' },
  ),
  sample(
    'hard-negative',
    'bar',
    { rows: [company], measures: [amount], data: COMPANIES.map((one, i) => [one, (i - 3) * 1.2e8]) },
    { options: { label: { show: true } } },
  ),
  sample('hard-many-bars', 'bar', {
    rows: [{ col: 'n', name: '编号' }],
    measures: [amount],
    data: Array.from({ length: 10_000 }, (_, i) => [`供应商${i}`, Math.round(1e6 * (1 + Math.sin(i / 20)))]),
  }),
  sample('hard-many-points', 'line', {
    rows: [{ col: 'at', name: '时间', type: 'datetime', grain: 'minute' }],
    measures: [{ col: 'v', name: '读数' }],
    data: Array.from({ length: 10_000 }, (_, i) => [
      new Date(Date.UTC(2026, 0, 1) + i * 60_000).toISOString().slice(0, 16).replace('T', ' '),
      Math.sin(i / 300) * 100 + (i % 997 === 0 ? 150 : 0),
    ]),
  }),
  sample('hard-many-slices', 'pie', {
    rows: [{ col: 'n', name: '编号' }],
    measures: [amount],
    data: Array.from({ length: 10_000 }, (_, i) => [`供应商${i}`, 10_000 - i]),
  }),
  sample('hard-names', 'bar', {
    rows: [company],
    measures: [amount],
    data: [
      ['中国建筑第八工程局有限公司华南分公司深圳湾项目部😀', 3],
      ['a very long english category name without end', 2],
      ['短', 1],
      ['<b>粗</b>', 2.5],
    ],
  }),
  sample(
    'hard-names-flat',
    'bar',
    {
      rows: [company],
      measures: [amount],
      data: [
        ['中国建筑第八工程局有限公司华南分公司深圳湾项目部😀', 3],
        ['a very long english category name', 2],
        [null, 1],
        ['', 2.5],
      ],
    },
    { seriesType: 'barchart' },
  ),
  sample(
    'hard-sizes',
    'bar',
    {
      rows: [company],
      measures: [amount],
      data: [
        ['极小', 0.000012],
        ['小', 0.00002],
        ['微', -0.00001],
      ],
    },
    { options: { label: { show: true } } },
  ),
  sample('hard-large', 'line', {
    rows: [month],
    measures: [amount],
    data: MONTHS.map((at, i) => [at, String(9_007_199_254_740_993n * BigInt(i + 1))]),
  }),
  sample('hard-two-dims', 'bar', { rows: [company, kind], measures: [count], data: cross.slice(0, 12) }),
  sample(
    'hard-log',
    'bar',
    { rows: [company], measures: [amount], data: COMPANIES.map((one, i) => [one, 10 ** i]) },
    { options: { yAxis: { log: true }, title: { text: '对数轴', show: true, subtext: '单位：元' } } },
  ),
];

/** Large answers for the bench, made when they are asked for. */
export const BENCH: Readonly<Record<string, () => Sample>> = {
  'line-1000000': () =>
    sample('line-1000000', 'line', {
      rows: [{ col: 'at', name: '时间', type: 'datetime', grain: 'minute' }],
      measures: [{ col: 'v', name: '读数' }],
      data: Array.from({ length: 1_000_000 }, (_, i) => [`2026-01-01 ${String(i)}`, Math.sin(i / 3000) * 100 + (i % 997)]),
    }),
  'line-4000': () =>
    sample('line-4000', 'line', {
      rows: [company],
      measures: [count],
      data: Array.from({ length: 4000 }, (_, i) => [`p${i}`, Math.sin(i / 30)]),
    }),
  'pivot-50000': () => {
    const data: Scalar[][] = [];
    for (let a = 0; a < 31; a += 1)
      for (let b = 0; b < 10; b += 1)
        for (let c = 0; c < 4; c += 1)
          for (let d = 0; d < 5; d += 1)
            for (let e = 0; e < 8; e += 1)
              data.push([`省${a}`, `市${a}-${b}`, `年${c}`, `类${d}`, `型${e}`, (a * 7 + b * 3 + c * 5 + d + e) % 997]);
    return sample(
      'pivot-50000',
      'pivot',
      {
        rows: [company, kind],
        columns: [
          { col: 'y', name: '年' },
          { col: 'k', name: '类' },
          { col: 't', name: '型' },
        ],
        measures: [count],
        data,
      },
      { totals: true },
    );
  },
  'table-100000': () =>
    sample('table-100000', 'table', {
      rows: [company, kind],
      measures: [count, amount],
      data: Array.from({ length: 100_000 }, (_, i) => [`公司${i % 97}`, `类${i % 13}`, i, i * 1234.5]),
    }),
  'pivot-small': () => sample('pivot-small', 'pivot', { rows: [company], columns: [kind], measures: [count], data: cross }),
};
