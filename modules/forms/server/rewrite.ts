import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
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
/**
 * Writes a record anew in the present version of its form: whole, or only the fields that are given in an
 * approval. Throws input.invalid, rule.broken.
 */
export async function rewriteRecord(
  ctx: Ctx,
  row: Rewritten,
  given: unknown,
  { masked, node }: Writing,
): Promise<{ version: number; schema: FormSchema; formCode: string; formName: string }> {
  const form = await ctx.db
    .selectFrom('fillingForm')
    .select(['versionNo', 'formCode', 'formName', 'deletedAt'])
    .where('id', '=', row.formId)
    .executeTakeFirstOrThrow();
  if (form.versionNo === null || form.deletedAt !== null) throw new AppError('rule.broken', '表单已删除，不能修改填报');
  const { schema } = await versionOf(ctx.db, row.formId, form.versionNo);
  const before = (await valuesOf(ctx.db, row.formId, schema, [row.id])).get(row.id) ?? null;
  const { values, files } = await filled(ctx, row.formId, schema, node === undefined ? given : { ...before, ...(given as object) }, {
    before,
    rights: new Map([...rightsFor(schema, given, node ?? null), ...[...masked].map((id) => [id, 'hidden'] as const)]),
    person: row.linkId === null ? { userId: row.submitterId, deptId: row.deptId } : NOBODY,
  });
  const head = { ...row, versionNo: form.versionNo, updateTime: ctx.now, version: row.version + 1 };
  await changeRecord(ctx, head, schema, values);
  await keepFiles(ctx, head, files);
  await ctx.db
    .updateTable('fillingRecord')
    .set({ versionNo: head.versionNo, updateTime: head.updateTime, version: head.version })
    .where('id', '=', row.id)
    .execute();
  return { version: head.version, schema, formCode: form.formCode, formName: form.formName };
}
