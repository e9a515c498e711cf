import type { ReportState } from '../../contract/state.ts';
import { partOf, verdictOf, type Outcome } from '../../core/index.ts';

interface Judged {
  readonly ruleThreshold: string | number;
  readonly ruleStrength: string;
}
export interface StoredVerdict {
  readonly state: ReportState;
  /** points of the rule: 100 * num / den; null = it says nothing of the data */
  readonly num: number | null;
  readonly den: number | null;
  /** what the report says in words */
  readonly text: string;
}

/** What the numbers of a rule mean: not all rows good is at least a warning, below the pass line a failure. */
export function verdictFor(rule: Judged, found: Outcome): StoredVerdict {
  const strength = rule.ruleStrength === '2' ? '2' : '1';
  const { state, message } = verdictOf(found, { strength, threshold: Number(rule.ruleThreshold), warnBelow: 100 });
  const part = partOf(found);
  return { state, num: part?.num ?? null, den: part?.den ?? null, text: message };
}
