import { DATA_WIDGETS, type ScreenConfig, type ScreenNode } from '../contract/screen-config.ts';

/** Components that show data and have none to show. The builder draws samples in their place, viewers are told. */
export const unboundNodes = (config: ScreenConfig): ScreenNode[] =>
  Object.values(config.nodes).filter((node) => DATA_WIDGETS.has(node.type) && !node.hide && !node.chart && !node.chartId);
