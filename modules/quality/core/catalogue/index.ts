import type { RuleConfig } from '../../contract/rule-config.ts';
import type { RuleType } from './define.ts';
import { ACCURACY_RULES } from './accuracy.ts';
import { KEY_RULES } from './keys.ts';
import { PAIR_RULES } from './pairs.ts';
import { CONFORM_RULES } from './conform.ts';
import { CUSTOM_RULES } from './custom.ts';
import { FORMAT_RULES } from './formats.ts';
import { HISTORY_RULES } from './history.ts';
import { INTEGRITY_RULES, RATE_RULES } from './integrity.ts';
import { METRIC_RULES } from './metrics.ts';
import { RELATION_RULES } from './relations.ts';
import { TIMELINESS_RULES } from './timeliness.ts';

/**
 * Every rule type of the product, in the order of lists. Forms, statements, sentences, reports and documents follow from these declarations;
 * a further type is a further declaration.
 */
export const RULE_TYPES: readonly RuleType[] = [
  ...KEY_RULES,
  ...ACCURACY_RULES,
  ...PAIR_RULES,
  ...INTEGRITY_RULES,
  ...FORMAT_RULES,
  ...METRIC_RULES,
  ...RATE_RULES,
  ...RELATION_RULES,
  ...TIMELINESS_RULES,
  ...HISTORY_RULES,
  ...CONFORM_RULES,
  ...CUSTOM_RULES,
];

const BY_CODE = new Map(RULE_TYPES.map((type) => [type.code, type]));
/** A rule type by its `ruleItemCode`; undefined when there is none. */
export const ruleTypeOf = (code: string): RuleType | undefined => BY_CODE.get(code);

/**
 * Whether results of a rule tell of values of its columns: it holds them against something typed (a bound, a condition, a distance), or keeps their range. Some types decide by their
 * parameters: how many rows or empty cells there were yesterday tells no value, a mean does.
 */
export function tellsValues(config: RuleConfig): boolean {
  const type = ruleTypeOf(config.ruleItemCode);
  const isTelling = type?.tellsValues?.(config) ?? type?.needsLiteral ?? true;
  const { relatedFilter, tolerance, tolerancePercent } = config.consistent ?? {};
  return (
    isTelling ||
    config.ruleItemCode.startsWith('custom_') ||
    [config.filter, relatedFilter].some((condition) => condition?.trim()) ||
    [tolerance, tolerancePercent].some(Boolean)
  );
}
