import type { State } from './verdict.ts';

/** States of an issue (`data_issue_status`). */
export const ISSUE_STATES = { '1': '待处理', '2': '处理中', '3': '待复核', '4': '已关闭', '5': '已豁免', '6': '误报' } as const;
export type IssueState = keyof typeof ISSUE_STATES;
/** Somebody still has to do something. */
export const OPEN_STATES: readonly IssueState[] = ['1', '2', '3'];
export const isOpenIssue = (state: IssueState): boolean => OPEN_STATES.includes(state);

/** What people do with an issue. */
export const ISSUE_MOVES = {
  assign: { label: '转派', from: ['1', '2', '3'], to: '1' },
  start: { label: '开始处理', from: ['1'], to: '2' },
  submit: { label: '提交复核', from: ['1', '2'], to: '3' },
  approve: { label: '复核通过', from: ['3'], to: '4' },
  return: { label: '复核退回', from: ['3'], to: '2' },
  close: { label: '关闭', from: ['1', '2', '3'], to: '4' },
  refute: { label: '标为误报', from: ['1', '2', '3'], to: '6' },
  reopen: { label: '重新打开', from: ['4', '5', '6'], to: '1' },
  waive: { label: '豁免', from: ['1', '2', '3', '5'], to: '5' },
} as const satisfies Record<string, { label: string; from: readonly IssueState[]; to: IssueState }>;
export type IssueMove = keyof typeof ISSUE_MOVES;

/** True when an issue in this state admits what somebody wants to do. */
export const issuePermits = (move: IssueMove, state: IssueState): boolean =>
  (ISSUE_MOVES[move].from as readonly IssueState[]).includes(state);

/** Why an issue does not admit it, as a Chinese sentence; null when it does. */
export const issueRefusal = (move: IssueMove, state: IssueState): string | null =>
  issuePermits(move, state) ? null : `工单${ISSUE_STATES[state]}，不能${ISSUE_MOVES[move].label}，请刷新后再试`;

/** An issue as a result finds it. */
export interface FoundIssue {
  readonly state: IssueState;
  readonly waiveUntil: Date | null;
  /** the version of the rule that was judged to be wrong */
  readonly ruleVersion: number | null;
}
/** What a result does to the issue of its rule; `to` null = its state stays. */
export interface IssueStep {
  readonly action: 'open' | 'fail' | 'reopen' | 'pass';
  readonly to: IssueState | null;
}

/**
 * What follows from a result. A failure opens the one issue of its rule and object, adds to it while it is open, and opens it again after a
 * closure, after the end of a waiver, or when the rule changed since it was called a false alarm. A result above the pass line closes it.
 * What could not run, or was skipped, says nothing.
 */
export function issueAfter(
  issue: FoundIssue | null,
  result: State,
  { now, ruleVersion }: { now: Date; ruleVersion: number },
): IssueStep | null {
  if (result === 'error' || result === 'skip') return null;
  if (result === 'fail') {
    if (!issue) return { action: 'open', to: '1' };
    if (isOpenIssue(issue.state)) return { action: 'fail', to: null };
    if (issue.state === '6' && issue.ruleVersion === ruleVersion) return { action: 'fail', to: null };
    // a waiver holds until its end, also when the data was good in between
    if (issue.waiveUntil !== null && issue.waiveUntil > now) return { action: 'fail', to: null };
    return { action: 'reopen', to: '1' };
  }
  return issue && isOpenIssue(issue.state) ? { action: 'pass', to: '4' } : null;
}
