import type { BoardConfig, BoardItem } from '../../contract/board-config.ts';
import type { ChartConfig } from '../../contract/chart.ts';
import { chartType } from '../../contract/chart-types.ts';
import type { ScreenConfig, ScreenNode } from '../../contract/screen-config.ts';
import type { ViewFilter } from '../../contract/view-filter.ts';
import { isObject } from './loose.ts';

/** One change as people would say it. */
export interface Change {
  readonly what: 'added' | 'removed' | 'changed' | 'moved';
  readonly subject: string;
  readonly name: string;
  readonly details: string[];
}

/** Equal whatever the order of keys; absent, null and an empty list mean the same. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (a ?? null) === (b ?? null)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, n) => same(one, b[n]));
  if (!isObject(a) || !isObject(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => same(a[key], b[key]));
}

type Words = Readonly<Record<string, string>>;
/** Words for the fields that differ, each once, in the order of the words. */
function differing(a: object, b: object, words: Words): string[] {
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const changed = new Set<string>();
  for (const [key, word] of Object.entries(words)) if (!same(left[key], right[key])) changed.add(word);
  return [...changed];
}

const CHART: Words = {
  dataSetId: '数据集',
  chartType: '图表类型',
  seriesType: '图表类型',
  rows: '维度',
  columns: '维度',
  measures: '指标',
  filters: '过滤条件',
  having: '过滤条件',
  idleFilters: '过滤条件',
  params: '参数',
  sort: '排序',
  topN: '排序',
  limit: '取数上限',
  fill: '空值补齐',
  isDetail: '明细与汇总',
  totals: '合计',
  options: '样式',
  theme: '主题',
  rules: '条件格式',
  refs: '参考线',
  drill: '下钻',
  refreshSec: '刷新间隔',
  cache: '数据缓存',
};
/** What differs between two charts, as words. */
export const chartDetails = (a: ChartConfig | null | undefined, b: ChartConfig | null | undefined): string[] => {
  if (!a || !b) return a === b || (!a && !b) ? [] : ['图表'];
  return differing(a, b, CHART);
};

interface Kind<T> {
  readonly subject: string;
  name(one: T): string;
  details(a: T, b: T): string[];
  /** words that stand for a mere change of place */
  readonly moves?: readonly string[];
}
/** Compares two lists by key. */
function compare<T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>, kind: Kind<T>): Change[] {
  const changes: Change[] = [];
  for (const [key, one] of after)
    if (!before.has(key)) changes.push({ what: 'added', subject: kind.subject, name: kind.name(one), details: [] });
  for (const [key, one] of before)
    if (!after.has(key)) changes.push({ what: 'removed', subject: kind.subject, name: kind.name(one), details: [] });
  for (const [key, one] of after) {
    const old = before.get(key);
    if (old === undefined) continue;
    const details = kind.details(old, one);
    if (details.length === 0) continue;
    const isMove = details.every((word) => kind.moves?.includes(word));
    changes.push({ what: isMove ? 'moved' : 'changed', subject: kind.subject, name: kind.name(one), details });
  }
  return changes;
}
const byId = <T extends { id: string }>(list: readonly T[]) => new Map(list.map((one) => [one.id, one]));

const FILTER: Words = {
  label: '名称',
  kind: '类型',
  source: '选项来源',
  value: '默认值',
  dependsOn: '级联',
  targets: '作用范围',
  required: '必填',
  hidden: '隐藏',
};
const filterKind: Kind<ViewFilter> = { subject: '筛选', name: (one) => one.label, details: (a, b) => differing(a, b, FILTER) };

const settings = (a: object, b: object, words: Words): Change[] => {
  const details = differing(a, b, words);
  return details.length > 0 ? [{ what: 'changed', subject: '设置', name: '整体设置', details }] : [];
};

/** Names of stored charts by id, for tiles that show one. */
export type ChartNames = Readonly<Record<string, string>>;
const partName = (part: { chartId?: string | null; chart?: ChartConfig | null }, names: ChartNames): string | null => {
  if (part.chartId) return names[part.chartId] ?? '已删除的图表';
  if (!part.chart) return null;
  return part.chart.options.title?.text || chartType(part.chart.chartType).label;
};

const TILE_KINDS: Words = { chart: '图表', text: '文本', filter: '筛选', section: '分组', image: '图片' };
const TILE: Words = {
  x: '位置',
  y: '位置',
  w: '大小',
  h: '大小',
  title: '标题',
  hideTitle: '标题',
  chartId: '引用的图表',
  text: '文字',
  style: '样式',
  fileName: '图片',
  filterIds: '筛选',
  collapsed: '折叠',
  refreshSec: '刷新间隔',
  actions: '联动与跳转',
  tab: '所在页签',
};
const BOARD: Words = {
  apply: '筛选方式',
  loadOnOpen: '打开时加载',
  refreshSec: '刷新间隔',
  theme: '主题',
  palette: '配色',
  showTitle: '显示标题',
  cache: '数据缓存',
};

/** Changes between two boards. */
export function diffBoards(a: BoardConfig, b: BoardConfig, names: ChartNames = {}): Change[] {
  type Tile = BoardItem & { tab: string };
  const tiles = (board: BoardConfig) =>
    new Map<string, Tile>(board.tabs.flatMap((tab) => tab.layout.map((tile) => [tile.i, { ...tile, tab: tab.id }])));
  return [
    ...compare(byId(a.tabs), byId(b.tabs), {
      subject: '页签',
      name: (tab) => tab.name,
      details: (x, y) => (x.name === y.name ? [] : [`由「${x.name}」改名`]),
    }),
    ...compare(tiles(a), tiles(b), {
      subject: '组件',
      name: (tile) => tile.title || partName(tile, names) || tile.text?.slice(0, 20) || TILE_KINDS[tile.kind] || '组件',
      details: (x, y) => [...differing(x, y, TILE), ...chartDetails(x.chart, y.chart)],
      moves: ['位置', '大小', '所在页签'],
    }),
    ...compare(byId(a.filters), byId(b.filters), filterKind),
    ...settings(a, b, BOARD),
  ];
}

const NODE: Words = {
  x: '位置',
  y: '位置',
  w: '大小',
  h: '大小',
  r: '旋转',
  z: '层次',
  parent: '所在分组',
  o: '透明度',
  lock: '锁定',
  hide: '隐藏',
  name: '名称',
  type: '类型',
  props: '样式',
  chartId: '引用的图表',
  refreshSec: '刷新间隔',
  enter: '入场动画',
  actions: '联动与跳转',
};
const SCREEN: Words = {
  width: '画布大小',
  height: '画布大小',
  fit: '适配方式',
  background: '背景',
  theme: '主题',
  refreshSec: '刷新间隔',
  effects: '动效',
  noWatermark: '水印',
  cache: '数据缓存',
};

/** Changes between two screens. `kinds` are the labels of node types. */
export function diffScreens(a: ScreenConfig, b: ScreenConfig, names: ChartNames = {}, kinds: Words = {}): Change[] {
  const nodes = (screen: ScreenConfig) => new Map<string, ScreenNode>(Object.entries(screen.nodes));
  return [
    ...compare(nodes(a), nodes(b), {
      subject: '组件',
      name: (node) => node.name || partName(node, names) || kinds[node.type] || node.type,
      details: (x, y) => [...differing(x, y, NODE), ...chartDetails(x.chart, y.chart)],
      moves: ['位置', '大小', '旋转', '层次', '所在分组'],
    }),
    ...compare(byId(a.filters), byId(b.filters), filterKind),
    ...settings(a, b, SCREEN),
  ];
}

/** Changes between two charts; one line each. */
export const diffCharts = (a: ChartConfig | null, b: ChartConfig | null): Change[] =>
  chartDetails(a, b).map((word) => ({ what: 'changed', subject: '图表', name: word, details: [] }));

/** Stored charts that look otherwise than when they were frozen. */
export function diffFrozen(
  before: Readonly<Record<string, ChartConfig>>,
  after: Readonly<Record<string, ChartConfig>>,
  names: ChartNames,
): Change[] {
  return Object.keys(after).flatMap((id) => {
    const details = before[id] ? chartDetails(before[id], after[id]) : [];
    return details.length > 0 ? [{ what: 'changed' as const, subject: '图表', name: names[id] ?? '图表', details }] : [];
  });
}
