import { Link } from 'react-router';
import type { Reply } from '#kit/contract/route.ts';
import { count } from '#kit/web/format.ts';
import type { home } from '../../contract/home.ts';

export type Overview = Reply<typeof home.overview>;

/** The numbers on top; those that wait for somebody are marked. */
export function Figures({ data }: { data: Overview }) {
  const figures = [
    {
      label: '数据源',
      value: data.sourceCount,
      to: data.failedCount > 0 ? '/metadata/datasource?q=isSync:3' : '/metadata/datasource',
      note: data.failedCount > 0 ? `${data.failedCount} 个同步失败` : null,
    },
    { label: '数据表', value: data.coverage.tables, to: '/metadata/datacolumn', note: null },
    { label: '字段', value: data.coverage.columns, to: '/metadata/datacolumn', note: null },
    { label: '待确认变更', value: data.unconfirmed, to: '/metadata/changerecord?q=status:0', isWork: true, note: null },
    { label: '血缘待处理', value: data.unresolved, to: '/metadata/datablood?tab=open', isWork: true, note: null },
    { label: '敏感字段待审', value: data.proposals, to: '/metadata/classify?tab=hits', isWork: true, note: null },
  ];
  return (
    <div className="panel md-home-figures">
      {figures.map(({ label, value, to, isWork, note }) => (
        <Link key={label} to={to}>
          <span className="muted">{label}</span>
          <b className={isWork && value > 0 ? 'is-work' : undefined}>{count(value)}</b>
          {note && <em>{note}</em>}
        </Link>
      ))}
    </div>
  );
}
