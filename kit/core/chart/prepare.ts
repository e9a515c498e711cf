/** A number as calls return it: decimals and 64-bit integers are text, null is a gap. */
export type Figure = number | string | null | undefined;

/** Converts to a number; null stays a gap, text that is no number becomes one. */
export function toNumber(figure: Figure): number | null {
  if (figure === null || figure === undefined || figure === '') return null;
  const number = typeof figure === 'number' ? figure : Number(figure.replace(/[%,\s]/g, ''));
  return Number.isFinite(number) ? number : null;
}

/** Unit of an axis: values are divided by `divisor` and labelled `name`. */
export interface Unit {
  divisor: number;
  name: '' | '万' | '亿' | '秒';
}
/** Kind of quantity: counts and money scale to 万 and 亿, milliseconds to seconds, ratios and sizes stay as they are. */
export type Scale = 'count' | 'milliseconds' | 'plain';
const UNITS: Readonly<Record<Scale, readonly Unit[]>> = {
  count: [
    { divisor: 100_000_000, name: '亿' },
    { divisor: 10_000, name: '万' },
  ],
  milliseconds: [{ divisor: 1000, name: '秒' }],
  plain: [],
};
const PLAIN: Unit = { divisor: 1, name: '' };

/** The unit in which the largest value of an axis is easy to read. */
export function unitOf(figures: readonly (number | null)[], scale: Scale = 'count'): Unit {
  const most = figures.reduce<number>((max, figure) => Math.max(max, Math.abs(figure ?? 0)), 0);
  return UNITS[scale].find((unit) => most >= unit.divisor) ?? PLAIN;
}

/** Formats a value in its unit with at most `digits` decimals: 12345 → 1.23万; without a unit 1234567 → 1,234,567. */
export function formatFigure(figure: number | null, unit: Unit = PLAIN, digits = 2): string {
  if (figure === null) return '—';
  const scaled = figure / unit.divisor;
  const text = scaled.toLocaleString('en-US', { maximumFractionDigits: digits });
  return `${text === '-0' ? '0' : text}${unit.name}`;
}

export interface Slice {
  name: string;
  value: number;
  /** of the whole, 0–100 */
  share: number;
}

/** Label of the combined remainder beyond the largest entries. */
export const REST = '其他';
/** Label of an entry without a name. */
const NAMELESS = '未命名';

/**
 * Slices of a pie: gaps, zeros and negative values are dropped, entries of equal name are summed, largest first, and everything beyond
 * `limit` is combined as 其他 at the end.
 */
export function pieSlices(list: readonly { name: string | null; percent: Figure }[], limit = 10): Slice[] {
  const sums = new Map<string, number>();
  for (const entry of list) {
    const value = toNumber(entry.percent);
    if (value === null || value <= 0) continue;
    const name = entry.name || NAMELESS;
    sums.set(name, (sums.get(name) ?? 0) + value);
  }
  const sorted = [...sums].sort(([, a], [, b]) => b - a);
  const kept = sorted.length > limit ? sorted.slice(0, limit - 1) : sorted;
  const rest = sorted.slice(kept.length).reduce((sum, [, value]) => sum + value, 0);
  if (rest > 0) {
    const same = kept.find(([name]) => name === REST);
    if (same) same[1] += rest;
    else kept.push([REST, rest]);
  }
  const whole = kept.reduce((sum, [, value]) => sum + value, 0);
  // values that already sum to about 100 are percentages and keep their rounding
  const isPercent = Math.abs(whole - 100) <= 1;
  return kept.map(([name, value]) => ({ name, value, share: isPercent ? value : (value / whole) * 100 }));
}

export interface Series {
  name: string;
  values: (number | null)[];
}

export interface Plot {
  x: string[];
  series: Series[];
  unit: Unit;
  /** the maximum over all series and the series it belongs to, labelled directly; null when it is not informative */
  peak: { series: number; index: number; value: number } | null;
  /** nothing to draw */
  isEmpty: boolean;
}

/**
 * Prepares categories and series for a line or bar chart. Series of different length are padded with gaps, never truncated. A comparison
 * series (`isPrevious`) gets no peak label.
 */
export function plot(
  x: readonly string[],
  series: readonly { name: string; values: readonly Figure[]; isPrevious?: boolean }[],
  scale: Scale = 'count',
): Plot {
  const length = Math.max(x.length, ...series.map(({ values }) => values.length));
  const clean = series.map(({ name, values }) => ({ name, values: Array.from({ length }, (_, i) => toNumber(values[i])) }));
  const all = clean.flatMap(({ values }) => values);
  return {
    x: Array.from({ length }, (_, i) => x[i] ?? ''),
    series: clean,
    unit: unitOf(all, scale),
    peak: peakOf(clean.map(({ values }, i) => (series[i]?.isPrevious ? [] : values))),
    isEmpty: all.every((value) => value === null),
  };
}

/** The maximum over all series; null where its series is too short or constant. */
function peakOf(lists: readonly (readonly (number | null)[])[]): Plot['peak'] {
  const tops = lists.map((values) => Math.max(...values.filter((value) => value !== null)));
  const value = Math.max(...tops);
  const series = tops.indexOf(value);
  const known = (lists[series] ?? []).filter((one) => one !== null);
  if (known.length <= 2 || known.every((one) => one === value)) return null;
  return { series, index: lists[series]!.indexOf(value), value };
}
