import type { ChartConfig } from '../../contract/chart.ts';
import { chartType, type ShelfRule } from '../../contract/chart-types.ts';
import type { Aggregate, Field } from '#modules/datasets/contract/field.ts';
import type { FilterNode, Slot } from '#modules/datasets/contract/query.ts';
import { conditionFields } from '#modules/datasets/core/index.ts';

export const SHELVES = ['rows', 'columns', 'measures'] as const;
export type Shelf = (typeof SHELVES)[number];
/** Fewest fields on the shelves of a drawing that is none of the types of charts. */
export type Least = Readonly<Record<Shelf, number>>;
/** What a shelf takes: fields that group, or fields that are counted up. */
export const roleOf = (shelf: Shelf): 'dimension' | 'measure' => (shelf === 'measures' ? 'measure' : 'dimension');

export const AGGREGATES: Readonly<Record<Aggregate, string>> = {
  sum: '求和',
  avg: '平均',
  min: '最小',
  max: '最大',
  count: '计数',
  countd: '去重计数',
  median: '中位数',
  stddev: '标准差',
  none: '自定义',
};
/** Aggregates that a field of a type can have. */
export const aggregatesFor = (type: Field['type']): readonly Aggregate[] =>
  type === 'number'
    ? ['sum', 'avg', 'min', 'max', 'count', 'countd', 'median', 'stddev']
    : type === 'bool'
      ? ['count', 'countd']
      : ['count', 'countd', 'min', 'max'];

/** A field as it is put on a shelf: measures start with their aggregate, times with a step that suits them. */
export function slotOf(field: Field, shelf: Shelf): Slot {
  if (roleOf(shelf) === 'measure') {
    // a calculated field that aggregates by itself brings `none`
    const fallback: Aggregate = field.type === 'number' && field.role === 'measure' ? 'sum' : 'count';
    return { col: field.id, aggregateType: field.agg ?? fallback };
  }
  if (field.type === 'date') return { col: field.id, grain: 'month' };
  if (field.type === 'datetime') return { col: field.id, grain: 'day' };
  return { col: field.id };
}

/** Data set of a chart that has none yet. */
export const NO_SET = '0';

const rule = (config: ChartConfig, shelf: Shelf): ShelfRule => chartType(config.chartType)[shelf];
const keyOf = (shelf: Shelf, index: number, config: ChartConfig): string =>
  shelf === 'measures' ? `m${index}` : `d${shelf === 'rows' ? index : config.rows.length + index}`;

/** Keys of the result before and after shelves changed: what sorts, top N, rules and lines point at must follow its field. */
function followed(before: ChartConfig, after: ChartConfig): ChartConfig {
  const places = new Map<Slot, string>();
  for (const shelf of SHELVES) after[shelf].forEach((slot, i) => places.set(slot, keyOf(shelf, i, after)));
  const moved = new Map<string, string | null>();
  for (const shelf of SHELVES) before[shelf].forEach((slot, i) => moved.set(keyOf(shelf, i, before), places.get(slot) ?? null));
  const to = (key: string): string | null => (moved.has(key) ? moved.get(key)! : null);
  const topN = after.topN && { by: to(after.topN.by), of: to(after.topN.of) };
  return {
    ...after,
    sort: after.sort.flatMap((one) => {
      const by = to(one.by);
      return by ? [{ ...one, by }] : [];
    }),
    topN: after.topN && topN?.by && topN.of ? { ...after.topN, by: topN.by, of: topN.of } : null,
    rules: after.rules.flatMap((one) => {
      const on = to(one.on);
      return on ? [{ ...one, on }] : [];
    }),
    refs: after.refs.flatMap((one) => {
      if (!one.measure) return [one];
      const measure = to(one.measure);
      return measure ? [{ ...one, measure }] : [];
    }),
  };
}

const inserted = <T>(list: readonly T[], at: number, item: T): T[] => [...list.slice(0, at), item, ...list.slice(at)];

/**
 * Puts a field on a shelf. A full shelf that takes one field replaces it, a fuller one refuses: then the same config comes back.
 */
export function withField(config: ChartConfig, shelf: Shelf, field: Field, at = Infinity): ChartConfig {
  const { max } = rule(config, shelf);
  if (max === 0) return config;
  const list = config[shelf];
  const slot = slotOf(field, shelf);
  if (list.length < max) return followed(config, { ...config, [shelf]: inserted(list, Math.min(at, list.length), slot) });
  if (max > 1) return config;
  return followed(config, { ...config, [shelf]: [slot] });
}

/** Where a double click puts a field: the emptiest shelf of its kind that still has room. */
export function shelfFor(config: ChartConfig, field: Field): Shelf | null {
  const wanted: readonly Shelf[] = field.role === 'measure' ? ['measures'] : ['rows', 'columns'];
  return (
    wanted.find((shelf) => config[shelf].length < rule(config, shelf).min) ??
    wanted.find((shelf) => config[shelf].length < rule(config, shelf).max) ??
    null
  );
}

/** Takes the slot at `index` from a shelf, and with it what other settings say about it. */
export const withoutSlot = (config: ChartConfig, shelf: Shelf, index: number): ChartConfig =>
  followed(config, { ...config, [shelf]: config[shelf].filter((_, i) => i !== index) });

/** Changes a slot where it is. */
export function withSlot(config: ChartConfig, shelf: Shelf, index: number, change: Partial<Slot>): ChartConfig {
  const list = config[shelf].map((slot, i) => (i === index ? { ...slot, ...change } : slot));
  return { ...config, [shelf]: list };
}

/** Moves a slot within a shelf or to another one; changing the kind of shelf starts the field anew, a full shelf refuses. */
export function movedSlot(
  config: ChartConfig,
  from: { shelf: Shelf; index: number },
  to: { shelf: Shelf; index: number },
  field: Field | undefined,
): ChartConfig {
  const slot = config[from.shelf][from.index];
  if (!slot) return config;
  const rest = config[from.shelf].filter((_, i) => i !== from.index);
  if (from.shelf === to.shelf) return followed(config, { ...config, [from.shelf]: inserted(rest, Math.min(to.index, rest.length), slot) });
  const { max } = rule(config, to.shelf);
  const target = config[to.shelf];
  if (target.length >= max || !field) return config;
  const item = roleOf(from.shelf) === roleOf(to.shelf) ? slot : slotOf(field, to.shelf);
  return followed(config, { ...config, [from.shelf]: rest, [to.shelf]: inserted(target, Math.min(to.index, target.length), item) });
}

/** All fields that a chart names. */
export const usedFields = (config: ChartConfig): ReadonlySet<string> =>
  new Set([...SHELVES.flatMap((shelf) => config[shelf].map((slot) => slot.col)), ...conditionFields(config.filters), ...config.drill]);

/** The chart over another data set: fields of the same name stay, the others go; `dropped` lists them. */
export function withDataSet(config: ChartConfig, dataSetId: string, fields: readonly Field[]): { config: ChartConfig; dropped: string[] } {
  const known = new Set(fields.map((field) => field.id));
  const kept = (nodes: readonly FilterNode[]): FilterNode[] =>
    nodes.flatMap((node): FilterNode[] => {
      if ('col' in node) return known.has(node.col) ? [node] : [];
      const inner = kept('all' in node ? node.all : node.any);
      return inner.length === 0 ? [] : ['all' in node ? { all: inner } : { any: inner }];
    });
  const next = followed(config, {
    ...config,
    dataSetId,
    rows: config.rows.filter((slot) => known.has(slot.col)),
    columns: config.columns.filter((slot) => known.has(slot.col)),
    measures: config.measures.filter((slot) => known.has(slot.col)),
    filters: kept(config.filters),
    having: [],
    parked: null,
    drill: config.drill.filter((col) => known.has(col)),
    params: {},
  });
  return { config: next, dropped: [...usedFields(config)].filter((col) => !known.has(col)) };
}

/** What is still missing before the chart can be drawn, in words; empty = it can. */
export function missing(config: ChartConfig, fields: readonly Field[]): string[] {
  const type = chartType(config.chartType);
  const said: string[] = [];
  if (config.dataSetId === NO_SET) return ['选择数据集'];
  const names = { rows: type.hints.rows, columns: type.hints.columns ?? '系列', measures: type.hints.measures };
  for (const shelf of SHELVES) {
    const lack = type[shelf].min - config[shelf].length;
    if (lack > 0) said.push(`${names[shelf]}还需要 ${lack} 个字段`);
    if (config[shelf].length > type[shelf].max) said.push(`${names[shelf]}最多 ${type[shelf].max} 个字段`);
  }
  if (config.rows.length + config.columns.length + config.measures.length === 0) said.push('把字段拖到上方');
  const known = new Set(fields.map((field) => field.id));
  const gone = [...usedFields(config)].filter((col) => !known.has(col));
  if (fields.length > 0 && gone.length > 0) said.push(`数据集中已没有字段：${gone.join('、')}`);
  return said;
}
