import type { ChartConfig } from '../../contract/chart.ts';
import { chartType } from '../../contract/chart-types.ts';
import type { ViewFilter } from '../../contract/view-filter.ts';
import type { Change, ChartNames } from '#modules/library/core/index.ts';
import { isObject } from '#kit/core/loose.ts';

/** Equal whatever the order of keys; absent, null and an empty list mean the same. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (a ?? null) === (b ?? null)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, n) => same(one, b[n]));
  if (!isObject(a) || !isObject(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => same(a[key], b[key]));
}

/** Fields and the words for them. */
export type Words = Readonly<Record<string, string>>;
/** Words for the fields that differ, each once, in the order of the words. */
export function differing(a: object, b: object, words: Words): string[] {
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
  filters: '筛选条件',
  having: '筛选条件',
  idleFilters: '筛选条件',
  params: '参数',
  sort: '排序',
  topN: '排序',
  limit: '查询行数上限',
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

/** How things of one sort are named and compared. */
export interface Compared<T> {
  readonly subject: string;
  name(one: T): string;
  details(a: T, b: T): string[];
  /** words that stand for a mere change of place */
  readonly moves?: readonly string[];
}
/** Compares two lists by key. */
export function compare<T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>, kind: Compared<T>): Change[] {
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
/** A list by the ids in it. */
export const byId = <T extends { id: string }>(list: readonly T[]) => new Map(list.map((one) => [one.id, one]));

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
/** How filters of documents are compared. */
export const filterKind: Compared<ViewFilter> = { subject: '筛选', name: (one) => one.label, details: (a, b) => differing(a, b, FILTER) };

/** What differs between the settings of two documents as a whole. */
export const settings = (a: object, b: object, words: Words): Change[] => {
  const details = differing(a, b, words);
  return details.length > 0 ? [{ what: 'changed', subject: '设置', name: '整体设置', details }] : [];
};

/** What a tile or node is called after its chart, null when it has none. */
export const partName = (part: { chartId?: string | null; chart?: ChartConfig | null }, names: ChartNames): string | null => {
  if (part.chartId) return names[part.chartId] ?? '已删除的图表';
  if (!part.chart) return null;
  return part.chart.options.title?.text || chartType(part.chart.chartType).label;
};

/** Changes between two charts; one line each. */
export const diffCharts = (a: ChartConfig | null, b: ChartConfig | null): Change[] =>
  chartDetails(a, b).map((word) => ({ what: 'changed', subject: '图表', name: word, details: [] }));
