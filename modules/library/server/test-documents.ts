import { BoardConfig } from '#modules/boards/contract/board-config.ts';
import { ChartConfig } from '#modules/charts/contract/chart.ts';
import { ScreenConfig } from '#modules/screens/contract/screen-config.ts';

/** A chart over a data set that has the field `a`. */
export const chartConfigOf = (dataSetId: string): ChartConfig =>
  ChartConfig.parse({ v: 1, dataSetId, chartType: 'bar', rows: [{ col: 'a' }], measures: [{ col: 'a', aggregateType: 'count' }] });
/** A board with such a chart of its own. */
export const boardConfigOf = (dataSetId: string): BoardConfig =>
  BoardConfig.parse({
    v: 1,
    tabs: [{ id: 't', name: '首页', layout: [{ i: 'k', x: 0, y: 0, w: 12, h: 8, chart: chartConfigOf(dataSetId) }] }],
  });
/** A screen with such a chart of its own. */
export const screenConfigOf = (dataSetId: string): ScreenConfig =>
  ScreenConfig.parse({
    v: 1,
    nodes: { n: { id: 'n', z: 0, x: 0, y: 0, w: 400, h: 300, type: 'chart', chart: chartConfigOf(dataSetId) } },
  });
