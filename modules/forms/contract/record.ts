import * as z from 'zod';
import { Id, Ids, PageQuery, pageReply, Time, Version } from '#kit/contract/fields.ts';
import { FlowState, FlowStatus } from '#kit/contract/flow.ts';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { FieldId } from './field.ts';
import { FormSchema } from './schema.ts';

/** More than any form has fields: what comes with more names is no record, and looking at each would hold the node up. */
const MAX_VALUES = 1_000;
/** Values by the keys of the fields; the rows of a sub-table are a list under its key. */
export const RecordValues = z
  .record(z.string().max(64), z.unknown())
  .refine((values) => Object.keys(values).length <= MAX_VALUES, `填报内容最多${MAX_VALUES}个字段`);
/** What people read in place of ids that were chosen, by field and value. */
export const ChosenLabels = z.record(FieldId, z.record(z.string(), z.string()));

export const RecordRow = z.object({
  id: Id,
  versionNo: z.number().int(),
  /** null: no approval concerns it */
  flowStatus: FlowStatus.nullable(),
  processInstanceId: Id.nullable(),
  /** how a change of what has passed stands, while it waits for somebody */
  changeStatus: FlowStatus.nullable(),
  submitterName: z.string().nullable(),
  deptName: z.string().nullable(),
  /** public link that it came through; null: the submitter has filled it in */
  linkName: z.string().nullable(),
  createTime: Time,
  updateTime: Time.nullable(),
  version: z.number().int(),
  values: RecordValues,
});
export type RecordRow = z.output<typeof RecordRow>;
const Returned = z.object({ userName: z.string().nullable(), opinion: z.string().nullable(), time: Time });
/** A change of a record that waits for somebody: for its approvers, or for who asked for it. */
const WaitingChange = FlowState.extend({
  /** the reader has asked for it */
  isOwn: z.boolean(),
  createTime: Time,
  /** what it asks for, where the reader has to correct it */
  values: RecordValues.nullable(),
  returned: Returned.nullable(),
});
/** A change that was asked for of a record that had passed. */
export const RecordChange = FlowState.extend({ id: Id, userName: z.string().nullable(), reason: z.string().nullable(), createTime: Time });
export type RecordChange = z.output<typeof RecordChange>;
export const FormRecord = RecordRow.extend({
  formId: Id,
  formName: z.string(),
  /** the form as it was when the record was filled in last */
  schema: FormSchema,
  labels: ChosenLabels,
  /** fields that the reader sees masked, and that stay as they are when the reader changes the record */
  masked: z.array(FieldId),
  canEdit: z.boolean(),
  submitterId: Id,
  /** who sent it back, and why, while it waits to be corrected */
  returned: Returned.nullable(),
  /** it has passed, and the reader may ask for a change of it */
  canChange: z.boolean(),
  change: WaitingChange.nullable(),
});
export type FormRecord = z.output<typeof FormRecord>;

/** What somebody needs who fills a form in. */
export const Filling = z.object({
  formId: Id,
  formName: z.string(),
  remark: z.string().nullable(),
  versionNo: z.number().int(),
  schema: FormSchema,
  /** the day that rules go by */
  today: z.string(),
  userId: Id,
  deptId: Id.nullable(),
});
export type Filling = z.output<typeof Filling>;

/** A process that can approve what is filled in, with its steps. */
export const ApprovalProcess = z.object({
  key: z.string(),
  name: z.string(),
  nodes: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type ApprovalProcess = z.output<typeof ApprovalProcess>;
/** A record as those who approve it see it; what is hidden from them is not among the values. */
export const ApprovedRecord = FormRecord.pick({
  id: true,
  formId: true,
  formName: true,
  versionNo: true,
  schema: true,
  values: true,
  labels: true,
  masked: true,
}).extend({
  today: z.string(),
  /** ids of fields that the person does not see */
  hidden: z.array(FieldId),
  submitterId: Id,
  deptId: Id.nullable(),
});
export type ApprovedRecord = z.output<typeof ApprovedRecord>;

/** A choice of a field whose options the server looks up; `fills` are values for other fields of the form, by field. */
export const Choice = z.object({ value: z.string(), label: z.string(), fills: z.record(FieldId, z.string().nullable()).optional() });
export type Choice = z.output<typeof Choice>;

export const MyForm = z.object({
  formId: Id,
  formName: z.string(),
  remark: z.string().nullable(),
  versionNo: z.number().int(),
  /** records of the person */
  recordCount: z.number().int(),
  lastTime: Time.nullable(),
  hasDraft: z.boolean(),
});
export type MyForm = z.output<typeof MyForm>;

/** What records are looked for by. */
export const RecordSearch = z.object({
  keyword: z.string().max(50).optional(),
  submitter: z.string().max(50).optional(),
  beginTime: z.string().max(30).optional(),
  endTime: z.string().max(30).optional(),
  /** conditions on fields: JSON of key → value */
  where: z.string().max(4000).optional(),
});
export type RecordSearch = z.output<typeof RecordSearch>;

const params = z.object({ id: Id });
const ofRecord = params.extend({ recordId: Id });
const body = z.object({ values: RecordValues });
/** Bytes of a record with long texts and full sub-tables. */
export const RECORD_BYTES = 4_000_000;

/** 填报: what is filled in. Whoever a form is for may fill it in and sees the own records; others need the permission of 填报数据. */
export const record = defineContract({
  filling: route.get('/data/filling/forms/:id/filling', {
    summary: '待填写的表单',
    access: signedIn,
    params,
    reply: Filling,
  }),
  choices: route.get('/data/filling/forms/:id/choices/:fieldId', {
    summary: '字段选项',
    access: signedIn,
    params: params.extend({ fieldId: FieldId }),
    query: z.object({
      keyword: z.string().max(50).optional(),
      /** value of the field above */
      parent: z.string().max(100).optional(),
      /** values whose names are asked for, with commas between them */
      values: z.string().max(8000).optional(),
    }),
    /** null: the person has no right on the source of the options */
    reply: z.array(Choice).nullable(),
  }),
  create: route.post('/data/filling/forms/:id/records', {
    summary: '提交填报',
    access: signedIn,
    params,
    /** absent: the round that is open for the caller, where a task gives the form */
    body: body.extend({ roundId: Id.nullish() }),
    bodyLimit: RECORD_BYTES,
    reply: z.object({ id: Id }),
    audit: '提交填报',
  }),
  update: route.put('/data/filling/forms/:id/records/:recordId', {
    summary: '修改填报',
    access: signedIn,
    params: ofRecord,
    body: body.extend({ version: Version }),
    bodyLimit: RECORD_BYTES,
    reply: z.object({ version: z.number().int() }),
    audit: '修改填报',
  }),
  change: route.post('/data/filling/forms/:id/records/:recordId/changes', {
    summary: '变更已通过的填报',
    access: signedIn,
    params: ofRecord,
    body: body.extend({ version: Version, reason: z.string().trim().max(200, '变更原因不能超过200个字符').nullish() }),
    bodyLimit: RECORD_BYTES,
    /** null: nobody approves the form any more, the record is changed */
    reply: z.object({ flow: FlowState.nullable() }),
    audit: '变更已通过的填报',
  }),
  changes: route.get('/data/filling/forms/:id/records/:recordId/changes', {
    summary: '填报变更记录',
    access: signedIn,
    params: ofRecord,
    reply: z.array(RecordChange),
  }),
  copy: route.post('/data/filling/forms/:id/records/:recordId/copy', {
    summary: '复制填报为草稿',
    access: signedIn,
    params: ofRecord,
    reply: z.object({ updateTime: Time }),
    audit: '复制填报为草稿',
  }),
  submitMany: route.post('/data/filling/forms/:id/records/submit', {
    summary: '提交所选填报审批',
    access: signedIn,
    params,
    body: z.object({ ids: z.array(Id).min(1, '请选择要提交的填报').max(200, '一次最多提交200份') }),
    reply: z.object({ submitted: z.number().int() }),
    audit: '提交所选填报审批',
    timeoutMs: 120_000,
  }),
  get: route.get('/data/filling/forms/:id/records/:recordId', {
    summary: '填报详情',
    access: signedIn,
    params: ofRecord,
    reply: FormRecord,
  }),
  approved: route.get('/data/filling/approvals/:recordId', {
    summary: '审批中的填报',
    access: signedIn,
    params: z.object({ recordId: Id }),
    reply: ApprovedRecord,
  }),
  processes: route.get('/data/filling/approvals/processes', {
    summary: '可用的审批流程',
    access: perm('filling:form:add', 'filling:form:edit'),
    reply: z.array(ApprovalProcess),
  }),
  page: route.get('/data/filling/forms/:id/records/page', {
    summary: '填报数据分页',
    access: perm('filling:record:list'),
    params,
    query: PageQuery.extend(RecordSearch.shape),
    reply: pageReply(RecordRow).extend({ labels: ChosenLabels }),
  }),
  removeMany: route.delete('/data/filling/forms/:id/records/batch/:ids', {
    summary: '删除填报',
    access: perm('filling:record:remove'),
    params: params.extend({ ids: Ids }),
    reply: z.null(),
    audit: '删除填报',
  }),
  mine: route.get('/data/filling/my/forms', {
    summary: '我可填报的表单',
    access: signedIn,
    query: z.object({ keyword: z.string().max(50).optional() }),
    reply: z.array(MyForm),
  }),
  myRecords: route.get('/data/filling/my/records', {
    summary: '我的填报记录',
    access: signedIn,
    query: PageQuery.extend({ formId: Id.optional(), keyword: z.string().max(50).optional() }),
    reply: pageReply(RecordRow.omit({ values: true, linkName: true }).extend({ formId: Id, formName: z.string() })),
  }),
  draft: route.get('/data/filling/forms/:id/draft', {
    summary: '填报草稿',
    access: signedIn,
    params,
    reply: z.object({ values: RecordValues, versionNo: z.number().int(), updateTime: Time }).nullable(),
  }),
  keepDraft: route.put('/data/filling/forms/:id/draft', {
    summary: '保存填报草稿',
    access: signedIn,
    params,
    body: body.extend({ versionNo: z.number().int() }),
    bodyLimit: RECORD_BYTES,
    reply: z.object({ updateTime: Time }),
    audit: '保存填报草稿',
  }),
  dropDraft: route.delete('/data/filling/forms/:id/draft', {
    summary: '删除填报草稿',
    access: signedIn,
    params,
    reply: z.null(),
    audit: '删除填报草稿',
  }),
});
