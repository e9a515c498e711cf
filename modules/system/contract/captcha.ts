import * as z from 'zod';
import { Id, PageQuery, Phone, Time, optionalText, pageReply } from '#kit/contract/fields.ts';
import { defineContract, open, perm, route } from '#kit/contract/route.ts';

export const CaptchaImage = z.object({
  uuid: z.string(),
  /** data URL of a PNG; empty when no captcha is asked for */
  img: z.string(),
  captchaEnabled: z.boolean(),
  smsEnabled: z.boolean(),
  keyId: z.string(),
  /** PEM, SPKI */
  publicKey: z.string(),
  algorithm: z.literal('RSA-OAEP-256'),
});

/** 短信 as administrators see it. */
export const Sms = z.object({
  id: Id,
  phone: z.string(),
  username: z.string(),
  nickname: z.string(),
  content: z.string(),
  state: z.enum(['outbox', 'waiting', 'sent', 'failed']),
  result: z.string().nullable(),
  createTime: Time,
  expireTime: Time,
});

export const captcha = defineContract({
  image: route.get('/system/captchaImage', {
    summary: '获取验证码与登录公钥',
    access: open,
    // the name decides whether this account needs a captcha; unknown names are counted alike
    query: z.object({
      username: z.string().trim().max(64).optional(),
      /** `1`: a picture in any case, for what sends messages */
      picture: z.enum(['1']).optional(),
    }),
    reply: CaptchaImage,
    timeoutMs: 20_000,
  }),
  sms: route.post('/system/captchaSms', {
    summary: '发送短信验证码',
    access: open,
    body: z
      .object({
        username: z.string().trim().min(1).max(64).nullish(),
        phone: Phone.nullish(),
        /** ticket and answer of a picture: a message costs one each, except where pictures are off */
        uuid: z.string().max(64).nullish(),
        code: optionalText(20, '验证码'),
      })
      .refine((body) => body.username || body.phone, { error: '请输入用户名或手机号码', path: ['username'] }),
    reply: z.object({ seconds: z.number().int() }),
  }),
  /** through the gateway, at once; no audit row: a call to the outside belongs in no transaction, and leaves rows in both logs */
  smsTest: route.post('/system/sms/test', {
    summary: '发送测试短信',
    access: perm('system:sms:test'),
    body: z.object({ phone: Phone }),
    reply: z.null(),
    timeoutMs: 20_000,
  }),
  smsPage: route.get('/system/sms/page', {
    summary: '短信发件箱分页',
    access: perm('system:sms:list'),
    query: PageQuery.extend({ phone: z.string().trim().max(20).optional(), state: Sms.shape.state.optional() }),
    reply: pageReply(Sms),
  }),
});
