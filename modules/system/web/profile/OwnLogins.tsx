import { Table } from 'antd';
import { useState } from 'react';
import { minute } from '#kit/web/format.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { Problem } from './Problem.tsx';

type Row = CallReply<typeof api.profile.loginLogs>['data'][number];
const events: Record<Row['event'], string> = { login: '登录', logout: '退出', kick: '强制下线', unlock: '解锁' };

/** When and from where the account was used; failures included, so that a stranger's try is seen. */
export function OwnLogins() {
  const [pageNum, setPageNum] = useState(1);
  const logs = useCall(api.profile.loginLogs, { query: { pageNum } }, { keepPrevious: true });
  if (logs.error) return <Problem error={logs.error} onRetry={() => void logs.refetch()} />;
  return (
    <Table<Row>
      className="list-table"
      rowKey="id"
      size="middle"
      loading={logs.isPending}
      dataSource={logs.data?.data ?? []}
      scroll={{ x: 720 }}
      pagination={{
        current: pageNum,
        pageSize: 20,
        total: logs.data?.total ?? 0,
        showSizeChanger: false,
        onChange: setPageNum,
        hideOnSinglePage: true,
      }}
      columns={[
        { title: '时间', dataIndex: 'opDate', width: 150, render: minute },
        { title: '事件', dataIndex: 'event', width: 90, render: (event: Row['event']) => events[event] },
        {
          title: '结果',
          width: 180,
          render: (_, row) => (
            <span className={row.result === '1' ? 'tag tag-calm' : 'tag tag-bad'}>
              <i />
              {row.result === '1' ? '成功' : (row.reason ?? '失败')}
            </span>
          ),
        },
        { title: 'IP 地址', dataIndex: 'opIp', width: 140 },
        { title: '设备', render: (_, row) => [row.opBrowser, row.opOs].filter(Boolean).join(' · ') || '—' },
      ]}
    />
  );
}
