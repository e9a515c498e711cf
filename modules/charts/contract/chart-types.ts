/** How many fields a shelf takes. */
export interface ShelfRule {
  readonly min: number;
  readonly max: number;
}
export type ChartGroup = 'compare' | 'trend' | 'part' | 'relation' | 'map' | 'table' | 'figure';

/** One type of chart: what its shelves take, and the variants it has. */
export interface ChartType {
  readonly key: ChartTypeKey;
  readonly label: string;
  readonly group: ChartGroup;
  readonly rows: ShelfRule;
  readonly columns: ShelfRule;
  readonly measures: ShelfRule;
  /** variants by `seriesType`, the first is the default: [key, label] */
  readonly variants: readonly (readonly [key: string, label: string])[];
  /** what the shelves mean for this type, shown in the builder */
  readonly hints: { readonly rows: string; readonly columns?: string; readonly measures: string };
}

export const CHART_TYPE_KEYS = [
  'table',
  'pivot',
  'kpi',
  'bar',
  'line',
  'dual',
  'pie',
  'polar',
  'radar',
  'scatter',
  'heatmap',
  'calendar',
  'boxplot',
  'waterfall',
  'funnel',
  'gauge',
  'liquidFill',
  'rank',
  'bullet',
  'treemap',
  'sunburst',
  'tree',
  'sankey',
  'graph',
  'wordCloud',
  'map',
  'flowMap',
] as const;
export type ChartTypeKey = (typeof CHART_TYPE_KEYS)[number];

const some = (min: number, max: number): ShelfRule => ({ min, max });
const NONE = some(0, 0);

type Rest = Pick<ChartType, 'rows' | 'measures'> & Partial<Pick<ChartType, 'columns' | 'variants'>> & { hints: ChartType['hints'] };
const type = (key: ChartTypeKey, label: string, group: ChartGroup, rest: Rest): ChartType => ({
  key,
  label,
  group,
  columns: NONE,
  variants: [],
  ...rest,
});

/** All types in the order of the builder. Stored charts, also those taken over from earlier products of the line, name types and variants by these keys. */
export const CHART_TYPES: readonly ChartType[] = [
  type('bar', '柱状图', 'compare', {
    rows: some(1, 3),
    columns: some(0, 2),
    measures: some(1, 12),
    variants: [
      ['bar', '柱状'],
      ['stackbar', '堆叠柱状'],
      ['percentagestackbar', '百分比堆叠'],
      ['barchart', '条形'],
      ['stackbarchart', '堆叠条形'],
      ['percentagestackbarchart', '百分比堆叠条形'],
    ],
    hints: { rows: '分类', columns: '系列', measures: '数值' },
  }),
  type('line', '折线图', 'trend', {
    rows: some(1, 3),
    columns: some(0, 2),
    measures: some(1, 12),
    variants: [
      ['line', '折线'],
      ['arealine', '面积'],
      ['stackline', '堆叠折线'],
      ['stackarealine', '堆叠面积'],
      ['percentagestackarealine', '百分比堆叠面积'],
      ['stepline', '阶梯线'],
    ],
    hints: { rows: '横轴', columns: '系列', measures: '数值' },
  }),
  type('dual', '双轴图', 'trend', {
    rows: some(1, 2),
    columns: some(0, 1),
    measures: some(1, 8),
    hints: { rows: '横轴', columns: '系列', measures: '数值，可分别设为柱、线和左右轴' },
  }),
  type('pie', '饼图', 'part', {
    rows: some(1, 2),
    measures: some(1, 6),
    variants: [
      ['pie', '饼图'],
      ['donutpie', '环形图'],
      ['roseradiuspie', '玫瑰图（半径）'],
      ['roseareapie', '玫瑰图（面积）'],
    ],
    hints: { rows: '分类', measures: '数值' },
  }),
  type('polar', '极坐标图', 'compare', {
    rows: some(1, 2),
    columns: some(0, 1),
    measures: some(1, 6),
    variants: [
      ['polarbar', '极坐标柱'],
      ['stackpolarbar', '堆叠极坐标柱'],
      ['radialbar', '环形进度'],
      ['polarline', '极坐标线'],
    ],
    hints: { rows: '角度分类', columns: '系列', measures: '数值' },
  }),
  type('radar', '雷达图', 'compare', {
    rows: some(1, 1),
    columns: some(0, 1),
    measures: some(1, 12),
    variants: [
      ['radar', '雷达'],
      ['arearadar', '填充雷达'],
    ],
    hints: { rows: '维度轴', columns: '系列', measures: '数值' },
  }),
  type('scatter', '散点图', 'relation', {
    rows: some(0, 2),
    columns: some(0, 1),
    measures: some(2, 3),
    variants: [
      ['scatter', '散点'],
      ['bubble', '气泡'],
    ],
    hints: { rows: '每个点', columns: '颜色分组', measures: '横轴、纵轴、大小' },
  }),
  type('heatmap', '热力图', 'relation', {
    rows: some(1, 1),
    columns: some(1, 1),
    measures: some(1, 1),
    hints: { rows: '横轴', columns: '纵轴', measures: '颜色' },
  }),
  type('calendar', '日历热力图', 'trend', { rows: some(1, 1), measures: some(1, 1), hints: { rows: '日期（按日）', measures: '颜色' } }),
  type('boxplot', '箱线图', 'compare', {
    rows: some(1, 1),
    columns: some(1, 1),
    measures: some(1, 1),
    hints: { rows: '分类', columns: '样本', measures: '数值' },
  }),
  type('waterfall', '瀑布图', 'compare', { rows: some(1, 1), measures: some(1, 1), hints: { rows: '步骤', measures: '增减' } }),
  type('funnel', '漏斗图', 'part', {
    rows: some(0, 1),
    measures: some(1, 12),
    variants: [
      ['funnel', '漏斗'],
      ['pyramidfunnel', '金字塔'],
      ['contrastfunnel', '对比漏斗'],
    ],
    hints: { rows: '阶段', measures: '数值（没有阶段时每个数值是一层）' },
  }),
  type('gauge', '仪表盘', 'figure', {
    rows: NONE,
    measures: some(1, 2),
    variants: [
      ['gauge', '指针'],
      ['progress', '进度环'],
      ['grade', '分级'],
    ],
    hints: { rows: '', measures: '数值、目标' },
  }),
  type('kpi', '指标卡', 'figure', {
    rows: some(0, 1),
    measures: some(1, 4),
    variants: [
      ['plain', '数字'],
      ['trend', '带趋势线'],
      ['progress', '带进度'],
    ],
    hints: { rows: '趋势的时间（可选）', measures: '主指标、对比指标' },
  }),
  type('liquidFill', '水球图', 'figure', {
    rows: NONE,
    measures: some(1, 2),
    variants: [
      ['circle', '圆'],
      ['rect', '矩形'],
      ['roundRect', '圆角矩形'],
      ['triangle', '三角'],
      ['diamond', '菱形'],
      ['pin', '水滴'],
      ['arrow', '箭头'],
    ],
    hints: { rows: '', measures: '数值、目标' },
  }),
  type('rank', '排行榜', 'compare', {
    rows: some(1, 1),
    measures: some(1, 3),
    hints: { rows: '名称', measures: '数值、对比、目标' },
  }),
  type('bullet', '子弹图', 'compare', { rows: some(0, 1), measures: some(2, 3), hints: { rows: '名称', measures: '实际、目标、参考' } }),
  type('treemap', '矩形树图', 'part', { rows: some(1, 4), measures: some(1, 1), hints: { rows: '层级', measures: '面积' } }),
  type('sunburst', '旭日图', 'part', { rows: some(1, 4), measures: some(1, 1), hints: { rows: '层级', measures: '角度' } }),
  type('tree', '树图', 'relation', {
    rows: some(1, 6),
    measures: some(0, 1),
    variants: [
      ['LR', '从左到右'],
      ['TB', '从上到下'],
      ['radial', '径向'],
    ],
    hints: { rows: '层级', measures: '数值（可选）' },
  }),
  type('sankey', '桑基图', 'relation', {
    rows: some(2, 6),
    measures: some(1, 1),
    hints: { rows: '流经的节点，从左到右', measures: '流量' },
  }),
  type('graph', '关系图', 'relation', {
    rows: some(2, 2),
    measures: some(0, 1),
    variants: [
      ['force', '力导向'],
      ['circular', '环形'],
    ],
    hints: { rows: '起点、终点', measures: '强度（可选）' },
  }),
  type('wordCloud', '词云', 'part', { rows: some(1, 1), measures: some(1, 1), hints: { rows: '词', measures: '大小' } }),
  type('map', '地图', 'map', {
    rows: some(1, 2),
    measures: some(1, 3),
    variants: [
      ['map', '区域填色'],
      ['bubbleMap', '气泡'],
    ],
    hints: { rows: '省份、城市（可下钻）', measures: '颜色或大小、提示中的其他数值' },
  }),
  type('flowMap', '流向地图', 'map', { rows: some(2, 2), measures: some(1, 1), hints: { rows: '起点、终点（省或市）', measures: '流量' } }),
  type('table', '表格', 'table', { rows: some(0, 12), columns: NONE, measures: some(0, 24), hints: { rows: '列', measures: '数值列' } }),
  type('pivot', '透视表', 'table', {
    rows: some(0, 6),
    columns: some(0, 4),
    measures: some(1, 12),
    hints: { rows: '行', columns: '列', measures: '数值' },
  }),
];
const BY_KEY = new Map(CHART_TYPES.map((one) => [one.key, one]));
/** The description of a type. */
export const chartType = (key: ChartTypeKey): ChartType => BY_KEY.get(key)!;
