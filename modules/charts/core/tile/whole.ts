import type { ChartQuery } from '#modules/datasets/contract/query.ts';

/** All that a tile is about, whatever it shows of it: a ranking whose rest is added up is whole, too. One that its author cut stays cut. */
export const wholeQuery = (query: ChartQuery, limit: number): ChartQuery => ({
  ...query,
  limit,
  topN: query.topN?.others ? null : query.topN,
});
