import { TreeSelect } from 'antd';
import type { FieldProps } from '#kit/web/form/types.ts';
import { buildTree, type Node } from '#kit/web/tree/tree-data.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

type Dept = CallReply<typeof api.dept.list>[number];
interface Choice {
  value: string;
  title: string;
  children: Choice[];
}
const choiceOf = (node: Node<Dept>): Choice => ({ value: node.id, title: node.deptName, children: node.children?.map(choiceOf) ?? [] });

/** One department of the tree. */
export function DeptSelect({ id, value, onChange, disabled }: FieldProps) {
  const { data, isFetching } = useCall(api.dept.list, {}, { staleTime: 60_000 });
  return (
    <TreeSelect<string>
      id={id}
      allowClear
      disabled={disabled}
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandAll
      loading={isFetching}
      placeholder="选择部门"
      treeData={buildTree(data ?? [], (row) => row.parentId).map(choiceOf)}
      value={(value as string | null) ?? undefined}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
    />
  );
}
