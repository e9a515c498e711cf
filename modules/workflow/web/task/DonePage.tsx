import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import { toast } from '#kit/web/dialog.tsx';
import { useEntityPage } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { Column, RowAction, RowOf } from '#kit/web/table/types.ts';
import { Tag, type Tone } from '#kit/web/Tag.tsx';
import { api } from '../api.ts';
import { FlowStatusTag } from '../flow-status.tsx';
import { InstanceDrawer } from '../instance/InstanceDrawer.tsx';

type Row = RowOf<{ page: typeof api.flowTask.done }>;

const RESULTS: Readonly<Record<string, readonly [label: string, tone: Tone]>> = {
  approved: ['同意', 'calm'],
  rejected: ['不同意', 'bad'],
  returned: ['退回', 'warn'],
  submitted: ['提交', 'accent'],
};
const columns: readonly Column<Row>[] = [
  { field: 'title', title: '标题', width: 240 },
  { field: 'name', title: '节点', width: 130 },
  { field: 'businessName', title: '业务', width: 120, render: (row) => row.businessName ?? row.businessCode },
  { field: 'starterName', title: '发起人', width: 110 },
  {
    field: 'result',
    title: '我的处理',
    width: 96,
    render: (row) => {
      const [label, tone] = RESULTS[row.result ?? ''] ?? ['已办', 'idle'];
      return <Tag tone={tone}>{label}</Tag>;
    },
  },
  { field: 'opinion', title: '意见', width: 180 },
  { field: 'flowStatus', title: '流程状态', width: 96, render: (row) => <FlowStatusTag status={row.flowStatus} /> },
  { field: 'endTime', title: '办理时间', kind: 'time', width: 152, sort: true },
];
const options = {
  label: '已办任务',
  columns,
  nameField: 'title' as const,
  details: false as const,
  search: [
    { field: 'title', label: '标题' },
    { field: 'starter', label: '发起人' },
    { field: 'businessCode', label: '业务编码' },
  ],
};

/** 已办任务: what the person has decided. */
export default function DonePage() {
  const list = useEntityPage({ page: api.flowTask.done }, options);
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  const opened = search.get('open');
  const actions = (row: Row): RowAction[] =>
    row.flowStatus === '3' || row.flowStatus === '2'
      ? [
          {
            key: 'withdraw',
            label: '撤回',
            call: api.flowTask.execute,
            onClick: () =>
              void api.flowTask.execute({ params: { taskId: row.id }, body: { action: 'withdraw' } }).then(
                async () => {
                  toast.success('已撤回，任务回到待办');
                  await list.refresh();
                },
                () => undefined,
              ),
          },
        ]
      : [];
  return (
    <div className="panel list-page">
      <EntityTable<Row> list={list} actions={actions} opener={(row) => () => change({ open: row.processInstanceId })} />
      {opened && <InstanceDrawer key={opened} id={opened} onClose={() => change({ open: null })} />}
    </div>
  );
}
