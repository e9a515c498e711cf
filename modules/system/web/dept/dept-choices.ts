import type { TreeOption } from '#kit/web/table/types.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';
import { treeOptions } from '../tree-options.ts';

/**
 * Departments that can be chosen: disabled ones are shown, because others hang below them, but only those in `kept`, which were chosen
 * before, can be kept or taken away.
 */
export function deptChoices(depts: CallReply<typeof api.dept.list>, kept: readonly string[] = []): TreeOption[] {
  const closed = new Set(depts.filter((dept) => dept.status === '0').map((dept) => dept.id));
  const marked = (options: readonly TreeOption[]): TreeOption[] =>
    options.map((option) => ({
      ...option,
      ...(closed.has(option.value) && { label: `${option.label}（已禁用）`, disabled: !kept.includes(option.value) }),
      ...(option.children && { children: marked(option.children) }),
    }));
  return marked(treeOptions(depts, (dept) => dept.deptName));
}
