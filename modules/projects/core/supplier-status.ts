/** 名录状态: 1 潜在, 2 合格, 3 战略, 4 暂停, 5 黑名单 (dictionary prj_supplier_status). */
export type ListStatus = '1' | '2' | '3' | '4' | '5';
export const BLACKLISTED: ListStatus = '5';
const SUSPENDED: ListStatus = '4';

/** Where a supplier can go. Whoever leaves the blacklist is suspended or starts again, never straight back on the list. */
const NEXT: Readonly<Record<ListStatus, readonly ListStatus[]>> = {
  '1': ['2', '4', '5'],
  '2': ['3', '1', '4', '5'],
  '3': ['2', '4', '5'],
  '4': ['2', '1', '5'],
  '5': ['4', '1'],
};

/** The states that may follow `from`. */
export const nextStatuses = (from: ListStatus): readonly ListStatus[] => NEXT[from];
export const mayFollow = (from: ListStatus, to: ListStatus): boolean => NEXT[from].includes(to);
/** Suspending, blacklisting and taking either back is explained. */
export const needsReason = (from: ListStatus, to: ListStatus): boolean =>
  [from, to].some((status) => status === SUSPENDED || status === BLACKLISTED);
/** Onto the blacklist and off it: a permission of its own. */
export const touchesBlacklist = (from: ListStatus, to: ListStatus): boolean => from === BLACKLISTED || to === BLACKLISTED;

/** States as people call them. */
export const STATUS_LABELS: Readonly<Record<ListStatus, string>> = { '1': '潜在', '2': '合格', '3': '战略', '4': '暂停', '5': '黑名单' };
