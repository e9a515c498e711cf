import { severitiesOf, severityOf } from '#kit/core/chart/severity.ts';
import type { ChartData, ResultColumn, Scalar } from '#modules/datasets/contract/query.ts';
import { asNumber, formatValue, numberParts, type NumberParts, inOneScale } from '#modules/charts/core/index.ts';
import type { Props, PropValue } from '../../core/widgets.ts';

export const str = (props: Props, key: string): string => (typeof props[key] === 'string' ? props[key] : '');
export const num = (props: Props, key: string): number => (typeof props[key] === 'number' ? props[key] : 0);
export const flag = (props: Props, key: string): boolean => props[key] === true;
/** The entries of a list property; empty for anything else. */
export const items = (props: Props, key: string): readonly { [key: string]: PropValue }[] =>
  Array.isArray(props[key])
    ? props[key].filter((one): one is { [key: string]: PropValue } => typeof one === 'object' && one !== null && !Array.isArray(one))
    : [];

/** Rings that a widget shows. */
export const MAX_RINGS = 4;
/** Alerts in a line that runs through. */
export const MAX_RUNNING = 40;

/** A column of an answer with its place in the rows. */
export interface Column extends ResultColumn {
  readonly at: number;
}
export type Row = readonly Scalar[];
/** An answer as widgets read it: dimensions and measures in the order of the shelves, rows of detail alone. */
export interface Table {
  readonly dims: readonly Column[];
  readonly measures: readonly Column[];
  readonly rows: readonly Row[];
}

const known = new WeakMap<ChartData, Table>();
/** The table of an answer, each measure in one unit; the same answer gives the same table. */
export function tableOf(data: ChartData): Table {
  const before = known.get(data);
  if (before) return before;
  const rows = data.totals ? data.rows.filter((_, i) => (data.totals?.[i] ?? 0) === 0) : data.rows;
  const columns = data.columns.map((column, at): Column => {
    const isList = column.role === 'measure' && column.format && rows.length > 1;
    return isList
      ? {
          ...column,
          at,
          format: inOneScale(
            column.format!,
            rows.map((row) => asNumber(row[at])),
          ),
        }
      : { ...column, at };
  });
  const table: Table = {
    dims: columns.filter(({ role }) => role === 'dimension'),
    measures: columns.filter(({ role }) => role === 'measure'),
    rows,
  };
  known.set(data, table);
  return table;
}

export const valueOf = (row: Row | undefined, column: Column | undefined): number | null =>
  row && column ? asNumber(row[column.at]) : null;
export const textOf = (row: Row | undefined, column: Column | undefined): string =>
  row && column ? formatValue(row[column.at] ?? null, column) : '';

/** A measure as digits and unit, with what the widget says about both. */
export function partsOf(value: number | null, column: Column | undefined, own: { unit?: string; digits?: number } = {}): NumberParts {
  const format = column?.format ?? null;
  const digits = own.digits !== undefined && own.digits >= 0 ? own.digits : format?.digits;
  const base = format ?? { kind: 'auto' as const, scale: 'none' as const, thousands: true };
  const parts = numberParts(value, { ...base, digits: digits ?? null }, column?.modifier ?? null);
  return own.unit ? { ...parts, unit: own.unit } : parts;
}

/** A ratio as a change: `+12.6%`. */
export const percentText = (ratio: number, digits = 1): string =>
  `${new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(ratio * 100)}%`;

export type Verdict = 'good' | 'warn' | 'bad' | 'flat';
/** Whether a change is welcome. */
export function verdictOf(change: number, goodWhen: string): Verdict {
  if (goodWhen === 'none' || change === 0) return 'flat';
  return change > 0 === (goodWhen === 'up') ? 'good' : 'bad';
}
/** Traffic light of a value against its target: green when reached, yellow when near, red beyond. */
export function targetVerdict(value: number | null, target: number | null, goodWhen: string, near = 90): Verdict {
  if (value === null || target === null || goodWhen === 'none') return 'flat';
  const reach = target === 0 ? (value >= 0 ? 1 : 0) : goodWhen === 'down' ? target / (value || Number.EPSILON) : value / target;
  if (reach >= 1) return 'good';
  return reach * 100 >= near ? 'warn' : 'bad';
}

const RELATIVE = new Set(['yoy', 'mom', 'share']);
const DIFFERENCE = new Set(['yoyDiff', 'momDiff']);
const BEFORE = new Set(['yoyValue', 'momValue']);
export interface Change {
  /** share of the value before, null when it cannot be told */
  readonly ratio: number | null;
  /** absolute, when only that is known */
  readonly diff: number | null;
}
/** What a second measure says about the first: a ratio, a difference, or the value before; `kind` of the widget, else by its modifier. */
export function changeOf(value: number | null, second: number | null, column: Column | undefined, kind = 'auto'): Change {
  const none: Change = { ratio: null, diff: null };
  if (second === null || !column) return none;
  const modifier = column.modifier ?? 'none';
  if (kind === 'delta' || (kind === 'auto' && (RELATIVE.has(modifier) || column.format?.kind === 'percent')))
    return { ratio: second, diff: null };
  if (kind === 'diff' || (kind === 'auto' && DIFFERENCE.has(modifier))) return { ratio: null, diff: second };
  if (kind === 'previous' || (kind === 'auto' && BEFORE.has(modifier)))
    return value === null || second === 0 ? none : { ratio: (value - second) / Math.abs(second), diff: value - second };
  return none;
}
/** `auto` second measures that are neither a change nor a value before are targets. */
export const isTarget = (column: Column | undefined, kind = 'auto'): boolean => {
  if (!column) return false;
  if (kind !== 'auto') return kind === 'target';
  const modifier = column.modifier ?? 'none';
  return modifier === 'none' && column.format?.kind !== 'percent';
};

export interface Kpi {
  readonly value: number | null;
  readonly change: Change;
  readonly target: number | null;
  readonly trend: readonly number[];
  readonly column: Column | undefined;
  /** figures that stand beside the main one under their own names */
  readonly notes: readonly { readonly column: Column; readonly value: number | null }[];
}
const sum = (values: readonly (number | null)[]): number | null => {
  const there = values.filter((value) => value !== null);
  return there.length === 0 ? null : there.reduce((a, b) => a + b, 0);
};
/** The figure of a KPI: main value, change, target and trend, from the first measures and an optional dimension of time. */
export function kpiOf(table: Table, how: { pick: string; second: string }): Kpi {
  const [main, second, third] = table.measures;
  const trend = table.dims.length > 0 ? table.rows.map((row) => valueOf(row, main)) : [];
  const row = how.pick === 'first' ? table.rows[0] : table.rows.at(-1);
  const isSum = how.pick === 'sum' && table.dims.length > 0;
  const value = isSum ? sum(trend) : valueOf(row, main);
  const one = isSum && isTarget(second, how.second) ? sum(table.rows.map((each) => valueOf(each, second))) : valueOf(row, second);
  const secondIsTarget = isTarget(second, how.second);
  if (how.second === 'note')
    return {
      value,
      change: { ratio: null, diff: null },
      target: null,
      trend: trend.filter((each) => each !== null),
      column: main,
      notes: table.measures.slice(1).map((column) => ({ column, value: valueOf(row, column) })),
    };
  return {
    value,
    change: secondIsTarget ? { ratio: null, diff: null } : changeOf(value, one, second, how.second),
    target: secondIsTarget ? one : valueOf(row, third),
    trend: trend.filter((each) => each !== null),
    column: main,
    notes: [],
  };
}

/**
 * Share of full 0 … 1: by `max`, else a percentage by its format, else 0–1 or 0–100 by the size of what is there. null where nothing says what
 * full would be: a count of people is no share of the largest count.
 */
export function shareOf(value: number | null, column: Column | undefined, max: number, most: number): number | null {
  const isShare = column?.format?.kind === 'percent' || column?.modifier === 'share';
  const isCount = most > 100 || (column?.format?.unit ?? '%') !== '%';
  const full = max > 0 ? max : isShare ? 1 : isCount ? null : most <= 1 ? 1 : 100;
  if (full === null) return null;
  return value === null ? 0 : Math.min(1, Math.max(0, value / full));
}

/** Colour of a tag: as the widget lists it, else by its severity, else the accent. */
export function tagColor(value: string, tags: readonly { [key: string]: PropValue }[]): string {
  const own = tags.find((tag) => tag.value === value)?.color;
  if (typeof own === 'string' && own !== '') return own;
  const severity = severityOf(value);
  return severity === null ? 'accent' : `severity${severity}`;
}
/** Colours of bars by their names: as the widget lists them, else by what they mean where they are states; null = the neutral palette. */
export function meaningColors(names: readonly string[], tags: readonly { [key: string]: PropValue }[]): readonly (string | null)[] {
  const severities = severitiesOf(names);
  return names.map((name) => {
    const own = tags.find((tag) => tag.value === name)?.color;
    if (typeof own === 'string' && own !== '') return own;
    const severity = severities.get(name);
    return severity === undefined ? null : `severity${severity}`;
  });
}
