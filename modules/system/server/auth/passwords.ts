import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { ChangeCollector, writeOperLog } from '#kit/server/audit.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import { toAppError } from '#kit/server/error-mapper.ts';
import { PasswordForm } from '../../contract/auth.ts';
import { generatePassword } from '../../core/password.ts';
import { hashPassword, verifyPassword } from './hash.ts';
import { forgetDevices } from './known-device.ts';
import { endSessionsOf } from './session-store.ts';
import { openTexts } from './sealed-input.ts';
import { oldPasswordLimit, reserve, settle } from './throttle.ts';

/** A new password may not be one of the last five, the present one included. */
const HISTORY = 5;

/** A random password for a new account or a reset; shown once. */
export const oneTimePassword = (): string => generatePassword((n) => randomInt(n));

/**
 * Stores a new password: the old hash goes into the history and all other sessions of the account end. `mustChange` for passwords that
 * another person has seen.
 */
export const storePassword = (
  app: App,
  db: Db,
  input: { userId: string; passwordHash: string; mustChange: boolean; keepSession?: string },
): Promise<void> => {
  const { userId, passwordHash, ...rest } = input;
  return storePasswords(app, db, { hashes: new Map([[userId, passwordHash]]), ...rest });
};

/** The same for many accounts, with as many statements as for one. */
export async function storePasswords(
  app: App,
  db: Db,
  input: { hashes: ReadonlyMap<string, string>; mustChange: boolean; keepSession?: string },
): Promise<void> {
  const { hashes, mustChange, keepSession } = input;
  const userIds = [...hashes.keys()];
  const now = app.now();
  const old = await db.selectFrom('sysUser').select(['id', 'passwordHash']).where('id', 'in', userIds).orderBy('id').forUpdate().execute();
  if (old.length !== userIds.length) throw new AppError('entity.notFound');
  await db
    .insertInto('sysPasswordHistory')
    .values(old.map((row) => ({ id: app.ids.next(), userId: row.id, passwordHash: row.passwordHash, createTime: now })))
    .execute();
  await forgetOldPasswords(db, userIds);
  await db
    .updateTable('sysUser')
    .set({
      passwordHash: sql<string>`case id ${sql.join(
        [...hashes].map(([id, hash]) => sql`when ${id} then ${hash}`),
        sql` `,
      )} end`,
      passwordTime: now,
      mustChangePassword: mustChange ? '1' : '0',
      version: sql`version + 1`,
    })
    .where('id', 'in', userIds)
    .execute();
  // after a change by the person the known devices remain valid
  if (keepSession === undefined) await forgetDevices(db, userIds);
  const reason = mustChange ? '密码已被重置，请使用新密码登录' : '密码已修改，请使用新密码登录';
  await endSessionsOf(app, db, { userIds, reason, keepId: keepSession });
}

/** The present password counts as one of those that may not be used again, so the history keeps one less. */
async function forgetOldPasswords(db: Db, userIds: readonly string[]): Promise<void> {
  const ranked = db
    .selectFrom('sysPasswordHistory')
    .select(['id', sql<number>`row_number() over (partition by user_id order by create_time desc, id desc)`.as('place')])
    .where('userId', 'in', userIds);
  await db
    .deleteFrom('sysPasswordHistory')
    .where('id', 'in', (e) =>
      e
        .selectFrom(ranked.as('ranked'))
        .select('ranked.id')
        .where('ranked.place', '>', HISTORY - 1),
    )
    .execute();
}

interface Form {
  oldPassword: string;
  password: string;
  confirmPassword: string;
  uuid?: string | null | undefined;
}

/** PUT /system/users/password: the caller's own. Leaves its own operation-log row, because failures are counted outside any transaction. */
export async function changePassword(ctx: Ctx, form: Form): Promise<{ success: true }> {
  const { app } = ctx;
  const started = performance.now();
  const log = (db: Db, error: AppError | null) =>
    writeOperLog(app, db, { ctx, params: {}, body: {}, trail: new ChangeCollector(), ms: performance.now() - started, error });
  try {
    const { password } = await checkedForm(ctx, form);
    const passwordHash = await hashPassword(password);
    await app.db.transaction().execute(async (db) => {
      await storePassword(app, db, { userId: ctx.user.id, passwordHash, mustChange: false, keepSession: ctx.session.id });
      await log(db, null);
    });
    return { success: true };
  } catch (error) {
    await log(app.db, toAppError(error));
    throw error;
  }
}

async function checkedForm(ctx: Ctx, form: Form): Promise<{ password: string }> {
  const [oldPassword, password, confirmPassword] = await openTexts(ctx.app, form.uuid, [
    form.oldPassword,
    form.password,
    form.confirmPassword,
  ]);
  const parsed = PasswordForm.safeParse({ oldPassword, password, confirmPassword });
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
    throw new AppError('input.invalid', issues[0]?.message, issues);
  }
  const stored = await ctx.db.selectFrom('sysUser').select('passwordHash').where('id', '=', ctx.user.id).executeTakeFirstOrThrow();
  await assertOldPassword(ctx, stored.passwordHash, parsed.data.oldPassword);
  await assertNotRecent(ctx.db, { userId: ctx.user.id, present: stored.passwordHash, given: parsed.data.password });
  return parsed.data;
}

/** Limits attempts at the current password in an unattended session: five, then ten minutes of pause. */
async function assertOldPassword(ctx: Ctx, stored: string, given: string): Promise<void> {
  const limit = oldPasswordLimit(ctx.user.id);
  await reserve(ctx.app, limit);
  let isRight = false;
  try {
    isRight = await verifyPassword(stored, given);
  } finally {
    await settle(ctx.app, limit, isRight ? 'success' : 'failure');
  }
  if (!isRight) throw new AppError('auth.badCredentials', '旧密码不正确', [{ path: 'oldPassword', message: '旧密码不正确' }]);
}

/** Throws auth.passwordRule when the password is one of the last five of the account. */
export async function assertNotRecent(
  db: Db,
  { userId, present, given }: { userId: string; present: string; given: string },
): Promise<void> {
  const history = await db
    .selectFrom('sysPasswordHistory')
    .select('passwordHash')
    .where('userId', '=', userId)
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .limit(HISTORY - 1)
    .execute();
  const message = `新密码不能与最近${HISTORY}次使用过的密码相同`;
  for (const stored of [present, ...history.map((row) => row.passwordHash)])
    if (await verifyPassword(stored, given)) throw new AppError('auth.passwordRule', message, [{ path: 'password', message }]);
}
