import { sql, type RawBuilder } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { contains } from '#kit/server/crud.ts';
import type { Db } from '#kit/server/ctx.ts';
import { fieldRef, selectFrom } from '#modules/managed/server/index.ts';
import type { FormSchema } from '../contract/schema.ts';
import { columnsOf, mainFields, type FieldColumn } from '../core/index.ts';
import { momentOf } from './load.ts';
import { formTables } from './tables.ts';

const wrong = (message: string): AppError => new AppError('input.invalid', message, [{ path: 'where', message }]);

interface Span {
  readonly from: string | null;
  readonly to: string | null;
}
const textIn = (value: unknown): string | null => (value === undefined || value === null || value === '' ? null : String(value));
function conditionsIn(text: string): [string, string | Span][] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw wrong('查询条件格式不正确');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw wrong('查询条件格式不正确');
  return Object.entries(parsed).flatMap(([key, value]): [string, string | Span][] => {
    if (typeof value !== 'object' || value === null) return textIn(value) === null ? [] : [[key, String(value)]];
    const { from, to } = value as { from?: unknown; to?: unknown };
    return [[key, { from: textIn(from), to: textIn(to) }]];
  });
}

const DAY = /^\d{4}-\d\d-\d\d$/;
/** A day that the calendar has: 30 February is none, and no database takes it. */
function isDay(text: string): boolean {
  const at = DAY.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
/** A value of a condition as the column holds it. Throws input.invalid for what it cannot be. */
function asHeld(kind: FieldColumn['type']['kind'], value: string, label: string): RawBuilder<unknown> {
  const bad = (): AppError => wrong(`“${label}”的查询条件不正确`);
  switch (kind) {
    case 'number':
      if (!/^-?\d{1,18}(\.\d{1,8})?$/.test(value)) throw bad();
      return sql`${value}::numeric`;
    case 'date':
      if (!isDay(value)) throw bad();
      return sql`${value}::date`;
    case 'moment':
      return sql`${momentOf(value, 'where')}`;
    case 'flag':
      if (value !== 'true' && value !== 'false') throw bad();
      return sql`${value === 'true'}`;
    default:
      return sql`${value}`;
  }
}
/** Kinds whose texts people write themselves. */
const FREE = new Set(['input', 'textarea', 'serial']);
/** The condition on one column: written texts contain the value, lists have it among theirs, everything else equals it or lies in the span. */
function conditionOn(
  at: RawBuilder<unknown>,
  { type, label, isFree }: FieldColumn & { isFree: boolean },
  value: string | Span,
): RawBuilder<boolean> {
  if (typeof value === 'string') {
    if (isFree) return sql<boolean>`${at} ilike ${contains(value)}`;
    if (type.kind === 'json') return sql<boolean>`${at}::text like ${contains(JSON.stringify(value))}`;
    if (type.kind !== 'moment') return sql<boolean>`${at} = ${asHeld(type.kind, value, label)}`;
  }
  const { from, to } = typeof value === 'string' ? { from: value, to: value } : value;
  // the last day of a span belongs to it
  const until = to !== null && type.kind === 'moment' && DAY.test(to) ? `${to} 23:59:59` : to;
  const lower = from === null ? sql<boolean>`true` : sql<boolean>`${at} >= ${asHeld(type.kind, from, label)}`;
  const upper = until === null ? sql<boolean>`true` : sql<boolean>`${at} <= ${asHeld(type.kind, until, label)}`;
  return sql<boolean>`(${lower} and ${upper})`;
}

/**
 * The ids of records whose values fit: `keyword` stands somewhere in a text, `where` says what fields hold: a value, or a span `{ from, to }`.
 * Fields that the caller sees masked choose no rows. Null = nothing is asked for. Throws input.invalid for a field that the form does not have.
 */
export async function matchingRows(
  db: Db,
  formId: string,
  schema: FormSchema,
  { keyword, where, masked }: { keyword?: string | undefined; where?: string | undefined; masked: ReadonlySet<string> },
) {
  const table = (await formTables(db, formId)).get('');
  if (!table || (!keyword && !where)) return null;
  const columns = mainFields(schema).flatMap((field) =>
    columnsOf(field).map((column) => ({ ...column, key: field.key, isFree: FREE.has(field.type) })),
  );
  // an address or a span has several columns, `<field>.<part>`
  const isMasked = ({ fieldId }: FieldColumn): boolean => masked.has(fieldId.split('.')[0]!);
  const conditions: RawBuilder<boolean>[] = [];
  if (keyword) {
    const texts = columns.filter((column) => column.type.kind === 'text' && !isMasked(column));
    conditions.push(
      texts.length === 0
        ? sql<boolean>`false`
        : sql<boolean>`(${sql.join(
            texts.map(({ fieldId }) => sql`${fieldRef(table, fieldId)} ilike ${contains(keyword)}`),
            sql` or `,
          )})`,
    );
  }
  for (const [key, value] of where ? conditionsIn(where) : []) {
    const column = columns.find((one) => one.key === key);
    if (!column) throw wrong(`表单没有字段“${key}”`);
    if (isMasked(column)) throw wrong(`“${column.label}”按脱敏规则显示，不能作为查询条件`);
    conditions.push(conditionOn(fieldRef(table, column.fieldId), column, value));
  }
  if (conditions.length === 0) return null;
  return selectFrom(db, table, ['$id']).where(sql<boolean>`${sql.join(conditions, sql` and `)}`) as never;
}
