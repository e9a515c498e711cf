import { AppError } from '#kit/contract/errors.ts';
import type { FlowState } from '#kit/contract/flow.ts';
import { assertVersion } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { assertFlow } from '#kit/server/flow.ts';
import { submitFilling } from '../approval.ts';
import { isOwn, maskedFields } from '../masked.ts';
import { formInForce, rewriteRecord, type Rewritten } from '../rewrite.ts';
import { heldValues, writtenChange } from './approval.ts';
import { columnsOf, keepChangeFiles, openChange } from './stored.ts';

type Record = Rewritten & { readonly flowStatus: string | null };
interface Wanted {
  readonly values: unknown;
  readonly version: number;
  readonly reason?: string | null | undefined;
}

/** Writes down what is wanted: anew, or in place of what came back to the same person. Answers the id of the change. */
async function note(ctx: Ctx, row: Record, { values, reason = null }: Wanted): Promise<string> {
  const open = await openChange(ctx.db, row.id);
  if (open) {
    if (open.flowStatus === '3') throw new AppError('flow.closed', '该填报的变更审核中，通过或撤销后才能再次变更');
    if (open.createBy !== ctx.user.id) throw new AppError('flow.closed', '该填报的变更已退回给发起人，请由发起人重新提交或撤销');
  }
  const id = open?.id ?? ctx.app.ids.next();
  const { files, ...written } = await writtenChange(ctx, row, { held: open && (await heldValues(ctx.db, open)), given: values });
  const { comparison } = written;
  if (![...comparison.fields, ...comparison.tables.flatMap(({ rows }) => rows)].some(({ state }) => state !== 'same'))
    throw new AppError('rule.broken', '内容与现有填报相同，没有需要变更的地方');
  const fields = { ...columnsOf(ctx, written), reason };
  if (open)
    await ctx.db
      .updateTable('fillingChange')
      .set({ ...fields, version: open.version + 1 })
      .where('id', '=', id)
      .execute();
  else
    await ctx.db
      .insertInto('fillingChange')
      .values({
        id,
        formId: row.formId,
        recordId: row.id,
        ...fields,
        createBy: ctx.user.id,
        createDept: ctx.user.deptId,
        createTime: ctx.now,
      })
      .execute();
  await keepChangeFiles(ctx, id, row, files);
  return id;
}

/**
 * Asks for a change of a record that has passed; `row` is locked. What stands there stays in force until the change has passed, too. A form
 * whose fillings nobody approves any more is changed at once. Throws flow.closed, input.invalid, rule.broken.
 */
export async function proposeChange(ctx: Ctx, row: Record, wanted: Wanted): Promise<{ flow: FlowState | null }> {
  if (row.flowStatus !== '4') {
    if (row.flowStatus !== null) assertFlow({ flowStatus: row.flowStatus }, 'edit');
    throw new AppError('rule.broken', '该填报可以直接修改，不需要变更');
  }
  assertVersion(row, wanted);
  const { schema, formCode, formName } = await formInForce(ctx.db, row.formId);
  if (!schema.settings.approval) {
    const masked = isOwn(ctx, row) ? new Set<string>() : await maskedFields(ctx, row.formId);
    const { version } = await rewriteRecord(ctx, row, wanted.values, { masked });
    ctx.audit.change({ entity: '填报', id: row.id, name: formName, before: { version: row.version }, after: { version } });
    return { flow: null };
  }
  const id = await note(ctx, row, wanted);
  await submitFilling(ctx, formCode, id);
  ctx.audit.note(`提交“${formName}”的填报变更`);
  const change = await openChange(ctx.db, row.id);
  return { flow: { flowStatus: change?.flowStatus ?? '4', processInstanceId: change?.processInstanceId ?? null } };
}
