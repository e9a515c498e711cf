import { BarChart } from '#kit/web/chart/BarChart.tsx';
import { LineChart } from '#kit/web/chart/LineChart.tsx';
import type { Overview } from './Figures.tsx';

const HEIGHT = 240;
/** two panels that only say that there is nothing yet */
const EMPTY_HEIGHT = 96;
const short = (day: string) => day.slice(5);

/** The last 30 days: how the catalogue grew, and what changed at the sources. */
export function Charts({ trend, changesByDay }: Pick<Overview, 'trend' | 'changesByDay'>) {
  const days = changesByDay.map((one) => short(one.day));
  const isTrend = trend.length > 1;
  const isQuiet = changesByDay.every((one) => one.added + one.changed + one.removed === 0);
  const height = isTrend || !isQuiet ? HEIGHT : EMPTY_HEIGHT;
  return (
    <div className="md-home-row two">
      <section className="panel md-home-chart">
        <LineChart
          title="近 30 天数据表"
          width="100%"
          height={height}
          x={isTrend ? trend.map((one) => short(one.day)) : []}
          series={
            isTrend
              ? [
                  { name: '全部', values: trend.map((one) => one.tables) },
                  { name: '有说明', values: trend.map((one) => one.described) },
                  { name: '有负责人', values: trend.map((one) => one.owned) },
                ]
              : []
          }
          empty={trend.length === 1 ? '今天起按天记录，明天开始有趋势' : '还没有数据表'}
        />
      </section>
      <section className="panel md-home-chart">
        <BarChart
          title="近 30 天结构变更"
          width="100%"
          height={height}
          stacked
          x={isQuiet ? [] : days}
          series={
            isQuiet
              ? []
              : [
                  { name: '新增', values: changesByDay.map((one) => one.added) },
                  { name: '修改', values: changesByDay.map((one) => one.changed) },
                  { name: '删除', values: changesByDay.map((one) => one.removed) },
                ]
          }
          empty="近 30 天没有结构变更"
        />
      </section>
    </div>
  );
}
