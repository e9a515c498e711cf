import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useOwnSearch } from '#kit/web/address.ts';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { flowRefusal } from '#kit/contract/flow.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { api } from '../api.ts';
import { dataPath, modelPath } from '../paths.ts';
import { BuildDialog } from './BuildDialog.tsx';
import { ModelView } from './ModelView.tsx';

const { page, get, create, update, remove, removeBatch } = api.model;
const listApi = { page, get, create, update, remove, removeBatch };
type Row = RowOf<typeof listApi>;

const options: EntityPageOptions<Row> = {
  label: '数据模型',
  nameField: 'modelName',
  details: false,
  search: [
    { field: 'modelName', label: '模型名称' },
    { field: 'modelLogicTable', label: '逻辑表' },
    { field: 'flowStatus', label: '审批状态', dict: 'sys_flow_status' },
    {
      field: 'isSync',
      label: '建模',
      options: [
        { value: '1', label: '已建模' },
        { value: '0', label: '未建模' },
      ],
    },
  ],
  columns: [
    { field: 'modelName', title: '模型名称', width: 180, sort: true },
    { field: 'modelLogicTable', title: '逻辑表', kind: 'mono', width: 150, sort: true },
    { field: 'modelPhysicalTable', title: '物理表', kind: 'mono', width: 190 },
    { field: 'versionNo', title: '版本', width: 84, render: (row) => (row.versionNo === null ? <Missing /> : `V${row.versionNo}`) },
    {
      field: 'flowStatus',
      title: '审批',
      width: 100,
      render: (row) => <FlowTag flow={row} />,
    },
    {
      field: 'isSync',
      title: '建模',
      width: 110,
      render: (row) => <SyncTag row={row} />,
    },
    { field: 'createName', title: '创建人', kind: 'person', width: 100 },
    { field: 'updateTime', title: '更新时间', kind: 'time', width: 150, sort: true },
  ],
};
const fields: readonly FormField<InputOf<typeof listApi>>[] = [
  { field: 'modelName', label: '模型名称', placeholder: '例如 客户' },
  { field: 'modelLogicTable', label: '逻辑表', placeholder: '例如 customer', hint: '物理表为 managed.md_ 加逻辑表名，建模后不再变化' },
  { field: 'status', label: '启用', widget: 'switch' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

/** Whether the table is what the model asks for. */
function SyncTag({ row }: { row: Row }) {
  if (row.versionNo === null) return <Tag dot={false}>未建模</Tag>;
  return row.isChanged ? <Tag tone="warn">有未生效修改</Tag> : <Tag tone="calm">已建模</Tag>;
}

/** 数据模型: the list, or one model in its designer. */
export default function ModelPage() {
  const { search } = useOwnSearch();
  const id = search.get('model') ?? /^detail-(.+)$/.exec(search.get('open') ?? '')?.[1];
  if (id) return <ModelView key={id} id={id} tab={search.get('tab') ?? 'columns'} />;
  return <ModelList />;
}

function ModelList() {
  const list = useEntityPage(listApi, options);
  const navigate = useNavigate();
  const [building, setBuilding] = useState<Row | null>(null);
  const open = (id: string) => void navigate(modelPath(id));
  const actions = (row: Row): RowAction[] => [
    { key: 'design', label: '设计', call: api.model.get, onClick: () => open(row.id) },
    ...(row.flowStatus === '4' && (row.isSync === '0' || row.isChanged)
      ? [{ key: 'build', label: '建模', call: api.model.createTable, onClick: () => setBuilding(row) }]
      : []),
    ...(row.modelPhysicalTable === null
      ? []
      : [{ key: 'data', label: '数据', call: api.data.page, onClick: () => void navigate(dataPath(row.id)) }]),
  ];
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row>
        list={list}
        actions={actions}
        opener={(row) => () => open(row.id)}
        canEdit={(row) => flowRefusal('edit', row.flowStatus) ?? true}
        canRemove={(row) => (row.versionNo !== null ? '已建模，不能删除' : (flowRefusal('delete', row.flowStatus) ?? true))}
      />
      <EntityForm
        api={listApi}
        label="数据模型"
        fields={fields}
        opened={list.state.opened}
        onClose={() => list.open(null)}
        onSaved={(reply: { id?: string }) => {
          if (reply.id) open(reply.id);
        }}
      />
      {building && <BuildDialog model={building} onClose={() => setBuilding(null)} />}
    </div>
  );
}
