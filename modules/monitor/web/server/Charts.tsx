import { Suspense, useMemo } from 'react';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { minute } from '#kit/web/format.ts';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { cpuShare, perMinute, type Point } from './points.ts';
import { WATCHED, type Machine, type Watched } from './limits.ts';

const LineChart = lazyPart(() => import('#kit/web/chart/LineChart.tsx').then((module) => ({ default: module.LineChart })));
const MB = 1024 * 1024;

type Pick = (point: Point, machine: Machine) => number | null;
type Scale = 'count' | 'milliseconds' | 'plain';
interface Chart {
  readonly title: string;
  readonly unit: string;
  readonly scale: Scale;
  readonly lines: readonly (readonly [string, Pick])[];
  /** name of the line that means trouble */
  readonly bad?: string;
  /** whose alarm line is drawn, and what its unit is divided by here */
  readonly watched?: keyof typeof WATCHED;
  readonly divisor?: number;
}
/** The figures above are the last points of these lines: both count in the same unit. */
const CHARTS: readonly Chart[] = [
  {
    title: '接口调用',
    unit: '次 / 分钟',
    scale: 'count',
    bad: '失败',
    lines: [
      ['调用', (point, { stepMinutes }) => perMinute(point.calls, stepMinutes)],
      ['失败', (point, { stepMinutes }) => perMinute(point.failures, stepMinutes)],
    ],
  },
  {
    title: '接口耗时',
    unit: '毫秒',
    scale: 'milliseconds',
    watched: 'call',
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
    watched: 'lag',
    lines: [
      ['中位', (point) => point.lagP50Ms],
      ['99%', (point) => point.lagP99Ms],
    ],
  },
  {
    title: '处理器',
    unit: '%',
    scale: 'plain',
    watched: 'cpu',
    lines: [
      ['进程', (point, { cpus }) => cpuShare(point.cpuPercent, cpus)],
      ['垃圾回收', (point, { stepMinutes, cpus }) => cpuShare(point.gcMs / (stepMinutes * 600), cpus)],
    ],
  },
  {
    title: '内存',
    unit: 'MB',
    scale: 'plain',
    watched: 'memory',
    divisor: MB,
    lines: [
      ['常驻', (point) => Math.round(point.rssBytes / MB)],
      ['堆已用', (point) => Math.round(point.heapUsedBytes / MB)],
    ],
  },
  {
    title: '数据库连接',
    unit: '个',
    scale: 'plain',
    watched: 'pool',
    bad: '排队',
    lines: [
      ['使用中', (point) => point.poolUsed],
      ['排队', (point) => point.poolWaiting],
    ],
  },
];

/** A line that is far above everything would press the course to the ground: the head of the chart names it then. */
const NEAR = 0.2;

/** One chart over the chosen time: its lines, and its alarm line where one is set. */
function drawn(chart: Chart, points: readonly Point[], machine: Machine) {
  const { lines, watched, divisor = 1, bad, scale } = chart;
  const series = lines.map(([name, pick]) => ({ name, values: points.map((point) => pick(point, machine)), isBad: name === bad }));
  const most = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const unit = scale === 'milliseconds' && most >= 1000 ? '秒' : chart.title === '处理器' ? `占全部 ${machine.cpus} 核的 %` : chart.unit;
  const one: Watched | null = watched ? WATCHED[watched] : null;
  const alarm = one?.limit(machine, points) ?? Infinity;
  if (!one || alarm === Infinity) return { ...chart, series, unit, limit: undefined };
  const label = `${one.line ?? ''}告警 ${one.text(alarm)}`;
  const isNear = most >= (alarm / divisor) * NEAR;
  return { ...chart, series, unit: isNear ? unit : `${unit} · ${label}`, limit: isNear ? { value: alarm / divisor, label } : undefined };
}

interface ChartsProps extends Machine {
  readonly points: readonly Point[];
}

/** The course of the figures over the chosen time. */
export function Charts({ points, stepMinutes, cpus, memoryBytes }: ChartsProps) {
  const { x, charts } = useMemo(
    () => ({
      x: points.map((point) => minute(point.minute)?.slice(-5) ?? ''),
      charts: CHARTS.map((chart) => drawn(chart, points, { stepMinutes, cpus, memoryBytes })),
    }),
    [points, stepMinutes, cpus, memoryBytes],
  );
  return (
    <div className="monitor-charts">
      {charts.map(({ title, unit, scale, series, limit }) => (
        <Panel key={title} title={title} note={unit}>
          <div className="monitor-chart">
            <Suspense fallback={<div className="chart-skeleton" />}>
              <LineChart title={null} width="100%" height="100%" x={x} series={series} scale={scale} limit={limit} names="ends" />
            </Suspense>
          </div>
        </Panel>
      ))}
    </div>
  );
}
