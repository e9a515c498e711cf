import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { Id, optionalText, requiredText, rowFields, Status, StatusInput, Time } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { MAX_DAYS } from './term.ts';

export const SignMode = z.enum(['none', 'hmac-sha256', 'hmac-sm3'], { error: '签名方式不正确' });
const AppKey = z.object({
  keyId: Id,
  /** the beginning of the key, which is all that is shown later */
  hint: z.string(),
  createTime: Time,
  expireTime: Time.nullable(),
  lastUsedTime: Time.nullable(),
  revokeTime: Time.nullable(),
  /** how calls with it prove who they are */
  signMode: SignMode,
});
/** The secrets of a new key, told in this answer only; `secret` signs calls and is null for keys that do not. */
const NewKey = z.object({ keyId: Id, apiKey: z.string(), secret: z.string().nullable() });
const days = z
  .number()
  .int()
  .min(1, '有效天数不能小于1')
  .max(MAX_DAYS, `有效天数不能超过${MAX_DAYS}`)
  .nullish()
  .meta({ title: '有效天数' });
export const AppInput = z.object({
  appName: requiredText(100, '应用名称').meta({ title: '应用名称' }),
  /** addresses or CIDR ranges that calls may come from, parted by commas; all unless given */
  ipWhitelist: optionalText(2000, '允许的地址').meta({ title: '允许的地址' }),
  status: StatusInput.meta({ title: '状态' }),
  remark: optionalText(500, '备注').meta({ title: '备注' }),
});
export const AppRow = z.object({
  ...rowFields,
  status: Status,
  appName: z.string(),
  ipWhitelist: z.string().nullable(),
  remark: z.string().nullable(),
});
const AppDetail = AppRow.extend({ keys: z.array(AppKey) });
export const AppSearch = z.object({ appName: z.string().max(100).optional(), status: Status.optional() });
/** Keys of one application that are alive at a time: the old one works until the new one is in place. */
export const MAX_LIVE_KEYS = 2;

const base = '/data/market/apps';
/** 应用与密钥 */
export const app = defineContract({
  ...crudRoutes(base, '应用', 'market:app', { row: AppRow, input: AppInput, search: AppSearch, detail: AppDetail }),
  createKey: route.post(`${base}/:id/keys`, {
    summary: '生成应用密钥',
    access: perm('market:app:rotate'),
    params: z.object({ id: Id }),
    body: z.object({ days, signMode: SignMode.default('none').meta({ title: '签名方式' }) }),
    reply: NewKey,
    audit: '生成应用密钥',
  }),
  rotateKey: route.post(`${base}/:id/keys/:keyId/rotate`, {
    summary: '轮换应用密钥',
    access: perm('market:app:rotate'),
    params: z.object({ id: Id, keyId: Id }),
    body: z.object({
      days,
      /** how long the old key still works beside the new one; 0 = it ends at once */
      graceDays: z.number().int().min(0, '保留天数不能小于0').max(30, '保留天数不能超过30').default(7).meta({ title: '旧密钥保留天数' }),
    }),
    reply: NewKey,
    audit: '轮换应用密钥',
  }),
  revokeKey: route.delete(`${base}/:id/keys/:keyId`, {
    summary: '吊销应用密钥',
    access: perm('market:app:rotate'),
    params: z.object({ id: Id, keyId: Id }),
    reply: z.null(),
    audit: '吊销应用密钥',
  }),
});
