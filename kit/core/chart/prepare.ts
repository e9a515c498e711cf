/** A figure as it comes from a call: decimals and big integers are text, null is a gap. */
export type Figure = number | string | null | undefined;

/** Text or number → number; a gap stays a gap, nonsense becomes one. */
export function toNumber(figure: Figure): number | null {
  if (figure === null || figure === undefined || figure === '') return null;
  const number = typeof figure === 'number' ? figure : Number(figure.replace(/[%,\s]/g, ''));
  return Number.isFinite(number) ? number : null;
}

/** How an axis is read: figures are divided by `divisor` and carry `name`. */
export interface Unit {
  divisor: number;
  name: '' | '万' | '亿' | '秒';
}
/** What an axis counts: things and money go up by 万, milliseconds become seconds, shares and sizes stay as they are. */
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

/** The unit in which the largest figure of an axis reads well. */
export function unitOf(figures: readonly (number | null)[], scale: Scale = 'count'): Unit {
  const most = figures.reduce<number>((max, figure) => Math.max(max, Math.abs(figure ?? 0)), 0);
  return UNITS[scale].find((unit) => most >= unit.divisor) ?? PLAIN;
}

/** A figure in its unit with at most `digits` decimals: 12345 → 1.23万, 1234567 in full → 1,234,567. */
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

/** Name of what is left beyond the largest entries. */
export const REST = '其他';
/** Name of an entry that has none. */
const NAMELESS = '未命名';

/**
 * Entries of a pie: without gaps, zeros and negative figures, entries of the same name added up, largest first, what is beyond
 * `limit` as 其他 at the end.
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
  // figures that already are percentages of a whole stay as they were given, rounding included
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
  /** the highest figure of all series and the one that it stands in, labelled directly; null when it says nothing */
  peak: { series: number; index: number; value: number } | null;
  /** nothing to draw */
  isEmpty: boolean;
}

/**
 * Categories and figures → what a line or bar chart draws. Lists of different length are padded with gaps, never cut. What others are compared
 * with (`isPrevious`) has no peak.
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

/** The highest figure of lists, nothing where the list that holds it is short or level. */
function peakOf(lists: readonly (readonly (number | null)[])[]): Plot['peak'] {
  const tops = lists.map((values) => Math.max(...values.filter((value) => value !== null)));
  const value = Math.max(...tops);
  const series = tops.indexOf(value);
  const known = (lists[series] ?? []).filter((one) => one !== null);
  if (known.length <= 2 || known.every((one) => one === value)) return null;
  return { series, index: lists[series]!.indexOf(value), value };
}
