// Bars, lines and pies with what analysts add to them: reference bands, zoom, points. Loaded with the first chart of a board.
import { ScatterChart } from 'echarts/charts';
import { DataZoomComponent, MarkAreaComponent } from 'echarts/components';
import * as core from 'echarts/core';

export { init, type Instance } from './engine.ts';

core.use([ScatterChart, DataZoomComponent, MarkAreaComponent]);
