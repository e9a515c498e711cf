import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Account, App, Db, Session } from '#kit/server/ctx.ts';
import { runPrepared } from '#kit/server/db/prepared.ts';
import { passwordExpiry } from '../../core/password.ts';
import { accountFrom, grantsOf, type StoredGrant } from '../account.ts';
import { readNumberConfig } from '../config-values.ts';
import { deviceOf } from './device.ts';
import { ABSOLUTE_HOURS, DEFAULTS, EXPIRE_DAYS, IDLE_MINUTES, numberSetting } from './settings.ts';

const TOKEN_BYTES = 32;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Tokens are stored hashed: who reads the table cannot use them. They are random, so a fast hash is enough. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

export interface NewSession {
  readonly userId: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly loginLogId: string | null;
}

/** Starts a session; the token is shown once and stored nowhere. */
export async function startSession(app: App, db: Db, input: NewSession): Promise<{ id: string; token: string; expiresIn: number }> {
  const { userAgent, ...row } = input;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const now = app.now();
  const lifeMs = (await readNumberConfig(db, ABSOLUTE_HOURS, DEFAULTS.absoluteHours)) * HOUR_MS;
  const id = app.ids.next();
  await db
    .insertInto('sysSession')
    .values({
      ...row,
      ...deviceOf(userAgent),
      id,
      tokenHash: tokenHash(token),
      createTime: now,
      lastTime: now,
      expireTime: new Date(now.getTime() + lifeMs),
    })
    .execute();
  return { id, token, expiresIn: Math.floor(lifeMs / 1000) };
}

/** Places of the two values in the compiled guard query. */
const HASH = 'token hash';
const NOW = new Date(0);

/** What every call asks first: session, account, grants and two settings in one statement. */
const guardQuery = (db: Db) =>
  db
    .selectFrom('sysSession as s')
    .innerJoin('sysUser as u', 'u.id', 's.userId')
    .select([
      's.id as sessionId',
      's.isLocked',
      's.lastTime',
      'u.id',
      'u.username',
      'u.nickname',
      'u.phone',
      'u.deptId',
      'u.mustChangePassword',
      'u.passwordTime',
    ])
    .select([
      grantsOf(sql.ref<string>('u.id')).as('grants'),
      numberSetting(IDLE_MINUTES, DEFAULTS.idleMinutes).as('idleMinutes'),
      numberSetting(EXPIRE_DAYS, DEFAULTS.expireDays).as('expireDays'),
    ])
    .where('s.tokenHash', '=', HASH)
    .where('s.expireTime', '>', NOW)
    .where('u.status', '=', '1')
    .where('u.deletedAt', 'is', null)
    .where((e) => e.or([e('u.expireTime', 'is', null), e('u.expireTime', '>', NOW)]));

let compiled: { readonly name: string; readonly text: string; readonly parameters: readonly unknown[] } | undefined;

/** Its row, with the names of the database: it goes past the query builder, which would take longer than the database. */
interface GuardRow {
  session_id: string;
  is_locked: string;
  last_time: Date;
  id: string;
  username: string;
  nickname: string;
  phone: string | null;
  dept_id: string | null;
  must_change_password: string;
  password_time: Date;
  grants: StoredGrant[];
  idle_minutes: number;
  expire_days: number;
}

async function readGuard(db: Db, hash: string, now: Date): Promise<GuardRow | undefined> {
  if (!compiled) {
    const { sql: text, parameters } = guardQuery(db).compile();
    compiled = { name: 'guard', text, parameters };
  }
  const values = compiled.parameters.map((value) => (value === HASH ? hash : value === NOW ? now : value));
  return (await runPrepared<GuardRow>(db, compiled, values))[0];
}

/**
 * Who calls with this token; null when it is unknown, expired, idle for too long, or its account is no longer in order.
 * One query, nothing cached: what an administrator changes holds for the next request on every node.
 */
export async function authenticate(app: App, token: string, request?: FastifyRequest): Promise<{ user: Account; session: Session } | null> {
  const now = app.now();
  const row = await readGuard(app.db, tokenHash(token), now);
  if (!row) return null;
  const quietMs = now.getTime() - row.last_time.getTime();
  if (quietMs >= row.idle_minutes * MINUTE_MS) return null;
  const isPassive = request?.routeOptions.config.isPassive === true;
  if (quietMs >= MINUTE_MS && !isPassive)
    await app.db.updateTable('sysSession').set({ lastTime: now }).where('id', '=', row.session_id).where('lastTime', '<', now).execute();
  const expiry = passwordExpiry(row.password_time, row.expire_days);
  const { id, username, nickname, phone, dept_id: deptId, grants } = row;
  return {
    user: accountFrom({ id, username, nickname, phone, deptId, grants }),
    session: {
      id: row.session_id,
      locked: row.is_locked === '1',
      mustChangePassword: row.must_change_password === '1' || (expiry !== null && expiry <= now),
    },
  };
}

interface Ending {
  readonly userIds: readonly string[];
  /** a Chinese sentence for the person whose browser leaves */
  readonly reason: string;
  readonly keepId?: string | undefined;
}

/** Ends all sessions of some accounts: their browsers leave within about a second, every node refuses them at once; answers how many. */
export async function endSessionsOf(app: App, db: Db, { userIds, reason, keepId }: Ending): Promise<number> {
  const ended = await db
    .deleteFrom('sysSession')
    .where('userId', 'in', userIds)
    .$if(keepId !== undefined, (query) => query.where('id', '!=', keepId ?? ''))
    .returning('id')
    .execute();
  await app.push.send(db, { sessions: ended.map(({ id }) => id) }, { kind: 'kicked', data: { reason } });
  return ended.length;
}

/** Sessions used after this moment count as online. */
export async function onlineSince(app: App, db: Db): Promise<Date> {
  const idle = await readNumberConfig(db, IDLE_MINUTES, DEFAULTS.idleMinutes);
  return new Date(app.now().getTime() - idle * MINUTE_MS);
}

/** True while a session of an account can be worked with: for addresses that were signed for it and carry no token. */
export async function sessionLives(app: App, db: Db, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const row = await db
    .selectFrom('sysSession')
    .select('id')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('isLocked', '=', '0')
    .where('expireTime', '>', app.now())
    .where('lastTime', '>', await onlineSince(app, db))
    .executeTakeFirst();
  return row !== undefined;
}
