import { Button, Table } from 'antd';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { FigureStrip } from '#kit/web/parts/FigureStrip.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { DIFFERENCES } from './words.ts';

type Difference = CallReply<typeof api.target.compare>['differences'][number];
const columns = [
  { title: '记录', dataIndex: 'recordId', width: 180, className: 'mono', ellipsis: true },
  { title: '名称', dataIndex: 'title', ellipsis: true, render: (title: string | null) => title ?? <Missing /> },
  {
    title: '差异',
    width: 110,
    render: (_: unknown, { state }: Difference) => <Tag tone={DIFFERENCES[state][1]}>{DIFFERENCES[state][0]}</Tag>,
  },
  { title: '现行版本', dataIndex: 'recordVersion', width: 90, className: 'num' },
  {
    title: '目标版本',
    dataIndex: 'sentVersion',
    width: 90,
    className: 'num',
    render: (version: string | null) => version ?? <Missing />,
  },
];

/** 核对: what the target should have beside what it was brought, and what brings both together. */
export function ComparePanel({ id }: { id: string }) {
  const can = useCan();
  const params = { id };
  const compared = useCall(api.target.compare, { params }, { staleTime: 0 });
  const resend = useWrite(api.target.resend, {
    refreshes: [api.target.get, api.target.page],
    onSuccess: ({ count: queued }) => toast.success(`${queued} 条已排队补发`),
  });
  const { data, error, isFetching, refetch } = compared;
  if (error) return <StateView kind="error" error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" rows={6} />;
  const differing = data.missing + data.behind + data.surplus;
  return (
    <div className="dist-tab">
      <FigureStrip
        label="核对结果"
        figures={[
          { label: '应有记录', value: count(data.records), unit: '条', ...(data.isCapped && { note: '记录较多，只核对了一部分' }) },
          { label: '一致', value: count(data.current), unit: '条' },
          { label: '缺少', value: count(data.missing), unit: '条', ...(data.missing > 0 && { tone: 'bad' as const }) },
          { label: '版本落后', value: count(data.behind), unit: '条', ...(data.behind > 0 && { tone: 'warn' as const }) },
          { label: '多余', value: count(data.surplus), unit: '条', ...(data.surplus > 0 && { tone: 'warn' as const }) },
        ]}
      />
      <div className="dist-acts">
        <span className="muted">按送达时的版本号核对；还在排队的变更也算作差异。</span>
        <span className="grow" />
        <Button loading={isFetching} onClick={() => void refetch()}>
          重新核对
        </Button>
        {can(api.target.resend) && (
          <Button type="primary" disabled={differing === 0} loading={resend.isPending} onClick={() => resend.mutate({ params })}>
            补发差异
          </Button>
        )}
      </div>
      <Table<Difference>
        className="list-table"
        rowKey="recordId"
        size="small"
        columns={columns}
        dataSource={data.differences}
        locale={{ emptyText: '没有差异' }}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
      />
    </div>
  );
}
