import { ADMIN_ROLE } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx } from '#kit/server/ctx.ts';
import { outbound, splitAddress } from '#kit/server/outbound/index.ts';
import { readConfig, readSecretConfig } from '../config-values.ts';
import { hostIdOf } from '../hosts/registry.ts';
import { smsSettings, workingChannels } from './channels.ts';
import { SMS_ENABLED, SMS_GATEWAY_BODY, SMS_GATEWAY_TOKEN, SMS_GATEWAY_URL, isOn } from './settings.ts';

const TIMEOUT_MS = 10_000;
const MAX_REPLY = 65_536;

export interface SmsMessage {
  readonly phone: string;
  readonly content: string;
  readonly code: string;
}

/** Hands a message to the gateway, which is a registered host. Throws with a Chinese sentence when it does not take it. */
export async function sendToGateway(
  app: App,
  message: SmsMessage,
  { signal, userId = null }: { signal: AbortSignal; userId?: string | null },
): Promise<void> {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  const body = ((await readConfig(app.db, SMS_GATEWAY_BODY)) ?? '')
    .replaceAll('{phone}', inJson(message.phone))
    .replaceAll('{content}', inJson(message.content))
    .replaceAll('{code}', inJson(message.code));
  const found = await outbound(app).find((await readConfig(app.db, SMS_GATEWAY_URL)) ?? '');
  if (!found) throw new AppError('outbound.refused', '短信网关地址没有在外部地址中登记，请先登记');
  const token = await readSecretConfig(app, app.db, SMS_GATEWAY_TOKEN);
  const reply = await outbound(app).send({
    ...found,
    purpose: '短信',
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_REPLY,
    signal,
    userId,
  });
  if (reply.status < 200 || reply.status > 299) throw new AppError('outbound.failed', `短信网关返回 HTTP ${reply.status}`);
}

const rule = (message: string) => new AppError('rule.broken', message);

/**
 * Why sign-in by text message must not be enabled, null when it may: the gateway must have accepted a test message, and at least one
 * administrator must be able to sign in without a code.
 */
export async function missingForSms(app: App): Promise<string | null> {
  if ((await smsSettings(app)) === null) return '请先填写短信网关地址，并在短信发件箱发送测试短信成功后再启用';
  if (!(await workingChannels(app)).includes('sms')) return '当前的短信网关还没有成功发送过测试短信，请先在短信发件箱发送测试短信';
  const spare = await app.db
    .selectFrom('sysUser')
    .innerJoin('sysUserRole', 'sysUserRole.userId', 'sysUser.id')
    .select('sysUser.id')
    .where('sysUserRole.roleId', '=', ADMIN_ROLE)
    .where('sysUser.phone', 'is', null)
    .where('sysUser.status', '=', '1')
    .where('sysUser.deletedAt', 'is', null)
    .executeTakeFirst();
  return spare ? null : '请保留一个没有登记手机号码的超级管理员账号：短信网关故障时由其登录，在短信发件箱查看并转告验证码';
}

async function assertMayEnable({ app }: Ctx): Promise<void> {
  const missing = await missingForSms(app);
  if (missing !== null) throw rule(missing);
}

/** What must hold when a setting of text messages gets another value. Throws rule.broken. */
export async function assertSmsSetting(ctx: Ctx, key: string, value: { before: string; after: string; isActive: boolean }): Promise<void> {
  if (key === SMS_ENABLED) {
    if (value.isActive && isOn(value.after)) await assertMayEnable(ctx);
    return;
  }
  if (![SMS_GATEWAY_URL, SMS_GATEWAY_BODY, SMS_GATEWAY_TOKEN].includes(key) || (value.before === value.after && value.isActive)) return;
  if (isOn(await readConfig(ctx.db, SMS_ENABLED))) throw rule('登录短信验证码已启用，修改短信网关前请先禁用，修改后发送测试短信成功再启用');
}

/** Refuses to take away or redirect the host of a gateway that people need for signing in. `next` is null when the host goes. */
export async function assertGatewayKept(
  ctx: Ctx,
  hostId: string,
  next: { scheme: string; host: string; port: number; status: string } | null,
): Promise<void> {
  if (!isOn(await readConfig(ctx.db, SMS_ENABLED))) return;
  const origin = splitAddress((await readConfig(ctx.db, SMS_GATEWAY_URL)) ?? '');
  if (!origin || (await hostIdOf(ctx.db, origin)) !== hostId) return;
  const isKept = next?.status === '1' && next.scheme === origin.scheme && next.host === origin.host && next.port === origin.port;
  if (!isKept) throw rule('短信网关正在使用该外部地址，请先禁用登录短信验证码');
}
