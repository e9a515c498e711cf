import { sql, type RawBuilder } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { contains } from '#kit/server/crud.ts';
import type { Db } from '#kit/server/ctx.ts';
import { fieldRef, selectFrom } from '#modules/managed/server/index.ts';
import type { FormSchema } from '../contract/schema.ts';
import { columnsOf, mainFields } from '../core/index.ts';
import { formTables } from './tables.ts';

const wrong = (message: string): AppError => new AppError('input.invalid', message, [{ path: 'where', message }]);

function conditionsIn(text: string): [string, string][] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw wrong('查询条件格式不正确');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw wrong('查询条件格式不正确');
  return Object.entries(parsed).map(([key, value]) => [key, String(value)]);
}

/**
 * The ids of records whose values fit: `keyword` stands somewhere in a text, `where` says what fields hold (texts contain it, everything
 * else equals it). Fields that the caller sees masked choose no rows. Null = nothing is asked for. Throws input.invalid for a field that the form does not have.
 */
export async function matchingRows(
  db: Db,
  formId: string,
  schema: FormSchema,
  { keyword, where, masked }: { keyword?: string | undefined; where?: string | undefined; masked: ReadonlySet<string> },
) {
  const table = (await formTables(db, formId)).get('');
  if (!table || (!keyword && !where)) return null;
  const columns = mainFields(schema).flatMap((field) => columnsOf(field).map((column) => ({ ...column, key: field.key })));
  const asText = (fieldId: string) => sql`${fieldRef(table, fieldId)}::text`;
  const conditions: RawBuilder<boolean>[] = [];
  if (keyword) {
    const texts = columns.filter(({ type, fieldId }) => type.kind === 'text' && !masked.has(fieldId));
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
    if (masked.has(column.fieldId.split('.')[0]!)) throw wrong(`“${column.label}”按脱敏规则显示，不能作为查询条件`);
    const at = asText(column.fieldId);
    conditions.push(
      column.type.kind === 'text' || column.type.kind === 'json'
        ? sql<boolean>`${at} ilike ${contains(value)}`
        : sql<boolean>`${at} = ${value}`,
    );
  }
  return selectFrom(db, table, ['$id']).where(sql<boolean>`${sql.join(conditions, sql` and `)}`) as never;
}
