import { useState } from 'react';
import { DetailDrawer } from '#kit/web/detail/DetailDrawer.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { Missing } from '#kit/web/Tag.tsx';
import type { Drop } from '#kit/web/tree/tree-data.ts';
import { TreeTable } from '#kit/web/tree/TreeTable.tsx';
import { useEntityTree } from '#kit/web/tree/use-entity-tree.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import { ROOT_ID } from '../contract/fields.ts';
import { api } from './api.ts';
import './system.css';
import { DeptMove, type Move } from './dept/DeptMove.tsx';
import { treeOptions, withRoot } from './tree-options.ts';

type Row = CallReply<typeof api.dept.tree>[number];

const parentOf = (row: Row) => (row.parentId === ROOT_ID ? null : row.parentId);

const loadUsers = async () =>
  (await api.user.list({ query: {} })).map((user) => ({ value: user.id, label: `${user.nickname}（${user.username}）` }));

const fieldsOf = (rows: readonly Row[], editing: string | undefined): readonly FormField<InputOf<typeof api.dept>>[] => [
  {
    field: 'parentId',
    label: '上级部门',
    widget: 'tree',
    tree: withRoot(
      '顶级部门',
      treeOptions(rows, (row) => row.deptName, editing),
    ),
  },
  { field: 'deptName', label: '部门名称' },
  { field: 'deptNo', label: '部门编码', placeholder: '例如 10001' },
  { field: 'leaderId', label: '负责人', load: loadUsers },
  { field: 'phone', label: '联系电话' },
  { field: 'sortNo', label: '排序', widget: 'number', initial: 0 },
  { field: 'status', label: '状态', widget: 'switch', initial: '1' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

const options = {
  rows: api.dept.tree,
  parentOf,
  label: '部门',
  nameField: 'deptName' as const,
  search: [
    { field: 'deptName', label: '部门名称' },
    { field: 'deptNo', label: '部门编码' },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns: [
    { field: 'deptName' as const, title: '部门名称', width: 280 },
    { field: 'deptNo' as const, title: '部门编码', kind: 'mono' as const, width: 130 },
    { field: 'leaderName' as const, title: '负责人', width: 110, render: (row: Row) => row.leaderName ?? <Missing /> },
    { field: 'userCount' as const, title: '人数', kind: 'number' as const, width: 80 },
    { field: 'sortNo' as const, title: '排序', kind: 'number' as const, width: 80 },
    { field: 'status' as const, title: '状态', dict: 'sys_common_status', width: 90 },
    { field: 'createTime' as const, title: '创建时间', kind: 'time' as const, width: 150 },
  ],
};

/** 部门管理: the tree; a department moves by dragging or in the form, after its effects were shown. */
export default function DeptPage() {
  const tree = useEntityTree<Row>(api.dept, options);
  const [parent, setParent] = useState<string>();
  const [move, setMove] = useState<Move | null>(null);
  const { opened } = tree.state;
  const editing = opened?.kind === 'edit' ? opened.id : undefined;

  const addBelow = (row: Row) => {
    setParent(row.id);
    tree.open({ kind: 'new' });
  };
  const handleDrop = ({ row, parentId }: Drop<Row>) => setMove({ dept: row, parentId: parentId ?? ROOT_ID });
  return (
    <div className="panel list-page">
      <ListActions<Row> list={tree} />
      <TreeTable<Row>
        tree={tree}
        startLevel={2}
        actions={(row) => [{ key: 'add', label: '新增下级', call: api.dept.create, onClick: () => addBelow(row) }]}
        canDrop={({ row, parentId }) => ((parentId ?? ROOT_ID) === row.parentId ? '同级顺序请用“排序”调整' : null)}
        onDrop={handleDrop}
      />
      <EntityForm
        api={api.dept}
        label="部门"
        fields={fieldsOf(tree.all, editing)}
        opened={opened}
        initial={{ parentId: parent ?? ROOT_ID }}
        onClose={() => {
          setParent(undefined);
          tree.open(null);
        }}
      />
      <DetailDrawer<Row> list={tree} facts={options.columns.filter((column) => !['userCount', 'leaderName'].includes(column.field))} />
      {move && <DeptMove move={move} onClose={() => setMove(null)} onMoved={() => void tree.refresh()} />}
    </div>
  );
}
