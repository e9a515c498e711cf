import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { numberedText, numberingPeriod } from '#kit/core/text/numbering.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import type { ValueField } from '../contract/field.ts';
import type { FormSchema } from '../contract/schema.ts';
import { isValueField, mainFields, references, validateRecord, type CompiledForm, type Reference, type RunOptions } from '../core/index.ts';
import { compiledForm, dayOf } from './load.ts';
import { referenceProblems } from './options/check-references.ts';

const own = (values: unknown): Readonly<Record<string, unknown>> =>
  typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : {};

/** The values of each field that a record had before, as references name them. */
function keptValues(form: CompiledForm, before: Readonly<Record<string, unknown>> | null): ReadonlyMap<string, ReadonlySet<string>> {
  const kept = new Map<string, Set<string>>();
  const keep = (field: ValueField, value: unknown): void => {
    const values = kept.get(field.id) ?? new Set();
    kept.set(field.id, values);
    for (const one of Array.isArray(value) ? value : [value]) values.add(String(one));
  };
  for (const { field, sub } of before ? form.nodes.values() : []) {
    if (sub === null && isValueField(field)) keep(field, before![field.key]);
    if (field.type === 'subform')
      for (const row of (before![field.key] as Readonly<Record<string, unknown>>[] | undefined) ?? [])
        for (const cell of field.children) keep(cell, row[cell.key]);
  }
  return kept;
}

/** What a record refers to must be there, and be what the person may choose. */
async function assertReferences(
  ctx: Ctx,
  form: CompiledForm,
  state: Parameters<typeof references>[1],
  before: Readonly<Record<string, unknown>> | null,
): Promise<void> {
  const wrong = await referenceProblems(ctx, references(form, state), keptValues(form, before));
  const problems = wrong.map(({ reference, message }) => ({ path: reference.path, message }));
  if (problems.length > 0) throw new AppError('input.invalid', problems[0]!.message, problems);
}

/** The first of `count` numbers of a field within its period; who takes them keeps others waiting until the records are there or not. */
export async function takeNumbers(
  db: Db,
  { formId, fieldId, period }: { formId: string; fieldId: string; period: string },
  count: number,
): Promise<number> {
  const { rows } = await sql<{ lastNumber: string }>`
    insert into filling_counter as c (form_id, field_id, period, last_number) values (${formId}, ${fieldId}, ${period}, ${count})
    on conflict (form_id, field_id, period) do update set last_number = c.last_number + ${count} returning last_number`.execute(db);
  return Number(rows[0]!.lastNumber) - count + 1;
}

/** Who fills in through a public link. */
export const NOBODY: RunOptions['person'] = { userId: '', deptId: null };

/** Whose record it is, what it was before, and what may be done with its fields. */
type Filled = Partial<Pick<RunOptions, 'before' | 'rights' | 'person'>>;
/**
 * The values of a record as they are stored: read by the very function that the browser asks, looked up where only the server can, and
 * numbered, with the names of the files in it. Throws input.invalid with every problem and its path.
 */
export async function filled(
  ctx: Ctx,
  formId: string,
  schema: FormSchema,
  given: unknown,
  { before = null, rights, person = { userId: ctx.user.id, deptId: ctx.user.deptId } }: Filled = {},
): Promise<{ values: Record<string, unknown>; files: readonly string[]; fileReferences: readonly Reference[] }> {
  const today = dayOf(ctx.now);
  const form = compiledForm(schema, today);
  const verdict = validateRecord(form, own(given), { person, before, ...(rights && { rights }) });
  if (verdict.problems.length > 0)
    throw new AppError(
      'input.invalid',
      verdict.problems[0]!.message,
      verdict.problems.map(({ path, message }) => ({ path, message })),
    );
  await assertReferences(ctx, form, verdict.state, before);
  const values: Record<string, unknown> = { ...verdict.values };
  // last: whoever numbers waits for those who number, and for nothing else after that
  for (const field of mainFields(schema))
    if (field.type === 'serial') {
      const kept = before?.[field.key];
      const period = numberingPeriod(field.pattern, today);
      values[field.key] =
        typeof kept === 'string'
          ? kept
          : numberedText(field.pattern, today, await takeNumbers(ctx.db, { formId, fieldId: field.id, period }, 1));
    }
  const fileReferences = references(form, verdict.state).filter(({ source }) => source.from === 'file');
  return { values, files: fileReferences.flatMap((one) => one.values), fileReferences };
}
