import type { ChartConfig } from '../../contract/chart.ts';
import type { ChartTypeKey } from '../../contract/chart-types.ts';
import type { ChartQuery } from '#modules/datasets/contract/query.ts';
import { asksGrandTotal } from './grand-total.ts';

/** Types that show the largest parts of a whole, in whatever order the answer comes. */
const BY_SIZE: ReadonlySet<ChartTypeKey> = new Set(['pie', 'treemap', 'rank', 'wordCloud']);
const SHARES: ReadonlySet<ChartTypeKey> = new Set(['pie']);

/**
 * What a chart asks beyond what its author set: the total of a table, the whole that shares are taken of, and the largest groups first where
 * nobody gave an order and an answer that is cut would hold those that come first by name.
 */
export function requestedBeyond(chart: ChartConfig): Partial<Pick<ChartQuery, 'grandTotal' | 'share' | 'sort'>> {
  const { chartType, rows, columns, measures, sort, topN, isDetail } = chart;
  const [first] = rows;
  const isPlain = rows.length === 1 && columns.length === 0 && measures.length > 0 && !isDetail && !topN && sort.length === 0;
  const hasOrder = [...rows, ...measures].some((slot) => slot.sort && slot.sort !== 'none') || Boolean(first?.grain);
  return {
    ...(asksGrandTotal(chart) && { grandTotal: true }),
    ...(SHARES.has(chartType) && { share: true }),
    ...(BY_SIZE.has(chartType) && isPlain && !hasOrder && { sort: [{ by: 'm0', dir: 'desc' as const }] }),
  };
}

/** How many of a ranking a new chart shows, and whether the rest is added up: names in a list or a cloud have no rest. */
const RANKING: Partial<Record<ChartTypeKey, readonly [n: number, hasRest: boolean]>> = {
  bar: [50, true],
  pie: [20, true],
  polar: [20, true],
  treemap: [50, true],
  rank: [100, false],
  wordCloud: [200, false],
};
/** A new chart of the type begins as a ranking. */
export const isRankedType = (type: ChartTypeKey): boolean => Object.hasOwn(RANKING, type);
const ADDS = new Set(['sum', 'count']);

/**
 * The chart that just got its first dimension and measure, ranked: the largest groups by the measure, the rest as 其他 where it can be added
 * up. Along time, years, levels and the like (`isSequence`), and where anybody gave an order, everything stays in that order.
 */
export function ranked(before: ChartConfig, after: ChartConfig, isSequence: (col: string) => boolean): ChartConfig {
  const rule = RANKING[after.chartType];
  const [first] = after.rows;
  const [measure] = after.measures;
  const isNew = before.rows.length === 0 || before.measures.length === 0;
  if (!rule || !first || !measure || !isNew || after.rows.length > 1 || after.columns.length > 0 || after.isDetail) return after;
  if (after.topN || after.sort.length > 0 || first.grain || isSequence(first.col) || (first.sort && first.sort !== 'none')) return after;
  const [n, hasRest] = rule;
  return { ...after, topN: { n, by: 'm0', of: 'd0', others: hasRest && ADDS.has(measure.aggregateType ?? 'sum'), bottom: false } };
}
