/** One expected value with the ends of the band around it. */
export interface Expected {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Fewer values than this carry no trend. */
const MIN = 6;
/** Of a normal distribution 80 % lie within this many deviations. */
const DEVIATIONS = 1.28;
/** Line and seasons are fitted in turn: each is cleaner once the other is known. */
const TURNS = 4;

/** Least squares line through values at 0, 1, 2 … */
function lineThrough(values: readonly number[]): (at: number) => number {
  const n = values.length;
  const middle = (n - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  let [over, under] = [0, 0];
  values.forEach((value, i) => {
    over += (i - middle) * (value - mean);
    under += (i - middle) ** 2;
  });
  const slope = under === 0 ? 0 : over / under;
  return (at) => mean + slope * (at - middle);
}

/**
 * The next values of an even series by classical decomposition: a linear trend and, when all but one place of the season were seen twice, a
 * seasonal index (a factor while all values are positive, an amount otherwise). The band is ±1.28 standard deviations of a prediction, that is
 * about 80 %: the deviation of the residuals (n less the fitted parameters) times √(1 + places of the season / n + distance² / Sxx), wider
 * the further ahead and the fewer values there are. It does not fall below zero when no value did. `season` is the number of values in a
 * year (12 months, 4 quarters), 1 = none. Null when there are fewer than six values: those carry no trend.
 *
 *     expect([102, 98, …], { ahead: 6, season: 12 })  // six months more
 */
export function forecast(
  values: readonly number[],
  { ahead, season }: { ahead: number; season: number },
): { expected: Expected[]; isSeasonal: boolean } | null {
  const n = values.length;
  if (n < MIN || values.some((value) => !Number.isFinite(value))) return null;
  const isSeasonal = season > 1 && n >= season * 2 - 1;
  const isFactor = values.every((value) => value > 0);
  const places = isSeasonal ? season : 1;
  const neutral = isFactor ? 1 : 0;
  const without = (value: number, part: number) => (isFactor ? value / part : value - part);
  const combined = (line: number, part: number) => (isFactor ? line * part : line + part);

  let index: number[] = Array.from({ length: places }, () => neutral);
  let line = lineThrough(values);
  for (let turn = 0; isSeasonal && turn < TURNS; turn++) {
    const sums = index.map(() => ({ sum: 0, count: 0 }));
    values.forEach((value, i) => {
      const at = line(i);
      // a trend that crosses zero says nothing about factors there
      if (isFactor && at <= 0) return;
      const place = sums[i % places]!;
      place.sum += without(value, at);
      place.count += 1;
    });
    const raw = sums.map(({ sum, count }) => (count === 0 ? neutral : sum / count));
    const mean = raw.reduce((sum, one) => sum + one, 0) / places;
    index = raw.map((one) => (isFactor ? one / mean : one - mean));
    line = lineThrough(values.map((value, i) => without(value, index[i % places]!)));
  }
  const fit = (at: number) => combined(line(at), index[at % places]!);
  const squares = values.reduce((sum, value, i) => sum + (value - fit(i)) ** 2, 0);
  const freedom = Math.max(1, n - 2 - (places - 1));
  const deviation = Math.sqrt(squares / freedom);
  const middle = (n - 1) / 2;
  const spread = values.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
  const half = (at: number) => DEVIATIONS * deviation * Math.sqrt(1 + places / n + (at - middle) ** 2 / spread);
  const floor = values.every((value) => value >= 0) ? 0 : -Infinity;
  const expected = Array.from({ length: ahead }, (_, i): Expected => {
    const value = Math.max(floor, fit(n + i));
    return { value, low: Math.max(floor, value - half(n + i)), high: value + half(n + i) };
  });
  return { expected, isSeasonal };
}
