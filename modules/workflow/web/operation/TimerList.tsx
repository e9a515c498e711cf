import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { useEntityPage } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { Column, RowAction, RowOf } from '#kit/web/table/types.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { api } from '../api.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

type Row = RowOf<{ page: typeof api.operation.timers }>;

function TimerState({ row }: { row: Row }) {
  if (row.deadTime !== null) return <Tag tone="bad">失败</Tag>;
  return row.tries > 0 ? <Tag tone="warn">重试中</Tag> : <Tag tone="warn">晚触发</Tag>;
}
const columns: readonly Column<Row>[] = [
  { field: 'title', title: '流程', width: 240 },
  { field: 'businessName', title: '业务', width: 120, render: (row) => row.businessName ?? <Missing /> },
  { field: 'nodeName', title: '定时节点', width: 140 },
  { field: '_state', title: '状态', width: 92, render: (row) => <TimerState row={row} /> },
  { field: 'dueTime', title: '触发时间', kind: 'time', width: 152 },
  { field: 'tries', title: '已试次数', kind: 'number', width: 88 },
  { field: 'error', title: '最近的错误', width: 320, render: (row) => row.error ?? <Missing /> },
];
const options = {
  label: '定时器',
  columns,
  nameField: 'title' as const,
  details: false as const,
  search: [{ field: 'title', label: '流程' }],
};
const paramsOf = ({ processInstanceId, timer }: Row) => ({ id: processInstanceId, timer });

/** Timers that failed or are late; one that is not the only way on can be skipped. */
export function TimerList() {
  const list = useEntityPage({ page: api.operation.timers }, options);
  const [skipping, setSkipping] = useState<Row | null>(null);
  const done = (text: string) => async () => {
    toast.success(text);
    await list.refresh();
  };
  const actions = (row: Row): RowAction[] =>
    row.tries > 0
      ? [
          {
            key: 'retry',
            label: '重试',
            call: api.operation.retryTimer,
            onClick: () => void api.operation.retryTimer({ params: paramsOf(row) }).then(done('已安排重试'), () => undefined),
          },
          { key: 'skip', label: '跳过', call: api.operation.skipTimer, danger: true, onClick: () => setSkipping(row) },
        ]
      : [];
  return (
    <>
      <EntityTable<Row> list={list} actions={actions} />
      {skipping && (
        <ReasonDialog
          title={`跳过定时器“${skipping.nodeName}”？`}
          note={`“${skipping.title}”不再等待这个时间，其余办理不受影响。`}
          okText="跳过"
          onOk={(reason) => api.operation.skipTimer({ params: paramsOf(skipping), body: { reason } }).then(done('已跳过'))}
          onClose={() => setSkipping(null)}
        />
      )}
    </>
  );
}
