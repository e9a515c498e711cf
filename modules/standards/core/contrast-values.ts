import type { AttributeResult, ColumnFacts, ElementFacts } from './contrast.ts';

/** Values of a column that were looked at for one question, and how many of them are as the standard asks. */
export interface Share {
  readonly good: number;
  readonly all: number;
}
/** What is known of the values of a column; null = nobody has looked. */
export interface ValueFacts {
  readonly lowest: string | null;
  readonly highest: string | null;
  /** rows whose value is a code of the set that the element names */
  readonly codes: Share | null;
  /** rows whose value has the form that the class of the element names */
  readonly form: Share | null;
  /** shapes of a sample: A letter, 9 digit, 字 Chinese */
  readonly shapes: readonly { readonly mask: string; readonly count: number }[] | null;
  /** they are not looked at for a reader who does not get all of them */
  readonly isWithheld?: true;
}
export const NO_VALUES: ValueFacts = { lowest: null, highest: null, codes: null, form: null, shapes: null };
const WITHHELD_VALUES: ValueFacts = { ...NO_VALUES, isWithheld: true };

/** Words for what an element refers to by id. */
export interface Words {
  typeName(id: string): string | null;
  unitName(id: string): string | null;
  /** the form that values of a class of data have, where one is known: a key of FORMS */
  formOf(classId: string): string | null;
  /** names of all units, longest first: a column that names another one differs */
  readonly unitNames: readonly string[];
}
export const NO_WORDS: Words = { typeName: () => null, unitName: () => null, formOf: () => null, unitNames: [] };

/** Forms that the gate measures of every column, also of masked ones. */
export const FORMS: Readonly<Record<string, string>> = {
  mobile: '手机号码',
  email: '邮箱',
  idCard: '公民身份号码',
  creditCode: '统一社会信用代码',
};

const fine = (attribute: AttributeResult['attribute']): AttributeResult => ({ attribute, isConform: true, say: null });
const differs = (attribute: AttributeResult['attribute'], say: string, rows?: number): AttributeResult => ({
  attribute,
  isConform: false,
  say,
  ...(rows !== undefined && { rows }),
});
const unchecked = (attribute: AttributeResult['attribute'], why: string): AttributeResult => ({ attribute, isConform: null, say: why });
const NOT_MEASURED = '没有取值统计，请核对落标或采集数据概况';
const WITHHELD = '没有查询全部数据的权限，取值不参与核对';
/** Why nothing is known of values. */
const unknown = ({ isWithheld }: ValueFacts, otherwise = NOT_MEASURED): string => (isWithheld ? WITHHELD : otherwise);
const EMPTY = '字段没有取值';
const SENSITIVE = '敏感字段的取值不参与核对';

/** What the catalogue alone tells of a column; null when nothing is known of its values that a comparison looks at. */
export function definitionOf(column: ColumnFacts): ColumnFacts | null {
  const { values, shortest, longest, nulls } = column;
  const known: unknown[] = [values.lowest, values.highest, values.codes, values.form, values.shapes];
  // lengths are asked for where none is declared, blanks where they are allowed
  if (column.dataLength === null) known.push(shortest, longest);
  if (column.isNullable) known.push(nulls);
  if (known.every((one) => one === null)) return null;
  return { ...column, shortest: null, longest: null, nulls: null, values: WITHHELD_VALUES };
}

/** Share of values in a code set. Values of sensitive columns are not looked at: how many are valid tells of them. */
function compareCodes({ gbTypeId }: ElementFacts, { isSensitive, values }: ColumnFacts, words: Words): AttributeResult[] {
  if (!gbTypeId) return [];
  const set = words.typeName(gbTypeId) ?? '标准字典';
  if (isSensitive) return [unchecked('codes', `值域${set}：${SENSITIVE}`)];
  if (values.codes === null) return [unchecked('codes', `值域${set}：${unknown(values)}`)];
  const { good, all } = values.codes;
  if (all === 0) return [unchecked('codes', `值域${set}：${EMPTY}`)];
  return [good === all ? fine('codes') : differs('codes', `有取值不在${set}内`, all - good)];
}

/** `0..100`, `0..`, `..100`: between these, both included. */
export function rangeOf(text: string | null | undefined): { low: number | null; high: number | null } | null {
  const found = /^(-?\d+(?:\.\d+)?)?\.\.(-?\d+(?:\.\d+)?)?$/.exec((text ?? '').trim());
  if (!found || (found[1] === undefined && found[2] === undefined)) return null;
  return { low: found[1] === undefined ? null : Number(found[1]), high: found[2] === undefined ? null : Number(found[2]) };
}

function compareRange({ valueRange }: ElementFacts, { isSensitive, values }: ColumnFacts): AttributeResult[] {
  const range = rangeOf(valueRange);
  if (!range) return [];
  if (isSensitive) return [unchecked('range', `取值范围：${SENSITIVE}`)];
  const [low, high] = [values.lowest, values.highest].map((one) => (one === null ? Number.NaN : Number(one))) as [number, number];
  if (Number.isNaN(low) || Number.isNaN(high)) return [unchecked('range', `取值范围：${unknown(values)}`)];
  const isInside = (range.low === null || low >= range.low) && (range.high === null || high <= range.high);
  return [isInside ? fine('range') : differs('range', `有取值超出 ${valueRange}`)];
}

const KINDS: Readonly<Record<string, string>> = { n: '9', a: 'A', an: '[A9]', anc: '.' };
const DATES: Readonly<Record<string, string>> = {
  YYYYMMDD: '9{8}',
  'YYYY-MM-DD': '9{4}-99-99',
  YYYYMM: '9{6}',
  'YYYY-MM': '9{4}-99',
  YYYY: '9{4}',
};

/**
 * The shapes that a format of GB/T 19488 admits: `n11`, `an..20`, `YYYY-MM-DD`. Null for a pattern that shapes cannot tell, such as one with
 * digits of its own.
 */
export function shapeOf(format: string): RegExp | null {
  const text = format.trim();
  const date = DATES[text.toUpperCase()];
  if (date !== undefined) return new RegExp(`^${date}$`, 'u');
  const found = /^(anc|an|a|n)(\.\.)?(\d{1,4})$/.exec(text);
  if (!found) return null;
  return new RegExp(`^${KINDS[found[1]!]}${found[2] ? `{1,${found[3]}}` : `{${found[3]}}`}$`, 'u');
}

function compareFormat({ format, classId }: ElementFacts, { values }: ColumnFacts, words: Words): AttributeResult[] {
  const form = FORMS[(classId && words.formOf(classId)) || ''];
  if (form !== undefined) {
    if (values.form === null) return format ? [unchecked('format', `格式${form}：${unknown(values)}`)] : [];
    const { good, all } = values.form;
    if (all === 0) return [unchecked('format', `格式${form}：${EMPTY}`)];
    return [good === all ? fine('format') : differs('format', `有取值不是有效的${form}`, all - good)];
  }
  if (!format) return [];
  const shape = shapeOf(format);
  if (!shape) return [unchecked('format', `格式“${format}”不能由取值的形状判断`)];
  if (values.shapes === null || values.shapes.length === 0)
    return [unchecked('format', `格式${format}：${unknown(values, '没有数据概况，请先采集')}`)];
  const wrong = values.shapes.filter(({ mask }) => !shape.test(mask)).reduce((sum, { count }) => sum + count, 0);
  return [wrong === 0 ? fine('format') : differs('format', `有取值的格式不是 ${format}`, wrong)];
}

/** The unit that a column is said to be in: 合同金额（万元）, 单位：元. */
function unitIn(label: string, unitNames: readonly string[]): string | null {
  const said = /[（(]\s*(?:单位[：:]?\s*)?([^）)]{1,12})[）)]|单位[：:]\s*([^，,；;\s）)]{1,12})/u.exec(label);
  const word = (said?.[1] ?? said?.[2] ?? '').trim();
  return unitNames.find((name) => name === word) ?? null;
}

function compareUnit({ unitId }: ElementFacts, { label }: ColumnFacts, words: Words): AttributeResult[] {
  const wanted = unitId ? words.unitName(unitId) : null;
  if (wanted === null) return [];
  const own = unitIn(label ?? '', words.unitNames);
  if (own === null) return [unchecked('unit', `计量单位${wanted}：字段注释没有写明单位`)];
  return [own === wanted ? fine('unit') : differs('unit', `单位为${own}，标准为${wanted}`)];
}

/** What of an element concerns values: code set, range, format, unit; nothing for what the element leaves open. */
export const compareValues = (element: ElementFacts, column: ColumnFacts, words: Words): AttributeResult[] => [
  ...compareCodes(element, column, words),
  ...compareRange(element, column),
  ...compareFormat(element, column, words),
  ...compareUnit(element, column, words),
];
