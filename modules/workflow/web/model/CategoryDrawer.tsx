import { PlusOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useCan } from '#kit/web/can.tsx';
import { useEntityPanel, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { modelApi } from './api.ts';

const api = modelApi.category;
type Row = RowOf<typeof api>;

const options: EntityPageOptions<Row> = {
  label: '流程分类',
  nameField: 'name',
  details: false,
  search: [{ field: 'name', label: '分类名称' }],
  columns: [
    { field: 'name', title: '分类名称', width: 180 },
    { field: 'sortNo', title: '排序', width: 80, sort: true },
    { field: 'remark', title: '备注', width: 180 },
  ],
};
const fields: readonly FormField<InputOf<typeof api>>[] = [
  { field: 'name', label: '分类名称' },
  { field: 'sortNo', label: '排序' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

/** 流程分类: added, renamed, sorted, deleted while no model uses them. */
export function CategoryDrawer({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const list = useEntityPanel(api, options);
  const can = useCan();
  return (
    <Drawer
      open
      title="流程分类"
      size={720}
      onClose={onClose}
      extra={
        can(api.create) && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => list.open({ kind: 'new' })}>
            新增流程分类
          </Button>
        )
      }
    >
      <EntityTable<Row> list={list} />
      <EntityForm api={api} label="流程分类" fields={fields} opened={list.state.opened} onClose={() => list.open(null)} />
    </Drawer>
  );
}
