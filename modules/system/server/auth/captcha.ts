import { randomBytes, randomInt } from 'node:crypto';
import type { App, Ctx } from '#kit/server/ctx.ts';
import { makeChallenge, paint } from '../../core/captcha.ts';
import { png } from './captcha-png.ts';
import { currentKey } from './key-pair.ts';
import { smsEnabled } from './sms-enabled.ts';
import { originOf, pictureNeeded } from './guesses.ts';
import { isAnybodysDevice } from './known-device.ts';
import { addressKey, failuresOf, imageLimit, take, type Limit } from './throttle.ts';

const LIFE_MS = 300_000;
const RANDOM_STEPS = 2 ** 32;
/** Not Math.random: what comes next must not be guessable from pictures seen. */
const random = (): number => randomInt(RANDOM_STEPS) / RANDOM_STEPS;

/** Set once a sign-in was refused for want of a captcha: the next captchaImage from that address draws one. */
export const wantedLimit = (ip: string): Limit => ({ key: `captcha:${addressKey(ip)}`, most: 1_000_000, windowMs: 600_000 });

/** What a sign-in page needs: a one-time ticket with the public key and, when asked for, a picture. */
export async function issueTicket(ctx: Ctx, { username, mustPaint }: { username: string | null; mustPaint: boolean }) {
  const { app, ip } = ctx;
  // known devices have a limit of their own, so other clients behind the same address cannot use it up
  await take(app, imageLimit((await isAnybodysDevice(ctx)) ?? addressKey(ip)));
  const origin = await originOf(ctx, username ?? '');
  const [key, isNeeded, isWanted, isSms] = await Promise.all([
    currentKey(app),
    pictureNeeded(app, username, origin),
    app.settings.captcha === 'adaptive' && origin.kind === 'address' ? failuresOf(app, wantedLimit(ip)) : 0,
    smsEnabled(app),
  ]);
  const captchaEnabled = isNeeded || isWanted > 0 || (mustPaint && app.settings.captcha !== 'off');
  const challenge = captchaEnabled ? makeChallenge(random) : null;
  const uuid = randomBytes(16).toString('hex');
  await app.db
    .insertInto('sysCaptcha')
    .values({ uuid, keyId: key.id, answer: challenge?.answer ?? null, expireTime: new Date(ctx.now.getTime() + LIFE_MS) })
    .execute();
  return {
    uuid,
    img: challenge ? `data:image/png;base64,${png(paint(challenge.text, random)).toString('base64')}` : '',
    captchaEnabled,
    smsEnabled: isSms,
    keyId: key.id,
    publicKey: key.publicKey,
    algorithm: 'RSA-OAEP-256' as const,
  };
}

/** Uses up a ticket; null when it is unknown, used or older than 5 minutes. */
export async function takeTicket(app: App, uuid: string): Promise<{ keyId: string; answer: string | null } | null> {
  const row = await app.db
    .deleteFrom('sysCaptcha')
    .where('uuid', '=', uuid)
    .returning(['keyId', 'answer', 'expireTime'])
    .executeTakeFirst();
  return row && row.expireTime > app.now() ? row : null;
}
