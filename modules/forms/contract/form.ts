import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, optionalText, requiredText, rowFields, Time, Version } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { audienceFields, audienceInput } from '#modules/notices/contract/audience.ts';
import { FormSchema } from './schema.ts';

/** 表单状态: 0 草稿, 1 已发布, 2 已禁用. */
export const FormStatus = z.enum(['0', '1', '2']);
export type FormStatus = z.output<typeof FormStatus>;

export const FormInput = z.object({
  formCode: z.string().regex(/^[a-z][a-z0-9_]{1,29}$/, '表单编码由小写字母、数字和下划线组成，以字母开头，2 到 30 个字符'),
  formName: requiredText(50, '表单名称'),
  remark: optionalText(200, '说明'),
  /** who may fill it in */
  ...audienceInput,
  /** absent: an empty form, or no change */
  schema: FormSchema.optional(),
});
export const FormRow = z.object({
  ...rowFields,
  formCode: z.string(),
  formName: z.string(),
  remark: z.string().nullable(),
  status: FormStatus,
  /** version that people fill in now; null before the first publishing */
  versionNo: z.number().int().nullable(),
  /** the draft differs from that version */
  isChanged: z.boolean(),
  recordCount: z.number().int(),
  ...audienceFields,
});
export type FormRow = z.output<typeof FormRow>;
export const Form = FormRow.extend({ schema: FormSchema, canEdit: z.boolean() });
export type Form = z.output<typeof Form>;
export const FormSearch = z.object({
  formName: z.string().max(50).optional(),
  status: FormStatus.optional(),
});

export const FormVersion = z.object({
  versionNo: z.number().int(),
  authorName: z.string().nullable(),
  createTime: Time,
  isCurrent: z.boolean(),
});
export type FormVersion = z.output<typeof FormVersion>;

const params = z.object({ id: Id });
const ROUTES = crudRoutes('/data/filling/forms', '表单', 'filling:form', {
  row: FormRow,
  input: FormInput,
  search: FormSearch,
  detail: Form,
});

/** 表单: what designers draw; what is published is filled in. */
export const form = defineContract({
  ...ROUTES,
  copy: route.post('/data/filling/forms/:id/copy', {
    summary: '复制表单',
    access: perm('filling:form:copy'),
    params,
    body: FormInput.pick({ formCode: true, formName: true }),
    reply: z.object({ id: Id }),
    audit: '复制表单',
  }),
  publish: route.post('/data/filling/forms/:id/publish', {
    summary: '发布表单',
    access: perm('filling:form:publish'),
    params,
    body: z.object({ version: Version }),
    /** `version`: of the form itself, which goes on from there */
    reply: z.object({ versionNo: z.number().int(), table: z.string(), version: Version }),
    audit: '发布表单',
  }),
  stop: route.put('/data/filling/forms/:id/stop', {
    summary: '禁用表单',
    access: perm('filling:form:publish'),
    params,
    reply: z.null(),
    audit: '禁用表单',
  }),
  versions: route.get('/data/filling/forms/:id/versions', {
    summary: '表单版本',
    access: perm('filling:form:list', 'filling:form:edit'),
    params,
    reply: z.array(FormVersion),
  }),
  version: route.get('/data/filling/forms/:id/versions/:versionNo', {
    summary: '表单版本内容',
    access: perm('filling:form:list', 'filling:form:edit'),
    params: params.extend({ versionNo: z.coerce.number().int().min(1).max(1_000_000) }),
    reply: z.object({ versionNo: z.number().int(), formName: z.string(), schema: FormSchema }),
  }),
});
