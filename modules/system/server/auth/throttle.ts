import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';

export interface Limit {
  /** what is counted, for example `account:zhangsan` */
  readonly key: string;
  readonly most: number;
  readonly windowMs: number;
  /** what is said beyond it, before how long to wait; 操作过于频繁 unless given */
  readonly refusal?: string;
}

/** A check of one guess may take this long before its place counts as abandoned. */
const BUSY_MS = 30_000;
const WAIT_MS = 40;
const LONGEST_WAIT_MS = 8_000;

const FAILURES_WINDOW_MS = 600_000;
/** 5 wrong old passwords per account in 10 minutes. */
export const oldPasswordLimit = (userId: string): Limit => ({ key: `password:${userId}`, most: 5, windowMs: FAILURES_WINDOW_MS });
/** 60 captchas per minute and address, or known device. */
export const imageLimit = (from: string): Limit => ({ key: `image:${from}`, most: 60, windowMs: 60_000 });

/** Names are typed by strangers: any length, any characters; compared without case like the accounts themselves. */
export const nameKey = (name: string): string => createHash('sha256').update(name.trim().toLowerCase()).digest('base64url').slice(0, 24);

/** One customer of a provider owns a whole IPv6 /64: its addresses count as one. */
export function addressKey(ip: string): string {
  if (!ip.includes(':')) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const [head = '', tail = ''] = ip.split('%')[0]?.split('::') ?? [];
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const groups = [...before, ...Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

const tooMany = (app: App, until: Date, { refusal = '操作过于频繁' }: Limit): AppError => {
  const retryAfter = Math.max(1, Math.ceil((until.getTime() - app.now().getTime()) / 1000));
  return new AppError(
    'throttle.exceeded',
    `${refusal}，请${retryAfter > 90 ? `${Math.ceil(retryAfter / 60)}分钟` : `${retryAfter}秒`}后再试`,
    { retryAfter },
  );
};

/** Failures that count at the moment. */
export async function failuresOf(app: App, limit: Limit): Promise<number> {
  const row = await app.db
    .selectFrom('sysThrottle')
    .select('failed')
    .where('key', '=', limit.key)
    .where('expireTime', '>', app.now())
    .executeTakeFirst();
  return row?.failed ?? 0;
}

/** Throws throttle.exceeded when the limit is already used up. */
export async function assertOpen(app: App, limit: Limit): Promise<void> {
  const row = await app.db
    .selectFrom('sysThrottle')
    .select(['failed', 'expireTime'])
    .where('key', '=', limit.key)
    .where('expireTime', '>', app.now())
    .executeTakeFirst();
  if (row && row.failed >= limit.most) throw tooMany(app, row.expireTime, limit);
}

/**
 * Takes a place for one guess before it is checked, in one statement, so that parallel guesses cannot outrun the limit:
 * places in use and failures together never exceed it. When all places are in use it waits for an outcome.
 * Throws throttle.exceeded when the failures alone use up the limit. The place must be given back by `settle`.
 */
export async function reserve(app: App, limit: Limit): Promise<void> {
  const giveUp = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    const now = app.now();
    const ends = new Date(now.getTime() + limit.windowMs);
    const busyUntil = new Date(now.getTime() + BUSY_MS);
    const taken =
      await sql`insert into sys_throttle as t (key, failed, busy, busy_until, expire_time) values (${limit.key}, 0, 1, ${busyUntil}, ${ends})
      on conflict (key) do update set
        failed = case when t.expire_time <= ${now} then 0 else t.failed end,
        expire_time = case when t.expire_time <= ${now} then ${ends} else t.expire_time end,
        busy = case when t.busy_until <= ${now} then 1 else t.busy + 1 end,
        busy_until = ${busyUntil}
      where (case when t.expire_time <= ${now} then 0 else t.failed end) + (case when t.busy_until <= ${now} then 0 else t.busy end) < ${limit.most}
      returning key`.execute(app.db);
    if (taken.rows.length > 0) return;
    await assertOpen(app, limit);
    if (Date.now() > giveUp) throw tooMany(app, new Date(now.getTime() + 1000), limit);
    await sleep(WAIT_MS);
  }
}

/** Gives a place back; a failure stays counted until the window ends. Answers the failures so far and when they are forgotten. */
export async function settle(app: App, limit: Limit, outcome: 'failure' | 'success'): Promise<{ failed: number; until: Date }> {
  const row = await app.db
    .updateTable('sysThrottle')
    .set({ busy: sql`greatest(busy - 1, 0)`, failed: outcome === 'failure' ? sql`failed + 1` : sql`failed` })
    .where('key', '=', limit.key)
    .returning(['failed', 'expireTime'])
    .executeTakeFirst();
  return { failed: row?.failed ?? 0, until: row?.expireTime ?? app.now() };
}

/** Counts one use of something limited; throws throttle.exceeded beyond `most` in the window. */
export async function take(app: App, limit: Limit): Promise<void> {
  const now = app.now();
  const ends = new Date(now.getTime() + limit.windowMs);
  const taken =
    await sql`insert into sys_throttle as t (key, failed, busy, busy_until, expire_time) values (${limit.key}, 1, 0, ${now}, ${ends})
    on conflict (key) do update set
      failed = case when t.expire_time <= ${now} then 1 else t.failed + 1 end,
      expire_time = case when t.expire_time <= ${now} then ${ends} else t.expire_time end
    where t.expire_time <= ${now} or t.failed < ${limit.most}
    returning key`.execute(app.db);
  if (taken.rows.length === 0) await assertOpen(app, limit);
}

/** Consumes one unit of each limit, or of none. Throws throttle.exceeded. */
export async function reserveAll(app: App, limits: readonly Limit[]): Promise<void> {
  const taken: Limit[] = [];
  try {
    for (const limit of limits) {
      await reserve(app, limit);
      taken.push(limit);
    }
  } catch (error) {
    for (const limit of taken) await settle(app, limit, 'success');
    throw error;
  }
}
