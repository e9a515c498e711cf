import { describe, expect, test } from 'vitest';
import {
  ISSUE_MOVES,
  ISSUE_STATES,
  issueAfter,
  issuePermits,
  issueRefusal,
  type FoundIssue,
  type IssueMove,
  type IssueState,
} from './issue.ts';

const NOW = new Date('2026-11-27T00:00:00Z');
const LATER = new Date('2026-12-01T00:00:00Z');
const EARLIER = new Date('2026-11-20T00:00:00Z');
const issue = (state: IssueState, over: Partial<FoundIssue> = {}): FoundIssue => ({ state, waiveUntil: null, ruleVersion: null, ...over });
const at = { now: NOW, ruleVersion: 3 };

describe('what a result does to the issue of its rule', () => {
  test('a failure opens one, adds to an open one, opens a closed one again', () => {
    expect(issueAfter(null, 'fail', at)).toEqual({ action: 'open', to: '1' });
    for (const state of ['1', '2', '3'] as const) expect(issueAfter(issue(state), 'fail', at)).toEqual({ action: 'fail', to: null });
    expect(issueAfter(issue('4'), 'fail', at)).toEqual({ action: 'reopen', to: '1' });
  });
  test('a result above the pass line closes what is open', () => {
    for (const state of ['1', '2', '3'] as const)
      for (const result of ['pass', 'warn'] as const) expect(issueAfter(issue(state), result, at)).toEqual({ action: 'pass', to: '4' });
    expect(issueAfter(null, 'pass', at)).toBeNull();
    expect(issueAfter(null, 'warn', at)).toBeNull();
    expect(issueAfter(issue('5', { waiveUntil: LATER }), 'pass', at)).toBeNull();
  });
  test('what could not run says nothing', () => {
    for (const result of ['error', 'skip'] as const) {
      expect(issueAfter(null, result, at)).toBeNull();
      expect(issueAfter(issue('1'), result, at)).toBeNull();
    }
  });
  test('a waiver holds until its end', () => {
    expect(issueAfter(issue('5', { waiveUntil: LATER }), 'fail', at)).toEqual({ action: 'fail', to: null });
    expect(issueAfter(issue('5', { waiveUntil: EARLIER }), 'fail', at)).toEqual({ action: 'reopen', to: '1' });
  });
  test('a false alarm stays one until the rule changes', () => {
    expect(issueAfter(issue('6', { ruleVersion: 3 }), 'fail', at)).toEqual({ action: 'fail', to: null });
    expect(issueAfter(issue('6', { ruleVersion: 2 }), 'fail', at)).toEqual({ action: 'reopen', to: '1' });
  });
});

test('what is refused says its state and the way on', () => {
  for (const move of Object.keys(ISSUE_MOVES) as IssueMove[])
    for (const state of Object.keys(ISSUE_STATES) as IssueState[]) {
      const refusal = issueRefusal(move, state);
      expect(refusal === null).toBe(issuePermits(move, state));
      if (refusal !== null) expect(refusal).toContain(ISSUE_STATES[state]);
    }
  expect(issuePermits('approve', '2')).toBe(false);
  expect(issuePermits('reopen', '1')).toBe(false);
});
