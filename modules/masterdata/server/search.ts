import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { contains } from '#kit/server/crud.ts';
import { fieldRef } from '#modules/managed/server/index.ts';
import type { ModelColumn } from '../contract/column.ts';
import { numberSize, readCell, textLength } from '../core/index.ts';
import type { Masks } from './masks.ts';
import type { ModelInForce } from './model-in-force.ts';

type QueryType = ModelColumn['queryType'];
type Value = string | number | null | undefined;
/** A condition on a column; a range has two ends. */
export interface Condition {
  readonly column: ModelColumn;
  readonly queryType: QueryType;
  readonly value: Value;
  readonly leftValue?: Value;
  readonly rightValue?: Value;
}
const OPERATORS = { eq: sql`=`, ne: sql`<>`, gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const;
const invalid = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);

/** A column by its name. Throws input.invalid. */
export function columnOf(model: ModelInForce, columnName: string): ModelColumn {
  const column = model.columns.find((one) => one.columnName === columnName);
  if (!column) throw invalid(columnName, `模型“${model.modelName}”中没有列 ${columnName}`);
  return column;
}

/** What somebody sees masked is neither asked for nor sorted by: the answer would tell it. Throws gate.refused. */
export function assertClear(column: ModelColumn, masks: Masks): void {
  if (masks.has(column.id)) throw new AppError('gate.refused', `“${column.columnComment}”对您脱敏显示，不能作为查询或排序条件`);
}

/** A value to compare a column with; days of a moment begin at midnight in China. */
function operand(column: ModelColumn, value: Value): RawBuilder<unknown> | null {
  // a longer text than the column takes is in no record, and no mistake
  const read = readCell({ ...column, columnLength: textLength(column) === null ? column.columnLength : '2000' }, value);
  if ('problem' in read) throw invalid(column.columnName, read.problem);
  if (read.value === null) return null;
  if (numberSize(column)) return sql`${read.value}::numeric`;
  if (column.columnType === 'date') return sql`${read.value}::date`;
  if (column.columnType === 'datetime') return sql`${read.value}::timestamptz`;
  return column.columnType === 'time' ? sql`${read.value}::time` : sql`${read.value}`;
}

/** A condition as SQL over `recordsOf`; null when nothing is asked for. */
export function conditionOf(model: ModelInForce, masks: Masks, condition: Condition): RawBuilder<SqlBool> | null {
  const { column, queryType } = condition;
  assertClear(column, masks);
  const at = fieldRef(model.table, column.id);
  if (queryType === 'between') {
    const [from, to] = [operand(column, condition.leftValue), operand(column, condition.rightValue)];
    if (from && to) return sql<SqlBool>`${at} between ${from} and ${to}`;
    return from ? sql<SqlBool>`${at} >= ${from}` : to ? sql<SqlBool>`${at} <= ${to}` : null;
  }
  if (queryType === 'like') {
    const text = String(condition.value ?? '').trim();
    return text === '' ? null : sql<SqlBool>`${at}::text ilike ${contains(text)}`;
  }
  const value = operand(column, condition.value);
  if (!value) return null;
  // boxes of 复选框 are ticked among others
  if (column.htmlType === 'checkbox' && queryType === 'eq') return sql<SqlBool>`${value} = any(string_to_array(${at}, ','))`;
  return sql<SqlBool>`${at} ${OPERATORS[queryType]} ${value}`;
}

/** The conditions of the parameters of a call: columns by name, ranges with a comma. Unknown names are ignored, as in every list. */
export function conditionsOf(model: ModelInForce, given: Readonly<Record<string, unknown>>): Condition[] {
  return model.columns.flatMap((column): Condition[] => {
    const raw = Object.hasOwn(given, column.columnName) ? given[column.columnName] : undefined;
    if (raw === undefined || raw === null || raw === '') return [];
    if (typeof raw !== 'string' && typeof raw !== 'number') throw invalid(column.columnName, `“${column.columnComment}”的条件不正确`);
    if (column.queryType !== 'between') return [{ column, queryType: column.queryType, value: raw }];
    const [left = '', right = ''] = String(raw).split(',');
    return [{ column, queryType: 'between', value: null, leftValue: left, rightValue: right }];
  });
}

/** The object of `where`. Throws input.invalid. */
export function whereOf(text: string | undefined): Readonly<Record<string, unknown>> {
  if (text === undefined || text === '') return {};
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Record<string, unknown>;
  } catch {
    // said below
  }
  throw invalid('where', '查询条件不正确');
}

/** Texts that a word is looked for in: query columns that the caller sees as they are, else the first text of the list. */
export function searchedColumns(model: ModelInForce, masks: Masks): ModelColumn[] {
  const texts = model.columns.filter((column) => textLength(column) !== null && column.refModelId === null && !masks.has(column.id));
  const asked = texts.filter((column) => column.isQuery === '1');
  return asked.length > 0 ? asked : texts.slice(0, 1);
}
