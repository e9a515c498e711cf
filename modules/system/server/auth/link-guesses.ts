import { randomBytes } from 'node:crypto';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { verifyPassword } from './hash.ts';
import { addressKey, reserveAll, settle, type Limit } from './throttle.ts';

/** A link for people without an account that may ask for a password. */
export interface GuardedLink {
  /** what is opened by it; names its counters and cookies */
  readonly kind: string;
  readonly id: string;
  readonly tokenHash: string;
  readonly passwordHash: string | null;
  /** notes a try that was refused */
  note?(outcome: string): Promise<void>;
}

/*
 * How many passwords of a link may be guessed, without wrong ones ever closing it (decision 023). An address has some failures a day free,
 * and so has a link from everywhere; after that failures are bounded by the minute. The right password passes throughout, at worst within
 * a minute. A browser that has opened the link with its present password is counted by itself and feels nothing of what strangers do.
 */

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Wrong passwords that cost nothing but time. */
const FREE_ADDRESS = 5;
const FREE_LINK = 50;
/** Wrong passwords a minute afterwards: at most 5 + 1,440 a day from one address, 50 + 8,640 from all of them together. */
const MINUTE_ADDRESS = 1;
const MINUTE_LINK = 6;
const MINUTE_KNOWN = 6;

const KNOWN_SECONDS = 15_552_000;
const knownPurpose = (link: GuardedLink): string => `visual-${link.kind}-known`;
const cookieName = (link: GuardedLink): string => `data_ui_${link.kind}_${link.id}`;
/** Covers the password: who knew an earlier one is a stranger. */
const signed = (link: GuardedLink, name: string): string => `${link.id}.${name}.${link.tokenHash}.${link.passwordHash ?? ''}`;

/** The name of a browser that has opened this link with its present password; null for strangers. */
export function knownBrowser(ctx: Ctx, link: GuardedLink): string | null {
  for (const part of (ctx.request.headers.cookie ?? '').split(/;\s*/)) {
    const [, cookie, name, signature] = /^([\w-]+)=([\w-]{22})\.([\w-]{20,100})$/.exec(part) ?? [];
    if (cookie === cookieName(link) && name && signature && ctx.app.secrets.verify(signed(link, name), knownPurpose(link), signature))
      return name;
  }
  return null;
}

/** Gives the browser a name that only says that it is no stranger; opening still takes the password. */
function remember(ctx: Ctx, link: GuardedLink): void {
  const name = randomBytes(16).toString('base64url');
  const isSecure = ctx.request.protocol === 'https' ? '; Secure' : '';
  const value = `${name}.${ctx.app.secrets.sign(signed(link, name), knownPurpose(link))}`;
  ctx.reply.header('set-cookie', `${cookieName(link)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${KNOWN_SECONDS}${isSecure}`);
}

function limitsOf(ctx: Ctx, link: GuardedLink, known: string | null): { free: readonly Limit[]; tight: readonly Limit[] } {
  if (known !== null) return { free: [], tight: [{ key: `${link.kind}Known:${link.id}:${known}`, most: MINUTE_KNOWN, windowMs: MINUTE }] };
  const [all, from] = [`${link.kind}:${link.id}`, `${link.kind}:${link.id}:${addressKey(ctx.ip)}`];
  return {
    free: [
      { key: `day:${from}`, most: FREE_ADDRESS, windowMs: DAY },
      { key: `day:${all}`, most: FREE_LINK, windowMs: DAY },
    ],
    tight: [
      { key: `minute:${from}`, most: MINUTE_ADDRESS, windowMs: MINUTE },
      { key: `minute:${all}`, most: MINUTE_LINK, windowMs: MINUTE },
    ],
  };
}

const isThrottle = (error: unknown): boolean => error instanceof AppError && error.key === 'throttle.exceeded';

async function admit(ctx: Ctx, link: GuardedLink): Promise<readonly Limit[]> {
  const { free, tight } = limitsOf(ctx, link, knownBrowser(ctx, link));
  if (free.length > 0)
    try {
      await reserveAll(ctx.app, free);
      return free;
    } catch (error) {
      if (!isThrottle(error)) throw error;
    }
  try {
    await reserveAll(ctx.app, tight);
    return tight;
  } catch (error) {
    if (isThrottle(error)) await link.note?.('密码尝试过多');
    throw error;
  }
}

/**
 * Throws share.password when the password of a link is missing or wrong, throttle.exceeded (with the seconds to wait, 60 at most) when
 * guesses come too fast. A guess takes its places before it is checked, so that parallel guesses cannot outrun the limits.
 */
export async function assertPassword(ctx: Ctx, link: GuardedLink, password: string | null | undefined): Promise<void> {
  if (link.passwordHash === null) return;
  if (!password) throw new AppError('share.password', '请输入访问密码', { reason: 'needed' });
  const places = await admit(ctx, link);
  let outcome: 'failure' | 'success' = 'success';
  try {
    if (!(await verifyPassword(link.passwordHash, password))) outcome = 'failure';
  } finally {
    for (const place of places) await settle(ctx.app, place, outcome);
  }
  if (outcome === 'success') {
    if (knownBrowser(ctx, link) === null) remember(ctx, link);
    return;
  }
  await link.note?.('密码错误');
  throw new AppError('share.password', '访问密码不正确，请重新输入', { reason: 'wrong' });
}
