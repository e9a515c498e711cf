import { Table, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import type { api } from './api.ts';
import { Problem } from './Problem.tsx';

type LogCall = typeof api.profile.loginLogs | typeof api.profile.operations;
export type LogRow<C extends LogCall> = CallReply<C>['data'][number];

/** A log of the person's own, page by page. */
export function OwnLog<C extends LogCall>({ call, columns }: { call: C; columns: TableColumnsType<LogRow<C>> }) {
  const [pageNum, setPageNum] = useState(1);
  const logs = useCall<LogCall>(call, { query: { pageNum } }, { keepPrevious: true });
  if (logs.error) return <Problem error={logs.error} onRetry={() => void logs.refetch()} />;
  return (
    <Table<LogRow<C>>
      className="list-table"
      rowKey="id"
      size="middle"
      loading={logs.isPending}
      dataSource={(logs.data?.data ?? []) as LogRow<C>[]}
      scroll={{ x: 720 }}
      pagination={{
        current: pageNum,
        pageSize: 20,
        total: logs.data?.total ?? 0,
        showSizeChanger: false,
        onChange: setPageNum,
        hideOnSinglePage: true,
      }}
      columns={columns}
    />
  );
}

/** 成功, or why not. */
export function LogResult({ isOk, problem }: { isOk: boolean; problem: string | null | undefined }) {
  return (
    <span className={isOk ? 'tag tag-calm' : 'tag tag-bad'}>
      <i />
      {isOk ? '成功' : (problem ?? '失败')}
    </span>
  );
}
