import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import type { FormSchema } from '../../contract/schema.ts';
import { FORM_COLUMNS, readableIds, versionOf } from '../load.ts';

/** Whether what waits for approval or was refused counts, too. */
export const countsUnpassed = ({ settings }: FormSchema): boolean => settings.approval?.countsUnpassed === true;

const READS = ['filling:record:list'];

/** Published forms within the scope of the permission to read records, and those with a record that the caller may read. */
const formsWithRecords = (ctx: Ctx) =>
  ctx.db
    .selectFrom('fillingForm')
    .where('fillingForm.deletedAt', 'is', null)
    .where('fillingForm.versionNo', 'is not', null)
    .where(sql<boolean>`(${scope(ctx, FORM_COLUMNS, READS)} or exists ${readableIds(ctx, sql.ref('filling_form.id'))})`);

/** The forms whose records the caller may look at. */
export const recordForms = (ctx: Ctx) =>
  formsWithRecords(ctx)
    .select(['fillingForm.id', 'fillingForm.formName'])
    .orderBy('fillingForm.updateTime', 'desc')
    .orderBy('fillingForm.id', 'desc')
    .limit(500)
    .execute();

/** One of them in its present version. Throws entity.notFound. */
export async function storedForm(ctx: Ctx, id: string) {
  const row = await formsWithRecords(ctx)
    .select(['fillingForm.id', 'fillingForm.formName', 'fillingForm.versionNo'])
    .where('fillingForm.id', '=', id)
    .executeTakeFirst();
  if (!row?.versionNo) throw new AppError('entity.notFound', '表单不存在、没有发布或没有查看权限');
  const { schema } = await versionOf(ctx.db, row.id, row.versionNo);
  return { id: row.id, formName: row.formName, versionNo: row.versionNo, schema, countsUnpassed: countsUnpassed(schema) };
}
export type StoredForm = Awaited<ReturnType<typeof storedForm>>;
