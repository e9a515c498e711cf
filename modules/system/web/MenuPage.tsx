import { useMemo, useState } from 'react';
import { DetailDrawer } from '#kit/web/detail/DetailDrawer.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import { MenuIcon } from '#kit/web/menu-icon.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import type { Drop } from '#kit/web/tree/tree-data.ts';
import { TreeTable } from '#kit/web/tree/TreeTable.tsx';
import { useEntityTree } from '#kit/web/tree/use-entity-tree.ts';
import { useWrite, type CallReply } from '#kit/web/use-call.ts';
import { ROOT_ID } from '../contract/fields.ts';
import { placementProblem } from '../core/menu-placement.ts';
import { api } from './api.ts';
import './system.css';
import { MenuChecks } from './menu/MenuChecks.tsx';
import { menuApi } from './menu/menu-api.ts';
import { menuFields } from './menu/menu-fields.tsx';

type Row = CallReply<typeof api.menu.tree>[number];

const parentOf = (row: Row) => (row.parentId === ROOT_ID ? null : row.parentId);
const SORT_STEP = 10;

const options = {
  rows: api.menu.tree,
  parentOf,
  label: '菜单',
  nameField: 'menuName' as const,
  search: [
    { field: 'menuName', label: '资源名称' },
    { field: 'menuPath', label: '路由地址' },
    { field: 'menuPerms', label: '权限标识' },
    { field: 'menuType', label: '类型', dict: 'sys_menu_type' },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns: [
    { field: 'menuName' as const, title: '资源名称', width: 220 },
    {
      field: 'menuIcon' as const,
      title: '图标',
      width: 60,
      render: (row: Row) => (row.menuIcon ? <MenuIcon name={row.menuIcon} /> : <Missing />),
    },
    {
      field: 'menuType' as const,
      title: '类型',
      width: 80,
      dict: 'sys_menu_type',
      tones: { '0': 'line', '1': 'line', '2': 'line' } as const,
    },
    { field: 'menuPath' as const, title: '路由地址', kind: 'mono' as const, width: 190 },
    { field: 'menuComponent' as const, title: '组件路径', kind: 'mono' as const, width: 190 },
    { field: 'menuPerms' as const, title: '权限标识', kind: 'mono' as const, width: 180 },
    { field: 'menuCode' as const, title: '编码', kind: 'mono' as const, width: 80, hidden: true },
    { field: 'menuSort' as const, title: '排序', kind: 'number' as const, width: 70, hidden: true },
    {
      field: 'menuHidden' as const,
      title: '显示',
      width: 80,
      hidden: true,
      render: (row: Row) => (row.menuHidden === '1' ? <Tag tone="idle">隐藏</Tag> : <Tag tone="calm">显示</Tag>),
    },
    { field: 'status' as const, title: '状态', dict: 'sys_common_status', width: 80 },
    { field: 'createTime' as const, title: '创建时间', kind: 'time' as const, width: 150, hidden: true },
  ],
};

/** 菜单管理: the tree of modules, pages and buttons; places change by dragging. */
export default function MenuPage() {
  const tree = useEntityTree<Row>(menuApi, options);
  const [parent, setParent] = useState<string>();
  const sort = useWrite(api.menu.sort);
  const { opened } = tree.state;
  const editing = opened?.kind === 'edit' ? opened.id : undefined;
  const fields = useMemo(() => menuFields(tree.all, editing), [tree.all, editing]);
  const byId = useMemo(() => new Map(tree.all.map((row) => [row.id, row])), [tree.all]);

  const handleDrop = ({ parentId, order }: Drop<Row>) =>
    sort.mutate({ body: { moves: order.map((id, index) => ({ id, parentId: parentId ?? ROOT_ID, menuSort: (index + 1) * SORT_STEP })) } });
  return (
    <div className="panel list-page">
      <ListActions<Row> list={tree}>
        <MenuChecks rows={tree.all} onOpen={(id) => tree.open({ kind: 'edit', id })} />
      </ListActions>
      <TreeTable<Row>
        tree={tree}
        startLevel={1}
        actions={(row) =>
          row.menuType === '2'
            ? []
            : [
                {
                  key: 'add',
                  label: '新增下级',
                  call: api.menu.create,
                  onClick: () => {
                    setParent(row.id);
                    tree.open({ kind: 'new' });
                  },
                },
              ]
        }
        canDrop={({ row, parentId }) => placementProblem({ ...row, parentId: parentId ?? ROOT_ID }, byId)?.message ?? null}
        onDrop={handleDrop}
      />
      <EntityForm
        api={menuApi}
        label="菜单"
        fields={fields}
        opened={opened}
        initial={{ parentId: parent ?? ROOT_ID, menuType: parent === undefined ? '0' : byId.get(parent)?.menuType === '1' ? '2' : '1' }}
        onClose={() => {
          setParent(undefined);
          tree.open(null);
        }}
      />
      <DetailDrawer<Row> list={tree} />
    </div>
  );
}
