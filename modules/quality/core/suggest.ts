import type { RuleConfig } from '../contract/rule-config.ts';
import type { ColumnKind } from './measure/tree.ts';

/** What the profile of a column says; values are null where they are withheld from who asks. */
export interface ProfiledColumn {
  readonly name: string;
  readonly comment: string | null;
  readonly kind: ColumnKind;
  readonly rowCount: number;
  readonly isSampled: boolean;
  readonly nulls: number | null;
  readonly distinct: number | null;
  readonly min: string | null;
  readonly minLength: number | null;
  readonly maxLength: number | null;
  readonly top: readonly { readonly value: string; readonly count: number }[] | null;
  readonly patterns: readonly { readonly mask: string; readonly count: number }[];
  /** rows with a value that top values and shapes were made from */
  readonly sampled: number;
}
export interface SuggestedRule {
  /** code of the check item */
  readonly item: string;
  /** what of the profile speaks for it */
  readonly why: string;
  /** share of rows that would pass now, 0 to 100; null where the profile does not say */
  readonly expected: number | null;
  readonly config: RuleConfig;
}

/** Fewer rows say nothing of what a column should hold. */
const MIN_ROWS = 20;
/** A column with so few values among so many rows holds codes. */
const [MAX_CODES, MIN_CODED_ROWS] = [12, 200];
const NEARLY_ALL = 0.95;
/** What is so rare (gaps, repetitions, values) is a mistake rather than what a column should hold. */
const RARE = 0.01;

const suggested = (item: string, why: string, expected: number | null, config: Omit<RuleConfig, 'ruleItemCode'> = {}): SuggestedRule => ({
  item,
  why,
  expected,
  config: { ruleItemCode: item, ...config },
});
const percent = (share: number): number => Math.round(share * 10_000) / 100;

function presence({ rowCount, nulls }: ProfiledColumn): SuggestedRule[] {
  if (nulls === null) return [];
  const share = nulls / rowCount;
  if (nulls === 0) return [suggested('integrity_key', `${rowCount} 行都有值`, 100)];
  return share <= RARE ? [suggested('integrity_key', `只有 ${nulls} 行没有值`, percent(1 - share))] : [];
}

function uniqueness({ rowCount, nulls, distinct, isSampled, kind }: ProfiledColumn): SuggestedRule[] {
  // of a sample nothing follows for the rest
  if (distinct === null || isSampled || nulls !== 0 || (kind !== 'text' && kind !== 'number')) return [];
  if (distinct === rowCount) return [suggested('unique_key', `${rowCount} 个值各不相同`, 100)];
  const repeated = rowCount - distinct;
  return repeated / rowCount <= RARE ? [suggested('unique_key', `只有 ${repeated} 行重复`, percent(1 - repeated / rowCount))] : [];
}

/** Forms by what a column is called and how its values look; a shape alone could be anything. */
const FORMS: readonly (readonly [item: string, says: string, named: RegExp, shape: RegExp])[] = [
  ['accuracy_mobile', '手机号码', /mobile|phone|手机/i, /^9{11}$/],
  ['accuracy_id_card', '身份证号', /id_?card|id_?no\b|identity|身份证/i, /^9{17}[9A]$/],
  ['accuracy_credit_code', '统一社会信用代码', /credit_?code|uscc|信用代码/i, /^[9A]{18}$/],
  ['accuracy_email', '邮箱', /e?mail|邮箱/i, /@.*\./],
  ['accuracy_bank_card', '银行卡号', /bank_?(card|account|no)|银行(卡|账)号/i, /^9{15,19}$/],
];
function form({ kind, name, comment, patterns }: ProfiledColumn): SuggestedRule[] {
  const all = patterns.reduce((sum, { count }) => sum + count, 0);
  if (kind !== 'text' || all === 0) return [];
  const label = `${name} ${comment ?? ''}`;
  for (const [item, says, named, shape] of FORMS) {
    const fits = patterns.filter(({ mask }) => shape.test(mask)).reduce((sum, { count }) => sum + count, 0);
    if (named.test(label) && fits / all >= NEARLY_ALL) return [suggested(item, `名称和 ${percent(fits / all)}% 的取值像${says}`, null)];
  }
  return [];
}

function length({ kind, minLength, maxLength, isSampled }: ProfiledColumn): SuggestedRule[] {
  if (kind !== 'text' || isSampled || minLength === null || minLength !== maxLength || minLength < 2) return [];
  return [suggested('accuracy_length', `取值都是 ${minLength} 个字符`, 100, { accuracy: { length: minLength } })];
}

/** Codes and ranges spell values: only where the profile shows them to who asks. */
function values({ kind, rowCount, distinct, top, sampled, min, isSampled }: ProfiledColumn): SuggestedRule[] {
  if (kind === 'text' && top !== null && distinct !== null && distinct >= 2 && distinct <= MAX_CODES && rowCount >= MIN_CODED_ROWS) {
    const seen = top.reduce((sum, { count }) => sum + count, 0);
    // what hardly ever occurs is a mistake rather than a code
    const usual = top.filter(({ count }) => count / sampled >= RARE);
    if (top.length === distinct && seen === sampled && usual.length >= 2) {
      const share = usual.reduce((sum, { count }) => sum + count, 0) / sampled;
      const why =
        usual.length === distinct ? `只有 ${distinct} 种取值` : `${usual.length} 种常见取值，另有 ${distinct - usual.length} 种很少出现`;
      return [suggested('accuracy_in_set', why, percent(share), { accuracy: { values: usual.map(({ value }) => value).sort() } })];
    }
  }
  if (kind === 'number' && min !== null && !isSampled && Number(min) >= 0)
    return [suggested('accuracy_range', '没有负数', 100, { accuracy: { min: '0', max: null } })];
  return [];
}

/** Rules that the profile of a column speaks for, the surest first; a form says more than a length. */
export function suggestRules(column: ProfiledColumn): SuggestedRule[] {
  if (column.rowCount < MIN_ROWS) return [];
  const forms = form(column);
  return [
    ...presence(column),
    ...uniqueness(column),
    ...forms,
    ...(forms.length === 0 && column.distinct !== column.rowCount ? length(column) : []),
    ...values(column),
  ];
}
