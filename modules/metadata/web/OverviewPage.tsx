import { Progress, Skeleton } from 'antd';
import { Link } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { count, minute } from '#kit/web/format.ts';
import { FailedRows } from '#kit/web/table/ListFaces.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { SyncTag } from './source/sync-tag.tsx';
import './metadata.css';

/** Where the catalogue stands: how much is known, and which sources want attention. */
export default function OverviewPage() {
  const can = useCan();
  const answer = useCall(api.source.page, { query: { pageSize: 200, sort: '-tableCount' } }, { enabled: can(api.source.page) });
  if (!can(api.source.page)) return <div className="panel blank">没有查看权限，请联系管理员授权。</div>;
  if (answer.error) return <FailedRows error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton active className="panel overview-panel" />;
  const rows = answer.data.data;
  const tables = rows.reduce((sum, row) => sum + row.tableCount, 0);
  const columns = rows.reduce((sum, row) => sum + row.columnCount, 0);
  const most = Math.max(1, ...rows.map((row) => row.tableCount));
  const figures = [
    { label: '数据源', value: answer.data.total, to: '/metadata/datasource' },
    { label: '数据表', value: tables, to: '/metadata/datacolumn' },
    { label: '字段', value: columns, to: '/metadata/datacolumn' },
    { label: '同步失败', value: rows.filter((row) => row.isSync === '3').length, to: '/metadata/datasource?q=isSync:3' },
  ];
  return (
    <div className="overview">
      <div className="panel overview-figures">
        {figures.map((figure) => (
          <Link key={figure.label} to={figure.to}>
            <span className="muted">{figure.label}</span>
            <b>{count(figure.value)}</b>
          </Link>
        ))}
      </div>
      <div className="panel">
        <div className="panel-head">数据源</div>
        {rows.length === 0 && <div className="blank">还没有数据源，请先登记一个。</div>}
        {rows.map((row) => (
          <div className="panel-row" key={row.id}>
            <Link to={`/metadata/datasource?open=detail-${row.id}`}>{row.sourceName}</Link>
            <SyncTag state={row.isSync} />
            <Progress className="overview-bar" percent={(row.tableCount / most) * 100} showInfo={false} size="small" />
            <span className="num">
              {count(row.tableCount)} 张表，{count(row.columnCount)} 个字段
            </span>
            <time>{row.syncTime ? `${minute(row.syncTime)} 同步` : '未同步'}</time>
          </div>
        ))}
      </div>
    </div>
  );
}
