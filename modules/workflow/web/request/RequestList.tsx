import type { ReactNode } from 'react';
import { flowPermits } from '#kit/contract/flow.ts';
import { DetailDrawer } from '#kit/web/detail/DetailDrawer.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { Column, RowAction, RowOf } from '#kit/web/table/types.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { DocumentUpload, FileThumbs } from '#modules/files/web/index.ts';
import { api } from '../api.ts';
import { FILE_TYPES } from '../instance/RecordFields.tsx';
import { FlowStatusTag } from '../flow-status.tsx';

type Row = RowOf<typeof api.request>;

const columns: readonly Column<Row>[] = [
  { field: 'title', title: '标题', width: 220, sort: true },
  { field: 'businessName', title: '业务', width: 130, render: (row) => row.businessName ?? row.businessCode },
  { field: 'amount', title: '金额（元）', kind: 'number', width: 120, sort: true },
  { field: 'flowStatus', title: '状态', width: 92, render: (row) => <FlowStatusTag status={row.flowStatus} /> },
  { field: 'text', title: '说明', width: 220 },
  { field: 'files', title: '附件', width: 120, render: (row) => <FileThumbs value={row.files} /> },
  { field: 'updateTime', title: '更新时间', kind: 'time', width: 152, sort: true },
  { field: 'createTime', title: '创建时间', kind: 'time', width: 152, sort: true, hidden: true },
];
const options = {
  label: '申请',
  columns,
  nameField: 'title' as const,
  search: [
    { field: 'title', label: '标题' },
    { field: 'flowStatus', label: '状态', dict: 'sys_flow_status' },
  ],
};
const fields: readonly FormField<InputOf<typeof api.request>>[] = [
  {
    field: 'businessCode',
    label: '业务',
    widget: 'select',
    load: async () =>
      (await api.request.businesses({})).map(({ businessCode, businessName }) => ({ value: businessCode, label: businessName })),
    hint: '决定由谁审批',
  },
  { field: 'title', label: '标题', placeholder: '例如 差旅费报销' },
  { field: 'amount', label: '金额（元）', placeholder: '最多两位小数' },
  { field: 'text', label: '说明', widget: 'area', wide: true },
  { field: 'files', label: '附件', wide: true, render: (props) => <DocumentUpload {...props} types={FILE_TYPES} /> },
];

const wordOf = ({ flowStatus }: Row): string => (flowStatus === '2' ? '重新提交' : '提交');

/** 我的申请: written, submitted, corrected and removed here. */
export function RequestList({ children }: { children?: ReactNode }) {
  const list = useEntityPage(api.request, options);
  const submit = useWrite(api.request.submit, {
    refreshes: [api.request.page, api.instance.started],
    onSuccess: () => toast.success('已提交，可在“已提交的流程”中查看进展'),
  });
  const actions = (row: Row): RowAction[] =>
    flowPermits('submit', row.flowStatus)
      ? [
          {
            key: 'submit',
            label: wordOf(row),
            call: api.request.submit,
            disabled: submit.isPending,
            onClick: () => submit.mutate({ params: { id: row.id }, body: {} }),
          },
        ]
      : [];
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list}>{children}</ListActions>
      <EntityTable<Row>
        list={list}
        actions={actions}
        canEdit={(row) => flowPermits('edit', row.flowStatus)}
        canRemove={(row) => flowPermits('delete', row.flowStatus)}
      />
      <EntityForm
        api={api.request}
        label="申请"
        fields={fields}
        opened={list.state.opened}
        onClose={() => list.open(null)}
        further={{ label: '保存并提交', call: api.request.submit, run: (id) => submit.mutate({ params: { id }, body: {} }) }}
      />
      <DetailDrawer<Row> list={list} form={fields} canEdit={(row: Row) => flowPermits('edit', row.flowStatus)} />
    </div>
  );
}
