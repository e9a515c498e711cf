import { randomBytes, randomInt } from 'node:crypto';
import type { App, Ctx } from '#kit/server/ctx.ts';
import { makeChallenge, paint } from '../../core/captcha.ts';
import { png } from './captcha-png.ts';
import { currentKey } from './key-pair.ts';
import { smsEnabled } from './sms.ts';
import { accountLimit, addressKey, failuresOf, imageLimit, ipLimit, take, type Limit } from './throttle.ts';

const LIFE_MS = 300_000;
const RANDOM_STEPS = 2 ** 32;
/** Wrong passwords after which a picture is asked for; an address is shared by an office, so it gets more. */
const AFTER_ACCOUNT_FAILURES = 2;
const AFTER_IP_FAILURES = 5;

/** Not Math.random: what comes next must not be guessable from pictures seen. */
const random = (): number => randomInt(RANDOM_STEPS) / RANDOM_STEPS;

/** Set once a sign-in was refused for want of a captcha: the next captchaImage from that address draws one. */
export const wantedLimit = (ip: string): Limit => ({ key: `captcha:${addressKey(ip)}`, most: 1_000_000, windowMs: 600_000 });

/** True when signing in needs a picture now. Unknown names count like known ones. */
export async function captchaNeeded(app: App, who: { username: string | null; ip: string }): Promise<boolean> {
  if (app.settings.captcha !== 'adaptive') return app.settings.captcha === 'always';
  if ((await failuresOf(app, ipLimit(who.ip))) >= AFTER_IP_FAILURES) return true;
  return who.username !== null && (await failuresOf(app, accountLimit(who.username))) >= AFTER_ACCOUNT_FAILURES;
}

/** What a sign-in page needs: a one-time ticket with the public key and, when asked for, a picture. */
export async function issueTicket(ctx: Ctx, username: string | null) {
  const { app, ip } = ctx;
  await take(app, imageLimit(ip));
  const [key, isNeeded, isWanted, isSms] = await Promise.all([
    currentKey(app),
    captchaNeeded(app, { username, ip }),
    app.settings.captcha === 'adaptive' ? failuresOf(app, wantedLimit(ip)) : 0,
    smsEnabled(app),
  ]);
  const captchaEnabled = isNeeded || isWanted > 0;
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
