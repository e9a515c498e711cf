import type { ChartTypeKey } from '../../contract/chart-types.ts';
import type { PropField } from '#kit/core/prop-field.ts';

const TITLE: readonly PropField[] = [
  { key: 'title.show', label: '显示标题', group: '标题', kind: 'switch' },
  { key: 'title.text', label: '标题', group: '标题', kind: 'text', max: 100, when: { key: 'title.show', is: [true] } },
  { key: 'title.subtext', label: '副标题', group: '标题', kind: 'text', max: 200, when: { key: 'title.show', is: [true] } },
  {
    key: 'title.textStyle.fontSize',
    label: '标题字号',
    group: '标题',
    kind: 'number',
    min: 8,
    max: 96,
    unit: 'px',
    when: { key: 'title.show', is: [true] },
  },
  { key: 'title.textStyle.color', label: '标题颜色', group: '标题', kind: 'color', when: { key: 'title.show', is: [true] } },
  {
    key: 'title.left',
    label: '标题位置',
    group: '标题',
    kind: 'select',
    options: [
      ['left', '靠左'],
      ['center', '居中'],
      ['right', '靠右'],
    ],
    when: { key: 'title.show', is: [true] },
  },
];
const CARD_TITLE: readonly PropField[] = [
  { key: 'title.text', label: '名称', group: '内容', kind: 'text', max: 100, hint: '不填时显示指标名称' },
];
const LEGEND: readonly PropField[] = [
  { key: 'legend.show', label: '显示图例', group: '图例', kind: 'switch', on: true },
  {
    key: 'legend.position',
    label: '位置',
    group: '图例',
    kind: 'select',
    options: [
      ['top', '右上'],
      ['right', '右侧'],
      ['bottom', '下方'],
      ['left', '左侧'],
    ],
  },
  {
    key: 'legend.type',
    label: '放不下时',
    group: '图例',
    kind: 'select',
    options: [
      ['scroll', '翻页'],
      ['plain', '换行'],
    ],
  },
];
const COLORS: PropField = {
  key: 'colors',
  label: '配色',
  group: '颜色',
  kind: 'list',
  title: '颜色',
  most: 24,
  of: [{ key: '', label: '颜色', kind: 'color' }],
};
const LABEL: PropField = { key: 'label.show', label: '显示数值', group: '标签', kind: 'switch' };
/** The same where figures are shown unless switched off. */
const LABEL_ON: PropField = { key: 'label.show', label: '显示数值', group: '标签', kind: 'switch', on: true };
const LABEL_SIZE: PropField = {
  key: 'label.fontSize',
  label: '字号',
  group: '标签',
  kind: 'number',
  min: 8,
  max: 48,
  unit: 'px',
  when: { key: 'label.show', is: [true] },
};
const contents = (...list: readonly ['value' | 'name' | 'percent' | 'nameValue' | 'namePercent', string][]): PropField => ({
  key: 'label.content',
  label: '内容',
  group: '标签',
  kind: 'select',
  options: list,
});
const PARTS = contents(
  ['namePercent', '名称和占比'],
  ['nameValue', '名称和数值'],
  ['percent', '占比'],
  ['value', '数值'],
  ['name', '名称'],
);
const AXES: readonly PropField[] = [
  { key: 'xAxis.show', label: '显示分类轴', group: '坐标轴', kind: 'switch', on: true },
  { key: 'xAxis.name', label: '分类轴名称', group: '坐标轴', kind: 'text', max: 32 },
  { key: 'xAxis.rotate', label: '标签角度', group: '坐标轴', kind: 'number', min: -90, max: 90, unit: '°' },
  { key: 'xAxis.interval', label: '标签间隔', group: '坐标轴', kind: 'number', min: 0, hint: '0 为全部显示，不填为自动' },
  { key: 'yAxis.show', label: '显示数值轴', group: '坐标轴', kind: 'switch', on: true },
  { key: 'yAxis.name', label: '数值轴名称', group: '坐标轴', kind: 'text', max: 32 },
  { key: 'yAxis.min', label: '最小值', group: '坐标轴', kind: 'number' },
  { key: 'yAxis.max', label: '最大值', group: '坐标轴', kind: 'number' },
  { key: 'yAxis.splitLine', label: '网格线', group: '坐标轴', kind: 'switch', on: true },
];
const LOG: PropField = { key: 'yAxis.log', label: '对数刻度', group: '坐标轴', kind: 'switch', hint: '零和负数不显示' };
const SECOND: readonly PropField[] = [
  { key: 'yAxis2.show', label: '显示右轴', group: '右轴', kind: 'switch', on: true },
  { key: 'yAxis2.name', label: '右轴名称', group: '右轴', kind: 'text', max: 32 },
  { key: 'yAxis2.min', label: '最小值', group: '右轴', kind: 'number' },
  { key: 'yAxis2.max', label: '最大值', group: '右轴', kind: 'number' },
];
const ZOOM: PropField = { key: 'dataZoom', label: '缩放条', group: '图形', kind: 'switch', hint: '不设置时，分类很多才出现' };
const BAR: readonly PropField[] = [
  { key: 'barWidth', label: '柱宽', group: '图形', kind: 'number', min: 1, max: 100, unit: '%', hint: '占每个分类宽度的比例' },
  { key: 'radius', label: '圆角', group: '图形', kind: 'number', min: 0, max: 50, unit: 'px' },
];
const LINE: readonly PropField[] = [
  { key: 'smooth', label: '平滑曲线', group: '图形', kind: 'switch' },
  { key: 'symbol', label: '显示数据点', group: '图形', kind: 'switch' },
];
const ENDS: readonly PropField[] = [
  { key: 'min', label: '最小值', group: '刻度', kind: 'number' },
  { key: 'max', label: '最大值', group: '刻度', kind: 'number', hint: '不填时取目标值' },
];
const GRADES: PropField = {
  key: 'grades',
  label: '分级',
  group: '刻度',
  kind: 'list',
  title: '一级',
  most: 10,
  of: [
    { key: 'to', label: '到', kind: 'number' },
    { key: 'color', label: '颜色', kind: 'color' },
    { key: 'label', label: '名称', kind: 'text', max: 16 },
  ],
};
const SCALE_ENDS: readonly PropField[] = [
  { key: 'min', label: '颜色起点', group: '颜色', kind: 'number' },
  { key: 'max', label: '颜色终点', group: '颜色', kind: 'number' },
];
const FORECAST: readonly PropField[] = [
  {
    key: 'forecast.ahead',
    label: '预测期数',
    group: '预测',
    kind: 'number',
    min: 0,
    max: 24,
    hint: '按月、季、年的第一个指标：线性趋势 × 季节指数；色带约为 80% 的可能区间',
  },
  { key: 'forecast.open', label: '末期未结束', group: '预测', kind: 'switch', hint: '最后一期还没有结束，不参与推算' },
];
const UNFINISHED: PropField = {
  key: 'unfinished',
  label: '标出未完的一期',
  group: '其他',
  kind: 'switch',
  on: true,
  hint: '按周、月、季、年时，当前一期还没有结束：名称注明“未完”，折线用虚线，柱用斜纹',
};
const STILL: PropField = { key: 'still', label: '关闭动画', group: '其他', kind: 'switch' };
const TABLE: readonly PropField[] = [
  { key: 'table.frozen', label: '冻结列数', group: '表格', kind: 'number', min: 0, max: 8 },
  { key: 'table.rowHeight', label: '行高', group: '表格', kind: 'number', min: 20, max: 80, unit: 'px' },
  { key: 'table.rowNumber', label: '序号', group: '表格', kind: 'switch' },
  { key: 'table.stripe', label: '斑马纹', group: '表格', kind: 'switch' },
  { key: 'table.merge', label: '合并相同单元格', group: '表格', kind: 'switch' },
  { key: 'table.totals', label: '合计行', group: '表格', kind: 'switch' },
  { key: 'table.pageSize', label: '每页行数', group: '表格', kind: 'number', min: 0, max: 500, hint: '0 为不分页' },
];
const MAP: readonly PropField[] = [
  { key: 'map.area', label: '区域编码', group: '地图', kind: 'text', max: 6, hint: '100000 为全国' },
  { key: 'map.drill', label: '允许下钻', group: '地图', kind: 'switch', on: true },
  { key: 'map.label', label: '地名', group: '地图', kind: 'switch', on: true },
  { key: 'map.steps', label: '分级数', group: '地图', kind: 'number', min: 2, max: 9 },
];

const CARTESIAN = [
  ...TITLE,
  ...LEGEND,
  COLORS,
  LABEL,
  LABEL_SIZE,
  contents(['value', '数值'], ['percent', '占比'], ['name', '名称'], ['nameValue', '名称和数值']),
  ...AXES,
  LOG,
];
const PLAIN = [...TITLE, COLORS, LABEL_ON];

const FIELDS: Record<ChartTypeKey, readonly PropField[]> = {
  bar: [...CARTESIAN, ...BAR, ...FORECAST, ZOOM, UNFINISHED, STILL],
  line: [...CARTESIAN, ...LINE, ...FORECAST, ZOOM, UNFINISHED, STILL],
  dual: [...CARTESIAN, ...SECOND, ...BAR, ...LINE, ...FORECAST, ZOOM, UNFINISHED, STILL],
  pie: [...TITLE, ...LEGEND, COLORS, LABEL, LABEL_SIZE, PARTS, STILL],
  polar: [
    ...TITLE,
    ...LEGEND,
    COLORS,
    LABEL,
    { key: 'smooth', label: '平滑曲线', group: '图形', kind: 'switch' },
    { key: 'max', label: '最大值', group: '刻度', kind: 'number' },
    STILL,
  ],
  radar: [...TITLE, ...LEGEND, COLORS, LABEL, { key: 'symbol', label: '显示数据点', group: '图形', kind: 'switch' }, ...ENDS, STILL],
  scatter: [
    ...TITLE,
    ...LEGEND,
    COLORS,
    { ...LABEL, label: '显示名称' },
    ...AXES.filter(({ key }) => /name|min|max|splitLine/.test(key)),
    STILL,
  ],
  heatmap: [
    ...TITLE,
    { key: 'legend.show', label: '显示色标', group: '颜色', kind: 'switch', on: true },
    COLORS,
    ...SCALE_ENDS,
    LABEL,
    ...AXES.filter(({ key }) => /name|rotate/.test(key)),
    STILL,
  ],
  calendar: [
    ...TITLE,
    { key: 'legend.show', label: '显示色标', group: '颜色', kind: 'switch', on: true },
    COLORS,
    ...SCALE_ENDS,
    LABEL,
    STILL,
  ],
  boxplot: [...TITLE, COLORS, ...AXES, STILL],
  waterfall: [...TITLE, LABEL, ...AXES, STILL],
  funnel: [...PLAIN, PARTS, STILL],
  gauge: [...TITLE, COLORS, { ...LABEL_ON, label: '显示刻度' }, ...ENDS, GRADES, STILL],
  kpi: [...CARD_TITLE, COLORS, { key: 'max', label: '目标值', group: '刻度', kind: 'number', hint: '带进度且没有第二个指标时使用' }],
  liquidFill: [...TITLE, COLORS, ...ENDS, GRADES],
  rank: [COLORS],
  bullet: [
    ...TITLE,
    { key: 'legend.show', label: '显示图例', group: '图例', kind: 'switch', on: true },
    COLORS,
    LABEL,
    ...AXES.filter(({ key }) => /yAxis/.test(key)),
    STILL,
  ],
  treemap: [...PLAIN, STILL],
  sunburst: [...PLAIN, STILL],
  tree: [...PLAIN, STILL],
  sankey: [...PLAIN, STILL],
  graph: [...PLAIN, STILL],
  wordCloud: [...TITLE, COLORS],
  map: [...TITLE, COLORS, ...MAP, STILL],
  flowMap: [
    ...TITLE,
    COLORS,
    ...MAP.filter(({ key }) => key !== 'map.steps' && key !== 'map.drill'),
    { key: 'map.hub', label: '中心', group: '地图', kind: 'text', max: 32 },
    STILL,
  ],
  table: [...TABLE, COLORS],
  pivot: [...TABLE.filter(({ key }) => ['table.rowHeight', 'table.totals'].includes(key)), COLORS],
};

/**
 * The settings of a type of chart, for style panels: each names its place in ChartOptions by a dotted key. The field `colors` is a list whose
 * entries are the colours themselves (a part with an empty key).
 */
export const styleFields = (type: ChartTypeKey): readonly PropField[] => FIELDS[type];
