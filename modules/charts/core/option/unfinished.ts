import type { Draw, Option } from './built.ts';
import type { Category, CrossSeries } from './model.ts';

/** Behind the name of a bucket of time that is not over yet. */
export const UNFINISHED = '未完';
const HOURS_AHEAD = 8;

/** First day of the bucket that a day (`YYYY-MM-DD`) lies in; null for grains that need no mark. */
function bucketOf(day: string, grain: string): string | null {
  const [y, m, d] = day.split('-').map(Number) as [number, number, number];
  const first = (year: number, month: number): string => `${year}-${String(month).padStart(2, '0')}-01`;
  if (grain === 'year') return first(y, 1);
  if (grain === 'quarter') return first(y, Math.floor((m - 1) / 3) * 3 + 1);
  if (grain === 'month') return first(y, m);
  if (grain !== 'week') return null;
  const at = new Date(Date.UTC(y, m - 1, d));
  return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10);
}

/**
 * Place of the category that was not over when the data were read: the month, quarter, year or week of that day in the zone of the platform,
 * when a chart runs along time up to it. -1 when there is none, or when its author does not want it marked.
 */
export function unfinishedAt({ model, data, config }: Pick<Draw, 'model' | 'data' | 'config'>, categories: readonly Category[]): number {
  const [dim] = model.rowDims;
  const read = Date.parse(data.queriedAt);
  if (config.options.unfinished === false || model.rowDims.length !== 1 || !dim?.grain || Number.isNaN(read)) return -1;
  const today = new Date(read + HOURS_AHEAD * 3_600_000).toISOString().slice(0, 10);
  const bucket = bucketOf(today, dim.grain);
  if (bucket === null) return -1;
  return categories.findLastIndex(({ values }) => typeof values[0] === 'string' && values[0].slice(0, 10) === bucket);
}

/** Stripes of a bar whose time is not over. */
export const OPEN_DECAL = {
  symbol: 'rect',
  dashArrayX: [1, 0],
  dashArrayY: [3, 3],
  rotation: -Math.PI / 4,
  color: 'rgba(255,255,255,0.45)',
};

/** From the last whole bucket to the one that is not over. */
interface OpenSegment {
  readonly to: number;
  readonly values: readonly [before: number, last: number];
}
/** The way to the last figure that is not over, which is drawn apart; null where there is no way. */
export const openSegment = ({ data }: CrossSeries, at: number): OpenSegment | null => {
  const [before, last] = [data[at - 1] ?? null, data[at] ?? null];
  return at > 0 && at === data.length - 1 && before !== null && last !== null ? { to: at, values: [before, last] } : null;
};

/** That way, dashed, with a hollow point at its end. */
export function openSeries({ look }: Pick<Draw, 'look'>, way: OpenSegment, own: { id: string; color: string; right: boolean }): Option {
  return {
    id: `${own.id}.open`,
    type: 'line',
    silent: true,
    symbol: 'circle',
    symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) => (dataIndex === way.to ? 6 : 0),
    showSymbol: true,
    data: [...Array.from({ length: way.to - 1 }, () => null), ...way.values],
    ...(own.right && { yAxisIndex: 1 }),
    lineStyle: { color: own.color, width: look.surface === 'screen' ? 2.5 : 2, type: 'dashed' },
    itemStyle: { color: look.background ?? look.palette.surface, borderColor: own.color, borderWidth: 2 },
    tooltip: { show: false },
    z: 3,
  };
}
