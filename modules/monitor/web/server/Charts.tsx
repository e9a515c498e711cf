import { Suspense, useMemo } from 'react';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { minute } from '#kit/web/format.ts';
import type { Point } from './figures.ts';

const LineChart = lazyPart(() => import('#kit/web/chart/LineChart.tsx').then((module) => ({ default: module.LineChart })));
const MB = 1024 * 1024;

type Pick = (point: Point, stepMinutes: number) => number | null;
const CHARTS: readonly { title: string; unit: string; lines: readonly (readonly [string, Pick])[] }[] = [
  {
    title: '接口调用',
    unit: '次',
    lines: [
      ['调用', (point) => point.calls],
      ['系统错误', (point) => point.failures],
    ],
  },
  {
    title: '接口耗时',
    unit: '毫秒',
    lines: [
      ['中位', (point) => point.p50Ms],
      ['95% 分位', (point) => point.p95Ms],
      ['99% 分位', (point) => point.p99Ms],
    ],
  },
  {
    title: '事件循环延迟',
    unit: '毫秒',
    lines: [
      ['中位', (point) => point.lagP50Ms],
      ['99% 分位', (point) => point.lagP99Ms],
    ],
  },
  {
    title: 'CPU',
    unit: '单核百分比',
    lines: [
      ['全部', (point) => point.cpuPercent],
      ['垃圾回收', (point, minutes) => Math.round((point.gcMs / (minutes * 600)) * 10) / 10],
    ],
  },
  {
    title: '内存',
    unit: 'MB',
    lines: [
      ['常驻', (point) => Math.round(point.rssBytes / MB)],
      ['堆已用', (point) => Math.round(point.heapUsedBytes / MB)],
    ],
  },
  {
    title: '连接与作业',
    unit: '个',
    lines: [
      ['使用中的连接', (point) => point.poolUsed],
      ['等待的作业', (point) => point.jobsWaiting],
    ],
  },
];

/** The course of the figures over the chosen time. */
export function Charts({ points, stepMinutes }: { points: readonly Point[]; stepMinutes: number }) {
  const { x, charts } = useMemo(
    () => ({
      x: points.map((point) => minute(point.minute)?.slice(-5) ?? ''),
      charts: CHARTS.map((chart) => ({
        ...chart,
        series: chart.lines.map(([name, pick]) => ({ name, values: points.map((point) => pick(point, stepMinutes)) })),
      })),
    }),
    [points, stepMinutes],
  );
  return (
    <div className="monitor-charts">
      {charts.map(({ title, unit, series }) => (
        <div className="panel" key={title}>
          <div className="panel-head">
            {title}
            <span className="muted">
              {unit}
              {title === '接口调用' && ` / ${stepMinutes} 分钟`}
            </span>
          </div>
          <div className="monitor-chart">
            <Suspense fallback={<div className="chart-skeleton" />}>
              <LineChart title={null} width="100%" height="100%" x={x} series={series} />
            </Suspense>
          </div>
        </div>
      ))}
    </div>
  );
}
