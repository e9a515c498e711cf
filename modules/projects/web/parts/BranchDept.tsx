import { useMemo } from 'react';
import { system } from '#modules/system/contract/index.ts';
import { createClient } from '#kit/web/client.ts';
import TreeChoice from '#kit/web/form/TreeChoice.tsx';
import type { FieldProps } from '#kit/web/form/types.ts';
import { send } from '#kit/web/send.ts';
import { buildTree, type Node } from '#kit/web/tree/tree-data.ts';
import { useCall } from '#kit/web/use-call.ts';
import { deptOption, type Dept } from './choices.tsx';

const { dept } = createClient({ dept: system.dept }, send);

/** The department of a record inside its branch; empty means the branch itself. */
export function BranchDept({ branchId, value, onChange, ...props }: FieldProps & { branchId: string | undefined }) {
  const depts = useCall(dept.list);
  const nodes = useMemo(() => {
    const all = buildTree<Dept>(depts.data ?? [], (row) => row.parentId);
    const find = (list: readonly Node<Dept>[]): Node<Dept> | undefined =>
      list.find((node) => node.id === branchId) ?? list.map((node) => find(node.children ?? [])).find(Boolean);
    const branch = branchId ? find(all) : undefined;
    return branch ? [deptOption(branch)] : [];
  }, [depts.data, branchId]);
  return (
    <TreeChoice
      {...props}
      nodes={nodes}
      value={(value as string | null | undefined) ?? undefined}
      onChange={onChange}
      allowClear
      disabled={props.disabled || !branchId}
      placeholder={branchId ? '不选则归分公司本级' : '请先选择所属分公司'}
    />
  );
}
