import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { ChangeCollector, writeOperLog } from '#kit/server/audit.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import type { JobHandler } from '#kit/server/jobs.ts';
import { courierOf } from '#kit/server/module.ts';
import { ResetForm, type ResetChannel, type reset } from '../../contract/reset.ts';
import { loadAccount } from '../account.ts';
import { readConfig } from '../config-values.ts';
import { mailOut, workingChannels } from './channels.ts';
import { assertPicture, countAttempt, isDue } from './code-limits.ts';
import { forgetGuesses, originOf } from './guesses.ts';
import { hashPassword } from './hash.ts';
import { writeLoginLog } from './login-record.ts';
import { assertNotRecent, storePassword } from './passwords.ts';
import { openTexts } from './sealed-input.ts';
import { SELF_RESET, isOn } from './settings.ts';
import { RESEND_SECONDS, queueSms } from './sms.ts';

/*
 * A forgotten password is set again with a code that goes to the registered telephone or mailbox. Known and unknown names take the same
 * way and get the same answers; the row of an unknown one belongs to nobody, and no code fits it. A code works once, for ten minutes, five
 * tries long, and only with the ticket of the page that asked for it.
 */

export const RESET_JOB = 'system.passwordReset';
const MINUTE_MS = 60_000;
const LIFE_MS = 10 * MINUTE_MS;
const MAX_TRIES = 5;

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex');
const WORDS: Record<ResetChannel, string> = { sms: '短信', mail: '邮件' };

/** The channels that the sign-in page may offer. */
export async function resetChannels(app: App): Promise<ResetChannel[]> {
  return isOn(await readConfig(app.db, SELF_RESET)) ? workingChannels(app) : [];
}

type CodeBody = z.output<(typeof reset.code)['body']>;

/** Sends a code to the account, if there is one that it can reach; answers the ticket that the code will work with. */
export async function requestResetCode(ctx: Ctx, body: CodeBody): Promise<{ ticket: string; seconds: number }> {
  const { app, now } = ctx;
  const { username, channel } = body;
  if (!(await resetChannels(app)).includes(channel)) throw new AppError('rule.broken', '该方式暂不可用，请联系管理员重置密码');
  await assertPicture(app, { uuid: body.uuid, code: body.code ?? null });
  const origin = await originOf(ctx, username);
  await countAttempt(app, 'reset', { typed: username, origin });
  const user = await reachable(app, username, channel);
  const isSent = user !== undefined && (await isDue(app, 'reset', { userId: user.id, origin }));
  const [id, ticket] = [app.ids.next(), randomBytes(32).toString('base64url')];
  await app.db.transaction().execute(async (db) => {
    await db
      .insertInto('sysPasswordReset')
      .values({
        id,
        userId: isSent ? user.id : null,
        channel,
        ticketHash: hashOf(ticket),
        code: String(randomInt(1_000_000)).padStart(6, '0'),
        ip: ctx.ip,
        createTime: now,
        expireTime: new Date(now.getTime() + LIFE_MS),
      })
      .execute();
    await app.jobs.enqueue(db, { kind: RESET_JOB, subject: id, payload: { id }, createBy: user?.id ?? 'system' });
  });
  return { ticket, seconds: RESEND_SECONDS };
}

/** The account of a name, when it signs in and can be reached. */
function reachable(app: App, username: string, channel: ResetChannel) {
  const now = app.now();
  return app.db
    .selectFrom('sysUser')
    .select('id')
    .where(sql<string>`lower(username)`, '=', username.toLowerCase())
    .where('deletedAt', 'is', null)
    .where('status', '=', '1')
    .where((e) => e.or([e('expireTime', 'is', null), e('expireTime', '>', now)]))
    .where((e) => e.or([e('lockedUntil', 'is', null), e('lockedUntil', '<=', now)]))
    .where(channel === 'sms' ? 'phone' : 'email', 'is not', null)
    .executeTakeFirst();
}

/** Brings a code to its person; for names without one there is nothing to do. */
export const sendResetCode: JobHandler<{ id: string }> = async ({ app, payload }) => {
  const row = await app.db
    .selectFrom('sysPasswordReset as r')
    .innerJoin('sysUser as u', 'u.id', 'r.userId')
    .select(['r.code', 'r.channel', 'r.expireTime', 'r.isUsed', 'u.id', 'u.nickname', 'u.phone', 'u.email'])
    .where('r.id', '=', payload.id)
    .executeTakeFirst();
  if (!row || row.isUsed === '1' || row.expireTime <= app.now()) return '无需发送';
  const text = '您正在找回数智大脑的登录密码，验证码是{code}，10分钟内有效。如非本人操作，请忽略并告知管理员。';
  if (row.channel === 'sms' && row.phone)
    await queueSms(app, app.db, { userId: row.id, phone: row.phone, scene: 'reset', content: text, code: row.code });
  else if (row.channel === 'mail' && row.email)
    await mailOut(app, { name: row.nickname, address: row.email, subject: '找回密码验证码', text: text.replace('{code}', row.code) });
  return '已发送';
};

type SubmitBody = z.output<(typeof reset.submit)['body']>;
const WRONG = '验证码不正确或已失效，请核对后重试或重新获取';

/** Sets the new password with a code: all sessions end, the operation log has an entry and the person is notified. */
export async function submitReset(ctx: Ctx, body: SubmitBody): Promise<{ success: true }> {
  const { app } = ctx;
  const started = performance.now();
  const [password, confirmPassword] = await openTexts(app, body.uuid, [body.password, body.confirmPassword]);
  const form = ResetForm.safeParse({ password, confirmPassword });
  if (!form.success) {
    const issues = form.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
    throw new AppError('input.invalid', issues[0]?.message, issues);
  }
  // the try is counted before the comparison: parallel tries share the five
  const row = await app.db
    .updateTable('sysPasswordReset')
    .set({ tries: sql`tries + 1` })
    .where('ticketHash', '=', hashOf(body.ticket))
    .where('isUsed', '=', '0')
    .where('tries', '<', MAX_TRIES)
    .where('expireTime', '>', app.now())
    .returning(['id', 'userId', 'code', 'channel'])
    .executeTakeFirst();
  const isRight =
    row !== undefined && body.code.length === row.code.length && timingSafeEqual(Buffer.from(body.code), Buffer.from(row.code));
  const account = row?.userId ? await loadAccount(app.db, row.userId) : null;
  if (!row || !isRight || !account) {
    if (account) await writeLoginLog(app.db, ctx, { event: 'reset', result: '0', reason: '找回密码的验证码错误', user: account });
    throw new AppError('rule.broken', WRONG, [{ path: 'code', message: WRONG }]);
  }
  const { passwordHash: present } = await app.db
    .selectFrom('sysUser')
    .select('passwordHash')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  await assertNotRecent(app.db, { userId: account.id, present, given: form.data.password });
  const passwordHash = await hashPassword(form.data.password);
  await app.db.transaction().execute(async (db) => {
    const used = await db
      .updateTable('sysPasswordReset')
      .set({ isUsed: '1' })
      .where('id', '=', row.id)
      .where('isUsed', '=', '0')
      .returning('id')
      .executeTakeFirst();
    if (!used) throw new AppError('rule.broken', WRONG, [{ path: 'code', message: WRONG }]);
    // other codes of the account are worth nothing any more
    await db.updateTable('sysPasswordReset').set({ isUsed: '1' }).where('userId', '=', account.id).where('isUsed', '=', '0').execute();
    await storePassword(app, db, { userId: account.id, passwordHash, mustChange: false });
    await forgetGuesses(db, account);
    await db.updateTable('sysUser').set({ guardedUntil: null }).where('id', '=', account.id).execute();
    await writeLoginLog(db, ctx, { event: 'reset', result: '1', reason: `通过${WORDS[row.channel]}找回密码`, user: account });
    const trail = new ChangeCollector();
    trail.note(`用户“${account.nickname}（${account.username}）”通过${WORDS[row.channel]}找回密码`);
    const caller = { user: account, session: { id: '', locked: false, mustChangePassword: false } };
    const actor = { caller, ip: ctx.ip, userAgent: ctx.userAgent, requestId: ctx.requestId, route: ctx.route };
    await writeOperLog(app, db, { ctx: actor, params: {}, body: {}, trail, ms: performance.now() - started, error: null });
    await notifyPerson(app, db, account.id);
  });
  return { success: true };
}

/** Notifies the person in the bell and on the configured channels, so that a reset by somebody else is noticed. */
async function notifyPerson(app: App, db: Db, userId: string): Promise<void> {
  const text = '您的数智大脑登录密码已通过“忘记密码”重新设置，所有设备已退出登录。如非本人操作，请立即联系管理员。';
  await courierOf(app)?.notify(app, db, { to: [userId], title: '您的密码已重新设置', text, path: '/user/profile', key: null });
  const person = await db.selectFrom('sysUser').select(['nickname', 'phone', 'email']).where('id', '=', userId).executeTakeFirstOrThrow();
  const channels = await workingChannels(app);
  if (person.phone && channels.includes('sms'))
    await queueSms(app, db, { userId, phone: person.phone, scene: 'told', content: text, code: '' });
  if (person.email && channels.includes('mail'))
    await app.jobs.enqueue(db, { kind: RESET_NOTICE_JOB, subject: userId, payload: { userId, text }, createBy: userId });
}

export const RESET_NOTICE_JOB = 'system.passwordResetTold';
/** The mail after a reset. */
export const mailAfterReset: JobHandler<{ userId: string; text: string }> = async ({ app, payload }) => {
  const person = await app.db.selectFrom('sysUser').select(['nickname', 'email']).where('id', '=', payload.userId).executeTakeFirst();
  if (!person?.email) return '无需发送';
  await mailOut(app, { name: person.nickname, address: person.email, subject: '您的密码已重新设置', text: payload.text });
  return '已发送';
};

/** Sends a test to the caller's own telephone or mailbox; a telephone message goes through the outbox, which shows how it went. */
export async function testChannel(ctx: Ctx, channel: ResetChannel): Promise<{ to: string }> {
  const { app, user } = ctx;
  const started = performance.now();
  const person = await app.db
    .selectFrom('sysUser')
    .select(['nickname', 'phone', 'email'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const to = channel === 'sms' ? person.phone : person.email;
  if (!to) throw new AppError('rule.broken', `请先在个人中心登记您的${channel === 'sms' ? '手机号码' : '电子邮箱'}，测试消息会发到那里`);
  const text = '这是一条测试消息：数智大脑可以通过该方式发送通知与验证码。';
  if (channel === 'mail') {
    if (!(await courierOf(app)?.mailSettings(app))) throw new AppError('rule.broken', '请先填写邮件服务器地址');
    await mailOut(app, { name: person.nickname, address: to, subject: '测试邮件', text });
  } else {
    if (!(await readConfig(app.db, 'sys.sms.gatewayUrl'))) throw new AppError('rule.broken', '请先填写短信网关地址');
    await app.db.transaction().execute((db) => queueSms(app, db, { userId: user.id, phone: to, scene: 'told', content: text, code: '' }));
  }
  const trail = new ChangeCollector();
  trail.note(`测试${WORDS[channel]}`);
  await writeOperLog(app, app.db, { ctx, params: {}, body: { channel }, trail, ms: performance.now() - started, error: null });
  return { to };
}
