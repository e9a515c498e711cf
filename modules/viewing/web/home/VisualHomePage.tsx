import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { LineChart } from '#kit/web/chart/LineChart.tsx';
import { useCan } from '#kit/web/can.tsx';
import { count } from '#kit/web/format.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { FigureStrip, type Figure } from '#kit/web/parts/FigureStrip.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '#modules/library/web/parts.ts';
import { calls } from './api.ts';
import { FailedList, MostViewed, Recent, SlowList, UnusedList, type Overview } from './Lists.tsx';
import { OpenWork } from './OpenWork.tsx';
import './home.css';

/** 可视化概览: what there is, who looks at it, and what wants attention. */
export default function VisualHomePage() {
  const { data, error, refetch } = useCall(api.home.overview, {}, { staleTime: 10_000 });
  if (error && !data)
    return (
      <div className="panel">
        <StateView kind="error" what="可视化概览没有取到" error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!data) return <StateView kind="loading" shape="cards" />;
  const hasSets = data.sets !== null;
  return (
    <div className="vh">
      <NewItems />
      <Figures data={data} />
      <div className="vh-row">
        <OpenWork data={data} />
        <section className="panel vh-chart">
          <LineChart
            title="近 30 天查看次数"
            width="100%"
            height={224}
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
      </div>
      <div className="vh-row">
        <MostViewed rows={data.mostViewed} />
        <Recent rows={data.recent} />
        <FailedList data={data} />
      </div>
      <div className="vh-row two">
        <SlowList data={data} />
        {hasSets && <UnusedList data={data} />}
      </div>
    </div>
  );
}

/** The numbers on top, each the way to its list. */
function Figures({ data }: { data: Overview }) {
  const lists = [
    { label: '数据集', value: data.sets, note: data.sets === null ? null : `${count(data.unusedCount)} 个未被使用`, to: '/visual/dataset' },
    { label: '图表', value: data.charts, note: null, to: '/visual/datachart' },
    { label: '看板', value: data.boards, note: `已发布 ${count(data.publishedBoards)} 个`, to: '/visual/databoard' },
    { label: '大屏', value: data.screens, note: `已发布 ${count(data.publishedScreens)} 个`, to: '/visual/datascreen' },
  ];
  const figures: Figure[] = lists.flatMap(({ label, value, note, to }) =>
    value === null ? [] : [{ label, value: count(value), unit: '个', note, to }],
  );
  figures.push({ label: '近 30 天查看', value: count(data.views), unit: '次', note: `${count(data.viewers)} 人查看` });
  return <FigureStrip label="可视化概况" figures={figures} />;
}

/** Ways to something new, for those who may make one. */
function NewItems() {
  const can = useCan();
  const navigate = useNavigate();
  const quick = [
    [calls.chart.create, '新增图表', '/visual/datachart?create=1'],
    [calls.board.create, '新增看板', '/visual/databoard?create=1'],
    [calls.screen.create, '新增大屏', '/visual/datascreen?create=1'],
  ] as const;
  return (
    <PageActions>
      {quick
        .filter(([call]) => can(call))
        .map(([, label, to]) => (
          <Button key={label} onClick={() => void navigate(to)}>
            {label}
          </Button>
        ))}
    </PageActions>
  );
}
