/** Bounds that the past expects, both included; null = open. */
export interface Expected {
  readonly low: number | null;
  readonly high: number | null;
  /** where they come from, for people: `较前一天的100变化20%` */
  readonly says: string;
}
export interface Kept {
  readonly value: number | null;
  /** counts of a distribution, columns of a table */
  readonly detail: unknown;
}

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
  /** what was measured as a sentence, where the number alone would not say whose it is; null = `实际为…` says it */
  readonly finding: string | null;
  /** whether the number keeps its bounds; null where rows decide, or the history does */
  readonly isGood: boolean | null;
  /** rows that were read, where values are judged outside the source; null = all rows were measured */
  readonly sampled: number | null;
  /** bounds that the past of the rule gives its number, as numbers; null = it is not judged by its past */
  readonly expected: Expected | null;
  /** what is kept of this run so that later ones can be judged by it; null = nothing */
  readonly kept: Kept | null;
  /** what is counted, where that is not rows, or what the measured number is in */
  readonly unit: '行' | '组' | '%' | null;
  /** why there is no result: could not run, or has nothing to say here. Never a bad mark. `path`: the parameter that is to blame */
  readonly problem: { readonly state: 'error' | 'skip'; readonly message: string; readonly path?: string } | null;
}

const EMPTY: Omit<Outcome, 'ruleId'> = {
  rows: null,
  checked: null,
  bad: null,
  value: null,
  finding: null,
  isGood: null,
  sampled: null,
  expected: null,
  kept: null,
  unit: null,
  problem: null,
};
export const outcome = (ruleId: string, found: Partial<Outcome>): Outcome => ({ ...EMPTY, ...found, ruleId });
export const failed = (ruleId: string, message: string, path?: string): Outcome =>
  outcome(ruleId, { problem: { state: 'error', message, ...(path !== undefined && { path }) } });
export const skipped = (ruleId: string, message: string): Outcome => outcome(ruleId, { problem: { state: 'skip', message } });
