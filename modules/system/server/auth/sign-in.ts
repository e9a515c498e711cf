import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { sameAnswer } from '../../core/captcha.ts';
import type { SignInInput, Token } from '../../contract/auth.ts';
import { captchaNeeded, takeTicket, wantedLimit } from './captcha.ts';
import { verifyPassword } from './hash.ts';
import { writeLoginLog } from './login-record.ts';
import { personOf } from './person.ts';
import { openSealed } from './sealed-input.ts';
import { startSession } from './session-store.ts';
import { smsEnabled, consumeCode } from './sms.ts';
import { accountLimit, assertOpen, ipLimit, reserve, settle, take } from './throttle.ts';

type Input = z.output<typeof SignInInput>;

/** Signs in; both readings of the call (spec §7) come here. */
export async function signIn(ctx: Ctx, input: Input): Promise<z.input<typeof Token>> {
  const { app } = ctx;
  const ticket = await takeTicket(app, input.uuid);
  if (!ticket) throw await staleTicket(ctx, input);
  const password = await openSealed(app, ticket.keyId, input.password);
  const limits = [accountLimit(input.username), ipLimit(ctx.ip)] as const;
  for (const limit of limits) await assertOpen(app, limit);
  await checkCaptcha(ctx, input, ticket.answer);

  // Places are taken before the slow hash: parallel guesses beyond the limit never reach it.
  const [account, address] = limits;
  await reserve(app, account);
  try {
    await reserve(app, address);
  } catch (error) {
    await settle(app, account, 'success');
    throw error;
  }
  let user: Candidate | null = null;
  try {
    user = await checkedUser(ctx, input, password);
  } finally {
    const outcome = user ? 'success' : 'failure';
    const counted = await settle(app, account, outcome);
    await settle(app, address, outcome);
    if (outcome === 'failure' && counted.failed >= account.most) await markLocked(ctx, input.username, counted.until);
  }
  if (!user) throw await refusal(ctx, input);
  return welcome(ctx, user);
}

interface Candidate {
  id: string;
  username: string;
  deptId: string | null;
}

/** The account when everything is right, null otherwise; every way costs one hash, whatever is wrong. */
async function checkedUser(ctx: Ctx, input: Input, password: string): Promise<Candidate | null> {
  const { app, now } = ctx;
  const user = await app.db
    .selectFrom('sysUser')
    .select(['id', 'username', 'deptId', 'passwordHash', 'phone', 'status', 'expireTime', 'lockedUntil'])
    .where(sql<string>`lower(username)`, '=', input.username.toLowerCase())
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  const isRight = await verifyPassword(user?.passwordHash ?? null, password);
  const isCodeRight = (await smsEnabled(app))
    ? (await consumeCode(app, user?.id ?? '', input.smsCode)) || (user !== undefined && user.phone === null)
    : true;
  const reason = !user
    ? '用户名不存在'
    : !isRight
      ? '密码错误'
      : user.status !== '1'
        ? '账号已停用'
        : user.expireTime && user.expireTime <= now
          ? '账号已过期'
          : user.lockedUntil && user.lockedUntil > now
            ? '账号已锁定'
            : isCodeRight
              ? null
              : '短信验证码错误';
  if (user && reason === null) return user;
  await writeLoginLog(app.db, ctx, { event: 'login', result: '0', reason, user: user ?? null, typedName: input.username });
  return null;
}

/** One answer for unknown, disabled, expired, locked and wrong. */
async function refusal(ctx: Ctx, input: Input): Promise<AppError> {
  const captchaEnabled = await captchaNeeded(ctx.app, { username: input.username, ip: ctx.ip });
  const message = (await smsEnabled(ctx.app)) ? '用户名、密码或短信验证码错误' : '用户名或密码错误';
  return new AppError('auth.badCredentials', message, { captchaEnabled });
}

async function checkCaptcha(ctx: Ctx, input: Input, answer: string | null): Promise<void> {
  const isNeeded = await captchaNeeded(ctx.app, { username: input.username, ip: ctx.ip });
  if (answer === null ? !isNeeded : sameAnswer(answer, input.code)) return;
  // Only the address pays for a wrong picture: nobody can lock somebody else's account without even guessing.
  await take(ctx.app, ipLimit(ctx.ip));
  throw await captchaError(ctx, input.code ? '验证码错误，请重新输入' : '请输入验证码');
}

async function captchaError(ctx: Ctx, message: string): Promise<AppError> {
  await take(ctx.app, wantedLimit(ctx.ip));
  return new AppError('auth.captchaRequired', message, { captchaEnabled: true });
}

/** The ticket carries the key as well, so it can be stale where nobody has seen a picture. */
async function staleTicket(ctx: Ctx, input: Input): Promise<AppError> {
  const captchaEnabled = await captchaNeeded(ctx.app, { username: input.username, ip: ctx.ip });
  return new AppError('auth.captchaRequired', captchaEnabled ? '验证码已失效，请刷新后重试' : '页面停留过久，请重试', { captchaEnabled });
}

/** Shows administrators that an account is locked; the same statement runs for names that do not exist. */
async function markLocked(ctx: Ctx, username: string, until: Date): Promise<void> {
  await ctx.app.db
    .updateTable('sysUser')
    .set({ lockedUntil: until })
    .where(sql<string>`lower(username)`, '=', username.toLowerCase())
    .where('deletedAt', 'is', null)
    .execute();
}

async function welcome(ctx: Ctx, user: Candidate): Promise<z.input<typeof Token>> {
  const { app, now } = ctx;
  const { token, expiresIn } = await app.db.transaction().execute(async (db) => {
    const loginLogId = await writeLoginLog(db, ctx, { event: 'login', result: '1', reason: null, user });
    await db.updateTable('sysUser').set({ lastLoginTime: now, lastLoginIp: ctx.ip }).where('id', '=', user.id).execute();
    return startSession(app, db, { userId: user.id, ip: ctx.ip, userAgent: ctx.userAgent, loginLogId });
  });
  const person = await personOf(app.db, user.id);
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: expiresIn,
    scope: 'all',
    id: person.id,
    user_id: person.id,
    username: person.username,
    nickname: person.nickname,
    user_dept: person.deptId,
    user_post: person.posts.map((post) => post.id),
    user_role: person.roles,
    phone: person.phone,
  };
}
