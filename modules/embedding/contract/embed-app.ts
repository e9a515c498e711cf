import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, optionalText, requiredText, rowFields, secret, Status, StatusInput, Time, YesNo } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

export const EmbedEntity = z.enum(['board', 'chart', 'screen'], { error: '请选择看板、图表或大屏' });
export type EmbedEntity = z.output<typeof EmbedEntity>;
/** Secrets of one application that are alive at a time: the old one works until the host has changed over. */
export const MAX_LIVE_SECRETS = 2;

/** `https://portal.example.com:8443`, as browsers write it: no path, no wildcard; plain http is for intranets. */
export const Origin = z
  .string()
  .trim()
  .max(255, '来源不能超过255个字符')
  .transform((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url && /^https?:$/.test(url.protocol) && !url.hostname.includes('*') && (text === url.origin || text === `${url.origin}/`))
      return url.origin;
    context.addIssue({ code: 'custom', message: '来源应为协议、主机和端口，例如 https://portal.example.com' });
    return z.NEVER;
  });
/** `board:1234`: one content that may be embedded. */
export const ResourceKey = z.string().regex(/^(?:board|chart|screen):[0-9A-Za-z_]{1,32}$/, '内容编号不正确');

export const EmbedAppInput = z.object({
  appName: requiredText(100, '应用名称').meta({ title: '应用名称' }),
  status: StatusInput.meta({ title: '状态' }),
  origins: z
    .array(Origin)
    .min(1, '请填写至少一个允许的来源')
    .max(20, '允许的来源不能超过20个')
    .transform((list) => [...new Set(list)])
    .meta({ title: '允许的来源' }),
  resources: z.array(ResourceKey).max(200, '可嵌入的内容不能超过200个').default([]).meta({ title: '可嵌入的内容' }),
  accountId: z.string({ error: '请选择账号' }).min(1, '请选择账号').max(32).meta({ title: '查看账号' }),
  isSubjectAllowed: YesNo.default('0').meta({ title: '允许令牌指明账号' }),
  remark: optionalText(500, '备注').meta({ title: '备注' }),
});
export const EmbedAppRow = z.object({
  ...rowFields,
  status: Status,
  appName: z.string(),
  origins: z.array(z.string()),
  resources: z.array(z.string()),
  accountId: z.string(),
  accountName: z.string().nullable(),
  isSubjectAllowed: YesNo,
  remark: z.string().nullable(),
});
const EmbedSecret = z.object({
  secretId: Id,
  /** the end of the secret, which is all that is shown later */
  hint: z.string(),
  createTime: Time,
  lastUsedTime: Time.nullable(),
  revokeTime: Time.nullable(),
});
/** A content with its name; null when it is gone or out of the caller's reach. */
const Resource = z.object({ key: z.string(), entity: EmbedEntity, name: z.string().nullable() });
export const EmbedAppDetail = EmbedAppRow.extend({ secrets: z.array(EmbedSecret), contents: z.array(Resource) });
export const EmbedAppSearch = z.object({ appName: z.string().max(100).optional(), status: Status.optional() });

const base = '/data/visual/embeds';
const params = z.object({ id: Id });
/** 嵌入应用: other systems whose pages may show boards, charts and screens of this one. */
export const embedApp = defineContract({
  ...crudRoutes(base, '嵌入应用', 'visual:embed', {
    row: EmbedAppRow,
    input: EmbedAppInput,
    search: EmbedAppSearch,
    detail: EmbedAppDetail,
  }),
  /** contents and accounts that the caller may give to an application */
  choices: route.get(`${base}/choices`, {
    summary: '嵌入应用的可选内容和账号',
    access: perm('visual:embed:add', 'visual:embed:edit'),
    query: z.object({ account: z.string().max(50).optional().meta({ title: '账号或姓名' }) }),
    reply: z.object({
      contents: z.array(Resource),
      accounts: z.array(z.object({ id: z.string(), name: z.string(), username: z.string() })),
    }),
  }),
  createSecret: route.post(`${base}/:id/secrets`, {
    summary: '生成嵌入密钥',
    access: perm('visual:embed:rotate'),
    params,
    reply: z.object({ secretId: Id, secret: secret(z.string()) }),
    audit: '生成嵌入密钥',
  }),
  revokeSecret: route.delete(`${base}/:id/secrets/:secretId`, {
    summary: '吊销嵌入密钥',
    access: perm('visual:embed:rotate'),
    params: z.object({ id: Id, secretId: Id.meta({ title: '密钥编号' }) }),
    reply: z.null(),
    audit: '吊销嵌入密钥',
  }),
});
