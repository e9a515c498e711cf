import { createHash } from 'node:crypto';
import type { App } from '#kit/server/ctx.ts';
import { courierOf } from '#kit/server/module.ts';
import { splitAddress } from '#kit/server/outbound/index.ts';
import type { ResetChannel } from '../../contract/reset.ts';
import { readConfig, readSecretConfig } from '../config-values.ts';
import { hostIdOf } from '../hosts/registry.ts';
import { SMS_GATEWAY_BODY, SMS_GATEWAY_TOKEN, SMS_GATEWAY_URL } from './settings.ts';

/* Ways to reach people outside the platform. One counts as working when something has left with exactly its present settings. */

const hashOf = (settings: string): string => createHash('sha256').update(settings).digest('hex');

/** Digest of the gateway's configuration, host and token included; null when no gateway is configured. It reveals neither. */
export async function smsSettings(app: App): Promise<string | null> {
  const { db } = app;
  const url = await readConfig(db, SMS_GATEWAY_URL);
  const origin = url ? splitAddress(url) : null;
  if (!origin) return null;
  const parts = [
    await hostIdOf(db, origin),
    url,
    await readConfig(db, SMS_GATEWAY_BODY),
    await readSecretConfig(app, db, SMS_GATEWAY_TOKEN),
  ];
  return app.secrets.sign(JSON.stringify(parts), 'sms-gateway');
}
const settingsOf = async (app: App, channel: ResetChannel): Promise<string | null> =>
  channel === 'sms' ? smsSettings(app) : ((await courierOf(app)?.mailSettings(app)) ?? null);

/** Something has left with these settings. */
export async function noteWorking(app: App, channel: ResetChannel, settings: string): Promise<void> {
  const row = { settingsHash: hashOf(settings), workTime: app.now() };
  await app.db
    .insertInto('sysChannel')
    .values({ channel, ...row })
    .onConflict((conflict) => conflict.column('channel').doUpdateSet(row))
    .execute();
}

/** The channels that are configured and have worked. */
export async function workingChannels(app: App): Promise<ResetChannel[]> {
  const tried = await app.db.selectFrom('sysChannel').select(['channel', 'settingsHash']).orderBy('channel', 'desc').execute();
  const working: ResetChannel[] = [];
  for (const { channel, settingsHash } of tried) {
    const settings = await settingsOf(app, channel);
    if (settings !== null && hashOf(settings) === settingsHash) working.push(channel);
  }
  return working;
}

/** Sends one mail and remembers that it left. Throws rule.broken when it did not. */
export async function mailOut(app: App, mail: { name: string; address: string; subject: string; text: string }): Promise<void> {
  const settings = await settingsOf(app, 'mail');
  await courierOf(app)?.mail(app, mail);
  if (settings !== null) await noteWorking(app, 'mail', settings);
}

/** Hint for the sign-in page while no reset channel works. */
export const missingForReset = async (app: App): Promise<string | null> =>
  (await workingChannels(app)).length > 0
    ? null
    : '还没有测试成功的短信或邮件方式，登录页暂不提供“忘记密码”：请填写短信网关或邮件服务器，并用“发送测试”测试成功';
