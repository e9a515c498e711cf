import { createHash } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';
import { takeTicket } from './captcha.ts';
import { decryptWith } from './key-pair.ts';

const SKEW_MS = 300_000;
const Payload = z.object({ p: z.string().max(200), t: z.number(), n: z.string().min(8).max(100) });

/**
 * Opens what the browser encrypted: base64(RSA-OAEP-256(`{"p": text, "t": epoch ms, "n": nonce}`)).
 * Throws input.invalid for a foreign key, a clock more than 5 minutes off and a nonce seen before.
 */
export async function openSealed(app: App, keyId: string, base64: string): Promise<string> {
  const payload = Payload.safeParse(parseJson(await decryptWith(app, keyId, base64)));
  if (!payload.success) throw new AppError('input.invalid', '密码密文无法识别，请刷新页面后重试');
  const { p, t, n } = payload.data;
  if (Math.abs(app.now().getTime() - t) > SKEW_MS) throw new AppError('input.invalid', '本机时间与服务器相差超过5分钟，请校准后重试');
  const nonce = createHash('sha256').update(n).digest('base64url');
  // A replay is refused as long as its time stamp could pass.
  const fresh = await app.db
    .insertInto('sysNonce')
    .values({ nonce, expireTime: new Date(app.now().getTime() + 3 * SKEW_MS) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('nonce')
    .executeTakeFirst();
  if (!fresh) throw new AppError('input.invalid', '该请求已提交过，请刷新页面后重试');
  return p;
}

/** Texts of a form that may arrive plain or, with the `uuid` of a captchaImage answer, encrypted. */
export async function openTexts(app: App, uuid: string | null | undefined, texts: readonly string[]): Promise<string[]> {
  if (!uuid) return [...texts];
  const ticket = await takeTicket(app, uuid);
  if (!ticket) throw new AppError('input.invalid', '页面停留过久，请重试');
  const opened: string[] = [];
  for (const text of texts) opened.push(await openSealed(app, ticket.keyId, text));
  return opened;
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
