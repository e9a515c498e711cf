import type { ReqParam, WhereType } from '../contract/api.ts';
import type { RowCondition, RowFilter } from '../contract/row-filter.ts';
import { ParamProblem, valueOf } from './values.ts';

/** Rows of a subscription as further parameters of every call, with values that no caller gives. */
export interface RowGrant {
  readonly params: readonly ReqParam[];
  readonly values: Readonly<Record<string, unknown>>;
  /** the same for grants that differ in their values only */
  readonly shape: string;
}

/** Operators whose meaning needs no value. */
const WITHOUT_VALUE: ReadonlySet<WhereType> = new Set(['10', '11']);
const SEVERAL: WhereType = '12';

const paramOf = ({ columnName, whereType }: RowCondition, paramName: string): ReqParam => ({
  paramName,
  columnName,
  nullable: '0',
  paramComment: null,
  paramType: '1',
  whereType,
  exampleValue: null,
  defaultValue: null,
});
const givenOf = ({ whereType, values }: RowCondition): unknown => {
  if (WITHOUT_VALUE.has(whereType)) return 1;
  return whereType === SEVERAL ? values : values[0];
};

/** A filter as it is put into the statements of calls; names of its parameters are none that a caller can give. */
export function rowGrantOf(filter: RowFilter): RowGrant | null {
  if (filter === null) return null;
  const names = filter.map((_, n) => `row:${n}`);
  return {
    params: filter.map((condition, n) => paramOf(condition, names[n]!)),
    shape: JSON.stringify(filter.map(({ columnName, whereType }) => [columnName, whereType])),
    values: Object.fromEntries(filter.map((condition, n) => [names[n]!, givenOf(condition)])),
  };
}

/** Why a filter cannot hold for columns of these types, as a Chinese sentence; null when it can. */
export function rowFilterProblem(filter: RowFilter, types: ReadonlyMap<string, string>): string | null {
  for (const condition of filter ?? []) {
    const { columnName, whereType, values } = condition;
    const type = types.get(columnName);
    if (type === undefined) return `行范围的字段“${columnName}”不存在`;
    if (WITHOUT_VALUE.has(whereType) && values.length > 0) return `字段“${columnName}”为空或不为空的条件没有取值`;
    if (!WITHOUT_VALUE.has(whereType) && whereType !== SEVERAL && values.length !== 1) return `字段“${columnName}”应有一个取值`;
    if (whereType === SEVERAL && values.length === 0) return `字段“${columnName}”应至少有一个取值`;
    try {
      valueOf(paramOf(condition, columnName), type, givenOf(condition));
    } catch (error) {
      if (error instanceof ParamProblem) return error.message.replace('参数', '行范围的字段');
      throw error;
    }
  }
  return null;
}

/** Operators in words, as conditions on rows are told. */
export const ROW_OPERATORS: Readonly<Record<WhereType, string>> = {
  '1': '等于',
  '2': '不等于',
  '3': '包含',
  '4': '结尾为',
  '5': '开头为',
  '6': '大于',
  '7': '大于等于',
  '8': '小于',
  '9': '小于等于',
  '10': '为空',
  '11': '不为空',
  '12': '属于',
};
/** A filter in words: `city 等于 重庆，amount 大于 10`; 全部行 where there is none. */
export const rowFilterText = (filter: RowFilter): string =>
  filter === null
    ? '全部行'
    : filter
        .map(({ columnName, whereType, values }) => [columnName, ROW_OPERATORS[whereType], values.join('、')].filter(Boolean).join(' '))
        .join('，');
