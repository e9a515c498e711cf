import type { TreeOption } from '#kit/web/table/types.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';
import { treeOptions } from '../tree-options.ts';

/** Departments that accounts can be put in: disabled ones are shown, because others hang below them, but cannot be chosen. */
export function deptChoices(depts: CallReply<typeof api.dept.list>): TreeOption[] {
  const closed = new Set(depts.filter((dept) => dept.status === '0').map((dept) => dept.id));
  const marked = (options: readonly TreeOption[]): TreeOption[] =>
    options.map((option) => ({
      ...option,
      ...(closed.has(option.value) && { label: `${option.label}（已禁用）`, disabled: true }),
      ...(option.children && { children: marked(option.children) }),
    }));
  return marked(treeOptions(depts, (dept) => dept.deptName));
}
