import type { Origin } from '../../contract/data.ts';
import { SURVIVAL } from '../../core/match/index.ts';

const ORIGINS: Readonly<Record<Origin, string>> = {
  manual: '手工',
  import: '导入',
  load: '接入',
  merge: '合并',
  unmerge: '撤销合并',
  approval: '审批通过',
};
/** How a value or a change came about. */
export const originText = ({ origin, byName }: { origin: Origin; byName?: string | null }): string =>
  byName ? `${ORIGINS[origin]} · ${byName}` : ORIGINS[origin];

/** The rule by which a merge chose a value; null where none did. */
export const ruleText = (rule: string | null): string | null =>
  rule === null ? null : ((SURVIVAL as Readonly<Record<string, string>>)[rule] ?? rule);

const ACTIONS: Readonly<Record<string, string>> = {
  add: '建档',
  change: '修改',
  retire: '禁用',
  restore: '恢复',
  remove: '删除',
  merge: '合并',
  unmerge: '撤销合并',
};
export const actionText = (action: string): string => ACTIONS[action] ?? action;
