import * as z from 'zod';
import { optionalText, secret } from '#kit/contract/fields.ts';
import { defineContract, open, perm, route } from '#kit/contract/route.ts';
import { NewPassword } from './auth.ts';

/** How a code for a forgotten password reaches a person: to the registered telephone or mailbox. */
export const ResetChannel = z.enum(['sms', 'mail']);
export type ResetChannel = z.output<typeof ResetChannel>;

const sealed = (label: string) =>
  secret(
    z
      .string({ error: `${label}不能为空` })
      .min(1, `${label}不能为空`)
      .max(2000, `${label}过长`),
  );
const Uuid = z.string().min(1, '缺少 uuid，请刷新验证码后重试').max(64);

/** The new password of the form, in plain text; the page checks with the same schema. */
export const ResetForm = z
  .object({ password: NewPassword, confirmPassword: z.string({ error: '确认密码不能为空' }).min(1, '确认密码不能为空') })
  .refine((form) => form.password === form.confirmPassword, { error: '两次输入密码不一致', path: ['confirmPassword'] });

export const reset = defineContract({
  channels: route.get('/auth/reset/channels', {
    summary: '找回密码可用的方式',
    access: open,
    reply: z.object({ channels: z.array(ResetChannel) }),
  }),
  // Both without `audit`: tries are counted although the call fails; the handler writes the log rows itself.
  code: route.post('/auth/reset/code', {
    summary: '发送找回密码的验证码',
    access: open,
    body: z.object({
      username: z.string({ error: '用户名不能为空' }).trim().min(1, '用户名不能为空').max(64, '用户名不能超过64个字符'),
      channel: ResetChannel,
      uuid: Uuid,
      /** answer of the picture */
      code: optionalText(20, '验证码'),
    }),
    /** `ticket` belongs to the page that asked: a code works only with it. The same for every name. */
    reply: z.object({ ticket: z.string(), seconds: z.number().int() }),
  }),
  submit: route.post('/auth/reset/password', {
    summary: '用验证码设置新密码',
    access: open,
    body: z.object({
      ticket: secret(z.string().min(1).max(100)),
      code: secret(z.string({ error: '请输入验证码' }).trim().min(1, '请输入验证码').max(20)),
      password: sealed('用户密码'),
      confirmPassword: sealed('确认密码'),
      uuid: Uuid.nullish(),
    }),
    reply: z.object({ success: z.literal(true) }),
  }),
  /** To the caller's own telephone or mailbox: a channel counts as tested once something has left with its present settings. */
  test: route.post('/system/reset/test', {
    summary: '测试短信或邮件',
    access: perm('system:config:edit'),
    body: z.object({ channel: ResetChannel }),
    reply: z.object({ to: z.string() }),
  }),
});
