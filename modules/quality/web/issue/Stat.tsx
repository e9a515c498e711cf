import { Link } from 'react-router';
import { count } from '#kit/web/format.ts';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';

type Stat = CallReply<typeof api.issue.stat>;
type Sum = Stat['byTable'][number];

const LISTS = [
  ['按数据表', 'byTable', 'ruleTableId'],
  ['按处理人', 'byOwner', 'assigneeId'],
  ['按规则类型', 'byType', 'ruleTypeId'],
] as const;
const hours = (value: number) => (value >= 48 ? `${(value / 24).toFixed(1)} 天` : `${value.toFixed(1)} 小时`);

function Sums({ title, rows, field }: { title: string; rows: readonly Sum[]; field: string }) {
  return (
    <Panel title={title} note="近 30 天">
      {rows.length === 0 ? (
        <StateView kind="empty" inline what="没有工单" />
      ) : (
        <table className="issue-sums">
          <thead>
            <tr>
              <th scope="col">{title.slice(1)}</th>
              <th scope="col">未关闭</th>
              <th scope="col">逾期</th>
              <th scope="col">已关闭</th>
              <th scope="col">平均修复</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td className="cut">
                  {row.id === '' ? '未指派' : <Link to={`/quality/checkissue?q=open:1,${field}:${row.id}`}>{row.name ?? '已删除'}</Link>}
                </td>
                <td>{count(row.open)}</td>
                <td className={row.overdue > 0 ? 'quality-bad' : ''}>{count(row.overdue)}</td>
                <td>{count(row.closed)}</td>
                <td>{row.meanHours === null ? <Missing /> : hours(row.meanHours)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

/** Issues by table, person and type: how many are open and late, and how long mending takes. */
export function StatPanels({ stat }: { stat: Stat }) {
  return (
    <div className="issue-stat">
      {LISTS.map(([title, key, field]) => (
        <Sums key={key} title={title} rows={stat[key]} field={field} />
      ))}
    </div>
  );
}
