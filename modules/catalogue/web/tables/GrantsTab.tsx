import { Button, Table } from 'antd';
import { useNavigate } from 'react-router';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCan } from '#kit/web/can.tsx';
import { minute } from '#kit/web/format.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { REQUEST_LABELS } from '#modules/gate/contract/access-request.ts';
import { ACTION_LABELS, SUBJECT_LABELS } from '#modules/gate/contract/authorize.ts';
import { api } from '../api.ts';
import { AskAccess } from './AskAccess.tsx';

const actionText = (action: string) => ACTION_LABELS[action as keyof typeof ACTION_LABELS] ?? action;

/** The caller's own rights on the table; for administrators of grants also those of all others. */
export function GrantsTab({ tableId }: { tableId: string }) {
  const navigate = useNavigate();
  const can = useCan();
  const answer = useCall(api.governance.access, { params: { id: tableId } });
  const { data } = answer;
  const request = useCall(api.accessRequest.mine, { params: { tableId } }).data;
  if (answer.error) return <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!data) return <StateView kind="loading" rows={5} />;
  return (
    <div className="grants">
      <h3 className="table-section">
        我的权限
        <span className="grow" />
        {request && request.state !== 'open' && (
          <span className="muted table-section-note">
            最近申请：{REQUEST_LABELS[request.state]}
            {request.state === 'refused' && request.reason ? `（${request.reason}）` : ''}
          </span>
        )}
        <AskAccess tableId={tableId} size="small" />
      </h3>
      <p className="tag-marks">
        {data.mine.map((action) => (
          <Tag key={action} tone="line">
            {actionText(action)}
          </Tag>
        ))}
      </p>
      <h3 className="table-section">
        生效中的授权
        <span className="grow" />
        {can(api.authorize.create) && (
          <Button size="small" onClick={() => void navigate('/metadata/dataauthorize')}>
            去授权
          </Button>
        )}
      </h3>
      {data.grants === null && <StateView kind="forbidden" what="没有查看他人授权的权限" why="需要更多权限时，请点击“申请权限”。" />}
      {data.grants && (
        <Table
          className="list-table"
          size="small"
          rowKey="id"
          pagination={false}
          dataSource={data.grants}
          locale={{ emptyText: '没有单独的授权；共享数据源和数据源管理员不在此列' }}
          columns={[
            {
              title: '主体',
              key: 'who',
              width: 200,
              render: (_, grant) => `${SUBJECT_LABELS[grant.subjectType as 'role'] ?? ''} ${grant.subjectName}`,
            },
            { title: '对象', dataIndex: 'objectName', width: 220, ellipsis: true },
            { title: '动作', key: 'actions', render: (_, grant) => grant.actions.map(actionText).join('、') },
            {
              title: '行过滤',
              dataIndex: 'rowFilter',
              ellipsis: true,
              render: (value: string | null) => (value === null ? <Missing /> : <span className="mono">{value}</span>),
            },
            {
              title: '到期',
              dataIndex: 'endTime',
              width: 150,
              render: (value: string | null) => (value === null ? '长期' : minute(value)),
            },
          ]}
        />
      )}
    </div>
  );
}
