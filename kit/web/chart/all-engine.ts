// Every kind of chart but maps, clouds of words and liquids; loaded when the first that needs it is shown.
import { BoxplotChart, CustomChart, FunnelChart, GaugeChart, HeatmapChart, RadarChart, SunburstChart, TreeChart } from 'echarts/charts';
import { CalendarComponent, GraphicComponent, PolarComponent, RadarComponent, VisualMapComponent } from 'echarts/components';
import * as core from 'echarts/core';
import './further-engine.ts';

export { init } from './plot-engine.ts';

core.use([
  BoxplotChart,
  CustomChart,
  FunnelChart,
  GaugeChart,
  HeatmapChart,
  RadarChart,
  SunburstChart,
  TreeChart,
  CalendarComponent,
  GraphicComponent,
  PolarComponent,
  RadarComponent,
  VisualMapComponent,
]);
