/** What measuring a rule brought; every number may be missing when it could not run. */
export interface Outcome {
  readonly ruleId: string;
  /** rows of the table that the rule's condition leaves */
  readonly rows: number | null;
  /** rows that were judged: those without a value are left out where they are not looked at */
  readonly checked: number | null;
  readonly bad: number | null;
  /** the measured number of rules that are about one */
  readonly value: string | null;
  /** whether the number keeps its bounds; null where rows decide, or the history does */
  readonly isGood: boolean | null;
  /** rows that were read, where values are judged outside the source; null = all rows were measured */
  readonly sampled: number | null;
  /** why there is no result: could not run, or has nothing to say here. Never a bad mark */
  readonly problem: { readonly state: 'error' | 'skip'; readonly message: string } | null;
}

const EMPTY: Omit<Outcome, 'ruleId'> = {
  rows: null,
  checked: null,
  bad: null,
  value: null,
  isGood: null,
  sampled: null,
  problem: null,
};
export const outcome = (ruleId: string, found: Partial<Outcome>): Outcome => ({ ...EMPTY, ...found, ruleId });
export const failed = (ruleId: string, message: string): Outcome => outcome(ruleId, { problem: { state: 'error', message } });
export const skipped = (ruleId: string, message: string): Outcome => outcome(ruleId, { problem: { state: 'skip', message } });
