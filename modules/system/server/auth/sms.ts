import { randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import type { JobHandler } from '#kit/server/jobs.ts';
import { readConfig } from '../config-values.ts';
import { noteWorking, smsSettings } from './channels.ts';
import { assertPicture, countAttempt, isDue } from './code-limits.ts';
import { originOf } from './guesses.ts';
import { SMS_GATEWAY_URL, SMS_TEXT } from './settings.ts';
import { sendToGateway } from './sms-gateway.ts';
import { nameKey, take } from './throttle.ts';

const LIFE_MS = 300_000;
const MAX_TRIES = 5;
const MINUTE_MS = 60_000;
/** Seconds before the next message may be asked for. */
export const RESEND_SECONDS = 60;
export const SMS_JOB = 'system.sms';

/** Who is to get a code, and the picture that it costs. */
export interface CodeRequest {
  readonly username: string | null;
  readonly phone: string | null;
  readonly uuid: string | null;
  readonly code: string | null;
}

/**
 * Sends a sign-in code to the number registered for the account. Known and unknown names and numbers take the same way and get the
 * same answer: the row of an unknown one belongs to nobody. The code is bound to the account, never to what the caller typed.
 */
export async function requestCode(ctx: Ctx, options: CodeRequest): Promise<void> {
  const { app, now } = ctx;
  await assertPicture(app, options);
  const user = await app.db
    .selectFrom('sysUser')
    .select(['id', 'username', 'phone'])
    .where(
      options.username !== null
        ? sql<boolean>`lower(username) = ${options.username.toLowerCase()}`
        : sql<boolean>`phone = ${options.phone}`,
    )
    .where('phone', 'is not', null)
    .where('status', '=', '1')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  const origin = await originOf(ctx, user?.username ?? options.username ?? '');
  await countAttempt(app, 'sms', { typed: options.username ?? options.phone ?? '', origin });
  const isSent = user !== undefined && (await isDue(app, 'sms', { userId: user.id, origin }));
  const isGateway = Boolean(await readConfig(app.db, SMS_GATEWAY_URL));
  const id = app.ids.next();
  await app.db.transaction().execute(async (db) => {
    await db
      .insertInto('sysSms')
      .values({
        id,
        userId: isSent ? user.id : null,
        phone: isSent ? user.phone : null,
        scene: 'login',
        code: String(randomInt(1_000_000)).padStart(6, '0'),
        state: isGateway ? 'waiting' : 'outbox',
        createTime: now,
        expireTime: new Date(now.getTime() + LIFE_MS),
      })
      .execute();
    if (isGateway) await app.jobs.enqueue(db, { kind: SMS_JOB, subject: id, payload: { id }, createBy: user?.id ?? 'system' });
  });
}

/** Checks and uses up the newest code of an account; five wrong tries kill it. */
export async function consumeCode(app: App, userId: string, given: string | null): Promise<boolean> {
  const row = await app.db
    .updateTable('sysSms')
    .set({ tries: sql`tries + 1` })
    .where((e) =>
      e(
        'id',
        '=',
        e
          .selectFrom('sysSms')
          .select('id')
          .where('userId', '=', userId)
          .where('scene', '=', 'login')
          .orderBy('createTime', 'desc')
          .orderBy('id', 'desc')
          .limit(1),
      ),
    )
    .where('isUsed', '=', '0')
    .where('tries', '<', MAX_TRIES)
    .where('expireTime', '>', app.now())
    .returning(['id', 'code'])
    .executeTakeFirst();
  if (!row || given === null || given.length !== row.code.length || !timingSafeEqual(Buffer.from(given), Buffer.from(row.code)))
    return false;
  const used = await app.db
    .updateTable('sysSms')
    .set({ isUsed: '1' })
    .where('id', '=', row.id)
    .where('isUsed', '=', '0')
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/**
 * Sends a test message through the present gateway; what it proves lasts until the gateway changes. Throws what the gateway answers in
 * Chinese, throttle.exceeded after ten an hour.
 */
export async function sendTestSms(ctx: Ctx, phone: string): Promise<void> {
  const { app, user, now } = ctx;
  const settings = await smsSettings(app);
  if (settings === null) throw new AppError('rule.broken', '请先在参数管理中填写短信网关地址');
  await take(app, { key: `sms-test:${user.id}`, most: 10, windowMs: 60 * MINUTE_MS });
  await take(app, { key: `sms-test:${nameKey(phone)}`, most: 5, windowMs: 60 * MINUTE_MS });
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const id = app.ids.next();
  const row = { id, userId: user.id, phone, scene: 'test', code, createTime: now, expireTime: now };
  const keep = (state: 'sent' | 'failed', result: string) =>
    app.db
      .insertInto('sysSms')
      .values({ ...row, state, result: result.slice(0, 500) })
      .execute();
  try {
    await sendToGateway(
      app,
      { phone, content: smsText(await readConfig(app.db, SMS_TEXT), code), code },
      { signal: ctx.signal, userId: user.id },
    );
  } catch (error) {
    await keep('failed', error instanceof Error ? error.message : String(error));
    throw error;
  }
  await keep('sent', '短信网关已接收测试短信');
  await noteWorking(app, 'sms', settings);
}

/** The text of a message; the outbox shows the code only when no gateway has delivered it. */
export const smsText = (template: string | null, code: string): string =>
  (template?.includes('{code}') || (template && code === '') ? template : '您的登录验证码是{code}，5分钟内有效，请勿告诉他人。').replaceAll(
    '{code}',
    code,
  );

/** Puts a text into the outbox, for the gateway; `code` takes the place of {code} and is not shown to administrators. */
export async function queueSms(
  app: App,
  db: Db,
  sms: { userId: string; phone: string; scene: 'reset' | 'told'; content: string; code: string },
): Promise<void> {
  const id = app.ids.next();
  const now = app.now();
  await db
    .insertInto('sysSms')
    .values({ ...sms, id, state: 'waiting', createTime: now, expireTime: new Date(now.getTime() + LIFE_MS) })
    .execute();
  await app.jobs.enqueue(db, { kind: SMS_JOB, subject: id, payload: { id }, createBy: sms.userId });
}

/** Hands one message to the HTTP gateway; a repeated run sends again only when the first did not get through. */
export const sendSms: JobHandler<{ id: string }> = async ({ app, payload, signal }) => {
  const sms = await app.db
    .selectFrom('sysSms')
    .select(['phone', 'code', 'state', 'content'])
    .where('id', '=', payload.id)
    .executeTakeFirst();
  if (!sms?.phone || sms.state !== 'waiting') return '无需发送';
  const mark = (state: 'sent' | 'failed', result: string) =>
    app.db
      .updateTable('sysSms')
      .set({ state, result: result.slice(0, 500) })
      .where('id', '=', payload.id)
      .execute();
  const content = smsText(sms.content ?? (await readConfig(app.db, SMS_TEXT)), sms.code);
  const settings = await smsSettings(app);
  try {
    await sendToGateway(app, { phone: sms.phone, content, code: sms.code }, { signal });
  } catch (error) {
    await mark('failed', error instanceof Error ? error.message : String(error));
    throw error;
  }
  await mark('sent', '短信网关已接收');
  if (settings !== null) await noteWorking(app, 'sms', settings);
  return '已发送';
};
