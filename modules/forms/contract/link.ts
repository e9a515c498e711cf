import * as z from 'zod';
import { AreaNode } from '#modules/projects/contract/area.ts';
import { Uploaded } from '#kit/contract/file.ts';
import { Id, requiredText, secret, Time, TimeInput, Version, YesNo } from '#kit/contract/fields.ts';
import { bytes, defineContract, open, perm, route } from '#kit/contract/route.ts';
import { FieldId } from './field.ts';
import { Choice, Filling, RECORD_BYTES, RecordValues } from './record.ts';

/** Header that carries the ticket of an opened link; nothing but the public calls below reads it. */
export const FILL_TICKET = 'x-fill-ticket';
/** Header that carries the name of the filling that files are uploaded for. */
export const FILL_ONCE = 'x-fill-once';
/** Name of one filling, which only the browser that fills in knows: sent again, it is the same record. */
export const FillOnce = z.string().regex(/^[\w-]{16,64}$/, '提交标识不正确');
/** Types that a field takes from strangers, by its kind; content and name must agree. */
export const UPLOAD_TYPES = {
  file: ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt', 'pdf', 'png', 'jpg', 'jpeg'],
  image: ['png', 'jpg', 'jpeg'],
  signature: ['png'],
} as const;
export const MIN_LINK_PASSWORD = 6;

const Password = secret(z.string().min(MIN_LINK_PASSWORD, `访问密码至少${MIN_LINK_PASSWORD}位`).max(64, '访问密码不能超过64个字符'));
const most = (name: string, max: number) => z.number().int().min(1, `${name}至少为1`).max(max, `${name}不能超过${max}`).nullish();
const shape = {
  linkName: requiredText(50, '链接名称'),
  expireTime: TimeInput.nullish(),
  hasCaptcha: YesNo.default('1'),
  /** records that it takes in all */
  maxRecords: most('收集总数', 1_000_000),
  /** records from one address */
  hourLimit: most('每小时份数', 10_000),
  dayLimit: most('每天份数', 100_000),
};

/** 公开填报链接: its token is shown once, when it is made. */
export const FillLink = z.object({
  id: Id,
  linkName: z.string(),
  /** last characters of the token, to tell links apart */
  tokenHint: z.string(),
  hasPassword: z.boolean(),
  expireTime: Time.nullable(),
  hasCaptcha: YesNo,
  maxRecords: z.number().int().nullable(),
  hourLimit: z.number().int().nullable(),
  dayLimit: z.number().int().nullable(),
  recordCount: z.number().int(),
  lastTime: Time.nullable(),
  /** times that it was opened, and that a limit refused somebody */
  viewCount: z.number().int(),
  refusedCount: z.number().int(),
  lastViewTime: Time.nullable(),
  status: YesNo,
  /** why it takes nothing at present, null when it does */
  closedBecause: z.string().nullable(),
  ownerName: z.string().nullable(),
  createTime: Time,
  version: z.number().int(),
});
export type FillLink = z.output<typeof FillLink>;

/** 访问记录: one day of a link. Nothing is kept of who came. */
export const LinkDay = z.object({
  day: z.iso.date(),
  viewCount: z.number().int(),
  submitCount: z.number().int(),
  refusedCount: z.number().int(),
});
export type LinkDay = z.output<typeof LinkDay>;

const params = z.object({ id: Id });
const access = perm('filling:form:publish');

/** Links over which people without an account fill a form in. */
export const link = defineContract({
  list: route.get('/data/filling/forms/:id/links', {
    summary: '公开填报链接列表',
    access,
    params,
    /** `refusal`: why the form cannot be filled in without an account, null when it can */
    reply: z.object({ refusal: z.string().nullable(), links: z.array(FillLink) }),
  }),
  create: route.post('/data/filling/forms/:id/links', {
    summary: '新增公开填报链接',
    access,
    params,
    body: z.strictObject({ ...shape, password: Password.nullish() }),
    /** the only time that the token leaves the server */
    reply: z.object({ id: Id, path: secret(z.string()) }),
    audit: '新增公开填报链接',
  }),
  update: route.put('/data/filling/links/:id', {
    summary: '修改公开填报链接',
    access,
    params,
    /** a password that is left out stays, null takes it away */
    body: z.strictObject({ ...shape, version: Version, status: YesNo, password: Password.nullish() }),
    reply: z.object({ version: z.number().int() }),
    audit: '修改公开填报链接',
  }),
  days: route.get('/data/filling/links/:id/days', {
    summary: '公开填报链接访问记录',
    access,
    params,
    /** the last days on which somebody came, the latest first */
    reply: z.array(LinkDay),
  }),
  remove: route.delete('/data/filling/links/:id', {
    summary: '撤销公开填报链接',
    access,
    params,
    reply: z.null(),
    audit: '撤销公开填报链接',
  }),
});

/** A form as strangers fill it in: nobody's account, and nothing of its approval but what they may see of its fields. */
export const LinkFilling = Filling.omit({ formId: true, userId: true, deptId: true }).extend({
  linkId: Id,
  hasCaptcha: z.boolean(),
  ticket: secret(z.string()),
});
export type LinkFilling = z.output<typeof LinkFilling>;

const Token = z.string().regex(/^[A-Za-z0-9_-]{20,64}$/, '填报链接不正确');

/** What the public page of a link may call. All but `open` need its ticket. */
export const linked = defineContract({
  open: route.post('/data/filling/link/open', {
    summary: '打开公开填报链接',
    access: open,
    body: z.strictObject({ token: Token, password: secret(z.string().max(64)).nullish() }),
    reply: LinkFilling,
    isPassive: true,
  }),
  choices: route.get('/data/filling/link/choices/:fieldId', {
    summary: '公开填报的字段选项',
    access: open,
    params: z.object({ fieldId: FieldId }),
    query: z.object({
      keyword: z.string().max(50).optional(),
      parent: z.string().max(100).optional(),
      values: z.string().max(8000).optional(),
    }),
    reply: z.array(Choice).nullable(),
    isPassive: true,
  }),
  areas: route.get('/data/filling/link/areas', {
    summary: '公开填报的行政区划',
    access: open,
    reply: z.array(AreaNode),
    isPassive: true,
  }),
  upload: route.post('/data/filling/link/fields/:fieldId/files', {
    summary: '公开填报上传文件',
    access: open,
    params: z.object({ fieldId: FieldId }),
    accepts: 'multipart',
    reply: Uploaded,
    audit: '公开填报上传文件',
    isPassive: true,
    timeoutMs: 600_000,
  }),
  files: route.get('/data/filling/link/files', {
    summary: '本次公开填报已上传的文件',
    access: open,
    reply: z.array(Uploaded),
    isPassive: true,
  }),
  file: route.get('/data/filling/link/files/:fileName', {
    summary: '查看本次公开填报已上传的文件',
    access: open,
    params: z.object({ fileName: z.string().max(60) }),
    replies: 'stream',
    reply: bytes,
    isPassive: true,
  }),
  submit: route.post('/data/filling/link/records', {
    summary: '提交公开填报',
    access: open,
    body: z.strictObject({
      values: RecordValues,
      once: FillOnce,
      /** ticket and answer of a picture, where the link asks for one */
      uuid: z.string().max(64).nullish(),
      code: z.string().trim().max(20).nullish(),
    }),
    bodyLimit: RECORD_BYTES,
    reply: z.object({ isApproved: z.boolean() }),
    audit: '提交公开填报',
    isPassive: true,
  }),
});
