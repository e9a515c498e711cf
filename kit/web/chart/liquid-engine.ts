// Liquids; loaded when the first is shown.
import 'echarts-liquidfill';

export { init } from './plot-engine.ts';
