import { PlusOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useCan } from '#kit/web/can.tsx';
import { useEntityPanel, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { api } from '../api.ts';

type Row = RowOf<typeof api.standardType>;

const options: EntityPageOptions<Row> = {
  label: '标准类别',
  nameField: 'gbTypeName',
  details: false,
  search: [
    { field: 'gbTypeCode', label: '类别编码' },
    { field: 'gbTypeName', label: '类别名称' },
  ],
  columns: [
    { field: 'gbTypeName', title: '类别名称', width: 200, sort: true },
    { field: 'gbTypeCode', title: '类别编码', kind: 'mono', width: 160, sort: true },
    {
      field: 'isBuiltIn',
      title: '来源',
      width: 80,
      render: (row) => <Tag tone="line">{row.isBuiltIn === '1' ? '内置' : '自定义'}</Tag>,
    },
    { field: 'status', title: '状态', dict: 'sys_common_status', width: 80 },
    { field: 'remark', title: '备注' },
  ],
};
const fields: readonly FormField<InputOf<typeof api.standardType>>[] = [
  { field: 'gbTypeCode', label: '类别编码', placeholder: '例如 GB/T 2261.1-2003' },
  { field: 'gbTypeName', label: '类别名称', placeholder: '例如 人的性别代码' },
  { field: 'status', label: '状态', widget: 'switch', initial: '1' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

/** 标准类别: the code sets themselves. */
export function TypeDrawer({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const list = useEntityPanel(api.standardType, options);
  const can = useCan();
  return (
    <Drawer
      open
      title="标准类别"
      size={820}
      onClose={onClose}
      extra={
        can(api.standardType.create) && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => list.open({ kind: 'new' })}>
            新增标准类别
          </Button>
        )
      }
    >
      <EntityTable<Row> list={list} />
      <EntityForm api={api.standardType} label="标准类别" fields={fields} opened={list.state.opened} onClose={() => list.open(null)} />
    </Drawer>
  );
}
