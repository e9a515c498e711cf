import * as z from 'zod';
import { Id, optionalText, secret } from '#kit/contract/fields.ts';
import { defineContract, open, route, signedIn } from '#kit/contract/route.ts';

const PASSWORD_CLASSES = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@#$%^&+=!.])\S+$/;

/** A new password; the form checks with the same schema. */
export const NewPassword = z
  .string({ error: '用户密码不能为空' })
  .min(1, '用户密码不能为空')
  .refine((text) => text.length === 0 || (text.length >= 16 && text.length <= 20), '用户密码长度必须介于 16 和 20 之间')
  .refine((text) => PASSWORD_CLASSES.test(text), '用户密码必须包含大小写字母、数字和特殊字符');

/** The password dialog, in plain text. */
export const PasswordForm = z
  .object({
    oldPassword: z.string({ error: '旧密码不能为空' }).min(1, '旧密码不能为空'),
    password: NewPassword,
    confirmPassword: z.string({ error: '确认密码不能为空' }).min(1, '确认密码不能为空'),
  })
  .refine((form) => form.password === form.confirmPassword, { error: '两次输入密码不一致', path: ['confirmPassword'] });

/** Text as typed, or base64 of RSA-OAEP-256 over `{p, t, n}` when the body carries the `uuid` of a captchaImage answer. */
const sealedText = (label: string) =>
  secret(
    z
      .string({ error: `${label}不能为空` })
      .min(1, `${label}不能为空`)
      .max(2000, `${label}过长`),
  );
const Uuid = z.string().min(1, '缺少 uuid，请刷新验证码后重试').max(64);

const Flag = z.union([z.string().max(20), z.number()]).nullish();

/** What both readings of the sign-in call carry. */
export const SignInInput = z.object({
  username: z.string({ error: '用户名不能为空' }).trim().min(1, '用户名不能为空').max(64, '用户名不能超过64个字符'),
  password: sealedText('密码'),
  uuid: Uuid,
  code: optionalText(20, '验证码'),
  smsCode: secret(optionalText(20, '短信验证码')),
  /** always 0; accepted, without meaning */
  type: Flag,
  appFlag: Flag,
});
export const TokenInput = SignInInput.extend({
  grant_type: z.literal('password', { error: '仅支持密码方式登录' }),
  scope: z.string().max(100).nullish(),
});

/** The bare answer of both sign-in calls. */
export const Token = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number().int(),
  scope: z.string(),
  id: Id,
  user_id: Id,
  username: z.string(),
  nickname: z.string(),
  user_dept: z.string().nullable(),
  user_post: z.array(z.string()),
  user_role: z.array(z.object({ id: z.string(), name: z.string() })),
  phone: z.string().nullable(),
});

export const auth = defineContract({
  token: route.post('/auth/oauth/token', {
    summary: '登录（OAuth2 密码模式）',
    access: open,
    body: TokenInput,
    reply: Token,
    accepts: 'form',
    replies: 'bare',
  }),
  login: route.post('/auth/login', { summary: '登录', access: open, body: SignInInput, reply: Token, replies: 'bare' }),
  logout: route.delete('/system/logout/:token', {
    summary: '退出登录',
    access: signedIn,
    // our own client says `current`: a token does not belong into an address
    params: z.object({ token: secret(z.string().min(1).max(200)) }),
    reply: z.null(),
  }),
  /** Without `audit`: a wrong old password must be counted although the change fails; the handler writes the log row itself. */
  changePassword: route.put('/system/users/password', {
    summary: '修改本人密码',
    access: signedIn,
    body: z.object({
      oldPassword: sealedText('旧密码'),
      password: sealedText('用户密码'),
      confirmPassword: sealedText('确认密码'),
      uuid: Uuid.nullish(),
    }),
    reply: z.object({ success: z.literal(true) }),
  }),
});
