import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { contains } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { fieldRef, selectFrom } from '#modules/managed/server/index.ts';
import { callerOf, inAudience } from '#modules/notices/server/index.ts';
import type { OptionSource, ValueField } from '../../contract/field.ts';
import type { FormSchema } from '../../contract/schema.ts';
import { columnsOf, mainFields, textOfValue } from '../../core/index.ts';
import { toValues } from '../cells.ts';
import { readableIds, versionOf } from '../load.ts';
import { maskedFields } from '../masked.ts';
import { countsUnpassed } from '../stats/stored-form.ts';
import { formTables } from '../tables.ts';
import { MAX_VALUES, SHOWN, type Options, type Question } from './question.ts';

export type FormSource = Extract<OptionSource, { from: 'form' }>;

/** Kinds of one value that is a text, a number or a day: the others cannot be compared or read in one line. */
const canGive = (field: ValueField): boolean => {
  const columns = columnsOf(field);
  return columns.length === 1 && columns[0]!.type.kind !== 'json';
};

/** A published form and whose records of it the caller may read: everybody's within the data scope, or the own ones; null = none. */
async function readableForm(ctx: Ctx, formId: string) {
  const others = holds(ctx.user, 'filling:record:list');
  let query = ctx.db
    .selectFrom('fillingForm')
    .select(['fillingForm.id', 'fillingForm.formName', 'fillingForm.versionNo'])
    .where('fillingForm.id', '=', formId)
    .where('fillingForm.deletedAt', 'is', null)
    .where('fillingForm.versionNo', 'is not', null);
  if (!others) query = query.where(inAudience('fillingForm', callerOf(ctx)));
  const row = await query.executeTakeFirst();
  return row?.versionNo ? { ...row, versionNo: row.versionNo, isOwn: !others } : null;
}

const named = (schema: FormSchema, key: string | undefined): ValueField | undefined =>
  mainFields(schema).find((field) => field.key === key && canGive(field));

/**
 * Options from the records of another form, as far as the caller may read those records and the fields in them in the clear. Records whose
 * approval is not through are none.
 */
export async function formOptions(ctx: Ctx, source: FormSource, question: Question): Promise<Options> {
  const form = await readableForm(ctx, source.formId);
  if (!form) return null;
  const { schema } = await versionOf(ctx.db, form.id, form.versionNo);
  const [value, label, above] = [source.valueColumn, source.labelColumn, source.filterColumn].map((key) => named(schema, key));
  const main = (await formTables(ctx.db, form.id)).get('');
  if (!value || !label || !main) return [];
  const { fills = [], keyword = '' } = question;
  const taken = fills.flatMap(({ from, to }) => {
    const field = named(schema, from);
    return field ? [{ field, to }] : [];
  });
  const read = [value, label, ...(above ? [above] : []), ...taken.map(({ field }) => field)];
  if (!form.isOwn) {
    const masked = await maskedFields(ctx, form.id);
    if (read.some(({ id }) => masked.has(id))) return null;
  }
  const at = (field: ValueField) => sql`${fieldRef(main, field.id)}::text`;
  let rows = selectFrom(ctx.db, main, [...new Set(read.map(({ id }) => id))])
    .distinct()
    .where(sql<boolean>`${fieldRef(main, '$id')} in ${readableIds(ctx, sql.val(form.id), { isPassed: !countsUnpassed(schema) })}`)
    .where(sql<boolean>`${fieldRef(main, value.id)} is not null`);
  if (source.filterColumn) {
    if (question.values === undefined && !question.parent) return [];
    if (above && question.parent) rows = rows.where(sql<boolean>`${at(above)} = ${question.parent}`);
  }
  if (question.values) rows = rows.where(sql<boolean>`${at(value)} = any(${[...question.values].slice(0, MAX_VALUES)}::text[])`);
  if (question.names) rows = rows.where(sql<boolean>`${at(label)} = any(${[...question.names].slice(0, MAX_VALUES)}::text[])`);
  if (keyword.trim() !== '') rows = rows.where(sql<boolean>`${at(label)} ilike ${contains(keyword.trim())}`);
  const found = (await rows
    .orderBy(sql.id(label.id))
    .orderBy(sql.id(value.id))
    .limit(question.values || question.names ? MAX_VALUES : SHOWN)
    .execute()) as Record<string, unknown>[];
  return found.map((row) => {
    const values = toValues(main, read, row);
    const text = (field: ValueField): string | null => (values[field.key] === null ? null : String(values[field.key]));
    return {
      value: text(value) ?? '',
      label: textOfValue(label, values[label.key]) || (text(value) ?? ''),
      ...(taken.length > 0 && { fills: Object.fromEntries(taken.map(({ field, to }) => [to, text(field)])) }),
    };
  });
}

/** What a form lacks of what a field names; null when nothing. It looks at nobody's rights. */
export async function formProblem(ctx: Ctx, source: FormSource, fills: readonly { readonly from: string }[]): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('fillingForm')
    .select(['formName', 'versionNo'])
    .where('id', '=', source.formId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row?.versionNo) return '作为选项来源的表单不存在或还没有发布';
  const { schema } = await versionOf(ctx.db, source.formId, row.versionNo);
  const keys = [source.valueColumn, source.labelColumn, source.filterColumn ?? '', ...fills.map(({ from }) => from)];
  const lost = keys.find((key) => key !== '' && !named(schema, key));
  return lost === undefined ? null : `表单“${row.formName}”没有可以作为选项的字段“${lost}”`;
}
