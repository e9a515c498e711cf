import { Skeleton } from 'antd';
import { Link } from 'react-router';
import { LineChart } from '#kit/web/chart/LineChart.tsx';
import { useCan } from '#kit/web/can.tsx';
import { count } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '#modules/library/web/parts.ts';
import { calls } from './api.ts';
import { ExtractList, MostViewed, Recent, SlowList, UnusedList, type Overview } from './Lists.tsx';
import './home.css';

/** 可视化概览: what there is, who looks at it, and what wants attention. */
export default function VisualHomePage() {
  const { data, error, refetch } = useCall(api.home.overview, {}, { staleTime: 10_000 });
  if (error && !data) return <StateView kind="error" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active className="panel page-skeleton" paragraph={{ rows: 12 }} />;
  const hasSets = data.sets !== null;
  return (
    <div className="vh">
      <Figures data={data} />
      <div className="vh-row vh-main">
        <section className="panel vh-chart">
          <LineChart
            title="近 30 天查看次数"
            width="100%"
            height={264}
            x={data.views === 0 ? [] : data.trend.map((one) => one.day.slice(5))}
            series={
              data.views === 0
                ? []
                : [
                    { name: '看板', values: data.trend.map((one) => one.boards) },
                    { name: '大屏', values: data.trend.map((one) => one.screens) },
                  ]
            }
            empty="近 30 天还没有人查看看板或大屏"
          />
        </section>
        <MostViewed rows={data.mostViewed} />
      </div>
      <div className="vh-row">
        <Recent rows={data.recent} />
        <SlowList data={data} />
      </div>
      {hasSets && (
        <div className="vh-row">
          <UnusedList data={data} />
          <ExtractList data={data} />
        </div>
      )}
    </div>
  );
}

interface Figure {
  label: string;
  value: number;
  note: string | null;
  to: string | null;
  isWork?: boolean;
}

/** The numbers on top; each leads to its list, and to a new item for those who may make one. */
function Figures({ data }: { data: Overview }) {
  const can = useCan();
  const figures: Figure[] = [];
  const add = (label: string, value: number | null, note: string | null, to: string) =>
    value !== null && figures.push({ label, value, note, to });
  add('数据集', data.sets, null, '/visual/dataset');
  add('图表', data.charts, null, '/visual/datachart');
  add('看板', data.boards, `已发布 ${data.publishedBoards}`, '/visual/databoard');
  add('大屏', data.screens, `已发布 ${data.publishedScreens}`, '/visual/datascreen');
  figures.push({ label: '近 30 天查看', value: data.views, note: `${count(data.viewers)} 人`, to: null });
  const changedPath = data.boards === null ? '/visual/datascreen?filter=changed' : '/visual/databoard?filter=changed';
  figures.push({ label: '待发布修改', value: data.changedDrafts, note: null, to: changedPath, isWork: true });
  const quick = [
    [calls.chart.create, '新增图表', '/visual/datachart?create=1'],
    [calls.board.create, '新增看板', '/visual/databoard?create=1'],
    [calls.screen.create, '新增大屏', '/visual/datascreen?create=1'],
  ] as const;
  const shown = quick.filter(([call]) => can(call));
  return (
    <div className="panel vh-figures">
      {figures.map(({ label, value, note, to, isWork }) => {
        const inside = (
          <>
            <span className="muted">{label}</span>
            <b className={isWork && value > 0 ? 'is-work' : undefined}>{count(value)}</b>
            {note && <em>{note}</em>}
          </>
        );
        return to === null ? (
          <div key={label}>{inside}</div>
        ) : (
          <Link key={label} to={to}>
            {inside}
          </Link>
        );
      })}
      {shown.length > 0 && (
        <nav className="vh-quick" aria-label="快速新增">
          {shown.map(([, label, to]) => (
            <Link key={label} to={to}>
              + {label}
            </Link>
          ))}
        </nav>
      )}
    </div>
  );
}
