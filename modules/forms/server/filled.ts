import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import type { FormSchema } from '../contract/schema.ts';
import { mainFields, references, serialPeriod, serialText, validateRecord, type CompiledForm, type Reference } from '../core/index.ts';
import { compiledForm, dayOf } from './load.ts';

const own = (values: unknown): Readonly<Record<string, unknown>> =>
  typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : {};

/** Which of the values exist and may be chosen; null for sources that are not looked up here. */
async function known(db: Db, { source, values }: Reference): Promise<ReadonlySet<string> | null> {
  const ids = [...values];
  const set = (rows: readonly { id: string }[]) => new Set(rows.map((row) => row.id));
  switch (source.from) {
    case 'user':
      return set(await db.selectFrom('sysUser').select('id').where('id', 'in', ids).where('deletedAt', 'is', null).execute());
    case 'dept':
      return set(await db.selectFrom('sysDept').select('id').where('id', 'in', ids).where('deletedAt', 'is', null).execute());
    case 'post':
      return set(await db.selectFrom('sysPost').select('id').where('id', 'in', ids).where('deletedAt', 'is', null).execute());
    default:
      return null;
  }
}

/** What a record refers to must be there. */
async function assertReferences(ctx: Ctx, form: CompiledForm, state: Parameters<typeof references>[1]): Promise<void> {
  const problems: { path: string; message: string }[] = [];
  for (const reference of references(form, state)) {
    const found = reference.values.length === 0 ? null : await known(ctx.db, reference);
    if (found && reference.values.some((value) => !found.has(value)))
      problems.push({ path: reference.path, message: `“${reference.label}”中有不存在或已删除的选项，请重新选择` });
  }
  if (problems.length > 0) throw new AppError('input.invalid', problems[0]!.message, problems);
}

/** The next number of a field within its period; who takes one keeps others waiting until the record is there or not. */
async function nextNumber(db: Db, formId: string, fieldId: string, period: string): Promise<number> {
  const { rows } = await sql<{ lastNumber: string }>`
    insert into filling_counter as c (form_id, field_id, period, last_number) values (${formId}, ${fieldId}, ${period}, 1)
    on conflict (form_id, field_id, period) do update set last_number = c.last_number + 1 returning last_number`.execute(db);
  return Number(rows[0]!.lastNumber);
}

/**
 * The values of a record as they are stored: read by the very function that the browser asks, looked up where only the server can, and
 * numbered, with the names of the files in it. Throws input.invalid with every problem and its path.
 */
export async function filled(
  ctx: Ctx,
  formId: string,
  schema: FormSchema,
  given: unknown,
  { before = null }: { before?: Readonly<Record<string, unknown>> | null } = {},
): Promise<{ values: Record<string, unknown>; files: readonly string[] }> {
  const today = dayOf(ctx.now);
  const form = compiledForm(schema, today);
  const verdict = validateRecord(form, own(given), { person: { userId: ctx.user.id, deptId: ctx.user.deptId }, before });
  if (verdict.problems.length > 0)
    throw new AppError(
      'input.invalid',
      verdict.problems[0]!.message,
      verdict.problems.map(({ path, message }) => ({ path, message })),
    );
  await assertReferences(ctx, form, verdict.state);
  const values: Record<string, unknown> = { ...verdict.values };
  // last: whoever numbers waits for those who number, and for nothing else after that
  for (const field of mainFields(schema))
    if (field.type === 'serial') {
      const kept = before?.[field.key];
      const period = serialPeriod(field.pattern, today);
      values[field.key] =
        typeof kept === 'string' ? kept : serialText(field.pattern, today, await nextNumber(ctx.db, formId, field.id, period));
    }
  const files = references(form, verdict.state).flatMap(({ source, values: names }) => (source.from === 'file' ? names : []));
  return { values, files };
}
