import type { ChartConfig } from '#modules/charts/contract/chart.ts';
import { reboundFilters, reboundPart, type Rebinding } from '#modules/charts/core/index.ts';
import { DATA_WIDGETS, type ScreenConfig, type ScreenNode } from '../contract/screen-config.ts';
import { leastOf } from './widgets.ts';

const withNodes = (screen: ScreenConfig, change: (node: ScreenNode) => ScreenNode): ScreenConfig => ({
  ...screen,
  nodes: Object.fromEntries(Object.entries(screen.nodes).map(([key, node]) => [key, change(node)])),
});

/** Every chart of a screen, changed. */
export const withCharts = (screen: ScreenConfig, change: (chart: ChartConfig) => ChartConfig): ScreenConfig =>
  withNodes(screen, (node) => (node.chart ? { ...node, chart: change(node.chart) } : node));

/**
 * A screen over other data sets. What has no data any more keeps its type and its look, and draws sample data in the builder; a filter that
 * acts on nothing goes with its control.
 */
export function boundScreen(screen: ScreenConfig, to: Rebinding): ScreenConfig {
  const filters = reboundFilters(screen.filters, to);
  const ids = new Set(filters.map(({ id }) => id));
  const bound = withNodes(screen, (node) => {
    // a chart that the node does not show now would be asked once its type changes
    const part = reboundPart(DATA_WIDGETS.has(node.type) || !node.chart ? node : { ...node, chart: null }, to, leastOf(node.type));
    return part.chart || node.type !== 'chart' || !node.chart ? part : { ...part, chartType: node.chart.chartType };
  });
  const nodes = Object.entries(bound.nodes).filter(
    ([, { type, props }]) => type !== 'filter' || typeof props.filter !== 'string' || props.filter === '' || ids.has(props.filter),
  );
  return { ...bound, nodes: Object.fromEntries(nodes), filters };
}
