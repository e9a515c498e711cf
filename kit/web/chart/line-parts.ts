import type { Plot } from '#kit/core/chart/prepare.ts';
import type { ChartOption } from './use-chart.ts';

/** An alarm line or target across a chart. */
export interface Limit {
  readonly value: number;
  /** 告警 80% */
  readonly label: string;
}

/** Indexes of points without a neighbour: a line would not show them. */
export function isolated(values: readonly (number | null)[]): ReadonlySet<number> {
  const isGap = (index: number) => (values[index] ?? null) === null;
  return new Set(values.flatMap((value, i) => (value !== null && isGap(i - 1) && isGap(i + 1) ? [i] : [])));
}

const STEPS = [1, 2, 2.5, 5, 10];
/** An end of an axis above the limit that falls on a round tick, and the distance of the ticks. */
export function axisAbove(limit: number): { max: number; interval: number } {
  const raw = (limit * 1.1) / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  const interval = STEPS.find((step) => step * power >= raw)! * power;
  return { max: Math.ceil((limit * 1.1) / interval) * interval, interval };
}

/** Axis that reaches the limit; that of the values where they go beyond it. */
export function limitAxis({ prepared, option }: { prepared: Plot; option: ChartOption }, limit: Limit | undefined): ChartOption {
  const most = Math.max(0, ...prepared.series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  if (!limit || most >= limit.value) return {};
  return { yAxis: { ...(option.yAxis as object), ...axisAbove(limit.value) } };
}

interface Colors {
  readonly ink2: string;
  readonly ink3: string;
}
/** The limit as a dashed line with its words above its start. */
export const limitLine = ({ value, label }: Limit, { ink2, ink3 }: Colors) => ({
  silent: true,
  symbol: 'none',
  lineStyle: { type: 'dashed', width: 1, color: ink3 },
  label: { position: 'insideStartTop', formatter: label, color: ink2, textBorderWidth: 0 },
  data: [{ yAxis: value }],
});

/** Name of a line at its end; names that would cover each other move apart. */
export const endsOf = (name: string, color: string) => ({
  endLabel: { show: true, formatter: name, color, distance: 6, textBorderWidth: 0 },
  labelLayout: { moveOverlap: 'shiftY' },
});
