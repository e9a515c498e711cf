import type { ChartData, Scalar } from '../../contract/query.ts';
import { changed } from './change.ts';
import { filled } from './fill.ts';
import { normalNumber, normalValue } from './normal.ts';
import { ordered } from './order.ts';
import { readAs, type Labels } from './labels.ts';
import type { Plan } from './plan.ts';

export const OTHERS = '其他';

/** One group on its way to the answer. */
export interface Group {
  dims: Scalar[];
  measures: Scalar[];
  readonly compared: readonly Scalar[];
  readonly isOther: boolean;
  readonly isVisible: boolean;
  /** dimensions that are summed up */
  readonly level: number;
  /** tells totals of one level apart */
  readonly part: number;
}
export interface ShapeInput {
  readonly plan: Plan;
  readonly rows: readonly (readonly unknown[])[];
  /** by position of the raw columns */
  readonly masked: readonly boolean[];
  /** what people read in place of codes, by field */
  readonly labels: Labels;
}
export type Shaped = Pick<ChartData, 'columns' | 'rows' | 'totals' | 'truncated' | 'cut' | 'spans'>;

const limited = (shown: number, total: number | null): Pick<Shaped, 'cut'> => ({
  cut: { kind: 'limit', shown, total, hasOthers: false, bottom: false },
});

/** Makes the answer of the rows that came back: equal for every kind of database. */
export function shapeAnswer({ plan, rows, masked, labels }: ShapeInput): Shaped {
  const { dims, measures, query } = plan;
  const maskOf = (kind: 'dim' | 'measure', at: number): boolean => {
    const i = plan.raw.findIndex((column) => column.kind === kind && column.at === at);
    return masked[i] ?? false;
  };
  const columns = plan.columns.map((column, i) => {
    const isMasked = i < dims.length ? maskOf('dim', i) : maskOf('measure', i - dims.length);
    return isMasked ? { ...column, type: 'string' as const, masked: true } : column;
  });
  const isMaskedMeasure = measures.map((_, i) => maskOf('measure', i));
  const dimOf = (value: unknown, at: number): Scalar => {
    const { type, grain } = dims[at]!;
    const label = maskOf('dim', at) ? null : readAs(labels.get(dims[at]!.field.id), value);
    return label ?? (maskOf('dim', at) ? scalar(value) : normalValue(value, type, grain));
  };
  const measureOf = (value: unknown, at: number): Scalar => {
    if (isMaskedMeasure[at]) return scalar(value);
    const { type, isSquared, field, agg } = measures[at]!;
    const normal = normalValue(value, type, null);
    if (agg === 'none' && plan.isDetail) return readAs(labels.get(field.id), value) ?? normal;
    return isSquared && typeof normal === 'number' ? normalNumber(Math.sqrt(normal)) : normal;
  };
  if (plan.isDetail)
    return {
      columns,
      rows: rows
        .slice(0, query.limit)
        .map((row) => row.map((value, i) => (i < dims.length ? dimOf(value, i) : measureOf(value, i - dims.length)))),
      truncated: rows.length > query.limit,
      ...(rows.length > query.limit && limited(query.limit, null)),
      spans: [...plan.spans],
    };
  let groups = rows.slice(0, plan.isOrdered ? query.limit : rows.length).map((row): Group => {
    const group = {
      dims: dims.map((): Scalar => null),
      measures: measures.map((): Scalar => null),
      compared: measures.map((): Scalar => null),
    };
    let [isOther, isVisible, part] = [false, true, 0];
    plan.raw.forEach((column, i) => {
      const value = row[i];
      if (column.kind === 'dim') group.dims[column.at] = dimOf(value, column.at);
      else if (column.kind === 'measure') group.measures[column.at] = measureOf(value, column.at);
      else if (column.kind === 'compare') group.compared[column.at] = measureOf(value, column.at);
      else if (column.kind === 'other') isOther = Number(value) === 1;
      else if (column.kind === 'visible') isVisible = Number(value) !== 0;
      else if (column.kind === 'inside') isVisible = value === null || Number(value) !== 0;
      else part = Number(value);
    });
    if (isOther && query.topN) group.dims[Number(query.topN.of.slice(1))] = OTHERS;
    return { ...group, isOther, isVisible, level: Math.floor(part / 100), part };
  });
  const fetchedAll = rows.length < plan.fetch;
  if (measures.some(({ modifier }) => modifier !== 'none')) groups = changed(plan, groups, isMaskedMeasure);
  if (query.fill !== 'none') groups = filled(plan, groups);
  const done = plan.isOrdered ? groups : ordered(plan, groups);
  const details = done.filter(({ level }) => level === 0);
  const kept = details.slice(0, query.limit);
  const isLimited = !fetchedAll || details.length > kept.length;
  const shown = [...kept, ...done.filter(({ level }) => level > 0)];
  return {
    columns,
    rows: shown.map((group) => [...group.dims, ...group.measures]),
    ...(query.totals || query.grandTotal ? { totals: shown.map(({ level }) => level) } : {}),
    truncated: isLimited,
    ...(isLimited ? limited(kept.length, fetchedAll && !plan.isOrdered ? details.length : null) : topOf(plan, details)),
    spans: [...plan.spans],
  };
}

/** A ranking leaves out what comes after its n: whether there is anything must be counted where nothing stands for it. */
function topOf({ query: { topN } }: Plan, details: readonly Group[]): Pick<Shaped, 'cut'> {
  if (!topN) return {};
  const at = Number(topN.of.slice(1));
  const ranked = new Set(details.filter(({ isOther }) => !isOther).map(({ dims }) => JSON.stringify(dims[at])));
  const isCut = topN.others ? details.some(({ isOther }) => isOther) : ranked.size >= topN.n;
  return isCut ? { cut: { kind: 'top', shown: ranked.size, total: null, hasOthers: topN.others, bottom: topN.bottom } } : {};
}

const scalar = (value: unknown): Scalar =>
  value === null || value === undefined ? null : typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
