import type { RuleType } from './define.ts';
import { ACCURACY_RULES } from './accuracy.ts';
import { KEY_RULES } from './keys.ts';
import { PAIR_RULES } from './pairs.ts';

/**
 * Every rule type of the product, in the order of lists. Forms, statements, sentences, reports and documents follow from these declarations;
 * a further type is a further declaration.
 */
export const RULE_TYPES: readonly RuleType[] = [...KEY_RULES, ...ACCURACY_RULES, ...PAIR_RULES];

const BY_CODE = new Map(RULE_TYPES.map((type) => [type.code, type]));
/** A rule type by its `ruleItemCode`; undefined when there is none. */
export const ruleTypeOf = (code: string): RuleType | undefined => BY_CODE.get(code);
