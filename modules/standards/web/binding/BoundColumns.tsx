import { Segmented } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { count } from '#kit/web/format.ts';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag, type Tone } from '#kit/web/Tag.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

type Bound = CallReply<typeof api.binding.page>['data'][number];
type State = Bound['state'];

const STATES: Readonly<Record<State, readonly [label: string, tone: Tone]>> = {
  conform: ['合标', 'ok'],
  partial: ['部分合标', 'warn'],
  bad: ['不合标', 'bad'],
  retired: ['标准已废止', 'bad'],
  exempt: ['豁免', 'idle'],
  unread: ['无法核对', 'idle'],
  open: ['未核对', 'idle'],
};
const FILTERS: readonly { value: State | 'all'; label: string }[] = [
  { value: 'all', label: '全部' },
  { value: 'bad', label: '不合标' },
  { value: 'partial', label: '部分合标' },
  { value: 'conform', label: '合标' },
];
const FIELD = { source: 'sourceId', domain: 'domainId', dept: 'deptId', element: 'elementId' } as const;
const MOST = 100;

/** The columns behind a row of the statistics: what differs, and the way there. */
export function BoundColumns({ by, chosen }: { by: keyof typeof FIELD; chosen: { id: string | null; name: string } | null }) {
  const [state, setState] = useState<State | 'all'>('all');
  const query = { pageSize: MOST, ...(state !== 'all' && { state }), ...(chosen?.id && { [FIELD[by]]: chosen.id }) };
  const { data, error, refetch } = useCall(api.binding.page, { query }, { keepPrevious: true });
  return (
    <Panel
      title={chosen ? chosen.name : '全部字段'}
      note={data && `${count(data.total)} 个${data.total > MOST ? `，显示前 ${MOST} 个` : ''}`}
      actions={<Segmented<State | 'all'> size="small" value={state} onChange={setState} options={[...FILTERS]} />}
    >
      {error && <StateView kind="error" error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && <StateView kind="empty" what="没有这样的字段" />}
      {data && data.data.length > 0 && (
        <div className="binding-scroll">
          <table className="binding-table">
            <thead>
              <tr>
                <th>字段</th>
                <th>数据元</th>
                <th>差在哪里</th>
                <th>结论</th>
              </tr>
            </thead>
            <tbody>
              {data.data.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

function Row({ row }: { row: Bound }) {
  const [label, tone] = STATES[row.state];
  const says = row.results.flatMap(({ isConform, say }) => (isConform === false ? (say ?? []) : [])).join('；');
  return (
    <tr>
      <td>
        <Link to={`/metadata/datacolumn?table=${row.tableId}`}>{`${row.tableName}.${row.columnName}`}</Link>
      </td>
      <td>{row.elementName}</td>
      <td>{row.state === 'exempt' ? `${row.exemptReason ?? ''}，至 ${row.exemptUntil ?? ''}` : says}</td>
      <td>
        <Tag tone={tone}>{label}</Tag>
      </td>
    </tr>
  );
}
