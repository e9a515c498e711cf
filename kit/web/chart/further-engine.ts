// Further kinds of charts; loaded when the first of them is shown.
import { GraphChart, SankeyChart, TreemapChart } from 'echarts/charts';
import * as core from 'echarts/core';

export { init } from './engine.ts';

core.use([GraphChart, SankeyChart, TreemapChart]);
