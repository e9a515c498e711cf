import { seriesColours } from '#kit/core/chart/palette.ts';
import { fontSans, palette, type Mode } from '../theme.ts';

/** Legend texts are cut here (spec §9). */
export const LEGEND_WIDTH = 120;
/** The smallest angle of a slice (spec §9). */
export const MIN_ANGLE = 3;

/** How charts look on a ground; positions that version 6 moved are set here once. */
export function chartTheme(mode: Mode, series = 5): object {
  const c = palette[mode];
  const axis = {
    axisLine: { lineStyle: { color: c.lineStrong } },
    axisTick: { show: false },
    axisLabel: { color: c.ink3, fontSize: 12 },
    nameTextStyle: { color: c.ink3, fontSize: 12 },
    splitLine: { lineStyle: { color: c.line } },
  };
  return {
    color: seriesColours(mode, series),
    backgroundColor: 'transparent',
    textStyle: { fontFamily: fontSans, color: c.ink2 },
    title: { left: 0, top: 0, textStyle: { color: c.ink, fontSize: 14, fontWeight: 600 } },
    legend: {
      // the default of the library is centred, and would win over the right edge
      left: 'auto',
      top: 0,
      right: 0,
      itemStyle: { borderWidth: 0 },
      icon: 'rect',
      itemWidth: 10,
      itemHeight: 10,
      itemGap: 12,
      textStyle: { color: c.ink2, fontSize: 12, width: LEGEND_WIDTH, overflow: 'truncate' },
      pageTextStyle: { color: c.ink3 },
      pageIconColor: c.ink2,
      pageIconInactiveColor: c.ink4,
    },
    tooltip: {
      confine: true,
      backgroundColor: c.raised,
      borderColor: c.line,
      textStyle: { color: c.ink, fontSize: 12 },
      axisPointer: { lineStyle: { color: c.lineStrong }, crossStyle: { color: c.lineStrong }, shadowStyle: { color: c.hover } },
    },
    categoryAxis: { ...axis, splitLine: { show: false } },
    valueAxis: { ...axis, axisLine: { show: false } },
    line: { symbol: 'circle', symbolSize: 6, lineStyle: { width: 2 }, emphasis: { focus: 'series' } },
    bar: { barMaxWidth: 28, itemStyle: { borderRadius: [2, 2, 0, 0] } },
    pie: { minAngle: MIN_ANGLE, itemStyle: { borderColor: c.surface, borderWidth: 1 }, label: { color: c.ink2 } },
    animationDuration: 300,
    animationDurationUpdate: 300,
  };
}
