import { shownNumber } from './anomaly-range.ts';
import { outcome, skipped, type Outcome } from './compile/outcome.ts';

/*
 * How far a distribution moved from another one. Distributions are counts by bin; no value of a row is kept, only the edges between bins or the
 * most frequent values.
 */

/** Bins of numbers `[edge, next edge)` with open ends, or single values and the rest. */
export type Bins =
  | { readonly of: 'number'; readonly edges: readonly number[] }
  | { readonly of: 'text'; readonly values: readonly string[] };
/** Counts by bin: one more than there are edges or values. */
export interface Distribution {
  readonly bins: Bins;
  readonly counts: readonly number[];
}
export type Method = 'psi' | 'chiSquare' | 'ks' | 'kl';
export const METHODS: Readonly<Record<Method, string>> = {
  psi: '群体稳定性指标（PSI）',
  chiSquare: '卡方检验',
  ks: 'KS 检验',
  kl: 'KL 散度',
};
/** Bins of numbers, and values of texts that have one of their own. */
export const [MAX_BINS, MAX_VALUES, MAX_LENGTH] = [10, 20, 60];
/** Values below which a distribution says nothing. */
export const LEAST_VALUES = 30;

const total = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0);
/** Shares by bin. Nothing is given a little, so that no logarithm is of zero. */
function shares(counts: readonly number[]): number[] {
  const all = total(counts) || 1;
  return counts.map((one) => Math.max(one / all, 1e-4));
}
/** Population stability index Σ (p − q) ln(p ÷ q) of counts by bin. */
export function psi(baseline: readonly number[], current: readonly number[]): number {
  const [q, p] = [shares(baseline), shares(current)];
  return p.reduce((sum, one, i) => sum + (one - q[i]!) * Math.log(one / q[i]!), 0);
}
/** Kullback-Leibler divergence Σ p ln(p ÷ q) of counts by bin. */
export function klDivergence(baseline: readonly number[], current: readonly number[]): number {
  const [q, p] = [shares(baseline), shares(current)];
  return Math.max(
    0,
    p.reduce((sum, one, i) => sum + one * Math.log(one / q[i]!), 0),
  );
}
/** p value of Kolmogorov-Smirnov (asymptotic series) from counts by bin: the distance is the largest at an edge, never more than the true one. */
export function ksPValue(baseline: readonly number[], current: readonly number[]): number {
  const [m, n] = [total(baseline), total(current)];
  let [a, b, most] = [0, 0, 0];
  baseline.forEach((count, i) => {
    a += count / m;
    b += current[i]! / n;
    most = Math.max(most, Math.abs(a - b));
  });
  const size = Math.sqrt((m * n) / (m + n));
  const lambda = (size + 0.12 + 0.11 / size) * most;
  if (lambda < 0.2) return 1;
  let sum = 0;
  for (let k = 1; k <= 100; k++) sum += (k % 2 === 1 ? 2 : -2) * Math.exp(-2 * k * k * lambda * lambda);
  return Math.min(1, Math.max(0, sum));
}
/** Distribution function of the normal distribution (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    0.39894228 * Math.exp((-z * z) / 2) * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z >= 0 ? 1 - tail : tail;
}
/** p value of Pearson's chi-square for counts by bin against the shares of a baseline (Wilson-Hilferty approximation). */
export function chiSquarePValue(baseline: readonly number[], current: readonly number[]): number {
  const expected = shares(baseline).map((share) => share * total(current));
  const chi = current.reduce((sum, one, i) => sum + (one - expected[i]!) ** 2 / expected[i]!, 0);
  const freedom = current.length - 1;
  if (freedom < 1) return 1;
  const z = (Math.cbrt(chi / freedom) - (1 - 2 / (9 * freedom))) / Math.sqrt(2 / (9 * freedom));
  return 1 - normal(z);
}

const MEASURES: Readonly<Record<Method, (baseline: readonly number[], current: readonly number[]) => number>> = {
  psi,
  kl: klDivergence,
  ks: ksPValue,
  chiSquare: chiSquarePValue,
};

/** Result of a drift rule. PSI and KL must not exceed the bound, p values must reach it. */
export function driftOutcome(
  ruleId: string,
  { distribution, most }: { readonly distribution: Method; readonly most: number },
  { bins, baseline, current }: { readonly bins: Bins; readonly baseline: readonly number[]; readonly current: readonly number[] },
): Outcome {
  const rows = total(current);
  const lacking = [total(baseline), rows].find((one) => one < LEAST_VALUES);
  const kept = { value: null, detail: null };
  if (lacking !== undefined) return { ...skipped(ruleId, `只有${lacking}个值，不足${LEAST_VALUES}个，本次跳过`), kept };
  if (distribution === 'ks' && bins.of !== 'number') return skipped(ruleId, 'KS 检验只用于数值字段');
  const value = Math.round(MEASURES[distribution](baseline, current) * 1e6) / 1e6;
  const isDistance = distribution === 'psi' || distribution === 'kl';
  const bound = `${isDistance ? '不超过' : '不小于'}${most}`;
  const says = `与${total(baseline)}个值的基准分布相比，${METHODS[distribution]}${isDistance ? '' : '的 p 值'}应${bound}${movedMost({ bins, baseline, current })}`;
  return outcome(ruleId, {
    rows,
    value: shownNumber(value),
    isGood: isDistance ? value <= most : value >= most,
    expected: isDistance ? { low: 0, high: most, says } : { low: most, high: null, says },
    kept: { value, detail: null },
  });
}

const percent = (share: number): string => `${shownNumber(Math.round(share * 1000) / 10)}%`;
/** The bin whose share moved most: where to look first. */
function movedMost({ bins, baseline, current }: { bins: Bins; baseline: readonly number[]; current: readonly number[] }): string {
  const [m, n] = [total(baseline), total(current)];
  const moves = current.map((count, i) => ({ i, before: baseline[i]! / m, after: count / n }));
  const most = moves.toSorted((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))[0];
  if (!most || Math.abs(most.after - most.before) < 0.001) return '';
  return `；变化最大的是${binName(bins, most.i)}，占比由${percent(most.before)}变为${percent(most.after)}`;
}
function binName(bins: Bins, i: number): string {
  if (bins.of === 'text') return i < bins.values.length ? `“${bins.values[i]}”` : '其他值';
  const [low, high] = [bins.edges[i - 1], bins.edges[i]];
  if (low === undefined) return high === undefined ? '全部值' : `小于${shownNumber(high)}的值`;
  return high === undefined ? `不小于${shownNumber(low)}的值` : `${shownNumber(low)}至${shownNumber(high)}的值`;
}

/** Neighbouring bins together, until none has less than its part of the whole: of tails that hardly hold anything little can be said. */
export function mergedBins(edges: readonly number[], counts: readonly number[]): Distribution {
  const least = total(counts) / MAX_BINS;
  const kept: { edges: number[]; counts: number[] } = { edges: [], counts: [] };
  let open = 0;
  counts.forEach((count, i) => {
    open += count;
    const rest = total(counts.slice(i + 1));
    if (open < least || rest < least || i >= edges.length) return;
    kept.edges.push(edges[i]!);
    kept.counts.push(open);
    open = 0;
  });
  kept.counts.push(open);
  return { bins: { of: 'number', edges: kept.edges }, counts: kept.counts };
}

/** The distribution that a profile shows; null where it shows none. */
export function profiledDistribution(stats: {
  readonly kind: string;
  readonly top: readonly { readonly value: string; readonly count: number }[] | null;
  readonly histogram: { readonly low: number; readonly high: number; readonly counts: readonly number[] } | null;
  readonly sampled: number;
}): Distribution | null {
  const { histogram, top, sampled, kind } = stats;
  if (kind === 'number') {
    if (!histogram || histogram.counts.length === 0) return null;
    const width = (histogram.high - histogram.low) / histogram.counts.length;
    if (width <= 0) return null;
    const edges = histogram.counts.slice(1).map((_, i) => histogram.low + width * (i + 1));
    return mergedBins(edges, histogram.counts);
  }
  if (!top || top.length === 0) return null;
  // longer ones may have been cut
  const known = top.filter(({ value }) => value.length <= MAX_LENGTH).slice(0, MAX_VALUES);
  const counts = known.map(({ count }) => count);
  return { bins: { of: 'text', values: known.map(({ value }) => value) }, counts: [...counts, Math.max(0, sampled - total(counts))] };
}
