import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { bindFiles } from '#modules/files/server/index.ts';
import type { FormSchema } from '../contract/schema.ts';
import { rightFields, rightsOf, type FieldRight } from '../core/index.ts';
import { filled, NOBODY } from './filled.ts';
import { versionOf } from './load.ts';
import { changeRecord, valuesOf } from './store.ts';

/** A record that is written anew. */
export interface Rewritten {
  readonly id: string;
  readonly formId: string;
  readonly submitterId: string;
  readonly deptId: string | null;
  readonly createTime: Date;
  readonly version: number;
  readonly flowStatus: string | null;
  readonly processInstanceId: string | null;
  readonly roundId: string | null;
  readonly linkId: string | null;
}

/** Files that were uploaded into a record belong to it: whoever reads the record reads them. */
export const keepFiles = (
  ctx: Ctx,
  { id, deptId, submitterId }: { id: string; deptId: string | null; submitterId: string },
  files: readonly string[],
  options: { unowned?: readonly string[] } = {},
) =>
  bindFiles(ctx, {
    fileNames: files.join(',') || null,
    entity: 'filling_record',
    entityId: id,
    readers: { perms: ['filling:record:list'], deptId, ownerId: submitterId },
    ...options,
  });

/** The rights of a place; what the process lets its approver give besides is his to give. */
function rightsFor(schema: FormSchema, given: unknown, node: string | null): ReadonlyMap<string, FieldRight> {
  const rights = new Map(rightsOf(schema, node));
  if (node !== null) for (const { id, key } of rightFields(schema)) if (Object.hasOwn(given as object, key)) rights.set(id, 'edit');
  return rights;
}

interface Writing {
  /** fields that the person sees masked: they stay as they are */
  readonly masked: ReadonlySet<string>;
  /** only some fields are given, at a node of the process or (null) in a task of who filled the record in */
  readonly node?: string | null;
}
interface FormInForce {
  readonly versionNo: number;
  readonly formCode: string;
  readonly formName: string;
  readonly schema: FormSchema;
}
/** A form as records of it are written now. Throws rule.broken when it was deleted. */
export async function formInForce(db: Db, formId: string): Promise<FormInForce> {
  const form = await db
    .selectFrom('fillingForm')
    .select(['versionNo', 'formCode', 'formName', 'deletedAt'])
    .where('id', '=', formId)
    .executeTakeFirstOrThrow();
  if (form.versionNo === null || form.deletedAt !== null) throw new AppError('rule.broken', '表单已删除，不能修改填报');
  const { versionNo, formCode, formName } = form;
  const { schema } = await versionOf(db, formId, versionNo);
  return { versionNo, formCode, formName, schema };
}

type Values = Readonly<Record<string, unknown>>;
/** What a record with the values `before` becomes when somebody gives others. Throws input.invalid with every problem and its path. */
export const rewritten = (
  ctx: Ctx,
  row: Pick<Rewritten, 'formId' | 'submitterId' | 'deptId' | 'linkId'>,
  schema: FormSchema,
  { before, given, masked, node }: Writing & { before: Values | null; given: unknown },
) =>
  filled(ctx, row.formId, schema, node === undefined ? given : { ...before, ...(given as object) }, {
    before,
    rights: new Map([...rightsFor(schema, given, node ?? null), ...[...masked].map((id) => [id, 'hidden'] as const)]),
    person: row.linkId === null ? { userId: row.submitterId, deptId: row.deptId } : NOBODY,
  });

/** Puts values in the place of those that a record has. Answers its version afterwards. */
export async function storeAnew(
  ctx: Ctx,
  row: Rewritten,
  { versionNo, schema }: FormInForce,
  { values, files }: Awaited<ReturnType<typeof filled>>,
): Promise<number> {
  const head = { ...row, versionNo, updateTime: ctx.now, version: row.version + 1 };
  await changeRecord(ctx, head, schema, values);
  await keepFiles(ctx, head, files);
  await ctx.db
    .updateTable('fillingRecord')
    .set({ versionNo: head.versionNo, updateTime: head.updateTime, version: head.version })
    .where('id', '=', row.id)
    .execute();
  return head.version;
}

/** The values of a record by the keys of a version of its form. */
export const storedValues = async (db: Db, { id, formId }: Pick<Rewritten, 'id' | 'formId'>, schema: FormSchema) =>
  (await valuesOf(db, formId, schema, [id])).get(id) ?? null;

/**
 * Writes a record anew in the present version of its form: whole, or only the fields that are given in an
 * approval. Throws input.invalid, rule.broken.
 */
export async function rewriteRecord(
  ctx: Ctx,
  row: Rewritten,
  given: unknown,
  writing: Writing,
): Promise<FormInForce & { version: number }> {
  const form = await formInForce(ctx.db, row.formId);
  const before = await storedValues(ctx.db, row, form.schema);
  const became = await rewritten(ctx, row, form.schema, { ...writing, before, given });
  return { ...form, version: await storeAnew(ctx, row, form, became) };
}
