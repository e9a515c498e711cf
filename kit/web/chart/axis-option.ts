import { needsPattern } from '#kit/core/chart/palette.ts';
import { formatFigure, plot, type Figure, type Plot, type Scale } from '#kit/core/chart/prepare.ts';
import type { ChartOption } from './use-chart.ts';

export interface AxisSeries {
  name: string;
  values: readonly Figure[];
  /** drawn dashed and grey: what the first series is compared with */
  isPrevious?: boolean;
}

/** One list of figures, or several named ones. */
export const asSeries = (
  y: readonly Figure[] | undefined,
  series: readonly AxisSeries[] | undefined,
  name: string,
): readonly AxisSeries[] => series ?? [{ name, values: y ?? [] }];

/** What line and bar charts share: axes in a unit that reads well, tooltip, legend for several series. */
export function axisOption(x: readonly string[], list: readonly AxisSeries[], scale?: Scale): { prepared: Plot; option: ChartOption } {
  const prepared = plot(x, list, scale);
  const { unit } = prepared;
  const option = {
    aria: { enabled: true, decal: { show: needsPattern(list.length) } },
    grid: {
      left: 0,
      right: 16,
      top: list.length > 1 || unit.name ? 32 : 16,
      bottom: 0,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    ...(list.length > 1 && { legend: { type: 'scroll', left: 48, data: list.map(({ name }) => name), tooltip: { show: true } } }),
    tooltip: { trigger: 'axis', valueFormatter: (value: number | null) => formatFigure(value ?? null) },
    xAxis: { type: 'category', data: prepared.x },
    yAxis: {
      type: 'value',
      name: unit.name,
      nameGap: 12,
      axisLabel: { formatter: (value: number) => formatFigure(value / unit.divisor) },
      minInterval:
        unit.divisor === 1 && prepared.series.every(({ values }) => values.every((value) => Number.isInteger(value ?? 0))) ? 1 : 0,
    },
  };
  return { prepared, option };
}

/** What the picture says in words. */
export function axisSummary({ series, x, peak }: Plot): string {
  if (series.length === 0 || x.length === 0) return '暂无数据';
  const names = series.map(({ name }) => name).filter(Boolean);
  const top = peak ? `，最高 ${x[peak.index] ?? ''} ${formatFigure(peak.value)}` : '';
  return `${names.join('、')} ${x[0] ?? ''} 至 ${x.at(-1) ?? ''}，共 ${x.length} 项${top}`;
}
