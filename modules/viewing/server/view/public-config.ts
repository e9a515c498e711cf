import type { BoardConfig } from '#modules/boards/contract/board-config.ts';
import type { ChartConfig } from '#modules/charts/contract/chart.ts';
import type { ScreenConfig } from '#modules/screens/contract/screen-config.ts';
import { chartOf, type ChartsById } from '#modules/charts/core/index.ts';

/** What drawing and clicking need of a chart: its shelves and its look. Conditions, parameters, limits and how long answers
 * are kept stay on the server. */
const publicChart = (chart: ChartConfig | null): ChartConfig | null =>
  chart && { ...chart, filters: [], having: [], idleFilters: [], params: {}, cache: null };

/** The board as viewers get it: every tile carries its chart. */
export const publicBoard = (config: BoardConfig, charts: ChartsById): BoardConfig => ({
  ...config,
  cache: null,
  tabs: config.tabs.map((tab) => ({
    ...tab,
    layout: tab.layout.map((item) => (item.kind === 'chart' ? { ...item, chart: publicChart(chartOf(item, charts)) } : item)),
  })),
});

export const publicScreen = (config: ScreenConfig, charts: ChartsById): ScreenConfig => ({
  ...config,
  cache: null,
  nodes: Object.fromEntries(
    Object.entries(config.nodes).map(([id, node]) => [
      id,
      node.chart || node.chartId ? { ...node, chart: publicChart(chartOf(node, charts)) } : node,
    ]),
  ),
});
