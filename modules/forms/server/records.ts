import { sql } from 'kysely';
import type * as z from 'zod';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion, contains, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { unbindFiles } from '#modules/files/server/index.ts';
import { flowPermits, type FlowStatus } from '#kit/contract/flow.ts';
import { assertFlow } from '#kit/server/flow.ts';
import { rightsOf } from '../core/index.ts';
import { record as contract, type RecordSearch } from '../contract/record.ts';
import { lastReturn } from '#modules/workflow/server/index.ts';
import { proposeChange } from './changes/propose.ts';
import { CHANGE, changesOf, waitingChange } from './changes/views.ts';
import { choices } from './choices.ts';
import { copyRecord } from './copy.ts';
import { drafts } from './drafts.ts';
import { filled } from './filled.ts';
import { dayOf, loadFillable, momentOf, versionOf, visibleRecords } from './load.ts';
import { isOwn, maskedFields, maskOthers } from './masked.ts';
import { matchingRows } from './matching.ts';
import { mine } from './mine.ts';
import { labelsOf } from './options/labels.ts';
import { keepFiles, rewriteRecord } from './rewrite.ts';
import { addRecord, markApproval, newHead, removeRecords, valuesOf } from './store.ts';
import { submitFilling } from './approval.ts';
import { approvals } from './approval-views.ts';
import { assertStillOpen, roundToFill } from './tasks/window.ts';

const FLOW = sql<FlowStatus | null>`filling_record.flow_status`.as('flowStatus');
const NAMES = [
  sql<string | null>`(select nickname from sys_user where id = filling_record.submitter_id)`.as('submitterName'),
  sql<string | null>`(select dept_name from sys_dept where id = filling_record.dept_id)`.as('deptName'),
  FLOW,
  CHANGE,
  sql<string | null>`(select link_name from filling_link where id = filling_record.link_id)`.as('linkName'),
] as const;
const HEAD = [
  'fillingRecord.id',
  'fillingRecord.formId',
  'fillingRecord.versionNo',
  'fillingRecord.submitterId',
  'fillingRecord.deptId',
  'fillingRecord.createTime',
  'fillingRecord.updateTime',
  'fillingRecord.version',
  'fillingRecord.processInstanceId',
  'fillingRecord.roundId',
  'fillingRecord.linkId',
] as const;

async function loadRecord(ctx: Ctx, formId: string, recordId: string, permission: 'list' | 'edit', options: { isLocked?: boolean } = {}) {
  let query = visibleRecords(ctx, permission)
    .select([...HEAD, ...NAMES])
    .where('fillingRecord.id', '=', recordId)
    .where('fillingRecord.formId', '=', formId);
  if (options.isLocked) query = query.forUpdate('fillingRecord');
  const row = await query.executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '填报记录不存在或没有查看权限');
  return row;
}

async function detailOf(ctx: Ctx, row: Awaited<ReturnType<typeof loadRecord>>) {
  const { formName, schema } = await versionOf(ctx.db, row.formId, row.versionNo);
  const found = await valuesOf(ctx.db, row.formId, schema, [row.id]);
  const masked = [...(await maskOthers(ctx, row.formId, schema, [row], found))];
  const values = found.get(row.id) ?? {};
  const may = row.submitterId === ctx.user.id || holds(ctx.user, 'filling:record:edit');
  const canEdit = may && (row.flowStatus === null || flowPermits('edit', row.flowStatus));
  const labels = await labelsOf(ctx, schema, [values], new Set(masked));
  const isBack = row.flowStatus === '2' && row.processInstanceId !== null && row.submitterId === ctx.user.id;
  const returned = isBack ? await lastReturn(ctx.db, row.processInstanceId ?? '') : null;
  const canChange = may && row.flowStatus === '4';
  const change = row.flowStatus === '4' ? await waitingChange(ctx, row, schema) : null;
  return { ...row, formName, schema, values, labels, masked, canEdit, returned, canChange, change };
}

async function create(ctx: Ctx, formId: string, given: unknown, round: string | null): Promise<{ id: string }> {
  const form = await loadFillable(ctx, formId);
  const { schema } = await versionOf(ctx.db, form.id, form.versionNo);
  const roundId = await roundToFill(ctx, form.id, round);
  const { values, files } = await filled(ctx, form.id, schema, given, { rights: rightsOf(schema, null) });
  const head = newHead(ctx, form, schema, roundId);
  await addRecord(ctx, head, schema, values);
  await keepFiles(ctx, head, files);
  if (schema.settings.approval) await submitFilling(ctx, form.formCode, head.id);
  await ctx.db.deleteFrom('fillingDraft').where('userId', '=', ctx.user.id).where('formId', '=', form.id).execute();
  ctx.audit.note(`填报“${form.formName}”`);
  return { id: head.id };
}

interface Sending {
  readonly id: string;
  readonly formId: string;
  readonly formCode: string;
  readonly flowStatus: string | null;
  readonly processInstanceId: string | null;
  readonly isApproved: boolean;
}
/** Sends what was corrected to its approvers again; a form that needs none any more lets it count at once. */
async function sendAgain(ctx: Ctx, { id, formId, formCode, flowStatus, processInstanceId, isApproved }: Sending): Promise<void> {
  if (flowStatus === null && !isApproved) return;
  if (flowStatus !== '2' && !isApproved) return markApproval(ctx.db, formId, id, { flowStatus: null, processInstanceId });
  if (flowStatus === null) await markApproval(ctx.db, formId, id, { flowStatus: '1', processInstanceId });
  await submitFilling(ctx, formCode, id);
}

async function assertEnabled(ctx: Ctx, formId: string): Promise<void> {
  const { status } = await ctx.db.selectFrom('fillingForm').select('status').where('id', '=', formId).executeTakeFirstOrThrow();
  if (status !== '1') throw new AppError('rule.broken', '表单已禁用，不能修改填报');
}

async function update(
  ctx: Ctx,
  formId: string,
  recordId: string,
  body: { values: unknown; version: number },
): Promise<{ version: number }> {
  const row = await loadRecord(ctx, formId, recordId, 'edit', { isLocked: true });
  if (row.flowStatus !== null) assertFlow({ flowStatus: row.flowStatus }, 'edit');
  assertVersion(row, body);
  if (!holds(ctx.user, 'filling:record:edit')) await assertStillOpen(ctx, row);
  await assertEnabled(ctx, formId);
  // what somebody sees masked stays as it is
  const masked = isOwn(ctx, row) ? new Set<string>() : await maskedFields(ctx, formId);
  const { version, schema, formCode, formName } = await rewriteRecord(ctx, row, body.values, { masked });
  // whoever corrects a record of somebody else leaves it to that person to send it off
  if (row.submitterId === ctx.user.id) await sendAgain(ctx, { ...row, formCode, isApproved: schema.settings.approval !== undefined });
  ctx.audit.change({
    entity: '填报',
    id: recordId,
    name: formName,
    before: { version: row.version },
    after: { version },
  });
  return { version };
}

/** Sends own records that wait to be submitted, as those that a workbook brought, to their approvers: all of them or none. */
async function submitMany(ctx: Ctx, formId: string, ids: readonly string[]): Promise<{ submitted: number }> {
  const rows = await visibleRecords(ctx, 'list')
    .select(['fillingRecord.id', 'fillingRecord.submitterId', 'fillingForm.formCode', 'fillingForm.status', FLOW])
    .where('fillingRecord.formId', '=', formId)
    .where('fillingRecord.id', 'in', [...ids])
    .orderBy('fillingRecord.id')
    .forUpdate('fillingRecord')
    .execute();
  if (rows.length !== new Set(ids).size) throw new AppError('entity.notFound', '部分填报记录不存在或已删除，请刷新后重试');
  const others = rows.filter(({ submitterId }) => submitterId !== ctx.user.id).length;
  if (others > 0) throw new AppError('rule.broken', `所选填报中有 ${others} 份不是您填报的，只能由填报人提交`);
  const other = rows.filter(({ flowStatus }) => flowStatus !== '1').length;
  if (other > 0) throw new AppError('rule.broken', `所选填报中有 ${other} 份不在待提交状态`);
  if (rows.some(({ status }) => status !== '1')) throw new AppError('rule.broken', '表单已禁用，不能提交填报');
  for (const { id, formCode } of rows) await submitFilling(ctx, formCode, id);
  ctx.audit.note(`提交 ${rows.length} 份填报`);
  return { submitted: rows.length };
}

type Change = { params: { id: string; recordId: string }; body: z.output<NonNullable<(typeof contract)['change']['body']>> };
async function askChange(ctx: Ctx, { params, body }: Change) {
  const row = await loadRecord(ctx, params.id, params.recordId, 'edit', { isLocked: true });
  await assertEnabled(ctx, params.id);
  return proposeChange(ctx, row, body);
}

async function removeMany(ctx: Ctx, formId: string, ids: readonly string[]): Promise<null> {
  const rows = await visibleRecords(ctx, 'remove')
    .select(['fillingRecord.id', 'fillingRecord.flowStatus'])
    .where('fillingRecord.formId', '=', formId)
    .where('fillingRecord.id', 'in', [...ids])
    .orderBy('fillingRecord.id')
    .forUpdate('fillingRecord')
    .execute();
  if (rows.length !== new Set(ids).size) throw new AppError('entity.notFound', '部分填报记录不存在或已删除，请刷新后重试');
  for (const { flowStatus } of rows) if (flowStatus !== null) assertFlow({ flowStatus }, 'delete');
  await removeRecords(ctx.db, formId, ids);
  for (const id of ids) await unbindFiles(ctx.db, 'filling_record', id);
  for (const { id } of rows) ctx.audit.change({ entity: '填报', id, name: null, before: { formId }, after: null });
  return null;
}

/** A form and the records of it that a search finds, as far as the caller may read them. Throws entity.notFound. */
export async function foundRecords(ctx: Ctx, id: string, search: RecordSearch) {
  const form = await ctx.db
    .selectFrom('fillingForm')
    .select(['id', 'versionNo', 'formName'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!form) throw new AppError('entity.notFound', '表单不存在或已删除');
  const schema = form.versionNo === null ? null : (await versionOf(ctx.db, form.id, form.versionNo)).schema;
  const { keyword, where, submitter } = search;
  const masked = schema && (keyword || where) ? await maskedFields(ctx, form.id) : new Set<string>();
  const matching = schema ? await matchingRows(ctx.db, form.id, schema, { keyword, where, masked }) : null;
  let rows = visibleRecords(ctx, 'list').where('fillingRecord.formId', '=', form.id);
  if (matching) rows = rows.where('fillingRecord.id', 'in', matching);
  if (submitter)
    rows = rows.where(
      sql<boolean>`exists (select 1 from sys_user u where u.id = filling_record.submitter_id and u.nickname ilike ${contains(submitter)})`,
    );
  if (search.beginTime) rows = rows.where('fillingRecord.createTime', '>=', momentOf(search.beginTime, 'beginTime'));
  if (search.endTime) rows = rows.where('fillingRecord.createTime', '<=', momentOf(search.endTime, 'endTime'));
  return { form: { ...form, schema }, found: rows, rows: () => rows.select([...HEAD, ...NAMES]) };
}

type PageQuery = z.output<(typeof contract)['page']['query']>;
async function recordPage(ctx: Ctx, { params, query }: { params: { id: string }; query: PageQuery }) {
  const { form, found, rows } = await foundRecords(ctx, params.id, query);
  const { schema } = form;
  let list = rows();
  for (const [field, direction] of sortOrders(query.sort, ['createTime', 'updateTime'], '-createTime'))
    list = list.orderBy(`fillingRecord.${field as 'createTime'}`, direction);
  const page = await pageRows(query, list, found);
  const ids = page.data.map((one) => one.id);
  const values = schema ? await valuesOf(ctx.db, form.id, schema, ids) : new Map<string, Record<string, unknown>>();
  const hidden = schema ? await maskOthers(ctx, form.id, schema, page.data, values) : new Set<string>();
  const labels = schema ? await labelsOf(ctx, schema, [...values.values()], hidden) : {};
  return { ...page, data: page.data.map((one) => ({ ...one, values: values.get(one.id) ?? {} })), labels };
}

export const records = implement(contract, {
  async filling(ctx, { params }) {
    const form = await loadFillable(ctx, params.id);
    const { formName, schema } = await versionOf(ctx.db, form.id, form.versionNo);
    const { remark, versionNo } = form;
    return { formId: form.id, formName, remark, versionNo, schema, today: dayOf(ctx.now), userId: ctx.user.id, deptId: ctx.user.deptId };
  },
  choices: (ctx, { params, query }) => choices(ctx, params, query),
  create: (ctx, { params, body }) => create(ctx, params.id, body.values, body.roundId ?? null),
  update: (ctx, { params, body }) => update(ctx, params.id, params.recordId, body),
  submitMany: (ctx, { params, body }) => submitMany(ctx, params.id, body.ids),
  get: async (ctx, { params }) => detailOf(ctx, await loadRecord(ctx, params.id, params.recordId, 'list')),
  page: recordPage,
  change: askChange,
  changes: async (ctx, { params }) => changesOf(ctx, (await loadRecord(ctx, params.id, params.recordId, 'list')).id),
  copy: async (ctx, { params }) => copyRecord(ctx, await loadRecord(ctx, params.id, params.recordId, 'list')),
  removeMany: (ctx, { params }) => removeMany(ctx, params.id, params.ids),
  ...approvals,
  ...mine,
  ...drafts,
});
