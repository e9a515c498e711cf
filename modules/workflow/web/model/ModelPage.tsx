import { useNavigate } from 'react-router';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { Column, RowAction, RowOf } from '#kit/web/table/types.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { modelApi as api } from './api.ts';

/** Without the calls of a form: a model is drawn on a page of its own. */
const listApi = { page: api.model.page, create: api.model.create, remove: api.model.remove, removeBatch: api.model.removeBatch };
type Row = RowOf<typeof listApi>;

const columns: readonly Column<Row>[] = [
  { field: 'name', title: '流程名称', width: 200, sort: true },
  { field: 'key', title: '流程标识', kind: 'mono', width: 160 },
  { field: 'kind', title: '设计方式', width: 104, render: (row) => (row.kind === 'simple' ? '审批视图' : 'BPMN') },
  {
    field: 'publishedVersion',
    title: '已发布',
    width: 96,
    render: (row) => (row.publishedVersion === null ? <Missing /> : `第 ${row.publishedVersion} 版`),
  },
  { field: 'remark', title: '备注', width: 200 },
  { field: 'updateTime', title: '更新时间', kind: 'time', width: 152, sort: true },
];
const options = {
  label: '流程模型',
  columns,
  nameField: 'name' as const,
  details: false as const,
  search: [
    { field: 'name', label: '流程名称' },
    { field: 'key', label: '流程标识' },
  ],
};
const fields: readonly FormField<InputOf<typeof api.model>>[] = [
  { field: 'name', label: '流程名称', placeholder: '例如 费用报销' },
  { field: 'key', label: '流程标识', placeholder: '字母、数字和下划线，例如 expense', fixedOnEdit: true },
  {
    field: 'categoryId',
    label: '分类',
    widget: 'select',
    load: async () => (await api.category.list({})).map(({ id, name }) => ({ value: id, label: name })),
  },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

/** 流程模型: drafts; the name opens the designer. */
export default function ModelPage() {
  const list = useEntityPage(listApi, options);
  const navigate = useNavigate();
  const design = (row: Row) => void navigate(`/workflow/model/design/${row.id}`);
  const publish = (row: Row) =>
    void confirmDialog({
      title: `发布“${row.name}”？`,
      content: '新的提交使用新版本，运行中的流程仍按原版本办理。',
      okText: '发布',
      onOk: async () => {
        const { versionNo } = await api.model.publish({ params: { id: row.id }, body: { version: row.version } });
        toast.success(`已发布第 ${versionNo} 版`);
        await list.refresh();
      },
    });
  const actions = (row: Row): RowAction[] => [
    { key: 'design', label: '设计', call: api.model.update, onClick: () => design(row) },
    { key: 'publish', label: '发布', call: api.model.publish, onClick: () => publish(row) },
  ];
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row> list={list} actions={actions} opener={(row) => () => design(row)} />
      <EntityForm api={listApi} label="流程模型" fields={fields} opened={list.state.opened} onClose={() => list.open(null)} />
    </div>
  );
}
