// Clouds of words; loaded when the first is shown.
import 'echarts-wordcloud';

export { init } from './plot-engine.ts';
