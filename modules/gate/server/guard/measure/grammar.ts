import { Refusal } from '../../../core/sql/refusal.ts';

/*
 * The closed grammar of the measuring channel: what may be asked of a table. Nothing here is a text that reaches a source; names are looked up
 * in the catalogue, codes become literals.
 */

/** Measures of one column that say nothing of a single value and hold no literal: of every column. */
export const OPEN_MEASURES = [
  'present',
  'distinct',
  'blanks',
  'minLength',
  'meanLength',
  'maxLength',
  'mobile',
  'email',
  'idCard',
  'creditCode',
] as const;
/**
 * Measures that are values of the column, are made of them or compare them with values of the caller: of columns that are not masked.
 * `latest` is the greatest time of a column; `inSet` counts rows whose value is one of the codes, and a set of one code spells a value.
 */
export const VALUE_MEASURES = ['min', 'max', 'latest', 'mean', 'stdev', 'inSet'] as const;
/** Name of a measure of one column. */
export type MeasureKind = (typeof OPEN_MEASURES)[number] | (typeof VALUE_MEASURES)[number];

/**
 * One thing to measure.
 * - of a column: see above. `mobile`, `email`, `idCard` and `creditCode` count the rows of that form; where a standard defines check
 *   characters they must be right as well
 * - `repeated`: rows whose values together occur more than once (uniqueness); rows with a null are left out
 * - `orphans`: rows whose values together stand in no row of another table of the source (reference); rows with a null are left out
 */
export type MeasureRequest =
  | { readonly of: Exclude<MeasureKind, 'inSet'>; readonly column: string }
  | { readonly of: 'inSet'; readonly column: string; readonly codes: readonly string[] }
  | { readonly of: 'repeated'; readonly columns: readonly string[] }
  | { readonly of: 'orphans'; readonly columns: readonly string[]; readonly tableId: string; readonly to: readonly string[] };

/** Requests that say of each row whether it is bad: their bad rows can be counted and named. */
export type RuleRequest =
  | { readonly of: 'present' | 'blanks' | 'mobile' | 'email' | 'idCard' | 'creditCode'; readonly column: string }
  | Extract<MeasureRequest, { of: 'inSet' | 'repeated' | 'orphans' }>;

/** Why there is no answer. `few`: a masked column over too few rows; `unsupported`: the kind of column or source has no means for it. */
export type Withheld = 'few' | 'unsupported';
export interface Answer {
  /** a number where it fits one exactly, otherwise as the source writes it; null = no row has a value, or see `withheld` */
  readonly value: number | string | null;
  readonly withheld: Withheld | null;
}

/** Codes of one set; every source takes a list of so many. */
const MAX_CODES = 1000;
const MAX_CODE_LENGTH = 200;
/** Columns of one key. */
const MAX_KEY_COLUMNS = 16;

/** A column to measure. */
export interface MeasuredColumn {
  readonly columnName: string;
  readonly dataType: string;
  /** masked for the caller: measures that return or compare its values are refused */
  readonly isMasked: boolean;
}
/** One measure of one column, its names looked up. */
export interface Measure {
  readonly column: MeasuredColumn;
  readonly of: MeasureKind;
  /** of `inSet` */
  readonly codes?: readonly string[];
}

/** Whether a measure returns or compares values of the column; such measures are refused for masked columns. */
export const isValueMeasure = (of: MeasureKind): boolean => VALUE_MEASURES.some((one) => one === of);

/** The names of a request, as the history shows it; codes are values and stay out. */
export const nameOf = (request: MeasureRequest): string =>
  `${request.of}(${'columns' in request ? request.columns.join(', ') : request.column})`;

/** The refusal of what would tell values of a masked column. */
export const masked = (column: MeasuredColumn): Refusal =>
  new Refusal(`字段“${column.columnName}”对您已脱敏，只能统计行数、空值、不同值、长度与格式，需要该字段的明文查看权限`);

/** Throws Refusal for a measure of one column that would tell a value of a masked one. */
export function assertRevealsNoValue({ column, of }: Measure): void {
  if (column.isMasked && isValueMeasure(of)) throw masked(column);
}

/** Throws Refusal for a set that no source takes. */
export function assertCodes(codes: readonly string[]): void {
  if (codes.length === 0 || codes.length > MAX_CODES) throw new Refusal(`代码集应有1到${MAX_CODES}个代码`);
  if (codes.some((code) => code.length > MAX_CODE_LENGTH)) throw new Refusal(`代码集中的代码不能超过${MAX_CODE_LENGTH}个字符`);
}

/**
 * Throws Refusal for a combination that would tell about a masked column: beside a clear one it says which few rows have equal values, alone
 * it says how many of the whole table.
 */
export function assertKey(columns: readonly MeasuredColumn[]): void {
  if (columns.length === 0 || columns.length > MAX_KEY_COLUMNS) throw new Refusal(`应选择1到${MAX_KEY_COLUMNS}个字段`);
  const one = columns.find(({ isMasked }) => isMasked);
  if (one && columns.length > 1)
    throw new Refusal(`字段“${one.columnName}”对您已脱敏，只能单独统计重复，与其他字段组合需要该字段的明文查看权限`);
}

/** Throws Refusal unless both sides of a reference are clear, or are one linkable masked column each: the rule of joins (decision 024). */
export function assertReference(
  columns: readonly (MeasuredColumn & { readonly isLinkable: boolean })[],
  to: readonly (MeasuredColumn & { readonly isLinkable: boolean })[],
): void {
  if (columns.length !== to.length) throw new Refusal('引用的字段与被引用的字段个数应相同');
  assertKey(columns);
  const hidden = [...columns, ...to].filter(({ isMasked }) => isMasked);
  if (hidden.length === 0) return;
  if (hidden.length !== 2 || columns.length !== 1 || hidden.some(({ isLinkable }) => !isLinkable))
    throw new Refusal(`字段“${hidden[0]!.columnName}”对您已脱敏，只能与同样脱敏且分类可关联的字段核对引用，需要明文查看权限`);
}
