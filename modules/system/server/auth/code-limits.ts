import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';
import { sameAnswer } from '../../core/captcha.ts';
import { takeTicket } from './captcha.ts';
import type { Origin } from './guesses.ts';
import { addressKey, nameKey, take } from './throttle.ts';

/**
 * Limits of one-time codes sent by text message or mail, for signing in or a forgotten password (decision 019). Requests are counted by
 * origin: requests of unknown devices do not reduce the limit of a device that the account has signed in from, and hardly that of other
 * unknown devices.
 */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Codes per day, account and origin. */
const DAY_FROM_ONE_PLACE = 10;
/** Codes in a day that all strangers together bring to one account: what its telephone has to bear. */
const DAY_FROM_STRANGERS = 30;

type Kind = 'sms' | 'reset';
const placeOf = (origin: Origin): string => (origin.kind === 'device' ? `device:${origin.id}` : addressKey(origin.ip));

/**
 * Sending a code costs money and attention, so the caller must have solved a captcha. Consumes the captcha ticket; throws
 * auth.captchaRequired.
 */
export async function assertPicture(app: App, given: { uuid: string | null; code: string | null }): Promise<void> {
  const picture = given.uuid === null ? null : await takeTicket(app, given.uuid);
  if (app.settings.captcha === 'off') return;
  if (!picture?.answer || !sameAnswer(picture.answer, given.code))
    throw new AppError('auth.captchaRequired', given.code ? '验证码错误，请重新输入' : '请输入验证码', { captchaEnabled: true });
}

/**
 * Counts one wish for a code: one a minute, 5 an hour and 10 a day for what was typed, from one place; 30 an hour from one address, which
 * an office shares. Names that exist and others count alike. Throws throttle.exceeded.
 */
export async function countAttempt(app: App, kind: Kind, attempt: { typed: string; origin: Origin }): Promise<void> {
  const from = `${nameKey(attempt.typed)}@${placeOf(attempt.origin)}`;
  const limits = [
    // shortest first, so that a refusal does not use up the longer ones
    { key: `${kind}:${from}`, most: 1, windowMs: MINUTE_MS },
    { key: `${kind}-hour:${from}`, most: 5, windowMs: 60 * MINUTE_MS },
    { key: `${kind}-day:${from}`, most: DAY_FROM_ONE_PLACE, windowMs: DAY_MS },
    // a known device is not limited by requests of others at the same address
    ...(attempt.origin.kind === 'address' ? [{ key: `${kind}-ip:${placeOf(attempt.origin)}`, most: 30, windowMs: 60 * MINUTE_MS }] : []),
  ];
  for (const limit of limits) await take(app, limit);
}

/**
 * Whether a code is sent to an existing account now. When not, the answer is the same as for success: it must not reveal that the name or
 * number exists, nor that two of them belong to one account.
 */
export async function isDue(app: App, kind: Kind, attempt: { userId: string; origin: Origin }): Promise<boolean> {
  const to = `${kind}-to:${attempt.userId}`;
  try {
    // asked for by name and by number: still one message a minute
    await take(app, { key: `${to}@${placeOf(attempt.origin)}`, most: 1, windowMs: MINUTE_MS });
    if (attempt.origin.kind === 'address') await take(app, { key: to, most: DAY_FROM_STRANGERS, windowMs: DAY_MS });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.key === 'throttle.exceeded') return false;
    throw error;
  }
}
