import { Table } from 'antd';
import { useNavigate } from 'react-router';
import { minute } from '#kit/web/format.ts';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { serverNow } from '#kit/web/server-clock.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { ACTION_LABELS, OBJECT_LABELS, SUBJECT_LABELS } from '#modules/gate/contract/authorize.ts';
import { api } from '../api.ts';
import { tablePath } from '../paths.ts';

type Row = CallReply<typeof api.authorize.own>[number];
const SOON_MS = 7 * 86_400_000;

function Ends({ at }: { at: string | null }) {
  if (at === null) return '长期';
  const isSoon = Date.parse(at) - serverNow() < SOON_MS;
  return (
    <>
      {minute(at)} {isSoon && <Tag tone="warn">即将到期</Tag>}
    </>
  );
}

/** Grants in force that the person has himself, by a role or by his department; what ends first comes first. */
export function OwnGrants() {
  const navigate = useNavigate();
  const answer = useCall(api.authorize.own);
  if (answer.error) return <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <StateView kind="loading" rows={8} />;
  if (answer.data.length === 0)
    return <StateView kind="empty" what="还没有单独的授权" why="共享的数据源人人可用，不在此列；需要更多时，在数据检索或表的页面申请。" />;
  return (
    <div className="own-grants">
      <Table<Row>
        className="list-table"
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ x: 1290 }}
        dataSource={answer.data}
        columns={[
          {
            title: '数据',
            key: 'object',
            width: 240,
            ellipsis: true,
            render: (_, { objectName, tableId }) =>
              tableId === null ? objectName : <NameLink name={objectName ?? ''} mono onOpen={() => void navigate(tablePath(tableId))} />,
          },
          { title: '范围', key: 'type', width: 80, render: (_, row) => OBJECT_LABELS[row.objectType] },
          { title: '数据源', dataIndex: 'sourceName', width: 140, ellipsis: true },
          {
            title: '权限',
            key: 'actions',
            width: 240,
            render: (_, { actions }) => (
              <span className="own-actions">
                {actions.map((action) => (
                  <Tag key={action} tone="line">
                    {ACTION_LABELS[action]}
                  </Tag>
                ))}
              </span>
            ),
          },
          {
            title: '来自',
            key: 'from',
            width: 150,
            ellipsis: true,
            render: (_, row) => {
              if (row.requestId !== null) return '我的申请';
              return row.subjectType === 'user' ? '直接授权' : `${SUBJECT_LABELS[row.subjectType]} ${row.subjectName ?? ''}`;
            },
          },
          { title: '有效期至', key: 'end', width: 200, render: (_, row) => <Ends at={row.endTime} /> },
          { title: '备注', dataIndex: 'remark', width: 220, ellipsis: true },
        ]}
      />
    </div>
  );
}
