import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { SCHEMA } from '#modules/managed/server/index.ts';
import { FormSchema } from '../contract/schema.ts';
import { placeUnder, takeFromUnder } from '#modules/workflow/server/index.ts';
import { formFaults } from '../core/index.ts';
import { fillingType, typeCodeOf } from './approval.ts';
import { assertMaskedUntold, noteDerived } from './derived.ts';
import { linkFaults } from './links/fit.ts';
import { loadForm, type FormRow } from './load.ts';
import { sourceFaults } from './options/check-sources.ts';
import { applyForm } from './tables.ts';

/** What is filled in from now on is approved as the form says, or by nobody. */
async function putUnderApproval(ctx: Ctx, form: FormRow, schema: FormSchema): Promise<void> {
  const { approval } = schema.settings;
  if (!approval) return takeFromUnder(ctx.db, typeCodeOf(form.formCode));
  const path = 'schema.settings.approval';
  const titleTemplate = `{nickname}填报的${form.formName.replaceAll(/[{}]/g, '')}`;
  const { processKey } = approval;
  await placeUnder(ctx, { type: fillingType(form, schema), businessName: form.formName, titleTemplate, processKey, path });
}

/** The version that people fill in now says the same under the same name: publishing it again leaves it what it is. */
async function isPublishedAs(ctx: Ctx, { id, versionNo, formName }: FormRow, schema: FormSchema): Promise<boolean> {
  if (versionNo === null) return false;
  const row = await ctx.db
    .selectFrom('fillingFormVersion')
    .select('versionNo')
    .where('formId', '=', id)
    .where('versionNo', '=', versionNo)
    .where('formName', '=', formName)
    .where('schema', '=', sql<string>`${JSON.stringify(schema)}::jsonb`)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Makes the draft the version that people fill in: its tables become what it asks for, in this transaction, together with their catalogue
 * rows. A draft without a change stays the version that it is. Of two at once the later one meets another version. Throws entity.versionConflict, input.invalid with the faults of the form, and
 * rule.broken with the number of rows in the way.
 */
export async function publish(ctx: Ctx, id: string, version: number): Promise<{ versionNo: number; table: string; version: number }> {
  const form = await loadForm(ctx, id, { isLocked: true });
  if (form.version !== version) throw new AppError('entity.versionConflict', '表单已被修改或发布，请刷新后重试');
  const schema = FormSchema.parse(form.draft);
  const faults = [...formFaults(schema), ...(await sourceFaults(ctx, schema)), ...(await linkFaults(ctx, id, schema))];
  if (faults.length > 0)
    throw new AppError(
      'input.invalid',
      faults[0]!.message,
      faults.map(({ fieldId, message }) => ({ path: fieldId === '' ? 'schema' : `schema.${fieldId}`, message })),
    );
  await assertMaskedUntold(ctx, form, schema);
  const isSame = await isPublishedAs(ctx, form, schema);
  const versionNo = (form.versionNo ?? 0) + (isSame ? 0 : 1);
  if (!isSame)
    await ctx.db
      .insertInto('fillingFormVersion')
      .values({
        formId: id,
        versionNo,
        formName: form.formName,
        schema: JSON.stringify(schema),
        authorId: ctx.user.id,
        createTime: ctx.now,
      })
      .execute();
  await ctx.db
    .updateTable('fillingForm')
    .set({ status: '1', versionNo, isChanged: '0', version: version + 1, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', id)
    .execute();
  await putUnderApproval(ctx, form, schema);
  // last: whoever fills in waits from here to the commit
  const { tables, follow } = await applyForm(ctx.app, ctx.db, { ...form, by: ctx.user.id }, schema);
  if (follow) ctx.afterCommit(follow);
  await noteDerived(ctx.app, ctx.db, { id, formName: form.formName, by: ctx.user.id }, schema, tables);
  ctx.audit.change({
    entity: '表单',
    id,
    name: form.formName,
    before: { versionNo: form.versionNo, status: form.status },
    after: { versionNo, status: '1' },
  });
  const main = tables.find((table) => table.part === '')!;
  return { versionNo, table: `${SCHEMA}.${main.name}`, version: version + 1 };
}
