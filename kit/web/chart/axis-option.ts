import { needsPattern } from '#kit/core/chart/palette.ts';
import { formatFigure, plot, type Figure, type Plot, type Scale } from '#kit/core/chart/prepare.ts';
import type { ChartOption } from './use-chart.ts';

export interface AxisSeries {
  name: string;
  values: readonly Figure[];
  /** a comparison series: dashed and grey */
  isPrevious?: boolean;
  /** what it counts is trouble: red */
  isBad?: boolean;
}

/** Normalises one list of values or several named ones to series. */
export const asSeries = (
  y: readonly Figure[] | undefined,
  series: readonly AxisSeries[] | undefined,
  name: string,
): readonly AxisSeries[] => series ?? [{ name, values: y ?? [] }];

/** Shared ECharts option of line and bar charts: axes in a readable unit, tooltip, legend for several series. */
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

/** Text alternative of a line or bar chart. */
export function axisSummary({ series, x, peak }: Plot): string {
  if (series.length === 0 || x.length === 0) return '暂无数据';
  const names = series.map(({ name }) => name).filter(Boolean);
  const top = peak ? `，最高 ${x[peak.index] ?? ''} ${formatFigure(peak.value)}` : '';
  return `${names.join('、')} ${x[0] ?? ''} 至 ${x.at(-1) ?? ''}，共 ${x.length} 项${top}`;
}
