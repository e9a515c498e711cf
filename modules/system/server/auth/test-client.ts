import { constants, publicEncrypt, randomBytes } from 'node:crypto';
import type { Answer, Send, TestApp } from '#kit/test/app.ts';
import type { MadeUser } from '#kit/test/make.ts';
import { hashPassword } from './hash.ts';

export const PASSWORD = 'Secret#Pass2026ok';

export interface Ticket {
  uuid: string;
  publicKey: string;
  captchaEnabled: boolean;
  img: string;
}

/** Encrypts as the browser does. */
export function seal(publicKey: string, text: string, over: { t?: number; n?: string } = {}): string {
  const payload = JSON.stringify({ p: text, t: Date.now(), n: randomBytes(12).toString('hex'), ...over });
  return publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, Buffer.from(payload)).toString(
    'base64',
  );
}

export async function ticket(app: TestApp, username?: string): Promise<Ticket> {
  const answer = await app.stranger('GET', `/system/captchaImage${username ? `?username=${encodeURIComponent(username)}` : ''}`);
  if (answer.status !== 200) throw new Error(`captchaImage answered ${answer.status}`);
  return answer.data as Ticket;
}

export interface Guess {
  username: string;
  password: string;
  code?: string;
  smsCode?: string;
  ticket?: Ticket;
  send?: Send;
}

/** Reading A of the sign-in call, with a fresh ticket. */
export async function login(app: TestApp, guess: Guess): Promise<Answer> {
  const { username, password, ticket: given, send = app.stranger, ...rest } = guess;
  const { uuid, publicKey } = given ?? (await ticket(app, username));
  return send('POST', '/auth/login', {
    username,
    password: seal(publicKey, password, { t: app.clock.now.getTime() }),
    uuid,
    type: 0,
    ...rest,
  });
}

/** An account that can sign in with `PASSWORD`. */
export async function person(app: TestApp, options: Parameters<TestApp['make']['user']>[0] = {}): Promise<MadeUser> {
  const made = await app.make.user(options);
  await app.database.db
    .updateTable('sysUser')
    .set({ passwordHash: await hashPassword(PASSWORD) })
    .where('id', '=', made.id)
    .execute();
  return made;
}

/** Gives an account another standing, as an administrator would. */
export const change = (
  app: TestApp,
  userId: string,
  set: {
    status?: '0' | '1';
    mustChangePassword?: '0' | '1';
    phone?: string | null;
    expireTime?: Date;
    passwordTime?: Date;
    lockedUntil?: Date;
  },
) => app.database.db.updateTable('sysUser').set(set).where('id', '=', userId).execute();

export const setConfig = (app: TestApp, key: string, value: string) =>
  app.database.db.updateTable('sysConfig').set({ configValue: value }).where('configKey', '=', key).execute();
