import { Button, Select, Table } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import type { TargetRow } from '../../contract/target.ts';
import { api } from '../api.ts';
import { DELIVERIES, reasonText } from './words.ts';

type Line = CallReply<typeof api.target.deliveries>['data'][number];
const PAGE_SIZE = 20;
const RENEW_MS = 5000;
const columns = [
  { title: '序号', dataIndex: 'seq', width: 80, className: 'num' },
  {
    title: '记录',
    width: 220,
    ellipsis: true,
    render: (_: unknown, { title, recordId }: Line) => (title === null ? <span className="mono">{recordId}</span> : title),
  },
  { title: '版本', dataIndex: 'recordVersion', width: 64, className: 'num' },
  { title: '变更', dataIndex: 'action', width: 90, render: reasonText },
  {
    title: '状态',
    width: 140,
    render: (_: unknown, { state }: Line) => <Tag tone={DELIVERIES[state][1]}>{DELIVERIES[state][0]}</Tag>,
  },
  { title: '次数', dataIndex: 'tries', width: 64, className: 'num' },
  { title: '发送时间', width: 130, render: (_: unknown, { sendTime }: Line) => <DateText value={sendTime} /> },
  { title: '说明', dataIndex: 'message', width: 220, ellipsis: true, render: (text: string | null) => text ?? <Missing /> },
];

const retryColumn = (onRetry: (id: string) => void) => ({
  title: '操作',
  width: 72,
  render: (_: unknown, { id, state }: Line) =>
    state === 'dead' || state === 'retry' ? (
      <button type="button" className="name-link" onClick={() => onRetry(id)}>
        重试
      </button>
    ) : null,
});

/** What a target was sent, the latest first, and what it did not take. */
export function LogPanel({ row }: { row: TargetRow }) {
  const can = useCan();
  const [pageNum, setPageNum] = useState(1);
  const [state, setState] = useState<Line['state'] | undefined>();
  const params = { id: row.id };
  const log = useCall(
    api.target.deliveries,
    { params, query: { pageNum, pageSize: PAGE_SIZE, ...(state && { state }) } },
    { refetchInterval: RENEW_MS },
  );
  const retry = useWrite(api.target.retry, {
    refreshes: [api.target.deliveries, api.target.get, api.target.page],
    onSuccess: ({ count }) => toast.success(`${count} 条将重新发送`),
  });
  if (log.error && !log.data) return <StateView kind="error" error={log.error} onRetry={() => void log.refetch()} />;
  return (
    <div className="dist-tab">
      <div className="dist-acts">
        <Select
          aria-label="状态"
          allowClear
          placeholder="全部状态"
          className="dist-state"
          value={state}
          options={Object.entries(DELIVERIES).map(([value, [label]]) => ({ value: value as Line['state'], label }))}
          onChange={(next?: Line['state']) => {
            setState(next);
            setPageNum(1);
          }}
        />
        <span className="grow" />
        {can(api.target.retry) && (
          <Button disabled={row.dead === 0} loading={retry.isPending} onClick={() => retry.mutate({ params, body: {} })}>
            重试全部被拒绝的
          </Button>
        )}
      </div>
      <Table<Line>
        className="list-table"
        rowKey="id"
        size="small"
        columns={can(api.target.retry) ? [...columns, retryColumn((id) => retry.mutate({ params, body: { ids: [id] } }))] : columns}
        dataSource={log.data?.data}
        loading={log.isLoading}
        scroll={{ x: 1080 }}
        locale={{ emptyText: state ? '没有该状态的记录' : '还没有分发过' }}
        pagination={{ current: pageNum, pageSize: PAGE_SIZE, total: log.data?.total ?? 0, onChange: setPageNum, showSizeChanger: false }}
      />
    </div>
  );
}
