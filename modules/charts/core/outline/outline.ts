import type { CachePolicy } from '#modules/datasets/contract/cache-policy.ts';
import type { ChartConfig } from '../../contract/chart.ts';
import type { Action, ViewFilter } from '../../contract/view-filter.ts';
import type { Least } from '../chart/shelves.ts';

/** One tile, one node, or the chart itself, as far as its data go. */
export interface Part {
  /** by which filters and clicks name it */
  readonly key: string;
  /** where it stands in its document, with the last point; empty for a chart by itself */
  readonly path: string;
  /** where its own chart stands, with the last point */
  readonly chartPath: string;
  readonly chart: ChartConfig | null;
  readonly chartId: string | null;
  readonly actions: readonly Action[];
  /** a part of its kind shows no data, whatever it holds */
  readonly isBlind?: boolean;
  /** fewest fields that its drawing takes, where that is none of the types of charts */
  readonly least?: Least | undefined;
}

/**
 * A document as far as its data go. Charts, boards and screens each make one of theirs; what is asked, named and kept is then found the same
 * way for all of them.
 */
export interface Outline {
  readonly parts: readonly Part[];
  readonly filters: readonly ViewFilter[];
  readonly cache?: CachePolicy | null;
}

interface Holder {
  readonly chart?: ChartConfig | null;
  readonly chartId?: string | null;
  readonly actions: readonly Action[];
}
/** The part of an outline for a tile or node that stands at `path`. */
export const partAt = (key: string, path: string, { chart, chartId, actions }: Holder): Part => ({
  key,
  path: `${path}.`,
  chartPath: `${path}.chart.`,
  chart: chart ?? null,
  chartId: chartId ?? null,
  actions,
});

/** A chart by itself; one that cannot be read asks for nothing. */
export const outlineOfChart = (chart: ChartConfig | null): Outline => ({
  parts: chart ? [{ key: '', path: '', chartPath: '', chart, chartId: null, actions: [] }] : [],
  filters: [],
  cache: chart?.cache,
});
