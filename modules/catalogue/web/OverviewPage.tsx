import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { Charts } from './home/Charts.tsx';
import { CoveragePanel } from './home/CoveragePanel.tsx';
import { Figures } from './home/Figures.tsx';
import { ChangeList, TableList } from './home/Lists.tsx';
import { OpenWork } from './home/OpenWork.tsx';
import { SourcesPanel } from './home/SourcesPanel.tsx';
import './home/home.css';

/** 元数据概览: how far the catalogue is described, what changed, and what waits for somebody. */
export default function OverviewPage() {
  const { data, error, refetch } = useCall(api.home.overview, {});
  if (error && !data)
    return (
      <div className="panel">
        <StateView kind="error" what="元数据概览没有取到" error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!data) return <StateView kind="loading" shape="cards" />;
  return (
    <div className="md-home">
      <Figures data={data} />
      <div className="md-home-row">
        <OpenWork work={data.work} />
        <CoveragePanel coverage={data.coverage} />
        <SourcesPanel data={data} />
      </div>
      <Charts trend={data.trend} changesByDay={data.changesByDay} />
      <div className="md-home-row">
        <TableList
          title="使用最多"
          note="近 30 天读取"
          rows={data.hot}
          empty="近 30 天还没有人查询数据"
          more="/metadata/datacolumn?q=hasReads:1&sort=-heat"
        />
        <TableList title="还没有负责人" rows={data.unowned} empty="所有数据表都有负责人" more="/metadata/datacolumn?q=hasOwner:0" />
        <ChangeList rows={data.changes} />
      </div>
    </div>
  );
}
