import { Drawer } from 'antd';
import { useState } from 'react';
import { DetailDrawer } from '#kit/web/detail/DetailDrawer.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { measures } from '#kit/web/theme.ts';
import { api } from './api.ts';
import { DictItems } from './DictItems.tsx';

type Row = RowOf<typeof api.dict>;

const options: EntityPageOptions<Row> = {
  label: '字典',
  nameField: 'dictName',
  search: [
    { field: 'dictName', label: '字典名称' },
    { field: 'dictCode', label: '字典编码' },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns: [
    { field: 'dictName', title: '字典名称', width: 200, sort: true },
    { field: 'dictCode', title: '字典编码', kind: 'mono', width: 220, sort: true },
    {
      field: 'isBuiltIn',
      title: '来源',
      width: 90,
      render: (row) => (row.isBuiltIn === '1' ? <Tag tone="line">内置</Tag> : <Tag tone="line">自定义</Tag>),
    },
    { field: 'status', title: '状态', dict: 'sys_common_status', width: 90 },
    { field: 'remark', title: '备注' },
    { field: 'createTime', title: '创建时间', kind: 'time', width: 150, sort: true },
  ],
};
const fields: readonly FormField<InputOf<typeof api.dict>>[] = [
  { field: 'dictName', label: '字典名称' },
  { field: 'dictCode', label: '字典编码', placeholder: '例如 prj_business_type', fixedOnEdit: true },
  { field: 'status', label: '状态', widget: 'switch', initial: '1' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

export default function DictPage() {
  const list = useEntityPage(api.dict, options);
  const [items, setItems] = useState<Row | null>(null);
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row>
        list={list}
        actions={(row) => [{ key: 'items', label: '字典项', call: api.dictItem.page, onClick: () => setItems(row) }]}
      />
      <EntityForm api={api.dict} label="字典" fields={fields} opened={list.state.opened} onClose={() => list.open(null)} />
      <DetailDrawer<Row> list={list} />
      <Drawer
        open={items !== null}
        size={measures.drawer + 240}
        title={items && `字典项：${items.dictName}（${items.dictCode}）`}
        onClose={() => setItems(null)}
        destroyOnHidden
      >
        {items && <DictItems dictId={items.id} />}
      </Drawer>
    </div>
  );
}
