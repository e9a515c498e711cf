import { minute } from '#kit/web/format.ts';
import { api } from './api.ts';
import { LogResult, OwnLog } from './OwnLog.tsx';

/** What the person has done. */
export function OwnOperations() {
  return (
    <OwnLog
      call={api.profile.operations}
      columns={[
        { title: '时间', dataIndex: 'createTime', width: 150, render: minute },
        { title: '操作', dataIndex: 'title' },
        { title: '结果', width: 220, render: (_, row) => <LogResult isOk={row.result === '1'} problem={row.exMsg} /> },
        { title: 'IP 地址', dataIndex: 'remoteAddr', width: 140 },
        { title: '耗时', dataIndex: 'timeMs', width: 90, align: 'right', render: (ms: number) => `${ms} ms` },
      ]}
    />
  );
}
