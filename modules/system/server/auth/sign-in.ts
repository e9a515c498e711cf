import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { sameAnswer } from '../../core/captcha.ts';
import type { SignInInput, Token } from '../../contract/auth.ts';
import { takeTicket, wantedLimit } from './captcha.ts';
import { reserveAttempt, countWrongPicture, originOf, pictureNeeded, settleGuess, type Origin } from './guesses.ts';
import { verifyPassword } from './hash.ts';
import { rememberDevice } from './known-device.ts';
import { writeLoginLog } from './login-record.ts';
import { personOf } from './person.ts';
import { openSealed } from './sealed-input.ts';
import { startSession } from './session-store.ts';
import { consumeCode } from './sms.ts';
import { smsEnabled } from './sms-enabled.ts';
import { take } from './throttle.ts';

type Input = z.output<typeof SignInInput>;

/** Signs in; both readings of the call come here. */
export async function signIn(ctx: Ctx, input: Input): Promise<z.input<typeof Token>> {
  const { app } = ctx;
  const origin = await originOf(ctx, input.username);
  const ticket = await takeTicket(app, input.uuid);
  if (!ticket) throw await staleTicket(ctx, input, origin);
  const password = await openSealed(app, ticket.keyId, input.password);
  const hasPicture = await checkCaptcha(ctx, input, { answer: ticket.answer, origin });

  const guess = await reserveAttempt(app, { username: input.username, origin, hasPicture }).catch(async (error: unknown) => {
    if (error instanceof AppError && error.key === 'auth.captchaRequired') await wantPicture(ctx, origin);
    throw error;
  });
  let found: SignInOutcome = 'wrong';
  try {
    found = await checkedUser(ctx, input, password);
  } finally {
    const guardedUntil = await settleGuess(app, guess, found === 'wrong' ? 'failure' : 'success');
    if (guardedUntil) await markGuarded(ctx, input.username, guardedUntil);
  }
  if (found === 'wrong') throw await refusal(ctx, input, origin);
  if ('closed' in found) throw new AppError('auth.accountClosed', found.closed);
  return welcome(ctx, found);
}

interface Candidate {
  id: string;
  username: string;
  deptId: string | null;
}
/** An account that everything is right for, one whose password is right but that does not sign in, or neither. */
type SignInOutcome = Candidate | { closed: string } | 'wrong';

/** Reason of a refused sign-in, for the log and for a caller who knows the password. */
function closure(
  user: { status: string; expireTime: Date | null; lockedUntil: Date | null },
  now: Date,
): { reason: string; told: string } | null {
  if (user.status !== '1') return { reason: '账号已禁用', told: '账号已禁用，请联系管理员启用' };
  if (user.expireTime && user.expireTime <= now) return { reason: '账号已过期', told: '账号已过期，请联系管理员延长有效期' };
  if (user.lockedUntil && user.lockedUntil > now) return { reason: '账号已锁定', told: '账号已锁定，请联系管理员解除锁定' };
  return null;
}

/** Every outcome costs one hash; only the correct password reveals that an account is disabled or expired. */
async function checkedUser(ctx: Ctx, input: Input, password: string): Promise<SignInOutcome> {
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
  // closed accounts get no codes, so none is asked for
  const closed = user && isRight ? closure(user, now) : null;
  const reason = reasonOf({ isKnown: user !== undefined, isRight, closed: closed?.reason ?? null, isCodeRight });
  if (user && reason === null) return user;
  await writeLoginLog(app.db, ctx, { event: 'login', result: '0', reason, user: user ?? null, typedName: input.username });
  return closed ? { closed: closed.told } : 'wrong';
}

/** Why a try fails, for the log; null when it does not. */
function reasonOf(tried: { isKnown: boolean; isRight: boolean; closed: string | null; isCodeRight: boolean }): string | null {
  if (!tried.isKnown) return '用户名不存在';
  if (!tried.isRight) return '密码错误';
  if (tried.closed !== null) return tried.closed;
  return tried.isCodeRight ? null : '短信验证码错误';
}

/** One answer for whatever is wrong. */
async function refusal(ctx: Ctx, input: Input, origin: Origin): Promise<AppError> {
  const captchaEnabled = await pictureNeeded(ctx.app, input.username, origin);
  const message = (await smsEnabled(ctx.app)) ? '用户名、密码或短信验证码错误' : '用户名或密码错误';
  return new AppError('auth.badCredentials', message, { captchaEnabled });
}

/** True when the try came with a right picture; throws auth.captchaRequired when it needed one, or came with a wrong one. */
async function checkCaptcha(ctx: Ctx, input: Input, { answer, origin }: { answer: string | null; origin: Origin }): Promise<boolean> {
  if (answer !== null && sameAnswer(answer, input.code)) return true;
  // a captcha drawn before the name was known is not required of a known device
  if (!(await pictureNeeded(ctx.app, input.username, origin))) return false;
  await countWrongPicture(ctx.app, origin);
  await wantPicture(ctx, origin);
  throw new AppError('auth.captchaRequired', input.code ? '验证码错误，请重新输入' : '请输入验证码', { captchaEnabled: true });
}

/** The next captchaImage from there draws a picture, also for a client that does not send the name. */
const wantPicture = (ctx: Ctx, origin: Origin) => (origin.kind === 'address' ? take(ctx.app, wantedLimit(origin.ip)) : undefined);

/** The ticket carries the encryption key as well, so it can expire even where no captcha was shown. */
async function staleTicket(ctx: Ctx, input: Input, origin: Origin): Promise<AppError> {
  const captchaEnabled = await pictureNeeded(ctx.app, input.username, origin);
  return new AppError('auth.captchaRequired', captchaEnabled ? '验证码已失效，请刷新后重试' : '页面停留过久，请重试', { captchaEnabled });
}

/** Marks the account as under attack for administrators; the statement also runs for names that do not exist, for equal timing. */
async function markGuarded(ctx: Ctx, username: string, until: Date): Promise<void> {
  await ctx.app.db
    .updateTable('sysUser')
    .set({ guardedUntil: until })
    .where(sql<string>`lower(username)`, '=', username.toLowerCase())
    .where('deletedAt', 'is', null)
    .execute();
}

async function welcome(ctx: Ctx, user: Candidate): Promise<z.input<typeof Token>> {
  const { app, now } = ctx;
  const { token, expiresIn } = await app.db.transaction().execute(async (db) => {
    const loginLogId = await writeLoginLog(db, ctx, { event: 'login', result: '1', reason: null, user });
    await db.updateTable('sysUser').set({ lastLoginTime: now, lastLoginIp: ctx.ip }).where('id', '=', user.id).execute();
    await rememberDevice(ctx, db, user.id);
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
