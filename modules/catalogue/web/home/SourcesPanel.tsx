import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { DB_KINDS } from '#modules/sources/contract/db-types.ts';
import { SyncTag } from '../sources/sync-tag.tsx';
import type { Overview } from './Figures.tsx';

const SHOWN = 5;

/** 演示数据仓库 24 小时内, 2 个更早: how old what the catalogue knows is. */
function agesOf({ freshness: { day, week, older, never } }: Overview): string {
  const ages = [
    { label: '24 小时内', n: day },
    { label: '7 天内', n: week },
    { label: '更早', n: older },
    { label: '从未同步', n: never },
  ];
  return ages
    .filter(({ n }) => n > 0)
    .map(({ label, n }) => `${label} ${n}`)
    .join(' · ');
}

/** Sources by the age of their catalogue, those that want attention first, with the cause. */
export function SourcesPanel({ data }: { data: Overview }) {
  return (
    <Panel title="数据源新鲜度" note={agesOf(data)} link={{ text: '数据源', to: '/metadata/datasource' }}>
      {data.sourceCount === 0 && (
        <div className="panel-body">
          <StateView kind="empty" inline what="还没有您可以查看的数据源" />
        </div>
      )}
      {data.sources.slice(0, SHOWN).map((row) => (
        <div className="panel-line md-home-source" key={row.id}>
          <span className="cut">
            <NameLink place="rail" name={row.sourceName} to={`/metadata/datasource?open=detail-${row.id}`} />
          </span>
          <small className="cut" title={row.syncError ?? undefined}>
            {row.isSync === '3' && row.syncError !== null
              ? row.syncError
              : `${DB_KINDS.get(row.dbType)?.label ?? row.dbType} · ${count(row.tableCount)} 张`}
          </small>
          {row.isSync === '2' ? (
            <small>
              <DateText value={row.syncTime} />
            </small>
          ) : (
            <SyncTag state={row.isSync} />
          )}
        </div>
      ))}
    </Panel>
  );
}
