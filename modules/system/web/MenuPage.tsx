import { useMemo, useState, type ReactNode } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import { MenuIcon } from '#kit/web/menu-icon.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import type { RowAction } from '#kit/web/table/types.ts';
import type { Drop } from '#kit/web/tree/tree-data.ts';
import { TreeTable } from '#kit/web/tree/TreeTable.tsx';
import { useEntityTree } from '#kit/web/tree/use-entity-tree.ts';
import { useWrite, type CallReply } from '#kit/web/use-call.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
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
    {
      field: 'menuName' as const,
      title: '资源名称',
      width: 180,
      render: (row: Row, own: ReactNode) =>
        row.menuHidden === '1' ? (
          <>
            {own} <Tag tone="line">隐藏</Tag>
          </>
        ) : (
          own
        ),
    },
    {
      field: 'menuIcon' as const,
      title: '图标',
      width: 52,
      render: (row: Row) => (row.menuIcon ? <MenuIcon name={row.menuIcon} /> : <Missing />),
    },
    {
      field: 'menuType' as const,
      title: '类型',
      width: 66,
      dict: 'sys_menu_type',
      tones: { '0': 'line', '1': 'line', '2': 'line' } as const,
    },
    { field: 'status' as const, title: '状态', dict: 'sys_common_status', width: 76 },
    { field: 'menuPath' as const, title: '路由地址', kind: 'mono' as const, width: 164 },
    { field: 'menuComponent' as const, title: '组件路径', kind: 'mono' as const, width: 190 },
    { field: 'menuPerms' as const, title: '权限标识', kind: 'mono' as const, width: 190 },
    { field: 'menuCode' as const, title: '编码', kind: 'mono' as const, width: 64 },
    { field: 'menuSort' as const, title: '排序', kind: 'number' as const, width: 56 },
    { field: 'createTime' as const, title: '创建时间', kind: 'time' as const, width: 150, hidden: true },
  ],
};

const facts: readonly Fact<Row>[] = [
  ...options.columns.filter((column) => column.field !== 'createTime'),
  { field: 'menuRedirect', title: '跳转地址', kind: 'mono' },
  { field: 'menuHidden', title: '在菜单中隐藏', dict: 'sys_yes_no' },
  { field: 'isBuiltIn', title: '内置', dict: 'sys_yes_no' },
  { field: 'remark', title: '备注', wide: true },
];

/** 菜单管理: the tree of modules, pages and buttons; places change by dragging. */
export default function MenuPage() {
  const tree = useEntityTree<Row>(menuApi, options);
  const can = useCan();
  const [parent, setParent] = useState<Row>();
  // the list is cached under another URL than the tree, so both must be invalidated
  const sort = useWrite(api.menu.sort, { refreshes: [api.menu.tree], onSuccess: () => toast.success(uiTexts.saved) });
  const changeStatus = useStatusChange();
  const { opened } = tree.state;
  const editing = opened?.kind === 'edit' ? opened.id : undefined;
  const byId = useMemo(() => new Map(tree.all.map((row) => [row.id, row])), [tree.all]);
  const fields = useMemo(() => menuFields(tree.all, byId.get(editing ?? '')), [tree.all, byId, editing]);

  const parentName = { field: 'parentId', label: '上级菜单', nameOf: (id: string) => (id === ROOT_ID ? '顶级' : byId.get(id)?.menuName) };

  const addBelow = (row: Row) => {
    setParent(row);
    tree.open({ kind: 'new' });
  };
  const actions = (row: Row): RowAction[] => [
    ...(row.menuType === '2' ? [] : [{ key: 'add', label: '新增下级', call: api.menu.create, onClick: () => addBelow(row) }]),
    {
      key: 'status',
      label: row.status === '1' ? '禁用' : '启用',
      call: api.menu.update,
      onClick: () => void changeStatus(row),
    },
  ];
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
        actions={actions}
        canDrop={({ row, parentId }) => placementProblem({ ...row, parentId: parentId ?? ROOT_ID }, byId)?.message ?? null}
        onDrop={can(api.menu.sort) ? handleDrop : undefined}
      />
      <EntityForm
        api={menuApi}
        label="菜单"
        fields={fields}
        opened={opened}
        initial={opened?.kind === 'new' ? startOf(tree.all, parent) : undefined}
        onClose={() => {
          setParent(undefined);
          tree.open(null);
        }}
      />
      <DetailDrawer<Row> list={tree} facts={facts} form={[parentName, ...fields]} />
    </div>
  );
}

/** Defaults of a new menu: the most frequent type among its siblings, sorted last. */
function startOf(rows: readonly Row[], parent: Row | undefined) {
  const parentId = parent?.id ?? ROOT_ID;
  const last = Math.max(0, ...rows.filter((row) => row.parentId === parentId).map((row) => row.menuSort));
  const menuType = parent === undefined ? '0' : parent.menuType === '1' ? '2' : '1';
  return { parentId, menuType, menuSort: last + SORT_STEP } as const;
}

/** 启用 / 禁用; disabling a menu disables its descendants. */
function useStatusChange() {
  const update = useWrite(api.menu.update, { onSuccess: () => toast.success(uiTexts.saved) });
  return async (row: Row) => {
    const isOn = row.status === '1';
    const content = `禁用“${row.menuName}”？它和下级菜单会对所有人不可用。`;
    if (isOn && !(await confirmDialog({ content, okText: '禁用', danger: true }))) return;
    update.mutate({ params: { id: row.id }, body: { ...row, status: isOn ? '0' : '1' } });
  };
}
