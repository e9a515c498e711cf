import { Link } from 'react-router';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { count, minute } from '#kit/web/format.ts';
import { DB_KINDS } from '#modules/sources/contract/db-types.ts';
import { SyncTag } from '../sources/sync-tag.tsx';
import type { Overview } from './Figures.tsx';

/** Sources by the age of their catalogue, those that want attention first. */
export function SourcesPanel({ data }: { data: Overview }) {
  const ages = [
    { label: '24 小时内', value: data.freshness.day, tone: 'ok' },
    { label: '7 天内', value: data.freshness.week, tone: 'accent' },
    { label: '更早', value: data.freshness.older, tone: 'warn' },
    { label: '从未同步', value: data.freshness.never, tone: 'idle' },
  ];
  return (
    <section className="panel">
      <div className="panel-head">
        数据源新鲜度
        <Link to="/metadata/datasource">全部</Link>
      </div>
      {data.sourceCount === 0 ? (
        <StateView kind="empty" what="还没有您可以查看的数据源" />
      ) : (
        <>
          <div className="md-home-ages">
            {ages.map(({ label, value, tone }) => (
              <span key={label}>
                <i className={`tone-${tone}`} />
                {label} <b className="num">{value}</b>
              </span>
            ))}
          </div>
          {data.sources.map((row) => (
            <div className="panel-row md-home-source" key={row.id}>
              <Link to={`/metadata/datasource?open=detail-${row.id}`} title={row.syncError ?? row.sourceName}>
                {row.sourceName}
              </Link>
              <span className="muted">{DB_KINDS.get(row.dbType)?.label ?? row.dbType}</span>
              <SyncTag state={row.isSync} />
              <span className="num muted">{count(row.tableCount)} 张表</span>
              <time className="muted">{minute(row.syncTime) ?? '—'}</time>
            </div>
          ))}
        </>
      )}
    </section>
  );
}
