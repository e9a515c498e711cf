import { AppError } from '#kit/contract/errors.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { actAs, type FlowRecord, type FlowScope } from '#kit/server/flow.ts';
import { startersAccount } from '#kit/server/proposals.ts';
import { unbindFiles } from '#modules/files/server/index.ts';
import { record as contract } from '../../contract/record.ts';
import type { FormSchema } from '../../contract/schema.ts';
import { rightFields, subforms, valuesIn } from '../../core/index.ts';
import { filled, NOBODY } from '../filled.ts';
import { versionOf } from '../load.ts';
import { isOwn, maskedFields, sensitiveFields } from '../masked.ts';
import { formInForce, rewritten, storeAnew, storedValues, type Rewritten } from '../rewrite.ts';
import { snapshotOf } from '../snapshot.ts';
import { recordHead } from '../store.ts';
import { comparisonOf } from './compare.ts';
import { changeOf, columnsOf, ENTITY, keepChangeFiles, type StoredChange, type Written } from './stored.ts';

type Values = Readonly<Record<string, unknown>>;
const headOf = async (db: Db, id: string): Promise<Rewritten> => {
  const row = await recordHead(db, id).forUpdate().executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '填报记录不存在或已删除');
  return row;
};

/** Rows that are new get an id now, so that they stay the same rows until the change passes. */
const withRowIds = (ctx: Ctx, schema: FormSchema, values: Values): Values => ({
  ...values,
  ...Object.fromEntries(
    subforms(schema).map(({ key }) => [
      key,
      ((values[key] ?? []) as readonly Values[]).map((row) => ({ ...row, id: row['id'] ?? ctx.app.ids.next() })),
    ]),
  ),
});

interface Giving {
  /** what the change held so far; null for a new one */
  readonly held: Values | null;
  readonly given: unknown;
  readonly node?: string | null;
}
/** What a change asks for, judged as the record itself would be. Throws input.invalid, rule.broken. */
export async function writtenChange(
  ctx: Ctx,
  row: Rewritten,
  { held, given, node }: Giving,
): Promise<Written & { files: readonly string[] }> {
  const { versionNo, schema } = await formInForce(ctx.db, row.formId);
  const stored = (await storedValues(ctx.db, row, schema)) ?? {};
  const masked = isOwn(ctx, row) ? new Set<string>() : await maskedFields(ctx, row.formId);
  const before = held ?? stored;
  const { values, files } = await rewritten(ctx, row, schema, { before, given, masked, ...(node !== undefined && { node }) });
  const content = withRowIds(ctx, schema, values);
  const comparison = await comparisonOf(ctx, row.formId, schema, { before: stored, after: content });
  return { versionNo, content, comparison, files };
}

/** The values of a change by the keys of the form as it is now. */
export async function heldValues(db: Db, change: StoredChange): Promise<Values> {
  const form = await formInForce(db, change.formId);
  if (form.versionNo === change.versionNo) return change.content;
  return valuesIn((await versionOf(db, change.formId, change.versionNo)).schema, form.schema, change.content);
}

/** How an approval sees a change. */
export async function loadChange({ db }: FlowScope, { id, recordId }: StoredChange): Promise<FlowRecord> {
  // whoever asks for changes of a record locks the record first, too
  const record = await headOf(db, recordId);
  const change = await changeOf(db, id, { isLocked: true });
  if (!change) throw new AppError('entity.notFound', '填报变更不存在或已删除');
  const { schema } = await versionOf(db, change.formId, change.versionNo);
  const snapshot = snapshotOf(schema, change.content, await sensitiveFields(db, change.formId));
  // the versions tell of changes that the rest does not show
  return {
    flowStatus: change.flowStatus,
    ownerId: change.createBy,
    snapshot: { ...snapshot, recordVersion: record.version, changeVersion: change.version },
  };
}

/** Stores what an approver completes in a change, or its starter corrects. */
export async function editChange(
  ctx: Ctx,
  change: StoredChange,
  { values, node }: { values: unknown; node: string | null },
): Promise<void> {
  const row = await headOf(ctx.db, change.recordId);
  const written = await writtenChange(ctx, row, { held: await heldValues(ctx.db, change), given: values, node });
  await keepChangeFiles(ctx, change.id, row, written.files);
  await ctx.db
    .updateTable('fillingChange')
    .set({ ...columnsOf(ctx, written), version: change.version + 1 })
    .where('id', '=', change.id)
    .execute();
}

/** Puts the values of a change that has passed in the place of those of its record, with the rights of who asked for it. */
async function carryOut(ctx: Ctx, change: StoredChange): Promise<void> {
  const row = await headOf(ctx.db, change.recordId);
  const form = await formInForce(ctx.db, change.formId);
  const values = await heldValues(ctx.db, change);
  // everything was judged when it was given: nobody gives anything now, so that all of it is kept and nothing is asked for
  const rights = new Map(rightFields(form.schema).map(({ id }) => [id, 'hidden'] as const));
  const became = await filled(ctx, change.formId, form.schema, values, {
    before: values,
    rights,
    person: row.linkId === null ? { userId: row.submitterId, deptId: row.deptId } : NOBODY,
  });
  const version = await storeAnew(ctx, row, form, became);
  ctx.audit.change({ entity: '填报', id: row.id, name: form.formName, before: { version: row.version }, after: { version } });
}

/** Keeps how the approval of a change stands; once it has passed the record is what it asks for. */
export async function followChange(
  scope: FlowScope,
  change: StoredChange,
  { to, instanceId }: { readonly to: FlowStatus; readonly instanceId: string },
): Promise<void> {
  await scope.db
    .updateTable('fillingChange')
    .set({ flowStatus: to, processInstanceId: instanceId, updateTime: scope.now })
    .where('id', '=', change.id)
    .execute();
  if (to !== '4') return;
  const user = await startersAccount(scope.app, scope.db, change.createBy);
  await actAs(scope, user, contract.change, (ctx) => carryOut(ctx, change));
  // the record keeps them now
  await unbindFiles(scope.db, ENTITY, change.id);
}
