import type { Approval } from '../../contract/approval.ts';

export interface Votes {
  readonly approved: number;
  readonly rejected: number;
  /** people who were asked, those included who have not answered */
  readonly total: number;
}
export type Outcome = 'open' | 'passed' | 'rejected';

/**
 * What the votes at a node mean. 或签: the first answer decides. 会签 and 依次: one 不同意 rejects, all must agree. 票签: passes with the
 * given part of all people, and is rejected as soon as that part cannot be reached any more.
 */
export function outcomeOf({ mode, percent = 100 }: Pick<Approval, 'mode' | 'percent'>, { approved, rejected, total }: Votes): Outcome {
  if (mode === 'any' || mode === 'random') return approved > 0 ? 'passed' : rejected > 0 ? 'rejected' : 'open';
  const needed = mode === 'ratio' ? Math.ceil((percent * total) / 100) : total;
  if (approved >= needed) return 'passed';
  return total - rejected < needed ? 'rejected' : 'open';
}
