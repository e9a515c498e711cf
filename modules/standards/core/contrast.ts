import { compareValues, NO_WORDS, type ValueFacts, type Words } from './contrast-values.ts';
import { familyOf, familyOfElement } from './types.ts';

/** What of an element is compared with a column. */
export interface ElementFacts {
  readonly elementNameEn: string | null;
  readonly dataType: string;
  readonly dataLength: string | null;
  readonly isNullable: string;
  readonly format?: string | null;
  readonly classId?: string | null;
  readonly gbTypeId?: string | null;
  readonly unitId?: string | null;
  /** `0..100`; versions of before have none */
  readonly valueRange?: string | null;
}
/** What is known of a column: from the catalogue, and of its values from the last profile. */
export interface ColumnFacts {
  readonly columnName: string;
  readonly dataType: string;
  readonly dataLength: string | null;
  readonly dataScale: string | null;
  readonly isNullable: boolean;
  /** of the profile; null without one */
  readonly shortest: number | null;
  readonly longest: number | null;
  readonly nulls: number | null;
  /** Chinese name, or comment */
  readonly label: string | null;
  /** L3 or L4: its values are not looked at */
  readonly isSensitive: boolean;
  readonly values: ValueFacts;
}
export type Attribute = 'name' | 'type' | 'length' | 'nullable' | 'codes' | 'range' | 'format' | 'unit';
/**
 * `isConform` null: 未核对, for want of what `say` names. `say` of what differs says it in words without a number of rows; that is `rows`, for
 * readers who see the column in the clear.
 */
export interface AttributeResult {
  readonly attribute: Attribute;
  readonly isConform: boolean | null;
  readonly say: string | null;
  readonly rows?: number;
}
export type Verdict = 'conform' | 'partial' | 'bad';

const fine = (attribute: Attribute): AttributeResult => ({ attribute, isConform: true, say: null });
const differs = (attribute: Attribute, say: string): AttributeResult => ({ attribute, isConform: false, say });

const FAMILY_NAMES: Readonly<Record<string, string>> = {
  text: '字符',
  integer: '整数',
  decimal: '小数',
  date: '日期',
  datetime: '日期时间',
  boolean: '布尔',
  other: '其他',
};

function compareName({ elementNameEn }: ElementFacts, { columnName }: ColumnFacts): AttributeResult {
  if (elementNameEn === null) return fine('name');
  const [wanted, own] = [elementNameEn.toLowerCase(), columnName.toLowerCase()];
  if (own === wanted) return fine('name');
  if (own.endsWith(`_${wanted}`)) return differs('name', `名称有前缀，标准为 ${elementNameEn}`);
  return differs('name', `名称应为 ${elementNameEn}`);
}

function compareType(element: ElementFacts, column: ColumnFacts): AttributeResult {
  const [wanted, own] = [familyOfElement(element.dataType), familyOf(column.dataType)];
  // whole numbers are decimals too
  if (own === wanted || (wanted === 'decimal' && own === 'integer')) return fine('type');
  return differs('type', `类型为 ${column.dataType}，应为${FAMILY_NAMES[wanted] ?? element.dataType}`);
}

/** `11` exactly, `..20` at most, `18,2` digits and decimals; texts without a declared length are judged by their values. */
function compareLength({ dataLength }: ElementFacts, column: ColumnFacts): AttributeResult {
  const wanted = /^(\.\.)?(\d+)(?:,(\d+))?$/.exec(dataLength ?? '');
  if (!wanted) return fine('length');
  const most = Number(wanted[2]);
  const declared = column.dataLength === null ? null : Number(column.dataLength);
  if (wanted[1]) {
    const longest = declared ?? column.longest;
    if (longest === null) return differs('length', `长度不限，标准最长 ${most}`);
    return longest <= most
      ? fine('length')
      : differs('length', `${declared === null ? '最长的值' : '长度'}为 ${longest}，标准最长 ${most}`);
  }
  if (wanted[3] !== undefined) {
    const scale = column.dataScale === null ? null : Number(column.dataScale);
    return scale === Number(wanted[3]) ? fine('length') : differs('length', `小数位为 ${scale ?? '不限'}，标准为 ${wanted[3]}`);
  }
  if (declared !== null) return declared === most ? fine('length') : differs('length', `长度为 ${declared}，标准为 ${most}`);
  if (column.longest === null) return differs('length', `长度不限，标准为 ${most}`);
  if (column.longest === most && column.shortest === most) return fine('length');
  return differs('length', `值长 ${column.shortest ?? 0} 至 ${column.longest}，标准为 ${most}`);
}

function compareNull({ isNullable }: ElementFacts, column: ColumnFacts): AttributeResult {
  if (isNullable === '1' || !column.isNullable || column.nulls === 0) return fine('nullable');
  return differs('nullable', column.nulls === null ? '允许空，标准不允许' : `有 ${column.nulls} 行为空，标准不允许`);
}

/** Attributes of values: a column that holds others than its standard admits does not conform, whatever else it keeps to. */
const OF_VALUES: readonly Attribute[] = ['codes', 'range', 'format'];

/** Every attribute of an element against a column; what nobody could look at says neither yes nor no. */
export function compare(
  element: ElementFacts,
  column: ColumnFacts,
  words: Words = NO_WORDS,
): { verdict: Verdict; results: AttributeResult[] } {
  const results = [
    compareName(element, column),
    compareType(element, column),
    compareLength(element, column),
    compareNull(element, column),
    ...compareValues(element, column, words),
  ];
  const wrong = results.filter(({ isConform }) => isConform === false);
  if (wrong.length === 0) return { verdict: 'conform', results };
  const right = results.filter(({ isConform }) => isConform === true).length;
  const isBad = right < 2 || wrong.some(({ attribute }) => OF_VALUES.includes(attribute));
  return { verdict: isBad ? 'bad' : 'partial', results };
}
