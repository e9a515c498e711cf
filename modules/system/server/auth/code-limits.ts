import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';
import { sameAnswer } from '../../core/captcha.ts';
import { takeTicket } from './captcha.ts';
import type { Origin } from './guesses.ts';
import { addressKey, nameKey, take } from './throttle.ts';

/*
 * How many codes may be asked for, by text message or mail, for signing in or for a forgotten password (decision 019). They are counted
 * where they are asked from: what a stranger asks for takes nothing from a device that the account has signed in from, and little from
 * other strangers.
 */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Codes in a day that one place may ask for an account. */
const DAY_FROM_ONE_PLACE = 10;
/** Codes in a day that all strangers together bring to one account: what its telephone has to bear. */
const DAY_FROM_STRANGERS = 30;

type Kind = 'sms' | 'reset';
const placeOf = (origin: Origin): string => (origin.kind === 'device' ? `device:${origin.id}` : addressKey(origin.ip));

/** A code costs a message and bothers a person: a program does not ask for it. Uses the ticket up; throws auth.captchaRequired. */
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
    // what others at the address ask for does not keep a known device from asking
    ...(attempt.origin.kind === 'address' ? [{ key: `${kind}-ip:${placeOf(attempt.origin)}`, most: 30, windowMs: 60 * MINUTE_MS }] : []),
  ];
  for (const limit of limits) await take(app, limit);
}

/**
 * Whether an account that exists is sent a code now. False without a word: the answer must not tell that the name or number exists, nor
 * that two of them are one account's.
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
