import type { ChartTypeKey } from '../../contract/chart-types.ts';
import { drawOf, nothing, refused, type Built, type Draw, type DrawOptions } from './built.ts';
import { cartesian } from './cartesian.ts';
import { funnel } from './funnel.ts';
import { gauge, liquid } from './gauge.ts';
import { calendar, heatmap } from './heat.ts';
import { sunburst, tree, treemap } from './hierarchy.ts';
import { graph, sankey } from './flow.ts';
import { negativeProblem } from './negative.ts';
import { pie } from './pie.ts';
import { polar, radar } from './polar.ts';
import { scatter } from './scatter.ts';
import { boxplot, bullet, waterfall } from './spread.ts';
import { wordCloud } from './word-cloud.ts';

export type { Built, DrawOptions, Hit, Option, Size } from './built.ts';

const BUILDERS: Partial<Record<ChartTypeKey, (draw: Draw) => Built>> = {
  bar: cartesian,
  line: cartesian,
  dual: cartesian,
  pie,
  polar,
  radar,
  scatter,
  heatmap,
  calendar,
  boxplot,
  waterfall,
  bullet,
  funnel,
  gauge,
  liquidFill: liquid,
  treemap,
  sunburst,
  tree,
  sankey,
  graph,
  wordCloud,
};
/** Types that are drawn on a canvas by ECharts here. */
export const isDrawn = (type: ChartTypeKey): boolean => BUILDERS[type] !== undefined;

/**
 * The option of ECharts for a chart and its answer: pure, so that the same picture comes from the browser, from exports and from tests.
 * Types without a builder (tables, cards, maps) answer an empty chart.
 */
export function chartOption(options: DrawOptions): Built {
  const draw = drawOf(options);
  const problem = negativeProblem(draw);
  if (problem !== null) return refused(draw, problem);
  return (BUILDERS[options.config.chartType] ?? nothing)(draw);
}
