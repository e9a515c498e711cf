import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { Column, RowAction, RowOf } from '#kit/web/table/types.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { modelApi as api } from './api.ts';
import { CategoryDrawer } from './CategoryDrawer.tsx';
import { CopyDialog } from './CopyDialog.tsx';

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
/** The list with its filter by category, whose choices come from the server. */
function useOptions() {
  const categories = useCall(api.category.list, {}).data;
  return useMemo(() => {
    const choices = (categories ?? []).map(({ id, name }) => ({ value: id, label: name }));
    return { ...options, search: [...options.search, { field: 'categoryId', label: '分类', options: choices }] };
  }, [categories]);
}
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
  const list = useEntityPage(listApi, useOptions());
  const navigate = useNavigate();
  const can = useCan();
  const [copying, setCopying] = useState<Row | null>(null);
  const [search, setSearch] = useSearchParams();
  const showPanel = (panel: 'category' | null) => {
    const next = new URLSearchParams(search);
    if (panel) next.set('panel', panel);
    else next.delete('panel');
    setSearch(next);
  };
  const design = (row: Pick<Row, 'id'>) => void navigate(`/workflow/model/design/${row.id}`);
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
    { key: 'copy', label: '复制', call: api.model.create, onClick: () => setCopying(row) },
    { key: 'publish', label: '发布', call: api.model.publish, onClick: () => publish(row) },
  ];
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list}>
        {can(api.category.page) && <Button onClick={() => showPanel('category')}>流程分类</Button>}
      </ListActions>
      <EntityTable<Row> list={list} actions={actions} opener={(row) => () => design(row)} />
      <EntityForm api={listApi} label="流程模型" fields={fields} opened={list.state.opened} onClose={() => list.open(null)} />
      {search.get('panel') === 'category' && <CategoryDrawer onClose={() => showPanel(null)} />}
      {copying && (
        <CopyDialog
          model={copying}
          onClose={(id) => {
            setCopying(null);
            if (id !== null) design({ id });
          }}
        />
      )}
    </div>
  );
}
