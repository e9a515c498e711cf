import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx, Db } from '#kit/server/ctx.ts';

/**
 * Known devices: browsers that an account has signed in from. The cookie grants no right; it only exempts the browser from the limits for
 * unknown origins, so that an attacker cannot lock the person out by failing.
 */

const COOKIE = 'data_ui_device';
const DAY_MS = 86_400_000;
export const DEVICE_LIFE_MS = 180 * DAY_MS;
/** Devices of an account that are remembered; the one that was not used for longest goes first. */
const MAX_DEVICES = 20;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The hash of what the browser calls itself; null when it sends nothing that we could have given out. */
function presented(ctx: Pick<Ctx, 'request'>): string | null {
  const token = /(?:^|;\s*)data_ui_device=([\w-]{43})(?:;|$)/.exec(ctx.request.headers.cookie ?? '')?.[1];
  return token === undefined ? null : hashOf(token);
}

/** The id of the device when the account has signed in from it in the last 180 days; null for strangers. */
export async function knownDevice(ctx: Pick<Ctx, 'app' | 'request'>, username: string): Promise<string | null> {
  const tokenHash = presented(ctx);
  if (tokenHash === null) return null;
  const row = await ctx.app.db
    .selectFrom('sysDevice as d')
    .innerJoin('sysUser as u', 'u.id', 'd.userId')
    .select('d.id')
    .where('d.tokenHash', '=', tokenHash)
    .where('d.lastTime', '>', new Date(ctx.app.now().getTime() - DEVICE_LIFE_MS))
    .where(sql<string>`lower(u.username)`, '=', username.trim().toLowerCase())
    .where('u.deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** As `knownDevice`, for any account. */
export async function isAnybodysDevice(ctx: Pick<Ctx, 'app' | 'request'>): Promise<string | null> {
  const tokenHash = presented(ctx);
  if (tokenHash === null) return null;
  const row = await ctx.app.db
    .selectFrom('sysDevice')
    .select('id')
    .where('tokenHash', '=', tokenHash)
    .where('lastTime', '>', new Date(ctx.app.now().getTime() - DEVICE_LIFE_MS))
    .limit(1)
    .executeTakeFirst();
  return row ? tokenHash : null;
}

/**
 * Marks the browser as a known device of the account. For an account that is new to the browser the device gets a new token, which is
 * handed to its other accounts too: a token planted by somebody else is worthless afterwards.
 */
export async function rememberDevice(ctx: Ctx, db: Db, userId: string): Promise<void> {
  const { app } = ctx;
  const now = app.now();
  const tokenHash = presented(ctx);
  if (tokenHash !== null) {
    const known = await db
      .updateTable('sysDevice')
      .set({ lastTime: now })
      .where('tokenHash', '=', tokenHash)
      .where('userId', '=', userId)
      .where('lastTime', '>', new Date(now.getTime() - DEVICE_LIFE_MS))
      .returning('id')
      .executeTakeFirst();
    if (known) return;
  }
  const token = randomBytes(32).toString('base64url');
  if (tokenHash !== null) {
    await db.deleteFrom('sysDevice').where('tokenHash', '=', tokenHash).where('userId', '=', userId).execute();
    await db
      .updateTable('sysDevice')
      .set({ tokenHash: hashOf(token) })
      .where('tokenHash', '=', tokenHash)
      .execute();
  }
  await db
    .insertInto('sysDevice')
    .values({ id: app.ids.next(), tokenHash: hashOf(token), userId, createTime: now, lastTime: now })
    .execute();
  await db
    .deleteFrom('sysDevice')
    .where('userId', '=', userId)
    .where('id', 'not in', (e) =>
      e
        .selectFrom('sysDevice')
        .select('id')
        .where('userId', '=', userId)
        .orderBy('lastTime', 'desc')
        .orderBy('id', 'desc')
        .limit(MAX_DEVICES),
    )
    .execute();
  const isSecure = ctx.request.protocol === 'https' ? '; Secure' : '';
  ctx.reply.header('set-cookie', `${COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${DEVICE_LIFE_MS / 1000}${isSecure}`);
}

/** Forgets the known devices of an account whose password may be compromised. */
export async function forgetDevices(db: Db, userIds: readonly string[]): Promise<void> {
  await db.deleteFrom('sysDevice').where('userId', 'in', userIds).execute();
}
