import { count } from '#kit/web/format.ts';
import type { Figure } from '#kit/web/parts/FigureStrip.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import { millis } from '../logs/status.tsx';
import type { api } from '../api.ts';

export type Usage = CallReply<typeof api.statistics.ofApi>;
export type Overview = CallReply<typeof api.statistics.overview>;
export type Sums = Usage['sums'];
export const SPAN_NAMES = { 1: '近 24 小时', 7: '近 7 天', 30: '近 30 天' } as const;
export type Span = keyof typeof SPAN_NAMES;

const PERCENT_DIGITS = 1;
/** Share of calls in percent; null without calls. */
export const percent = (part: number, all: number): string | null => (all === 0 ? null : ((part / all) * 100).toFixed(PERCENT_DIGITS));

/** How much more or less than before, in words. */
export function change(now: number, before: number): string {
  if (before === 0) return '此前没有调用';
  const share = ((now - before) / before) * 100;
  if (Math.abs(share) < 0.05) return '与上期持平';
  return `较上期 ${share > 0 ? '+' : '−'}${Math.abs(share).toFixed(PERCENT_DIGITS)}%`;
}
/** What went wrong, worst first; null when nothing did. */
export function trouble({ failed, limited, refused }: Sums): string | null {
  const parts = [
    failed > 0 && `失败 ${count(failed)}`,
    limited > 0 && `限流 ${count(limited)}`,
    refused > 0 && `拒绝 ${count(refused)}`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join('，') : null;
}

/** The figures that every view of calls begins with. */
export function figuresOf(sums: Sums, before?: Sums): Figure[] {
  const failure = sums.calls === 0 ? 0 : sums.failed / sums.calls;
  return [
    { label: '调用', value: count(sums.calls), unit: '次', note: before && change(sums.calls, before.calls) },
    {
      label: '成功率',
      value: percent(sums.succeeded, sums.calls),
      unit: '%',
      note: trouble(sums) ?? (sums.calls === 0 ? '还没有调用' : '全部成功'),
      ...(failure >= 0.05 && { tone: 'bad' as const }),
    },
    {
      label: 'P95 耗时',
      value: sums.p95 === null ? null : millis(sums.p95),
      unit: '毫秒',
      note: sums.averageMs === null ? '还没有调用' : `平均 ${millis(sums.averageMs)} 毫秒`,
    },
    { label: '返回行数', value: count(sums.rowCount), unit: '行', note: `${bytesText(sums.bytes)}` },
  ];
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  for (; value >= 1024 && unit < UNITS.length - 1; unit += 1) value /= 1024;
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}

const two = (n: number): string => String(n).padStart(2, '0');
/** The name of a point on the axis: a time of day, or a day. */
export function pointName(time: string, span: Span): string {
  const at = new Date(Date.parse(time) + 8 * 3_600_000);
  const day = `${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
  const clock = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
  if (span === 1) return clock;
  return span === 7 ? `${day} ${clock}` : day;
}
