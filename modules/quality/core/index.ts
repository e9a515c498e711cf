/*
 * The pure heart of data quality: what rule types there are, what they measure, what results mean. Nothing here reads a clock or a database;
 * moments, code sets and figures of earlier runs are given.
 *
 * A rule is `RuleConfig` of the contract. `ruleTypeOf(config.ruleItemCode)` finds its declaration:
 * - the form: `fields` (keys within `config[group]`), `target`, `kinds`, `nulls`, `hasFilter`
 * - `sentence(given)`: the rule in Chinese; `measure(given)`: what is measured. Both throw ConfigProblem (message and path) for what cannot be used
 * - `needsLiteral`: refuse the rule over columns that its owner sees masked
 */
export { RULE_TYPES, ruleTypeOf } from './catalogue/index.ts';
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
export type { ColumnKind } from './measure/tree.ts';
