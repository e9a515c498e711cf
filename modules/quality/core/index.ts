/*
 * The pure heart of data quality: what rule types there are, what they measure, what results mean. Nothing here reads a clock or a database;
 * moments, code sets and figures of earlier runs are given.
 *
 * A rule is `RuleConfig` of the contract. `ruleTypeOf(config.ruleItemCode)` finds its declaration:
 * - the form: `fields` (keys within `config[group]`), `target`, `kinds`, `nulls`, `hasFilter`
 * - `sentence(given)`: the rule in Chinese; `measure(given)`: what is measured. Both throw ConfigProblem (message and path) for what cannot be used
 * - `tellsValues(config)`: refuse the rule over columns that its owner sees masked
 *
 * A batch takes the rules of one table together:
 * 1. `compileTable({ quotes: dialectOf(dialect), table, rules, tables, now })` makes `statements` (the scan first, each runs through the gate; only
 *    the first row matters), `streams` (run `text`, give the rows to `judgeStream`) and `others` (measures without a statement of ours)
 * 2. `finish(results)` makes an `Outcome` of each rule: checked and bad rows, or a value and whether it is good, or why there is none
 * 3. `readsOf(table, measured)` names the columns that a rule reads: over one that its owner sees masked a rule that tells values or has a filter is
 *    refused, the others run through the gate's channel for compiled measures
 * 4. `badRowsStatement(…)` finds the bad rows at look time, for the rights of who looks
 *
 * What stands in `others` has results of its own: `catalogueOutcome` (metadata), `driftOutcome` (counts by the bins of a baseline),
 * `numberOutcome` (first cell of a statement), `formulaOutcome`, `probeOutcome`. Of `history` measures the scan brings the number,
 * `historyOutcome` judges it.
 *
 * Before that, `fillConfig(config, now)` puts the day of the run where variables stand. Afterwards `verdictOf(outcome, tolerance)` says the state,
 * `partOf(outcome)` what is stored for scores, `tableScore` and `rolledUp` the points from what was stored.
 */
export { RULE_TYPES, ruleTypeOf, tellsValues } from './catalogue/index.ts';
export { historyOutcome, type History, type Point } from './anomaly.ts';
export { driftOutcome, profiledDistribution, type Bins, type Distribution } from './anomaly-drift.ts';
export {
  columnLabel,
  ConfigProblem,
  DIMENSIONS,
  tableLabel,
  type CodeSet,
  type ConfigField,
  type Dimension,
  type Given,
  type RuleColumn,
  type RuleTable,
} from './catalogue/declaration.ts';
export type { RuleType } from './catalogue/define.ts';
export type { Bounds, Measure } from './catalogue/measure.ts';
export { catalogueOutcome, numberOutcome, probeOutcome, probeStatement, type ElementContrast, type Facts } from './compile/facts.ts';
export { formulaOutcome, type ReferredResult } from './compile/formula.ts';
export { binsOf, binsStatement, countsOf, countsStatement } from './compile/drift.ts';
export { failed, outcome, skipped, type Outcome } from './compile/outcome.ts';
export type { Measured } from './compile/plan.ts';
export { readsOf, type Read } from './compile/reads.ts';
export { canonical, type Form } from './compile/canonical.ts';
export { comparisonOf, isComparison } from './compile/compare.ts';
export type { ComparedRows, ComparedSide, Comparison, SideText } from './compile/compare-side.ts';
export { badRowsStatement, type BadRowsStatement } from './compile/sample.ts';
export { cellOf, judgeStream, STREAMED_ROWS, type Stream } from './compile/stream.ts';
export {
  compileTable,
  measuredOf,
  type CompiledTable,
  type OtherRule,
  type RuleToRun,
  type Statement,
  type StatementResult,
  type TableToRun,
} from './compile/table.ts';
export type { SqlDialectName, SqlQuotes } from './measure/dialects.ts';
export type { ColumnKind } from './measure/tree.ts';
export {
  costOf,
  DEFAULT_WEIGHTS,
  dimensionScores,
  linearBand,
  partOf,
  rolledUp,
  SCORE_MODES,
  shownScore,
  tableScore,
  type Part,
  type ScoredRule,
  type ScoreMode,
  type ScoreWeights,
} from './score.ts';
export {
  ISSUE_MOVES,
  ISSUE_STATES,
  issueAfter,
  issuePermits,
  issueRefusal,
  isOpenIssue,
  OPEN_STATES,
  type IssueMove,
  type IssueState,
  type IssueStep,
} from './issue.ts';
export { configOf, configText, idsIn, type LookUp } from './config-text.ts';
export { fillConfig, fillVariables } from './variables.ts';
export { passRate, STATES, verdictOf, type State, type Strength, type Tolerance, type Verdict } from './verdict.ts';
export { ALERT_KINDS, alertText, changeOf, sendTimeOf, type AlertLine } from './alert.ts';
