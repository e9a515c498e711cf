import { useMemo } from 'react';
import { formatFigure, type Figure, type Scale } from '#kit/core/chart/prepare.ts';
import { useColorMode } from '../color-mode.ts';
import { palette } from '../theme.ts';
import { ChartBox, type ChartFrame } from './ChartBox.tsx';
import { asSeries, axisOption, axisSummary, type AxisSeries } from './axis-option.ts';

interface LineChartProps extends ChartFrame {
  x: readonly string[];
  /** one line; `series` for several */
  y?: readonly Figure[];
  series?: readonly AxisSeries[];
  /** what the figures count: decides the unit of the axis */
  scale?: Scale;
  /** null = without title */
  title?: string | null;
  onClick?: (point: { name: string; seriesName: string; value: unknown }) => void;
}

/** Line chart over categories. Gaps stay gaps, the maximum is labelled. */
export function LineChart({ x, y, series, scale, title = '服务调用次数', ...rest }: LineChartProps) {
  const { ink, ink4: grey } = palette[useColorMode()];
  const name = title ?? '';
  const { prepared, option, count } = useMemo(() => {
    const list = asSeries(y, series, name);
    const made = axisOption(x, list, scale);
    const { peak, unit } = made.prepared;
    const lines = made.prepared.series.map(({ name: own, values }, i) => ({
      type: 'line',
      name: own,
      data: values,
      connectNulls: false,
      showSymbol: values.length === 1,
      ...(list[i]?.isPrevious && { lineStyle: { type: 'dashed', color: grey, width: 2 }, itemStyle: { color: grey } }),
      ...(peak &&
        peak.series === i && {
          markPoint: {
            symbol: 'circle',
            symbolSize: 6,
            silent: true,
            label: {
              // at the edges the label would be clipped, so it is placed inwards
              position: peak.index < x.length / 8 ? 'right' : peak.index > (x.length * 7) / 8 ? 'left' : 'top',
              color: ink,
              textBorderWidth: 0,
              formatter: `${list.length > 1 ? `${own} ` : ''}${formatFigure(peak.value, unit)}`,
            },
            data: [{ coord: [peak.index, peak.value] }],
          },
        }),
    }));
    return { ...made, option: { ...made.option, series: lines }, count: list.length };
  }, [x, y, series, scale, name, ink, grey]);
  return <ChartBox title={title} option={prepared.isEmpty ? null : option} series={count} summary={axisSummary(prepared)} {...rest} />;
}
