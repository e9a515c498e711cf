import type { HistoryCheck } from './catalogue/measure.ts';
import { outcome, skipped, type Outcome } from './compile/outcome.ts';

/*
 * Judgements on the history of a number. Strategies follow deequ (AbsoluteChange, RelativeRateOfChange, BatchNormal, OnlineNormal, HoltWinters);
 * days are compared with days of their kind, so that a holiday is no anomaly after working days.
 */

/** A figure of an earlier run. */
export interface Point {
  /** day of the run, `2026-03-01`; the newest of a day counts */
  readonly day: string;
  readonly value: number;
}
export interface History {
  readonly points: readonly Point[];
  /** the day that is judged */
  readonly day: string;
  /** days off beside weekends, and weekend days that are worked */
  readonly holidays: ReadonlySet<string>;
  readonly workdays?: ReadonlySet<string>;
}

const LEAST = 7;
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const shifted = (day: string, by: number): string => new Date(timeOf(day) + by * 86_400_000).toISOString().slice(0, 10);
/** Whether nobody works on a day. */
export function isDayOff(day: string, { holidays, workdays }: Pick<History, 'holidays' | 'workdays'>): boolean {
  if (holidays.has(day)) return true;
  return !workdays?.has(day) && [0, 6].includes(new Date(timeOf(day)).getUTCDay());
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: readonly number[]): number => {
  const middle = mean(values);
  return values.length < 2 ? 0 : Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
};

function newest(points: readonly Point[], before: string): Map<string, number> {
  return new Map(points.filter(({ day }) => day < before).map(({ day, value }) => [day, value]));
}
const valuesFrom = (found: ReadonlyMap<string, number>, from: string): number[] =>
  [...found].filter(([day]) => day >= from).map(([, value]) => value);

/** What a number is compared with; null = the history does not reach. */
function baseOf(compare: string, { points, day }: History): number | null {
  const found = newest(points, day);
  const some = (values: readonly number[]) => (values.length === 0 ? null : mean(values));
  switch (compare) {
    case 'previous':
      return points.at(-1)?.value ?? null;
    case 'day':
      return found.get(shifted(day, -1)) ?? null;
    case 'weekday':
      return found.get(shifted(day, -7)) ?? null;
    case 'week':
      return some(valuesFrom(found, shifted(day, -((new Date(timeOf(day)).getUTCDay() + 6) % 7))));
    case 'month': {
      const [year = 0, month = 1] = day.split('-').map(Number);
      const last = new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
      return found.get(`${last}${day.slice(7)}`) ?? null;
    }
    case 'average7':
      return some(valuesFrom(found, shifted(day, -7)));
    case 'average30':
      return some(valuesFrom(found, shifted(day, -30)));
    default:
      return some(valuesFrom(found, `${day.slice(0, 8)}01`));
  }
}

/** Bounds that a strategy expects for the next value; null = too little history. */
export function expectedRange(
  strategy: string,
  values: readonly number[],
  times: number,
): { low: number; high: number; middle: number } | null {
  if (values.length < LEAST) return null;
  const around = (middle: number, spread: number) => ({ low: middle - times * spread, high: middle + times * spread, middle });
  switch (strategy) {
    case 'absolute':
    case 'rate': {
      const steps = values.slice(1).map((value, i) => value - values[i]!);
      return around(values.at(-1)! + mean(steps), deviation(steps));
    }
    case 'relative': {
      const rates = values.slice(1).flatMap((value, i) => (values[i] === 0 ? [] : [value / values[i]!]));
      if (rates.length < 2) return null;
      const last = values.at(-1)!;
      const [middle, spread] = [last * mean(rates), Math.abs(last) * deviation(rates)];
      return around(middle, spread);
    }
    case 'onlineNormal': {
      // Welford's running mean and variance; what lies outside while it runs does not spoil the picture
      let [n, middle, squares] = [0, 0, 0];
      for (const value of values) {
        const spread = n > 1 ? Math.sqrt(squares / (n - 1)) : Infinity;
        if (n > LEAST && Math.abs(value - middle) > times * spread) continue;
        n++;
        const step = value - middle;
        middle += step / n;
        squares += step * (value - middle);
      }
      return around(middle, n > 1 ? Math.sqrt(squares / (n - 1)) : 0);
    }
    case 'holtWinters':
      return holtWinters(values, times);
    default:
      return around(mean(values), deviation(values));
  }
}

const PERIOD = 7;
/** Additive Holt-Winters with a week as season; smoothing 0.3, 0.1, 0.3. Falls back to the normal range below two seasons. */
function holtWinters(values: readonly number[], times: number): { low: number; high: number; middle: number } {
  if (values.length < 2 * PERIOD) {
    const [middle, spread] = [mean(values), deviation(values)];
    return { low: middle - times * spread, high: middle + times * spread, middle };
  }
  const [alpha, beta, gamma] = [0.3, 0.1, 0.3];
  let level = mean(values.slice(0, PERIOD));
  let trend = (mean(values.slice(PERIOD, 2 * PERIOD)) - level) / PERIOD;
  const season = values.slice(0, PERIOD).map((value) => value - level);
  const errors: number[] = [];
  values.forEach((value, i) => {
    const at = i % PERIOD;
    const forecast = level + trend + season[at]!;
    if (i >= PERIOD) errors.push(value - forecast);
    const before = level;
    level = alpha * (value - season[at]!) + (1 - alpha) * (level + trend);
    trend = beta * (level - before) + (1 - beta) * trend;
    season[at] = gamma * (value - level) + (1 - gamma) * season[at]!;
  });
  const middle = level + trend + season[values.length % PERIOD]!;
  const spread = Math.sqrt(mean(errors.map((error) => error ** 2)));
  return { low: middle - times * spread, high: middle + times * spread, middle };
}

const shown = (value: number): string => String(Math.round(value * 100) / 100);

/** Result of a rule about the history of a number. `value` is the one of this run. Too little history is skipped, never failed. */
export function historyOutcome(found: Outcome, ask: Exclude<HistoryCheck, { check: 'drift' }>, history: History): Outcome {
  if (found.problem || found.value === null) return found;
  const { ruleId } = found;
  const value = Number(found.value);
  if (ask.check === 'change') {
    const base = baseOf(ask.compare, history);
    if (base === null || base === 0) return skipped(ruleId, '没有可比较的历史，本次跳过');
    const change = ((value - base) / Math.abs(base)) * 100;
    const { min, max } = ask.bounds;
    const isGood = (min === null || change >= Number(min)) && (max === null || change <= Number(max));
    return outcome(ruleId, { rows: found.rows, value: found.value, isGood });
  }
  // by seasons the week is part of the model, otherwise days are compared with days of their kind
  const isOff = isDayOff(history.day, history);
  const alike = [...newest(history.points, history.day)].filter(
    ([day]) => ask.strategy === 'holtWinters' || isDayOff(day, history) === isOff,
  );
  const range = expectedRange(
    ask.strategy,
    alike.map(([, one]) => one),
    ask.sensitivity,
  );
  if (!range) return skipped(ruleId, `历史不足${LEAST}天，本次跳过`);
  const slack = 1e-9 * Math.max(1, Math.abs(range.middle));
  const isGood = value >= range.low - slack && value <= range.high + slack;
  return outcome(ruleId, { rows: found.rows, value: `${found.value}（预期${shown(range.low)}至${shown(range.high)}）`, isGood });
}

/** Shares of the values in bins; bins of the baseline. Nothing is given a little, so that no logarithm is of zero. */
function shares(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, one) => sum + one, 0) || 1;
  return counts.map((one) => Math.max(one / total, 1e-4));
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
/** p value of Kolmogorov-Smirnov for two samples (asymptotic series). */
export function ksPValue(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [a.toSorted((m, n) => m - n), b.toSorted((m, n) => m - n)];
  let [i, j, most] = [0, 0, 0];
  while (i < x.length && j < y.length) {
    const at = Math.min(x[i]!, y[j]!);
    while (i < x.length && x[i]! <= at) i++;
    while (j < y.length && y[j]! <= at) j++;
    most = Math.max(most, Math.abs(i / x.length - j / y.length));
  }
  const n = Math.sqrt((x.length * y.length) / (x.length + y.length));
  const lambda = (n + 0.12 + 0.11 / n) * most;
  if (lambda < 0.2) return 1;
  let sum = 0;
  for (let k = 1; k <= 100; k++) sum += (k % 2 === 1 ? 2 : -2) * Math.exp(-2 * k * k * lambda * lambda);
  return Math.min(1, Math.max(0, sum));
}
/** p value of Pearson's chi-square for counts by bin against the shares of a baseline (Wilson-Hilferty approximation). */
export function chiSquarePValue(baseline: readonly number[], current: readonly number[]): number {
  const total = current.reduce((sum, one) => sum + one, 0);
  const expected = shares(baseline).map((share) => share * total);
  const chi = current.reduce((sum, one, i) => sum + (one - expected[i]!) ** 2 / expected[i]!, 0);
  const freedom = current.length - 1;
  if (freedom < 1) return 1;
  const z = (Math.cbrt(chi / freedom) - (1 - 2 / (9 * freedom))) / Math.sqrt(2 / (9 * freedom));
  return 1 - normal(z);
}
/** Distribution function of the normal distribution (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    0.39894228 * Math.exp((-z * z) / 2) * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z >= 0 ? 1 - tail : tail;
}

/** Values of a column at two times. */
interface Samples {
  readonly baseline: readonly string[];
  readonly current: readonly string[];
  readonly isNumber: boolean;
}
const BINS = 10;
/** Counts of two samples in the same bins: tenths of the baseline for numbers, its values (and the rest) for texts. */
function binned({ baseline, current, isNumber }: Samples): [number[], number[]] {
  if (!isNumber) {
    const keys = [...new Set(baseline)];
    const count = (of: readonly string[]) => {
      const counts = keys.map((key) => of.filter((one) => one === key).length);
      return [...counts, of.length - counts.reduce((sum, one) => sum + one, 0)];
    };
    return [count(baseline), count(current)];
  }
  const sorted = baseline.map(Number).toSorted((a, b) => a - b);
  const edges = [...new Set(Array.from({ length: BINS - 1 }, (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / BINS)]!))];
  const count = (of: readonly string[]) => {
    const counts = Array.from({ length: edges.length + 1 }, () => 0);
    for (const one of of) counts[edges.filter((edge) => edge <= Number(one)).length]!++;
    return counts;
  };
  return [count(baseline), count(current)];
}
const LEAST_SAMPLE = 30;

/** Result of a drift rule from samples of values. PSI and KL must not exceed the bound, p values must reach it. */
export function driftOutcome(ruleId: string, ask: Extract<HistoryCheck, { check: 'drift' }>, samples: Samples): Outcome {
  const { baseline, current, isNumber } = samples;
  if (baseline.length < LEAST_SAMPLE || current.length < LEAST_SAMPLE) return skipped(ruleId, `样本不足${LEAST_SAMPLE}个值，本次跳过`);
  if (ask.distribution === 'ks' && !isNumber) return skipped(ruleId, 'KS 检验只用于数值字段');
  const [before, now] = binned(samples);
  const { distribution, most } = ask;
  const measures: Readonly<Record<string, () => number>> = {
    psi: () => psi(before, now),
    kl: () => klDivergence(before, now),
    ks: () => ksPValue(baseline.map(Number), current.map(Number)),
    chiSquare: () => chiSquarePValue(before, now),
  };
  const value = measures[distribution]?.() ?? 0;
  const isGood = distribution === 'psi' || distribution === 'kl' ? value <= most : value >= most;
  return outcome(ruleId, { value: String(Math.round(value * 1e6) / 1e6), isGood, sampled: current.length });
}
