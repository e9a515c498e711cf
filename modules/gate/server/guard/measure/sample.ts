import type { ColumnStats } from '../../../contract/column-stats.ts';

const TOP = 10;
const BINS = 20;
const MAX_PATTERNS = 5;
const MAX_VALUE = 100;
const MAX_MASK = 40;
/** A value that stands once says nothing about the column and too much about a row. */
const MIN_REPEATS = 2;

/** The pattern of a value without its content: `张三 13800138000` → `字字 99999999999`. */
export const maskOf = (text: string): string =>
  Array.from(text.slice(0, MAX_MASK))
    .map((character) =>
      /\p{Nd}/u.test(character) ? '9' : /\p{Script=Han}/u.test(character) ? '字' : /\p{L}/u.test(character) ? 'A' : character,
    )
    .join('') + (text.length > MAX_MASK ? '…' : '');

function counted(texts: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/** Linear interpolation between the ranks that enclose the share, as `percentile_cont` does. */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const low = Math.floor(at);
  const below = sorted[low] ?? 0;
  return below + ((sorted[low + 1] ?? below) - below) * (at - low);
}

function histogramOf(sorted: readonly number[]): ColumnStats['histogram'] {
  const low = sorted[0];
  const high = sorted.at(-1);
  if (low === undefined || high === undefined) return null;
  const counts = Array.from({ length: low === high ? 1 : BINS }, () => 0);
  for (const value of sorted) {
    const bin = low === high ? 0 : Math.min(BINS - 1, Math.floor(((value - low) / (high - low)) * BINS));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { low, high, counts };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value instanceof Date ? value.toISOString() : JSON.stringify(value);

/** Statistics of one column from a sample of its values; of sensitive columns only the patterns of values. */
export function sampleStats(
  kind: ColumnStats['kind'],
  values: readonly unknown[],
  isSensitive: boolean,
): Pick<ColumnStats, 'top' | 'patterns' | 'quantiles' | 'histogram' | 'sampled'> {
  const present = values.filter((value) => value !== null && value !== undefined);
  const texts = present.map(textOf);
  const patterns =
    kind === 'text'
      ? counted(texts.map(maskOf))
          .slice(0, MAX_PATTERNS)
          .map(([mask, count]) => ({ mask, count }))
      : [];
  if (isSensitive) return { top: null, patterns, quantiles: null, histogram: null, sampled: present.length };
  const repeated = counted(texts).filter(([, count]) => count >= MIN_REPEATS);
  const top = repeated.slice(0, TOP).map(([value, count]) => ({ value: value.slice(0, MAX_VALUE), count }));
  const numbers =
    kind === 'number'
      ? texts.map(Number)
      : kind === 'time'
        ? texts.map((text) =>
            Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}${text.length > 10 ? '+08:00' : ''}`),
          )
        : [];
  const sorted = numbers.filter((value) => Number.isFinite(value)).sort((a, b) => a - b);
  return {
    top,
    patterns,
    quantiles: kind === 'number' && sorted.length > 0 ? [0.25, 0.5, 0.75].map((share) => quantile(sorted, share)) : null,
    histogram: histogramOf(sorted),
    sampled: present.length,
  };
}
