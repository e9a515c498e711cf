import { chartType, type ChartTypeKey, type ShelfRule } from '../../contract/chart-types.ts';
import type { ChartConfig } from '../../contract/chart.ts';
import type { Slot } from '#modules/datasets/contract/query.ts';

type Shelf = 'rows' | 'columns' | 'measures';

/** Fields that found no place, as people read them, and what the new type still lacks. */
export interface Switched {
  readonly config: ChartConfig;
  readonly dropped: string[];
}

const nameOf = (slot: Slot): string => slot.alias || slot.col;

/** Variants of the same idea in other types: a stack stays a stack. */
const LIKE: Record<string, readonly string[]> = {
  stackbar: ['stackline', 'stackpolarbar'],
  percentagestackbar: ['percentagestackarealine', 'stackpolarbar'],
  stackbarchart: ['stackline', 'stackpolarbar'],
  percentagestackbarchart: ['percentagestackarealine', 'stackpolarbar'],
  stackline: ['stackbar', 'stackpolarbar'],
  stackarealine: ['stackbar', 'stackpolarbar'],
  percentagestackarealine: ['percentagestackbar', 'stackpolarbar'],
  stackpolarbar: ['stackbar', 'stackline'],
  polarline: ['line', 'radar'],
  line: ['polarline'],
};

function variantFor(config: ChartConfig, to: ChartTypeKey): string | null {
  const keys = chartType(to).variants.map(([key]) => key);
  if (config.seriesType && keys.includes(config.seriesType)) return config.seriesType;
  return LIKE[config.seriesType ?? '']?.find((key) => keys.includes(key)) ?? keys[0] ?? null;
}

/**
 * The same chart as another type. Fields stay on their shelves as far as the new type takes them; what does not fit moves to the other shelf of
 * dimensions when there is room, and is put aside only then, to come back
 * when a type without dimensions is left again. References to results by place (`d1`, `m0`) follow their fields; sorts, rules, lines
 * and the top list over dropped fields go with them. Filters, parameters, theme and options stay: every type takes what it understands.
 */
export function switchType(config: ChartConfig, to: ChartTypeKey): Switched {
  const rule = chartType(to);
  // what a type without dimensions could not take comes back with the next one that can
  const parked = config.rows.length + config.columns.length === 0 ? config.parked : null;
  const dims = [
    ...config.rows.map((slot) => ({ slot, from: 'rows' as Shelf })),
    ...config.columns.map((slot) => ({ slot, from: 'columns' as Shelf })),
    ...(parked?.rows ?? []).map((slot) => ({ slot, from: 'rows' as Shelf })),
    ...(parked?.columns ?? []).map((slot) => ({ slot, from: 'columns' as Shelf })),
  ];
  const rows: Slot[] = [];
  const columns: Slot[] = [];
  const rest: Slot[] = [];
  const has = (list: readonly Slot[], limit: ShelfRule) => list.length < limit.max;
  for (const { slot, from } of dims) {
    if (from === 'rows' && has(rows, rule.rows)) rows.push(slot);
    else if (from === 'columns' && has(columns, rule.columns)) columns.push(slot);
    else rest.push(slot);
  }
  const lost: Slot[] = [];
  for (const slot of rest) {
    if (has(rows, rule.rows)) rows.push(slot);
    else if (has(columns, rule.columns)) columns.push(slot);
    else lost.push(slot);
  }
  // a type that must have a second shelf takes it from the one that has more than it needs
  while (columns.length < rule.columns.min && rows.length > rule.rows.min) columns.unshift(rows.pop()!);
  while (rows.length < rule.rows.min && columns.length > rule.columns.min) rows.push(columns.shift()!);
  const figures = [...config.measures, ...(parked?.measures ?? [])];
  const measures = figures.slice(0, rule.measures.max);
  const lostMeasures = figures.slice(rule.measures.max);
  const wasRow = new Set(dims.flatMap(({ slot, from }) => (from === 'rows' ? [slot] : [])));
  const left = {
    rows: lost.filter((slot) => wasRow.has(slot)),
    columns: lost.filter((slot) => !wasRow.has(slot)),
    measures: lostMeasures,
  };

  // results are named by place: d0… over rows then columns, m0… over measures
  const before = [...config.rows, ...config.columns];
  const after = [...rows, ...columns];
  const place = (key: string): string | null => {
    const at = Number(key.slice(1));
    if (key.startsWith('m')) return at < measures.length ? key : null;
    const slot = before[at];
    const now = slot ? after.indexOf(slot) : -1;
    return now < 0 ? null : `d${now}`;
  };
  const moved = <T, K extends keyof T>(list: readonly T[], by: K): T[] =>
    list.flatMap((one) => {
      const key = one[by];
      if (typeof key !== 'string') return [one];
      const now = place(key);
      return now ? [{ ...one, [by]: now }] : [];
    });
  const { topN } = config;
  const [by, of] = [topN ? place(topN.by) : null, topN ? place(topN.of) : null];
  const { parked: _, ...plain } = config;
  const isDetail = to === 'table' ? config.isDetail : false;
  return {
    config: {
      ...plain,
      chartType: to,
      seriesType: variantFor(config, to),
      rows,
      columns,
      measures,
      sort: moved(config.sort, 'by'),
      rules: moved(config.rules, 'on'),
      refs: moved(config.refs, 'measure'),
      topN: topN && by && of ? { ...topN, by, of } : null,
      isDetail,
      totals: to === 'pivot' ? config.totals : false,
      ...(lost.length + lostMeasures.length > 0 && { parked: left }),
    },
    dropped: [...lost, ...lostMeasures].map(nameOf),
  };
}

/** What a chart lacks before it can be asked: shelf and sentence, empty when it is complete. */
export function lacking(config: ChartConfig): { shelf: Shelf; text: string }[] {
  const rule = chartType(config.chartType);
  const names: Record<Shelf, string> = { rows: '维度', columns: '系列', measures: '指标' };
  const short = (['rows', 'columns', 'measures'] as const).flatMap((shelf) =>
    config[shelf].length < rule[shelf].min
      ? [{ shelf, text: `${rule.label}至少需要 ${rule[shelf].min} 个${rule.hints[shelf] || names[shelf]}` }]
      : [],
  );
  if (short.length === 0 && config.rows.length + config.columns.length + config.measures.length === 0)
    return [{ shelf: 'rows', text: '请先拖入字段' }];
  return short;
}
