import { useMemo } from 'react';
import { formatFigure, pieSlices, type Figure } from '#kit/core/chart/prepare.ts';
import { needsPattern } from '#kit/core/chart/palette.ts';
import { ChartBox, type ChartSize } from './ChartBox.tsx';
import { LEGEND_WIDTH, MIN_ANGLE } from './theme.ts';

interface PieChartProps extends ChartSize {
  data: readonly { name: string | null; percent: Figure }[];
  /** null = without title */
  title?: string | null;
  /** so many slices, the rest becomes 其他 */
  limit?: number;
  /** a ring instead of a disc */
  ring?: boolean;
  onClick?: (point: { name: string; seriesName: string; value: unknown }) => void;
}

const percentText = (share: number): string => `${formatFigure(share, undefined, 1)}%`;

/** Shares of a whole: a list of name and percent. */
export function PieChart({ data, title = '数据来源', limit, ring, ...rest }: PieChartProps) {
  const slices = useMemo(() => pieSlices(data, limit), [data, limit]);
  const option = useMemo(
    () =>
      slices.length === 0
        ? null
        : {
            aria: { enabled: true, decal: { show: needsPattern(slices.length) } },
            legend: { type: 'scroll', orient: 'vertical', top: 'middle', tooltip: { show: true } },
            tooltip: { trigger: 'item', valueFormatter: (value: number) => formatFigure(value) },
            series: [
              {
                type: 'pie',
                minAngle: MIN_ANGLE,
                center: ['36%', '50%'],
                radius: ring ? ['48%', '72%'] : [0, '72%'],
                avoidLabelOverlap: true,
                label: {
                  formatter: ({ data: slice }: { data: { share: number } }) => percentText(slice.share),
                  overflow: 'truncate',
                  width: LEGEND_WIDTH,
                },
                labelLine: { length: 8, length2: 6 },
                data: slices,
              },
            ],
          },
    [slices, ring],
  );
  const summary = slices.map(({ name, share }) => `${name} ${percentText(share)}`).join('，');
  return <ChartBox title={title} option={option} series={slices.length} summary={summary || '暂无数据'} {...rest} />;
}
