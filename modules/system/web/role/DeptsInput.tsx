import type { FieldProps } from '#kit/web/form/types.ts';
import TreeChoice from '#kit/web/form/TreeChoice.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { deptChoices } from '../dept/dept-choices.ts';

interface Props extends FieldProps {
  /** departments of the role as stored: disabled ones among them stay until somebody takes them away */
  kept: readonly string[];
}

/** Departments whose data a role reaches. */
export function DeptsInput({ kept, ...props }: Props) {
  const depts = useCall(api.dept.list);
  return (
    <TreeChoice multiple allowClear placeholder="请选择" loading={depts.isPending} nodes={deptChoices(depts.data ?? [], kept)} {...props} />
  );
}
