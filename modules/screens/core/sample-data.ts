import { ChartConfig } from '#modules/charts/contract/chart.ts';
import type { ChartTypeKey } from '#modules/charts/contract/chart-types.ts';
import type { ChartData, ResultColumn, Scalar } from '#modules/datasets/contract/query.ts';
import type { Format } from '#modules/datasets/contract/field.ts';
import type { ScreenNode, WidgetType } from '../contract/screen-config.ts';

/** What a data widget shows in the builder until it has data of its own. */
export interface Sample {
  readonly data: ChartData;
  /** charts alone: the settings that the sample belongs to */
  readonly chart: ChartConfig | null;
}

const money: Format = { kind: 'number', scale: 'auto', unit: '元', digits: 2, thousands: true };
const percent: Format = { kind: 'percent', scale: 'none', digits: 1, thousands: true };
const whole: Format = { kind: 'number', scale: 'none', unit: '', digits: 0, thousands: true };

type Dim = readonly [name: string, type?: ResultColumn['type']];
type Measure = readonly [name: string, format?: Format];
function answer(dims: readonly Dim[], measures: readonly Measure[], rows: readonly (readonly Scalar[])[]): ChartData {
  const columns: ResultColumn[] = [
    ...dims.map(([name, type = 'string'], i) => ({
      key: `d${i}`,
      col: `d${i}`,
      name,
      role: 'dimension' as const,
      shelf: 'rows' as const,
      type,
    })),
    ...measures.map(([name, format = whole], i) => ({
      key: `m${i}`,
      col: `m${i}`,
      name,
      role: 'measure' as const,
      shelf: 'measures' as const,
      type: 'number' as const,
      format,
    })),
  ];
  return { columns, rows: rows.map((row) => [...row]), truncated: false, queriedAt: '2026-01-01T00:00:00.000Z', ms: 0, cache: 'off' };
}

const NAMES = ['华东', '华南', '华北', '西南', '华中', '西北'];
const AMOUNTS = [3.2e8, 2.6e8, 1.9e8, 1.5e8, 1.1e8, 0.7e8];
const TARGETS = [3e8, 2.8e8, 2.2e8, 1.4e8, 1.5e8, 0.9e8];
const MONTHS = Array.from({ length: 12 }, (_, i) => `${i + 1}月`);
const ranking = answer(
  [['名称']],
  [
    ['数值', money],
    ['变化', percent],
    ['目标', money],
  ],
  NAMES.map((name, i) => [name, AMOUNTS[i]!, [0.12, -0.04, 0.08, 0.21, -0.09, 0.03][i]!, TARGETS[i]!]),
);
const goals = answer(
  [['指标']],
  [
    ['实际', money],
    ['目标', money],
    ['应到', money],
  ],
  NAMES.map((name, i) => [name, AMOUNTS[i]!, TARGETS[i]! * 1.25, TARGETS[i]!]),
);
const events = answer(
  [['事项'], ['级别'], ['说明'], ['单位'], ['日期']],
  [['金额', money]],
  ['严重', '高', '高', '中', '中', '低'].map((level, i) => [
    `示例事项${i + 1}`,
    level,
    '示例说明',
    NAMES[i]!,
    `11-${20 - i}`,
    AMOUNTS[i]! / 300,
  ]),
);
const notes = answer(
  [['内容'], ['级别'], ['时间']],
  [],
  ['严重', '高', '中'].map((level, i) => [`示例消息${i + 1}`, level, `1${i}:30`]),
);
const pair = answer(
  [['名称']],
  [
    ['数值', money],
    ['目标', money],
  ],
  NAMES.map((name, i) => [name, AMOUNTS[i]!, TARGETS[i]!]),
);
const single = answer([], [['指标', money], ['变化', percent]], [[3.2e8, 0.12]]); // prettier-ignore

const SAMPLES: Readonly<Partial<Record<WidgetType, ChartData>>> = {
  kpi: single,
  flip: answer([], [['指标', whole]], [[128_640]]),
  rank: ranking,
  scrollTable: events,
  ticker: notes,
  timeline: answer(
    [['时间'], ['事项'], ['状态']],
    [],
    ['完成', '进行中', '待办'].map((state, i) => [`2026-0${i + 1}-15`, `示例节点${i + 1}`, state]),
  ),
  ring: answer([], [['完成率', percent], ['覆盖率', percent]], [[0.82, 0.64]]), // prettier-ignore
  segments: ranking,
  progress: pair,
  scorecard: answer([['指标']], [['实际', money], ['目标', money]], NAMES.map((name, i) => [name, AMOUNTS[i]!, TARGETS[i]!])), // prettier-ignore
  heroMap: areas(),
  relation: ranking,
  cards: notes,
  gantt: answer(
    [['项目'], ['开始', 'date'], ['结束', 'date'], ['阶段'], ['状态']],
    [['进度', percent]],
    NAMES.map((name, i) => [
      `${name}项目`,
      `2026-0${i + 1}-01`,
      `2026-${String(i + 6).padStart(2, '0')}-01`,
      '实施',
      i % 3 ? '正常' : '滞后',
      0.9 - i * 0.12,
    ]),
  ),
  statusGrid: answer([['单位']], [['质量'], ['进度'], ['成本']], NAMES.map((name, i) => [name, 96 - i, 90 + i, 84 + i * 2])), // prettier-ignore
  paceLine: answer(
    [['月份']],
    [
      ['累计实际', money],
      ['累计目标', money],
      ['应到', money],
    ],
    MONTHS.map((month, i) => [month, i < 9 ? (i + 1) * 0.94e8 + (i % 3) * 1e7 : null, (i + 1) * 1.1e8, 9.5e8]),
  ),
  paceBars: goals,
  gapBars: answer(
    [['单位']],
    [
      ['实际', money],
      ['应到', money],
      ['目标', money],
    ],
    NAMES.map((name, i) => [name, AMOUNTS[i]!, TARGETS[i]!, TARGETS[i]! * 1.2]),
  ),
  calloutMap: answer(
    [['省份'], ['单位']],
    [['着色', money], ['数值', money], ['达成率', percent], ['数量']],
    ['江苏', '广东', '北京', '四川', '湖北', '陕西'].map((area, i) => [area, NAMES[i]!, AMOUNTS[i]!, AMOUNTS[i]!, 1.05 - i * 0.09, 12 + i * 7]),
  ), // prettier-ignore
  riskList: events,
  stageFlow: answer(
    [['阶段']],
    [['数量'], ['流失'], ['在途'], ['去年'], ['金额', money]],
    [
      ['线索', 1000, 200, 60, 900, null],
      ['商机', 740, 130, 30, 680, 7e8],
      ['方案', 580, 70, 20, 560, 5.4e8],
      ['签约', 490, 0, 0, 430, 4.2e8],
    ],
  ),
  pipeline: answer(
    [['上游'], ['下游']],
    [['流量']],
    [
      ['ODS', 'DWD', 820],
      ['DWD', 'DWS', 540],
      ['DWS', 'ADS', 360],
      ['DWD', 'ADS', 120],
      ['ADS', '应用', 280],
    ],
  ),
};

function areas(): ChartData {
  return answer([['省份']], [['数值', money]], ['江苏', '广东', '北京', '四川', '湖北', '陕西'].map((area, i) => [area, AMOUNTS[i]!])); // prettier-ignore
}
const series = (type: ChartTypeKey): ChartData => {
  if (type === 'map') return areas();
  if (type === 'kpi' || type === 'gauge' || type === 'liquidFill') return answer([], [['完成率', percent]], [[0.72]]);
  if (type === 'line' || type === 'dual')
    return answer([['月份']], [['本年', money], ['上年', money]], MONTHS.map((month, i) => [month, 4e7 + i * 2e6, 3.6e7 + i * 2.2e6])); // prettier-ignore
  if (type === 'scatter') return answer([['名称']], [['横轴'], ['纵轴']], NAMES.map((name, i) => [name, 20 + i * 9, 60 - i * 7])); // prettier-ignore
  if (type === 'sankey') return answer([['来源'], ['去向']], [['数量']], NAMES.map((name, i) => [name, i % 2 ? '签约' : '跟进', 60 - i * 6])); // prettier-ignore
  return answer([['名称']], [['数值', money]], NAMES.map((name, i) => [name, AMOUNTS[i]!])); // prettier-ignore
};
/** Types that a row of names and amounts says nothing about. */
const WITHOUT: ReadonlySet<ChartTypeKey> = new Set<ChartTypeKey>([
  'flowMap',
  'graph',
  'calendar',
  'boxplot',
  'pivot',
  'heatmap',
  'tree',
  'sunburst',
]);

function chartSample(type: ChartTypeKey): Sample | null {
  if (WITHOUT.has(type)) return null;
  const data = series(type);
  const slots = (role: ResultColumn['role']) =>
    data.columns.filter((column) => column.role === role).map(({ col, format }) => ({ col, ...(format && { format }) }));
  const chart = ChartConfig.parse({ chartType: type, dataSetId: 'sample', rows: slots('dimension'), measures: slots('measure') });
  return { data, chart };
}

/** The sample of a node without data; null where none is drawn. */
export function sampleOf(node: Pick<ScreenNode, 'type' | 'chartType'>): Sample | null {
  if (node.type === 'chart') return chartSample(node.chartType ?? 'bar');
  const data = SAMPLES[node.type];
  return data ? { data, chart: null } : null;
}
