/** A result as the trend draws it. */
export interface TrendPoint {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}
export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface TrendShape {
  /** where each result stands; `y` null: it has no number */
  readonly places: readonly { readonly x: number; readonly y: number | null }[];
  /** line through neighbouring numbers, in pieces */
  readonly lines: readonly string[];
  /** expected bands of neighbouring results, as polygons */
  readonly bands: readonly string[];
  /** ends of the axis */
  readonly least: number;
  readonly most: number;
}

/** Numbers up to here are written in full, larger ones with a unit. */
const format = new Intl.NumberFormat('zh-CN', { maximumSignificantDigits: 6 });
export const numberText = (value: number): string => format.format(value);
/** `198至202`, `不超过0.2`, `不低于5`. */
export function rangeText({ low, high }: Pick<TrendPoint, 'low' | 'high'>): string {
  if (low !== null && high !== null) return `${numberText(low)}至${numberText(high)}`;
  if (high !== null) return `不超过${numberText(high)}`;
  return low === null ? '' : `不低于${numberText(low)}`;
}

/** Runs of neighbouring indexes for which something holds. */
function stretches(count: number, holds: (i: number) => boolean): number[][] {
  const found: number[][] = [];
  for (let i = 0; i < count; i++) {
    if (!holds(i)) continue;
    if (i > 0 && holds(i - 1)) found.at(-1)!.push(i);
    else found.push([i]);
  }
  return found;
}

const EDGE = 0.08;
/** Half the width of a band over a single result, so that it can be seen. */
const ALONE = 6;

/** Geometry of a trend: results at equal distances, the oldest first, with room above and below. An open end of a band reaches the edge. */
export function trendShape(points: readonly TrendPoint[], { width, height }: Size): TrendShape {
  const numbers = points.flatMap(({ value, low, high }) => [value, low, high]).filter((one) => one !== null);
  const [low, high] = numbers.length === 0 ? [0, 1] : [Math.min(...numbers), Math.max(...numbers)];
  const room = (high - low || Math.abs(high)) * EDGE;
  // counts begin at nothing, not below it
  const [least, most] = [low >= 0 ? Math.max(0, low - room) : low - room, high + room || 1];
  const x = (i: number) => (points.length === 1 ? width / 2 : (i / (points.length - 1)) * width);
  const y = (value: number) => height - ((value - least) / (most - least)) * height;
  const at = (i: number, value: number) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`;
  const hasBand = (i: number) => points[i]!.low !== null || points[i]!.high !== null;
  const band = (some: readonly number[]): string => {
    const first = some[0]!;
    if (some.length === 1) {
      const { low: from, high: to } = points[first]!;
      const [left, right] = [Math.max(0, x(first) - ALONE), Math.min(width, x(first) + ALONE)];
      const [top, bottom] = [y(to ?? most).toFixed(1), y(from ?? least).toFixed(1)];
      return `${left},${top} ${right},${top} ${right},${bottom} ${left},${bottom}`;
    }
    const upper = some.map((i) => at(i, points[i]!.high ?? most));
    const lower = some.toReversed().map((i) => at(i, points[i]!.low ?? least));
    return [...upper, ...lower].join(' ');
  };
  return {
    places: points.map(({ value }, i) => ({ x: x(i), y: value === null ? null : y(value) })),
    lines: stretches(points.length, (i) => points[i]!.value !== null).map((some) => some.map((i) => at(i, points[i]!.value!)).join(' ')),
    bands: stretches(points.length, hasBand).map(band),
    least,
    most,
  };
}
