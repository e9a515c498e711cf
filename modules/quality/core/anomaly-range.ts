import { weekdayOf, dayAfter, type DayKind } from '#kit/core/cn/days-off.ts';

/*
 * What the past of a number expects of its next value. Strategies are those of deequ (AbsoluteChange, RelativeRateOfChange, BatchNormal,
 * OnlineNormal, HoltWinters) and the median with its absolute deviation, which single outliers of the past do not spoil.
 */

export interface Range {
  readonly low: number;
  readonly high: number;
  readonly middle: number;
}
export interface Width {
  /** deviations on either side */
  readonly times: number;
  /** least half width in percent of the middle: a number that hardly ever moves is not suspicious for moving a little */
  readonly least: number;
}

/** A number as people read it: six digits at most, without a tail of noughts. */
export const shownNumber = (value: number): string => String(Number(value.toPrecision(6)));

/** Days of history without which nothing is judged; by seasons two weeks. */
export const LEAST_DAYS = 7;
const PERIOD = 7;
export const leastDays = (strategy: string): number => (strategy === 'holtWinters' ? 2 * PERIOD : LEAST_DAYS);

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
export const deviation = (values: readonly number[]): number => {
  const middle = mean(values);
  return values.length < 2 ? 0 : Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
};
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[at]! : (sorted[at - 1]! + sorted[at]!) / 2;
}
/** Median absolute deviation in units of a standard deviation; where more than half of the values are equal, the mean absolute one. */
export function medianDeviation(values: readonly number[]): number {
  const middle = median(values);
  const gaps = values.map((value) => Math.abs(value - middle));
  const spread = 1.4826 * median(gaps);
  return spread > 0 ? spread : 1.2533 * mean(gaps);
}

function around(middle: number, spread: number, { times, least }: Width): Range {
  const half = Math.max(times * spread, (Math.abs(middle) * least) / 100);
  return { low: middle - half, high: middle + half, middle };
}

/** Welford's running mean and variance; what lies outside while it runs does not spoil the picture. */
function onlineNormal(values: readonly number[], width: Width): Range {
  let [n, middle, squares] = [0, 0, 0];
  for (const value of values) {
    const spread = n > 1 ? Math.sqrt(squares / (n - 1)) : Infinity;
    if (n >= LEAST_DAYS && Math.abs(value - middle) > Math.max(width.times * spread, (Math.abs(middle) * width.least) / 100)) continue;
    n++;
    const step = value - middle;
    middle += step / n;
    squares += step * (value - middle);
  }
  return around(middle, n > 1 ? Math.sqrt(squares / (n - 1)) : 0, width);
}

/** Range of the next value by a strategy without seasons; null = too little history. */
export function expectedRange(strategy: string, values: readonly number[], width: Width): Range | null {
  if (values.length < LEAST_DAYS) return null;
  switch (strategy) {
    case 'absolute':
    case 'rate': {
      const steps = values.slice(1).map((value, i) => value - values[i]!);
      return around(values.at(-1)! + mean(steps), deviation(steps), width);
    }
    case 'relative': {
      const rates = values.slice(1).flatMap((value, i) => (values[i] === 0 ? [] : [value / values[i]!]));
      if (rates.length < 2) return null;
      const last = values.at(-1)!;
      return around(last * mean(rates), Math.abs(last) * deviation(rates), width);
    }
    case 'onlineNormal':
      return onlineNormal(values, width);
    case 'normal':
      return around(mean(values), deviation(values), width);
    default:
      return around(median(values), medianDeviation(values), width);
  }
}

/** Day of the week as a season: a holiday is like a Sunday, a weekend day that is worked like a Friday. */
function seasonOf(day: string, { isOff, holiday }: DayKind): number {
  const weekday = weekdayOf(day);
  if (holiday !== null) return 0;
  const isWeekend = weekday === 0 || weekday === 6;
  return isWeekend && !isOff ? 5 : weekday;
}

/**
 * Additive Holt-Winters with a week as season; smoothing 0.3, 0.1, 0.3. It walks over calendar days, so that a day without a run moves no other
 * day to another place of the week. Null below two weeks of history.
 */
export function seasonalRange(
  found: ReadonlyMap<string, number>,
  day: string,
  of: { kindOf(day: string): DayKind; width: Width },
): Range | null {
  const days = [...found.keys()].sort();
  const first = days[0];
  if (first === undefined || days.length < leastDays('holtWinters')) return null;
  const [alpha, beta, gamma] = [0.3, 0.1, 0.3];
  const early = days.slice(0, 2 * PERIOD).map((one) => ({ season: seasonOf(one, of.kindOf(one)), value: found.get(one)! }));
  let level = mean(early.map(({ value }) => value));
  let trend = 0;
  const season = Array.from({ length: PERIOD }, (_, i) => {
    const own = early.filter((one) => one.season === i).map(({ value }) => value - level);
    return own.length === 0 ? 0 : mean(own);
  });
  const errors: number[] = [];
  for (let at = first; at < day; at = dayAfter(at, 1)) {
    const i = seasonOf(at, of.kindOf(at));
    const value = found.get(at);
    if (value === undefined) {
      level += trend;
      continue;
    }
    if (at >= days[PERIOD]!) errors.push(value - (level + trend + season[i]!));
    const before = level;
    level = alpha * (value - season[i]!) + (1 - alpha) * (level + trend);
    trend = beta * (level - before) + (1 - beta) * trend;
    season[i] = gamma * (value - level) + (1 - gamma) * season[i]!;
  }
  const spread = Math.sqrt(mean(errors.map((error) => error ** 2)));
  return around(level + trend + season[seasonOf(day, of.kindOf(day))]!, spread, of.width);
}
