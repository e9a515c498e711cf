import { Table } from 'antd';
import { useState } from 'react';
import { minute } from '#kit/web/format.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { Problem } from './Problem.tsx';

type Row = CallReply<typeof api.profile.operations>['data'][number];

/** What the person has done. */
export function OwnOperations() {
  const [pageNum, setPageNum] = useState(1);
  const logs = useCall(api.profile.operations, { query: { pageNum } }, { keepPrevious: true });
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
        { title: '时间', dataIndex: 'createTime', width: 150, render: minute },
        { title: '操作', dataIndex: 'title' },
        {
          title: '结果',
          width: 220,
          render: (_, row) => (
            <span className={row.result === '1' ? 'tag tag-calm' : 'tag tag-bad'}>
              <i />
              {row.result === '1' ? '成功' : (row.exMsg ?? '失败')}
            </span>
          ),
        },
        { title: 'IP 地址', dataIndex: 'remoteAddr', width: 140 },
        { title: '耗时', dataIndex: 'timeMs', width: 90, align: 'right', render: (ms: number) => `${ms} ms` },
      ]}
    />
  );
}
