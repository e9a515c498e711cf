import { palette } from '#kit/core/palette.ts';
import type { ChartConfig } from '#modules/charts/contract/chart.ts';
import type { ChartTypeKey } from '#modules/charts/contract/chart-types.ts';
import { chartOption, isDrawn, resolveTheme, themeFor, themeOf, type ResolvedTheme } from '#modules/charts/core/index.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import { noteSvg } from '../../core/picture/svg-text.ts';
import { textChartSvg } from '../../core/picture/text-charts.ts';

/** Types whose drawing needs the canvas of a browser, and maps. */
const ELSEWHERE: ReadonlySet<ChartTypeKey> = new Set(['wordCloud', 'liquidFill']);

/** The look of a chart on paper: light, in the colours that the board and the chart choose. */
export function lookOf(chart: ChartConfig, board: { theme: string; palette?: string | null }, font: string): ResolvedTheme {
  const theme = chart.theme !== 'default' ? chart.theme : board.theme;
  const given = chart.options.colors?.length ? chart.options.colors : null;
  const colors = given ?? (board.palette ? themeOf(board.palette).light : null);
  return resolveTheme({ surface: 'page', mode: 'light', palette: palette.light, font, theme, colors });
}

/** A chart with its answer as a drawing of this size. */
export async function chartSvg(config: ChartConfig, data: ChartData, look: ResolvedTheme, size: { w: number; h: number }): Promise<string> {
  const text = textChartSvg({ config, data, look, size });
  if (text !== null) return text;
  if (!isDrawn(config.chartType) || ELSEWHERE.has(config.chartType))
    return noteSvg('该类型不在邮件图片中绘制，请打开链接查看', size, look.palette.ink3);
  const built = chartOption({ config, data, look, size, isStill: true, isPaper: true });
  if (built.isEmpty) return noteSvg(built.why ?? '暂无数据', size, look.palette.ink3);
  // a megabyte of program that only servers who send pictures need
  const { init } = await import('echarts');
  const chart = init(null, themeFor(look), { renderer: 'svg', ssr: true, width: size.w, height: size.h });
  try {
    chart.setOption({ ...built.option, animation: false });
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}
