import { asNumber } from '../look/format.ts';
import type { Cross, Model } from './model.ts';

/**
 * Places of the points that keep the shape of a line, by largest triangles in three buckets (Steinarsson 2013). The first and the last stay.
 */
export function lttb(values: ArrayLike<number | null>, most: number): number[] {
  const n = values.length;
  if (n <= most || most < 3) return Array.from({ length: n }, (_, i) => i);
  const kept = [0];
  const width = (n - 2) / (most - 2);
  let last = 0;
  for (let bucket = 0; bucket < most - 2; bucket += 1) {
    const from = Math.floor(bucket * width) + 1;
    const to = Math.min(n - 1, Math.floor((bucket + 1) * width) + 1);
    const end = Math.min(n, Math.floor((bucket + 2) * width) + 1);
    let meanX = 0;
    let meanY = 0;
    for (let i = to; i < end; i += 1) {
      meanX += i;
      meanY += values[i] ?? 0;
    }
    const count = Math.max(1, end - to);
    meanX /= count;
    meanY /= count;
    const y = values[last] ?? 0;
    let best = from;
    let largest = -1;
    for (let i = from; i < to; i += 1) {
      const area = Math.abs((last - meanX) * ((values[i] ?? 0) - y) - (last - i) * (meanY - y));
      if (area > largest) {
        largest = area;
        best = i;
      }
    }
    kept.push(best);
    last = best;
  }
  kept.push(n - 1);
  return kept;
}

/** A cross thinned out to the same categories in all series, so that stacks stay true. */
export function sampled(cross: Cross, most: number): Cross {
  const sums = new Float64Array(cross.categories.length);
  for (const { data } of cross.series) data.forEach((value, i) => (sums[i] = (sums[i] ?? 0) + (value ?? 0)));
  const kept = lttb(sums, most);
  return {
    categories: kept.map((i) => cross.categories[i]!),
    series: cross.series.map((series) => ({ ...series, data: kept.map((i) => series.data[i] ?? null) })),
  };
}

/** Rows above which a line is thinned out before anything is made of it, and how many stay: more than a canvas has pixels for. */
const HUGE = 20_000;
const KEPT = 4_000;

/** The rows that a line over very many categories needs; other charts and shorter lines keep all. */
export function downsampled(model: Model): Model {
  const { rows, measures } = model;
  if (rows.length <= HUGE || model.colDims.length > 0) return model;
  // plain loops over numbers: a million rows are read once per measure, and nothing is made for a row
  const sums = new Float64Array(rows.length);
  for (const { at } of measures)
    for (let i = 0; i < rows.length; i += 1) {
      const value = rows[i]![at];
      sums[i]! += typeof value === 'number' && Number.isFinite(value) ? value : (asNumber(value) ?? 0);
    }
  return { ...model, rows: lttb(sums, KEPT).map((i) => rows[i]!) };
}
