import { Suspense, useMemo } from 'react';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { minute } from '#kit/web/format.ts';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { cpuShare, perMinute, type Point } from './figures.ts';

const LineChart = lazyPart(() => import('#kit/web/chart/LineChart.tsx').then((module) => ({ default: module.LineChart })));
const MB = 1024 * 1024;

interface Scope {
  readonly stepMinutes: number;
  readonly cpus: number;
}
type Pick = (point: Point, scope: Scope) => number | null;
type Scale = 'count' | 'milliseconds' | 'plain';
/** The figures above are the last points of these lines: both count in the same unit. */
const CHARTS: readonly { title: string; unit: string; scale: Scale; lines: readonly (readonly [string, Pick])[] }[] = [
  {
    title: '接口调用',
    unit: '次 / 分钟',
    scale: 'count',
    lines: [
      ['调用', (point, { stepMinutes }) => perMinute(point.calls, stepMinutes)],
      ['失败', (point, { stepMinutes }) => perMinute(point.failures, stepMinutes)],
    ],
  },
  {
    title: '接口耗时',
    unit: '毫秒',
    scale: 'milliseconds',
    lines: [
      ['中位', (point) => point.p50Ms],
      ['95%', (point) => point.p95Ms],
      ['99%', (point) => point.p99Ms],
    ],
  },
  {
    title: '事件循环延迟',
    unit: '毫秒',
    scale: 'milliseconds',
    lines: [
      ['中位', (point) => point.lagP50Ms],
      ['99%', (point) => point.lagP99Ms],
    ],
  },
  {
    title: '处理器',
    unit: '%',
    scale: 'plain',
    lines: [
      ['进程', (point, { cpus }) => cpuShare(point.cpuPercent, cpus)],
      ['垃圾回收', (point, { stepMinutes, cpus }) => cpuShare(point.gcMs / (stepMinutes * 600), cpus)],
    ],
  },
  {
    title: '内存',
    unit: 'MB',
    scale: 'plain',
    lines: [
      ['常驻', (point) => Math.round(point.rssBytes / MB)],
      ['堆已用', (point) => Math.round(point.heapUsedBytes / MB)],
    ],
  },
  {
    title: '数据库连接',
    unit: '个',
    scale: 'plain',
    lines: [
      ['使用中', (point) => point.poolUsed],
      ['排队', (point) => point.poolWaiting],
    ],
  },
];

/** The course of the figures over the chosen time. */
export function Charts({ points, stepMinutes, cpus }: { points: readonly Point[]; stepMinutes: number; cpus: number }) {
  const { x, charts } = useMemo(
    () => ({
      x: points.map((point) => minute(point.minute)?.slice(-5) ?? ''),
      charts: CHARTS.map((chart) => {
        const series = chart.lines.map(([name, pick]) => ({ name, values: points.map((point) => pick(point, { stepMinutes, cpus })) }));
        const isLong = chart.scale === 'milliseconds' && series.some(({ values }) => values.some((value) => (value ?? 0) >= 1000));
        return { ...chart, series, unit: isLong ? '秒' : chart.title === '处理器' ? `占全部 ${cpus} 核的 %` : chart.unit };
      }),
    }),
    [points, stepMinutes, cpus],
  );
  return (
    <div className="monitor-charts">
      {charts.map(({ title, unit, scale, series }) => (
        <Panel key={title} title={title} note={unit}>
          <div className="monitor-chart">
            <Suspense fallback={<div className="chart-skeleton" />}>
              <LineChart title={null} width="100%" height="100%" x={x} series={series} scale={scale} />
            </Suspense>
          </div>
        </Panel>
      ))}
    </div>
  );
}
