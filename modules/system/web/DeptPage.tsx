import { useMemo, useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { RowAction } from '#kit/web/table/types.ts';
import type { Drop } from '#kit/web/tree/tree-data.ts';
import { TreeTable } from '#kit/web/tree/TreeTable.tsx';
import { useEntityTree } from '#kit/web/tree/use-entity-tree.ts';
import { useWrite, type CallReply } from '#kit/web/use-call.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { ROOT_ID } from '../contract/fields.ts';
import { api } from './api.ts';
import './system.css';
import { deptFields } from './dept/dept-fields.tsx';
import { DeptMove, type Move } from './dept/DeptMove.tsx';
import { treeOptions, withRoot } from './tree-options.ts';

type Row = CallReply<typeof api.dept.tree>[number];

const parentOf = (row: Row) => (row.parentId === ROOT_ID ? null : row.parentId);

const SORT_STEP = 10;

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
    { field: 'leaderName' as const, title: '负责人', kind: 'person' as const, width: 110 },
    { field: 'userCount' as const, title: '人数', kind: 'number' as const, width: 80 },
    { field: 'sortNo' as const, title: '排序', kind: 'number' as const, width: 80 },
    { field: 'status' as const, title: '状态', dict: 'sys_common_status', width: 90 },
    { field: 'phone' as const, title: '联系电话', width: 130, hidden: true },
    { field: 'createTime' as const, title: '创建时间', kind: 'time' as const, width: 150 },
  ],
};

const facts: readonly Fact<Row>[] = [
  // the detail call knows neither of them
  ...options.columns.filter((column) => !['userCount', 'leaderName', 'createTime'].includes(column.field)),
  { field: 'remark', title: '备注', wide: true },
];

/** 部门管理: the tree; a department moves by dragging, by 移动 or in the form, after its effects were shown. */
export default function DeptPage() {
  const tree = useEntityTree<Row>(api.dept, options);
  const can = useCan();
  const [parent, setParent] = useState<Row>();
  const [move, setMove] = useState<Move | null>(null);
  const changeStatus = useStatusChange();
  const { opened } = tree.state;
  const editing = opened?.kind === 'edit' ? tree.all.find((row) => row.id === opened.id) : undefined;
  const fields = useMemo(() => deptFields(placesOf(tree.all, editing?.id), editing), [tree.all, editing]);

  const names = [
    {
      field: 'parentId',
      label: '上级部门',
      nameOf: (id: string) => (id === ROOT_ID ? '顶级部门' : tree.all.find((row) => row.id === id)?.deptName),
    },
    { field: 'leaderId', label: '负责人', nameOf: (id: string) => tree.all.find((row) => row.leaderId === id)?.leaderName ?? undefined },
  ];

  const addBelow = (row: Row) => {
    setParent(row);
    tree.open({ kind: 'new' });
  };
  const actions = (row: Row): RowAction[] => [
    { key: 'add', label: '新增下级', call: api.dept.create, onClick: () => addBelow(row) },
    { key: 'move', label: '移动', call: api.dept.movePreview, onClick: () => setMove({ dept: row, parentId: null }) },
    { key: 'status', label: row.status === '1' ? '禁用' : '启用', call: api.dept.update, onClick: () => void changeStatus(row) },
  ];
  const handleDrop = ({ row, parentId }: Drop<Row>) => setMove({ dept: row, parentId: parentId ?? ROOT_ID });
  return (
    <div className="panel list-page">
      <ListActions<Row> list={tree} />
      <TreeTable<Row>
        tree={tree}
        startLevel={2}
        actions={actions}
        canDrop={({ row, parentId }) => ((parentId ?? ROOT_ID) === row.parentId ? '同级顺序请用“排序”调整' : null)}
        onDrop={can(api.dept.movePreview) ? handleDrop : undefined}
      />
      <EntityForm
        api={api.dept}
        label="部门"
        fields={fields}
        opened={opened}
        initial={opened?.kind === 'new' ? startOf(tree.all, parent) : undefined}
        onClose={() => {
          setParent(undefined);
          tree.open(null);
        }}
      />
      <DetailDrawer<Row> list={tree} facts={facts} form={[...names, ...fields]} />
      {move && <DeptMove move={move} parents={placesOf(tree.all, move.dept.id)} onClose={() => setMove(null)} />}
    </div>
  );
}

/** Where a department can be: anywhere but below itself. */
const placesOf = (rows: readonly Row[], id: string | undefined) =>
  withRoot(
    '顶级部门',
    treeOptions(rows, (row) => row.deptName, id),
  );

/** A new department is sorted after its siblings. */
function startOf(rows: readonly Row[], parent: Row | undefined) {
  const parentId = parent?.id ?? ROOT_ID;
  const last = Math.max(0, ...rows.filter((row) => row.parentId === parentId).map((row) => row.sortNo));
  return { parentId, sortNo: last + SORT_STEP };
}

/** 启用 / 禁用 */
function useStatusChange() {
  const update = useWrite(api.dept.update, { onSuccess: () => toast.success(uiTexts.saved) });
  return async (row: Row) => {
    const isOn = row.status === '1';
    const content = `禁用“${row.deptName}”？之后不能再选择该部门，部门里已有的用户不受影响。`;
    if (isOn && !(await confirmDialog({ content, okText: '禁用', danger: true }))) return;
    update.mutate({ params: { id: row.id }, body: { ...row, status: isOn ? '0' : '1' } });
  };
}
