import { BarChart } from '#kit/web/chart/BarChart.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';
import StatCharts from '../parts/StatCharts.tsx';
import { AMOUNTS } from './labels.ts';

const HEIGHT = 280;
/** 万元 → 元: the axis picks its own unit, 万 of 万元 would be read wrong */
const YUAN = 10_000;

interface Props {
  stat: CallReply<typeof api.department.stat> | undefined;
  error: Error | null;
  onRetry: () => void;
}

/** Targets of all units over the years, and where and what the units are. */
export default function UnitCharts({ stat, error, onRetry }: Props) {
  return (
    <StatCharts
      charts={
        stat && [
          { title: '按单元类型', kind: 'ring', groups: stat.byType },
          { title: '按所在省份', kind: 'rank', groups: stat.byArea },
        ]
      }
      error={error}
      onRetry={onRetry}
    >
      {stat && (
        <section className="panel stat-chart wide">
          <h2>历年指标（元）</h2>
          <BarChart
            width="100%"
            height={HEIGHT}
            x={stat.byYear.map((one) => `${one.year}年`)}
            series={AMOUNTS.map(({ field, label }) => ({ name: label, values: stat.byYear.map((one) => Number(one[field]) * YUAN) }))}
          />
        </section>
      )}
    </StatCharts>
  );
}
