import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { useEntityPage } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { Column, RowAction, RowOf } from '#kit/web/table/types.ts';
import { Missing, Tag, type Tone } from '#kit/web/Tag.tsx';
import { api } from '../api.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

type Row = RowOf<{ page: typeof api.operation.effects }>;

const STATES: Readonly<Record<Row['state'], readonly [label: string, tone: Tone]>> = {
  waiting: ['待执行', 'accent'],
  done: ['已生效', 'calm'],
  dead: ['生效失败', 'bad'],
  skipped: ['已跳过', 'idle'],
};
const workOf = ({ nodeName }: Row): string => (nodeName === null ? '审批生效' : `触发服务：${nodeName}`);
const columns: readonly Column<Row>[] = [
  { field: 'title', title: '流程', width: 240 },
  { field: 'businessName', title: '业务', width: 120, render: (row) => row.businessName ?? <Missing /> },
  { field: 'nodeName', title: '内容', width: 160, render: workOf },
  {
    field: 'state',
    title: '状态',
    width: 100,
    render: ({ state }) => <Tag tone={STATES[state][1]}>{STATES[state][0]}</Tag>,
  },
  { field: 'tries', title: '已试次数', kind: 'number', width: 88 },
  { field: 'error', title: '最近的错误', width: 300, render: (row) => row.error ?? <Missing /> },
  { field: 'createTime', title: '通过时间', kind: 'time', width: 152 },
  { field: 'endTime', title: '结束时间', kind: 'time', width: 152 },
  { field: 'reason', title: '跳过原因', width: 180, render: (row) => row.reason ?? <Missing /> },
];
const options = {
  label: '生效任务',
  columns,
  nameField: 'title' as const,
  details: false as const,
  search: [
    { field: 'title', label: '流程' },
    { field: 'state', label: '状态', options: Object.entries(STATES).map(([value, [label]]) => ({ value, label })) },
  ],
};

/** What passed approvals bring about: failed five times, a person decides. */
export function EffectList() {
  const list = useEntityPage({ page: api.operation.effects }, options);
  const [skipping, setSkipping] = useState<Row | null>(null);
  const done = (text: string) => async () => {
    toast.success(text);
    await list.refresh();
  };
  const actions = (row: Row): RowAction[] =>
    row.state === 'dead'
      ? [
          {
            key: 'retry',
            label: '重试',
            call: api.operation.retryEffect,
            onClick: () => void api.operation.retryEffect({ params: { id: row.id } }).then(done('已安排重试'), () => undefined),
          },
          { key: 'skip', label: '跳过', call: api.operation.skipEffect, danger: true, onClick: () => setSkipping(row) },
        ]
      : [];
  return (
    <>
      <EntityTable<Row> list={list} actions={actions} />
      {skipping && (
        <ReasonDialog
          title={`跳过“${skipping.title}”的${workOf(skipping)}？`}
          note={
            skipping.nodeName === null
              ? '审批仍然通过，但不再执行生效动作，请确认已经人工处理。'
              : '流程照常继续，但不再触发该服务，请确认已经人工处理。'
          }
          okText="跳过"
          onOk={(reason) => api.operation.skipEffect({ params: { id: skipping.id }, body: { reason } }).then(done('已跳过'))}
          onClose={() => setSkipping(null)}
        />
      )}
    </>
  );
}
