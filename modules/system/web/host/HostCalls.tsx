import { Drawer, Table } from 'antd';
import { useState } from 'react';
import { Tag, type Tone } from '#kit/web/Tag.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { api } from '../api.ts';

type Call = CallReply<typeof api.host.calls>['data'][number];
const PAGE_SIZE = 20;
const STATES: Record<Call['state'], readonly [label: string, tone: Tone]> = {
  done: ['已返回', 'calm'],
  refused: ['已拒绝', 'warn'],
  failed: ['失败', 'bad'],
};

const columns = [
  { title: '时间', width: 170, render: (_: unknown, call: Call) => <DateText value={call.createTime} kind="log" /> },
  { title: '用途', dataIndex: 'purpose', width: 80 },
  { title: '请求', render: (_: unknown, call: Call) => `${call.method} ${call.path}` },
  {
    title: '结果',
    width: 150,
    render: (_: unknown, { state, status }: Call) => (
      <>
        <Tag tone={STATES[state][1]}>{STATES[state][0]}</Tag> {status === null ? '' : `HTTP ${status}`}
      </>
    ),
  },
  { title: '实际地址', dataIndex: 'address', width: 140, render: (address: string | null) => address ?? '未连接' },
  { title: '耗时（毫秒）', dataIndex: 'ms', width: 110, align: 'right' as const },
  { title: '说明', dataIndex: 'message', render: (message: string | null) => message ?? '' },
];

/** What the platform has called at one outside host, newest first. */
export function HostCalls({ host, onClose }: { host: { id: string; hostName: string }; onClose: () => void }) {
  const [pageNum, setPageNum] = useState(1);
  const calls = useCall(api.host.calls, { query: { hostId: host.id, pageNum, pageSize: PAGE_SIZE } });
  return (
    <Drawer open title={`“${host.hostName}”的调用日志`} size={1040} onClose={onClose}>
      <Table<Call>
        className="list-table"
        rowKey="id"
        size="small"
        columns={columns}
        dataSource={calls.data?.data}
        loading={calls.isLoading}
        locale={{ emptyText: calls.isError ? '调用日志加载失败，请关闭后重试' : '还没有调用过该地址' }}
        pagination={{ current: pageNum, pageSize: PAGE_SIZE, total: calls.data?.total ?? 0, onChange: setPageNum, showSizeChanger: false }}
      />
    </Drawer>
  );
}
