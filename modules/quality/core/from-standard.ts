import { formatLimit, lengthLimit, rangeLimit } from '#modules/standards/core/index.ts';
import type { RuleConfig } from '../contract/rule-config.ts';
import type { ColumnKind } from './measure/tree.ts';

/** What a standard says of the values of a column. */
export interface StandardFacts {
  readonly dataType: string;
  readonly dataLength: string | null;
  readonly isNullable: string;
  readonly format: string | null;
  /** `0..100` */
  readonly valueRange?: string | null | undefined;
  readonly gbTypeId: string | null;
  /** null: the set is gone or disabled */
  readonly gbTypeName: string | null;
  /** form that values of its class have: `idCard` */
  readonly recogniser: string | null;
}
export interface AskedRule {
  /** code of the check item */
  readonly item: string;
  /** the attribute that asks for it */
  readonly why: string;
  readonly config: RuleConfig;
}

/** Check items for forms that the platform validates as a whole, length and check digit included. */
const FORMS: Readonly<Record<string, readonly [item: string, name: string]>> = {
  idCard: ['accuracy_id_card', '身份证号'],
  creditCode: ['accuracy_credit_code', '统一社会信用代码'],
  mobile: ['accuracy_mobile', '手机号码'],
  bankCard: ['accuracy_bank_card', '银行卡号'],
  email: ['accuracy_email', '邮箱'],
};
const DAYS: Readonly<Record<string, string>> = {
  YYYYMMDD: 'yyyyMMdd',
  'YYYY-MM-DD': 'yyyy-MM-dd',
  'YYYY/MM/DD': 'yyyy/MM/dd',
  YYYYMM: 'yyyyMM',
  'YYYY-MM': 'yyyy-MM',
};

const asked = (item: string, why: string, config: Omit<RuleConfig, 'ruleItemCode'> = {}): AskedRule => ({
  item,
  why,
  config: { ruleItemCode: item, ...config },
});

function lengthRule({ dataLength }: StandardFacts, kind: ColumnKind): AskedRule[] {
  const limit = lengthLimit(dataLength);
  if (!limit) return [];
  const why = `长度 ${dataLength}`;
  if (limit.kind === 'digits')
    return kind === 'number' ? [asked('accuracy_precision', why, { accuracy: { precision: limit.digits, scale: limit.scale } })] : [];
  if (kind !== 'text') return [];
  return limit.kind === 'most'
    ? [asked('accuracy_key_length', why, { accuracy: { maxLength: limit.length } })]
    : [asked('accuracy_length', why, { accuracy: { length: limit.length } })];
}

/** `n11`, `an..20` of GB/T 19488, a day, or a regular expression of the whole value. */
function formatRule({ format }: StandardFacts, kind: ColumnKind): AskedRule[] {
  const text = format?.trim();
  if (!text || kind !== 'text') return [];
  const why = `格式 ${text}`;
  const day = DAYS[text.toUpperCase()];
  if (day !== undefined) return [asked('accuracy_date_format', why, { accuracy: { format: day } })];
  const limit = formatLimit(text);
  if (limit) return [asked('accuracy_regex', why, { accuracy: { pattern: limit.pattern } })];
  // a description in Chinese is no pattern
  if (/\p{Script=Han}/u.test(text) || !/[\\[\]{}()^$+*?|.]/.test(text)) return [];
  return [asked('accuracy_regex', why, { accuracy: { pattern: `^(${text.replace(/^\^/, '').replace(/\$$/, '')})$` } })];
}

function typeRule({ dataType }: StandardFacts, kind: ColumnKind): AskedRule[] {
  if (kind !== 'text') return [];
  const type = ({ integer: 'integer', decimal: 'number', date: 'date', datetime: 'datetime' } as const)[dataType];
  return type === undefined ? [] : [asked('accuracy_type', '数据类型', { accuracy: { type } })];
}

function rangeRule({ valueRange }: StandardFacts, kind: ColumnKind): AskedRule[] {
  const range = rangeLimit(valueRange);
  return range && kind === 'number' ? [asked('accuracy_range', `取值范围 ${valueRange}`, { accuracy: range })] : [];
}

/** The rules that a standard asks for of a column of some kind. A form that the platform validates stands for length and format. */
export function rulesOfStandard(standard: StandardFacts, kind: ColumnKind): AskedRule[] {
  const rules: AskedRule[] = [];
  if (standard.isNullable === '0') rules.push(asked('integrity_key', '不允许空'));
  const form = FORMS[standard.recogniser ?? ''];
  const isWritten = kind === 'text' || (kind === 'number' && form?.[0] !== 'accuracy_email');
  if (form && isWritten) rules.push(asked(form[0], `分类 ${form[1]}`));
  else rules.push(...lengthRule(standard, kind), ...formatRule(standard, kind), ...typeRule(standard, kind));
  rules.push(...rangeRule(standard, kind));
  if (standard.gbTypeId !== null && standard.gbTypeName !== null)
    rules.push(
      asked('consistent_key', `值域 ${standard.gbTypeName}`, { consistent: { gbTypeId: standard.gbTypeId, bindGbColumn: 'gb_code' } }),
    );
  return rules;
}
