import type { ChartConfig } from '../../contract/chart.ts';
import { diffCharts } from '../../core/outline/diff.ts';

/** What differs between two charts, a line each. */
export const chartDiff = (theirs: ChartConfig | null, mine: ChartConfig): string[] =>
  diffCharts(theirs, mine).map((one) => `修改${one.name}`);
