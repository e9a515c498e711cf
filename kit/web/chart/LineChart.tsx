import { useMemo } from 'react';
import { formatFigure, type Figure, type Plot, type Scale } from '#kit/core/chart/prepare.ts';
import { useColorMode } from '../color-mode.ts';
import { palette } from '../theme.ts';
import { ChartBox, type ChartFrame } from './ChartBox.tsx';
import { asSeries, axisOption, axisSummary, type AxisSeries } from './axis-option.ts';
import { endsOf, isolated, limitAxis, limitLine, type Limit } from './line-parts.ts';

interface LineChartProps extends ChartFrame {
  x: readonly string[];
  /** one line; `series` for several */
  y?: readonly Figure[];
  series?: readonly AxisSeries[];
  /** what the figures count: decides the unit of the axis */
  scale?: Scale;
  /** null = without title */
  title?: string | null;
  /** where several lines are named: in a legend (default), or each at its end */
  names?: 'legend' | 'ends';
  /** a dashed line across, in the unit of the values */
  limit?: Limit | undefined;
  onClick?: (point: { name: string; seriesName: string; value: unknown }) => void;
}

interface PeakLook {
  prepared: Plot;
  name: string;
  /** named at its end: the label of the peak has room for its time */
  isNamed: boolean;
  color: string;
}

/** The label of the maximum, on the series that it belongs to. */
function peakPoint(peak: NonNullable<Plot['peak']>, { prepared: { x, unit, series }, name, isNamed, color }: PeakLook) {
  const text = [isNamed && x[peak.index], series.length > 1 && name, formatFigure(peak.value, unit)].filter(Boolean).join(' ');
  const edge = x.length / (isNamed ? 4 : 8);
  return {
    symbol: 'circle',
    symbolSize: 6,
    silent: true,
    label: {
      // at the edges the label would be clipped, so it is placed inwards
      position: peak.index < edge ? 'right' : peak.index > x.length - edge ? 'left' : 'top',
      color,
      textBorderWidth: 0,
      formatter: text,
    },
    data: [{ coord: [peak.index, peak.value] }],
  };
}

/** Line chart over categories. Gaps stay gaps, a point between gaps is a dot, the maximum is labelled. */
export function LineChart({ x, y, series, scale, title = '服务调用次数', names = 'legend', limit, ...rest }: LineChartProps) {
  const colors = palette[useColorMode()];
  const name = title ?? '';
  const { prepared, option, count } = useMemo(() => {
    const list = asSeries(y, series, name);
    const made = axisOption(x, list, scale);
    const isNamed = names === 'ends' && list.length > 1;
    const lines = made.prepared.series.map(({ name: own, values }, i) => {
      const { peak } = made.prepared;
      const alone = isolated(values);
      const color = list[i]?.isPrevious ? colors.ink4 : list[i]?.isBad ? colors.bad : null;
      return {
        type: 'line',
        name: own,
        data: values,
        connectNulls: false,
        showSymbol: alone.size > 0,
        ...(alone.size > 0 && {
          symbol: 'circle',
          symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) => (alone.has(dataIndex) ? 5 : 0),
        }),
        ...(color && { lineStyle: { color, width: 2, type: list[i]?.isPrevious ? 'dashed' : 'solid' }, itemStyle: { color } }),
        ...(isNamed && endsOf(own, colors.ink2)),
        ...(limit && i === 0 && { markLine: limitLine(limit, colors) }),
        ...(peak?.series === i && { markPoint: peakPoint(peak, { prepared: made.prepared, name: own, isNamed, color: colors.ink }) }),
      };
    });
    const whole = { ...made.option, series: lines, ...limitAxis(made, limit) };
    if (!isNamed) return { ...made, option: whole, count: list.length };
    const room = Math.max(...list.map(({ name: own }) => own.length)) * 12 + 20;
    const named = { ...whole, legend: undefined, grid: { ...(made.option.grid as object), right: room, top: 24 } };
    return { ...made, option: named, count: list.length };
  }, [x, y, series, scale, name, names, limit, colors]);
  return <ChartBox title={title} option={prepared.isEmpty ? null : option} series={count} summary={axisSummary(prepared)} {...rest} />;
}
