import { echartsTheme } from '#kit/core/chart/chart-theme.ts';
import { seriesColours } from '#kit/core/chart/palette.ts';
import { fontSans, palette, type Mode } from '../theme.ts';

export { LEGEND_WIDTH, MIN_ANGLE } from '#kit/core/chart/chart-theme.ts';

/** ECharts theme for charts on pages, by colour mode. */
export const chartTheme = (mode: Mode, series = 5): object =>
  echartsTheme({ palette: palette[mode], font: fontSans, colors: seriesColours(mode, series) });
