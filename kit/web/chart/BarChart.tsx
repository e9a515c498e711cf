import { useMemo } from 'react';
import type { Figure } from '#kit/core/chart/prepare.ts';
import { useColorMode } from '../color-mode.ts';
import { palette } from '../theme.ts';
import { ChartBox, type ChartFrame } from './ChartBox.tsx';
import { asSeries, axisOption, axisSummary, type AxisSeries } from './axis-option.ts';

interface BarChartProps extends ChartFrame {
  x: readonly string[];
  /** one row of bars; `series` for several */
  y?: readonly Figure[];
  series?: readonly AxisSeries[];
  title?: string | null;
  /** bars on top of each other instead of side by side */
  stacked?: boolean;
  onClick?: (point: { name: string; seriesName: string; value: unknown }) => void;
}

/** Bar chart over categories; gaps stay gaps. */
export function BarChart({ x, y, series, title = null, stacked, ...rest }: BarChartProps) {
  const name = title ?? '';
  const { bad } = palette[useColorMode()];
  const { prepared, option, count } = useMemo(() => {
    const list = asSeries(y, series, name);
    const made = axisOption(x, list);
    const bars = made.prepared.series.map(({ name: own, values }, i) => ({
      type: 'bar',
      name: own,
      data: values,
      ...(stacked && { stack: 'all' }),
      itemStyle: { ...(stacked && { borderRadius: 0 }), ...(list[i]?.isBad && { color: bad }) },
    }));
    return { ...made, option: { ...made.option, series: bars }, count: list.length };
  }, [x, y, series, name, stacked, bad]);
  return <ChartBox title={title} option={prepared.isEmpty ? null : option} series={count} summary={axisSummary(prepared)} {...rest} />;
}
