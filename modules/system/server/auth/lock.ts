import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { ChangeCollector, writeOperLog } from '#kit/server/audit.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { LockPassword } from '../../contract/session.ts';
import { hashPassword, verifyPassword } from './hash.ts';
import { writeLoginLog } from './login-record.ts';
import { openTexts } from './sealed-input.ts';

const MAX_FAILURES = 5;

interface Body {
  password: string;
  uuid?: string | null | undefined;
}

/** Locks the session on the server: from the next request on every call answers 423. */
export async function lockSession(ctx: Ctx, body: Body): Promise<{ lock: 'locked' }> {
  const started = performance.now();
  const [text = ''] = await openTexts(ctx.app, body.uuid, [body.password]);
  const parsed = LockPassword.safeParse(text);
  if (!parsed.success) {
    const message = parsed.error.issues[0]?.message;
    throw new AppError('input.invalid', message, [{ path: 'password', message }]);
  }
  const lockHash = await hashPassword(parsed.data);
  await ctx.app.db.transaction().execute(async (db) => {
    await db.updateTable('sysSession').set({ isLocked: '1', lockHash, unlockFailures: 0 }).where('id', '=', ctx.session.id).execute();
    await writeOperLog(ctx.app, db, {
      ctx,
      params: {},
      body: {},
      trail: new ChangeCollector(),
      ms: performance.now() - started,
      error: null,
    });
  });
  return { lock: 'locked' };
}

/** Unlocks with the lock password or the sign-in password; the fifth failure ends the session. */
export async function unlockSession(ctx: Ctx, body: Body): Promise<{ lock: 'unlocked' }> {
  const { app, session, user } = ctx;
  if (!session.locked) return { lock: 'unlocked' };
  const [text = ''] = await openTexts(app, body.uuid, [body.password]);
  // The try is counted before the slow hash, so parallel guesses share the five.
  const counted = await app.db
    .updateTable('sysSession')
    .set({ unlockFailures: sql`unlock_failures + 1` })
    .where('id', '=', session.id)
    .where('isLocked', '=', '1')
    .where('unlockFailures', '<', MAX_FAILURES)
    .returning(['lockHash', 'unlockFailures'])
    .executeTakeFirst();
  if (!counted) return settledElsewhere(ctx);
  const { passwordHash } = await app.db.selectFrom('sysUser').select('passwordHash').where('id', '=', user.id).executeTakeFirstOrThrow();
  if ((await verifyPassword(counted.lockHash, text)) || (await verifyPassword(passwordHash, text))) {
    await app.db.updateTable('sysSession').set({ isLocked: '0', lockHash: null, unlockFailures: 0 }).where('id', '=', session.id).execute();
    return { lock: 'unlocked' };
  }
  const left = MAX_FAILURES - counted.unlockFailures;
  if (left > 0) {
    const message = `密码不正确，还可以尝试${left}次`;
    throw new AppError('auth.badCredentials', message, { left });
  }
  const ended = await app.db
    .deleteFrom('sysSession')
    .where('id', '=', session.id)
    .where('isLocked', '=', '1')
    .returning('id')
    .executeTakeFirst();
  if (ended) {
    await app.push.send(app.db, { sessions: [ended.id] }, { kind: 'kicked', data: { reason: '解锁失败次数过多，请重新登录' } });
    await writeLoginLog(app.db, ctx, { event: 'unlock', result: '0', reason: '解锁失败次数过多，会话已结束', user });
  }
  throw new AppError('auth.required', '解锁失败次数过多，请重新登录');
}

/** Another request of the same session was faster. */
async function settledElsewhere(ctx: Ctx): Promise<{ lock: 'unlocked' }> {
  const row = await ctx.app.db.selectFrom('sysSession').select('isLocked').where('id', '=', ctx.session.id).executeTakeFirst();
  if (row?.isLocked === '0') return { lock: 'unlocked' };
  throw new AppError('auth.required', '解锁失败次数过多，请重新登录');
}
