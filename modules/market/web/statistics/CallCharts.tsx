import { BarChart } from '#kit/web/chart/BarChart.tsx';
import { LineChart } from '#kit/web/chart/LineChart.tsx';
import { pointName, type Span, type Usage } from './figures.ts';

const MAX_DAYS = 31;
/** Calls by what became of them, and how long they took, over time. */
export function CallCharts({ points, span, height = 220 }: { points: Usage['points']; span: Span; height?: number }) {
  // calls of an application are known by the day
  const isDaily = points.length <= MAX_DAYS;
  const x = points.map(({ time }) => pointName(time, isDaily ? 30 : span));
  return (
    <>
      <BarChart
        title="调用次数"
        width="100%"
        height={height}
        stacked
        x={x}
        series={[
          { name: '成功', values: points.map(({ succeeded }) => succeeded) },
          { name: '拒绝和限流', values: points.map(({ refused, limited }) => refused + limited) },
          { name: '失败', values: points.map(({ failed }) => failed), isBad: true },
        ]}
        empty="这段时间没有调用"
      />
      <LineChart
        title="P95 耗时（毫秒）"
        width="100%"
        height={Math.round(height * 0.8)}
        x={x}
        series={[{ name: 'P95', values: points.map(({ p95 }) => p95) }]}
        empty="这段时间没有调用"
      />
    </>
  );
}
