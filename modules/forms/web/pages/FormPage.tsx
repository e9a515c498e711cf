import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { audienceFields, audienceText } from '#modules/notices/web/parts.ts';
import { api } from '../api.ts';
import { CopyDialog } from './CopyDialog.tsx';

const LinkDialog = lazy(() => import('../link/LinkDialog.tsx'));

const { page, get, create, update, remove, removeBatch } = api.form;
const listApi = { page, get, create, update, remove, removeBatch };
type Row = RowOf<typeof listApi>;

function StateTag({ row }: { row: Row }) {
  if (row.status === '2') return <Tag dot={false}>已禁用</Tag>;
  if (row.status === '0') return <Tag tone="idle">草稿</Tag>;
  return row.isChanged ? <Tag tone="warn">有未发布的修改</Tag> : <Tag tone="calm">已发布</Tag>;
}
const options: EntityPageOptions<Row> = {
  label: '表单',
  nameField: 'formName',
  details: false,
  search: [
    { field: 'formName', label: '表单名称' },
    {
      field: 'status',
      label: '状态',
      options: [
        { value: '0', label: '草稿' },
        { value: '1', label: '已发布' },
        { value: '2', label: '已禁用' },
      ],
    },
  ],
  columns: [
    { field: 'formName', title: '表单名称', width: 200, sort: true },
    { field: 'formCode', title: '表单编码', kind: 'mono', width: 160 },
    { field: 'status', title: '状态', width: 140, render: (row) => <StateTag row={row} /> },
    { field: 'versionNo', title: '版本', width: 88, render: (row) => (row.versionNo === null ? <Missing /> : `第 ${row.versionNo} 版`) },
    { field: 'recordCount', title: '填报数', kind: 'number', width: 96 },
    { field: '_audience', title: '填报范围', width: 180, render: (row) => audienceText(row) },
    { field: 'remark', title: '说明', width: 180 },
    { field: 'updateTime', title: '更新时间', kind: 'time', width: 152, sort: true },
  ],
};
const fields: readonly FormField<InputOf<typeof listApi>>[] = [
  { field: 'formName', label: '表单名称', placeholder: '例如 安全检查' },
  { field: 'formCode', label: '表单编码', placeholder: '例如 safety_check', fixedOnEdit: true, hint: '数据表的名称由它而来，之后不能修改' },
  { field: 'remark', label: '说明', widget: 'area', wide: true },
  ...audienceFields(undefined, '填报'),
];

/** 表单设计: all forms; the name opens the designer. */
export default function FormPage() {
  const list = useEntityPage(listApi, options);
  const navigate = useNavigate();
  const [copying, setCopying] = useState<Row | null>(null);
  const [linked, setLinked] = useState<Row | null>(null);
  const design = (id: string) => void navigate(`/form/making?id=${id}`);
  const stop = (row: Row) =>
    void confirmDialog({
      title: `禁用“${row.formName}”？`,
      content: '禁用后不能再填报，已填报的数据保留。重新发布即恢复。',
      okText: '禁用',
      onOk: async () => {
        await api.form.stop({ params: { id: row.id } });
        toast.success('已禁用');
        await list.refresh();
      },
    });
  const actions = (row: Row): RowAction[] => [
    { key: 'design', label: '设计', call: api.form.update, onClick: () => design(row.id) },
    ...(row.versionNo === null
      ? []
      : [{ key: 'data', label: '数据', call: api.record.page, onClick: () => void navigate(`/datafilling/record?form=${row.id}`) }]),
    { key: 'copy', label: '复制', call: api.form.copy, onClick: () => setCopying(row) },
    ...(row.status === '1' ? [{ key: 'link', label: '公开填报', call: api.link.create, onClick: () => setLinked(row) }] : []),
    ...(row.status === '1' ? [{ key: 'stop', label: '禁用', call: api.form.stop, onClick: () => stop(row) }] : []),
  ];
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row> list={list} actions={actions} opener={(row) => () => design(row.id)} />
      <EntityForm
        api={listApi}
        label="表单"
        fields={fields}
        opened={list.state.opened}
        onClose={() => list.open(null)}
        further={{ label: '保存并设计', call: api.form.update, run: design }}
      />
      {linked && (
        <Suspense>
          <LinkDialog form={linked} onClose={() => setLinked(null)} />
        </Suspense>
      )}
      {copying && (
        <CopyDialog
          form={copying}
          onClose={(id) => {
            setCopying(null);
            if (id !== null) design(id);
          }}
        />
      )}
    </div>
  );
}
