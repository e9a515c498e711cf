/** Colours for text, lines and surfaces on a background, by the names of the product's palette. */
export interface ChartPalette {
  readonly surface: string;
  readonly raised: string;
  readonly hover: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly ink4: string;
}
/** Settings of a chart theme. */
export interface ChartThemeOptions {
  readonly palette: ChartPalette;
  readonly font: string;
  readonly colors: readonly string[];
  /** size of axis and legend texts; 12 unless given */
  readonly fontSize?: number;
}

/** Maximum width of legend texts in pixels; longer ones are truncated. */
export const LEGEND_WIDTH = 120;
/** Minimum angle of a pie slice in degrees. */
export const MIN_ANGLE = 3;

/** Builds an ECharts theme object; layout defaults that changed in ECharts 6 are fixed here. */
export function echartsTheme({ palette: c, font, colors, fontSize = 12 }: ChartThemeOptions) {
  const axis = {
    axisLine: { lineStyle: { color: c.lineStrong } },
    axisTick: { show: false },
    axisLabel: { color: c.ink3, fontSize },
    nameTextStyle: { color: c.ink3, fontSize },
    splitLine: { lineStyle: { color: c.line } },
  };
  return {
    color: [...colors],
    backgroundColor: 'transparent',
    textStyle: { fontFamily: font, color: c.ink2 },
    title: { left: 0, top: 0, textStyle: { color: c.ink, fontSize: fontSize + 2, fontWeight: 600 } },
    legend: {
      // ECharts centres legends by default, which would override `right`
      left: 'auto',
      top: 0,
      right: 0,
      itemStyle: { borderWidth: 0 },
      icon: 'rect',
      itemWidth: 10,
      itemHeight: 10,
      itemGap: 12,
      textStyle: { color: c.ink2, fontSize, width: LEGEND_WIDTH, overflow: 'truncate' },
      pageTextStyle: { color: c.ink3 },
      pageIconColor: c.ink2,
      pageIconInactiveColor: c.ink4,
    },
    tooltip: {
      confine: true,
      backgroundColor: c.raised,
      borderColor: c.line,
      textStyle: { color: c.ink, fontSize },
      // below the series (z = 2): the highlighted category band would cover its bar
      axisPointer: { z: 1, lineStyle: { color: c.lineStrong }, crossStyle: { color: c.lineStrong }, shadowStyle: { color: c.hover } },
    },
    categoryAxis: { ...axis, splitLine: { show: false } },
    valueAxis: { ...axis, axisLine: { show: false } },
    logAxis: { ...axis, axisLine: { show: false } },
    line: { symbol: 'circle', symbolSize: 6, lineStyle: { width: 2 }, emphasis: { focus: 'series' } },
    bar: { barMaxWidth: 28, itemStyle: { borderRadius: [2, 2, 0, 0] } },
    pie: { minAngle: MIN_ANGLE, itemStyle: { borderColor: c.surface, borderWidth: 1 }, label: { color: c.ink2 } },
    animationDuration: 300,
    animationDurationUpdate: 300,
  };
}
