import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import { readNumberConfig } from '../config-values.ts';
import { knownDevice } from './known-device.ts';
import { GUESS_ACCOUNT, GUESS_ADDRESS, GUESS_DEFAULTS, GUESS_PER_MINUTE, GUESS_WINDOW } from './settings.ts';
import { addressKey, failuresOf, nameKey, reserveAll, settle, take, type Limit } from './throttle.ts';

/*
 * How many passwords may be guessed, without anybody being shut out by the guesses of others (decision 019).
 *
 * A try comes from a device that the account has signed in from, or from an address. Each has some failures free. Once these are used up a
 * try costs a picture, and failures are bounded by the minute: whoever knows the password gets in, at worst a minute later. A known device
 * is counted by itself and feels nothing of what strangers do.
 */

const MINUTE_MS = 60_000;
/** Wrong passwords after which a picture is asked for; an address is shared by an office, so it gets more. */
const PICTURE_AFTER_ACCOUNT = 2;
const PICTURE_AFTER_ADDRESS = 5;
/** Failures a minute with a picture: of all addresses against one account, and of one address against all accounts, per one of the pair. */
const ACCOUNT_SHARE = 5;
const ADDRESS_SHARE = 10;

export type Origin = { readonly kind: 'device'; readonly id: string } | { readonly kind: 'address'; readonly ip: string };

/** Where a try for an account comes from. */
export async function originOf(ctx: Pick<Ctx, 'app' | 'request' | 'ip'>, username: string): Promise<Origin> {
  const id = await knownDevice(ctx, username);
  return id === null ? { kind: 'address', ip: ctx.ip } : { kind: 'device', id };
}

const accountKey = (username: string): string => `account:${nameKey(username)}`;
const deviceKey = (id: string): string => `device:${id}`;

interface Limits {
  /** failures that cost nothing but time, longest window first */
  readonly free: readonly Limit[];
  /** failures by the minute, each with a picture */
  readonly tight: readonly Limit[];
}

async function limitsOf(db: Db, username: string, origin: Origin): Promise<Limits> {
  const read = (key: keyof typeof GUESS_DEFAULTS) => readNumberConfig(db, key, GUESS_DEFAULTS[key]);
  const windowMs = (await read(GUESS_WINDOW)) * MINUTE_MS;
  const perMinute = await read(GUESS_PER_MINUTE);
  const most = await read(GUESS_ACCOUNT);
  const aMinute = (key: string, times: number): Limit => ({ key, most: perMinute * times, windowMs: MINUTE_MS });
  if (origin.kind === 'device') {
    const key = deviceKey(origin.id);
    return { free: [{ key, most, windowMs }], tight: [aMinute(`minute:${key}`, 1)] };
  }
  const [account, address] = [accountKey(username), `ip:${addressKey(origin.ip)}`];
  return {
    free: [
      { key: account, most, windowMs },
      { key: address, most: await read(GUESS_ADDRESS), windowMs },
    ],
    tight: [
      aMinute(`minute:${account}@${addressKey(origin.ip)}`, 1),
      aMinute(`minute:${account}`, ACCOUNT_SHARE),
      aMinute(`minute:${address}`, ADDRESS_SHARE),
    ],
  };
}

/** True when a try needs a picture now. Unknown names count like known ones. */
export async function pictureNeeded(app: App, username: string | null, origin: Origin): Promise<boolean> {
  if (app.settings.captcha !== 'adaptive') return app.settings.captcha === 'always';
  const failures = (key: string) => failuresOf(app, { key, most: 0, windowMs: 0 });
  if (origin.kind === 'device') return (await failures(deviceKey(origin.id))) >= PICTURE_AFTER_ACCOUNT;
  if ((await failures(`ip:${addressKey(origin.ip)}`)) >= PICTURE_AFTER_ADDRESS) return true;
  return username !== null && (await failures(accountKey(username))) >= PICTURE_AFTER_ACCOUNT;
}

/** A place among the guesses that may be checked; it must be given back by `settleGuess`. */
export interface Guess {
  readonly places: readonly Limit[];
  /** the failures after which strangers need a picture for the account */
  readonly guards: Limit | null;
}

/**
 * Reserves one password attempt before the slow hash, so that parallel attempts beyond the limits never reach it. `hasPicture`: the
 * attempt came with a correct captcha. Throws throttle.exceeded, or auth.captchaRequired where a captcha would help.
 */
export async function reserveAttempt(app: App, who: { username: string; origin: Origin; hasPicture: boolean }): Promise<Guess> {
  const { username, origin, hasPicture } = who;
  const { free, tight } = await limitsOf(app.db, username, origin);
  const guards = origin.kind === 'address' ? (free[0] ?? null) : null;
  try {
    await reserveAll(app, free);
    return { places: free, guards };
  } catch (error) {
    if (!(error instanceof AppError) || error.key !== 'throttle.exceeded') throw error;
    // without captchas people and programs cannot be distinguished: the limit is final (development only)
    if (app.settings.captcha === 'off') throw error;
    if (!hasPicture) throw new AppError('auth.captchaRequired', '请输入验证码', { captchaEnabled: true });
  }
  await reserveAll(app, tight);
  return { places: tight, guards: null };
}

/** Gives the places back. Answers until when the account is guarded, null when the failures do not go that far. */
export async function settleGuess(app: App, guess: Guess, outcome: 'failure' | 'success'): Promise<Date | null> {
  let until: Date | null = null;
  for (const place of guess.places) {
    const counted = await settle(app, place, outcome);
    if (outcome === 'failure' && place === guess.guards && counted.failed >= place.most) until = counted.until;
  }
  return until;
}

/** A wrong captcha counts against its origin only: no password was tried, so the account is not throttled. */
export async function countWrongPicture(app: App, origin: Origin): Promise<void> {
  const key = origin.kind === 'device' ? deviceKey(origin.id) : `ip:${addressKey(origin.ip)}`;
  const windowMs = (await readNumberConfig(app.db, GUESS_WINDOW, GUESS_DEFAULTS[GUESS_WINDOW])) * MINUTE_MS;
  await take(app, { key, most: 1_000_000, windowMs });
}

/** Forgets the failed sign-ins of an account, from everywhere, for an administrator who unlocks it. */
export async function forgetGuesses(db: Db, user: { id: string; username: string }): Promise<void> {
  const account = accountKey(user.username);
  const minute = `minute:${account}`;
  await db.deleteFrom('sysThrottle').where('key', 'in', [account, minute]).execute();
  await db.deleteFrom('sysThrottle').where('key', '>=', `${minute}@`).where('key', '<', `${minute}A`).execute();
  const devices = (await db.selectFrom('sysDevice').select('id').where('userId', '=', user.id).execute()).map((row) => deviceKey(row.id));
  if (devices.length > 0)
    await db
      .deleteFrom('sysThrottle')
      .where('key', 'in', [...devices, ...devices.map((key) => `minute:${key}`)])
      .execute();
}
