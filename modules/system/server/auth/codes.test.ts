import { beforeEach, describe, expect, it } from 'vitest';
import { startApp, type Answer, type Send } from '#kit/test/app.ts';
import { PASSWORD, login, person } from './test-client.ts';

const app = startApp({ settings: { captcha: 'adaptive', trustProxy: ['127.0.0.1'] } });
const MINUTE_MS = 60_000;
const CALL = '/system/captchaSms';

beforeEach(async () => {
  app.clock.now = new Date();
  await app.database.db.deleteFrom('sysThrottle').execute();
});
const pass = (ms: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
};
/** A browser at an address, with or without the cookie of a device. */
const at =
  (ip: string, cookie?: string): Send =>
  (method, path, body, headers = {}) =>
    app.stranger(method, path, body, { 'x-forwarded-for': ip, ...(cookie ? { cookie } : {}), ...headers });

/** A picture with its right answer. */
async function solved(send: Send): Promise<{ uuid: string; code: string }> {
  const { data } = await send('GET', '/system/captchaImage?picture=1');
  expect(data.captchaEnabled).toBe(true);
  const row = await app.database.db.selectFrom('sysCaptcha').select('answer').where('uuid', '=', data.uuid).executeTakeFirstOrThrow();
  return { uuid: data.uuid, code: String(row.answer) };
}
const ask = async (send: Send, who: { username?: string; phone?: string }): Promise<Answer> =>
  send('POST', CALL, { ...who, ...(await solved(send)) });
const sentTo = async (userId: string) =>
  (await app.database.db.selectFrom('sysSms').select('id').where('userId', '=', userId).execute()).length;
/** The cookie of a browser that the account has signed in from. */
async function knownBrowser(username: string, ip: string): Promise<Send> {
  const entered = await login(app, { username, password: PASSWORD, send: at(ip) });
  expect(entered.status).toBe(200);
  return at(ip, String(entered.headers['set-cookie']).split(';')[0] ?? '');
}

describe('codes by text message', () => {
  it('cost a picture each, whoever asks', async () => {
    const user = await person(app);
    for (const send of [at('10.1.0.1'), await knownBrowser(user.username, '10.1.0.2')]) {
      const bare = await send('POST', CALL, { username: user.username });
      expect([bare.status, bare.error, bare.data]).toEqual([422, 'auth.captchaRequired', { captchaEnabled: true }]);
      const { uuid, code } = await solved(send);
      expect((await send('POST', CALL, { username: user.username, uuid, code: `${code}1` })).error).toBe('auth.captchaRequired');
      // it has been used up
      expect((await send('POST', CALL, { username: user.username, uuid, code })).error).toBe('auth.captchaRequired');
      expect((await ask(send, { username: user.username })).status).toBe(200);
      pass(MINUTE_MS + 1000);
    }
    expect(await sentTo(user.id)).toBe(2);
  });

  it('of a person are not used up by strangers, not even from the same address', async () => {
    const user = await person(app);
    const home = await knownBrowser(user.username, '10.1.1.1');
    const { phone } = await app.database.db.selectFrom('sysUser').select('phone').where('id', '=', user.id).executeTakeFirstOrThrow();
    for (let count = 0; count < 6; count++) {
      await ask(at('10.1.1.1'), { username: user.username });
      await ask(at('10.1.1.1'), { phone: String(phone) });
      pass(MINUTE_MS + 1000);
    }
    expect((await ask(at('10.1.1.1'), { username: user.username })).status).toBe(429);
    const before = await sentTo(user.id);
    expect((await ask(home, { username: user.username })).status).toBe(200);
    expect((await ask(home, { phone: String(phone) })).status).toBe(200);
    // asked for by name and by number from one place: one message
    expect(await sentTo(user.id)).toBe(before + 1);
    // a stranger elsewhere does not feel the first one either
    expect((await ask(at('10.1.1.9'), { username: user.username })).status).toBe(200);
    expect(await sentTo(user.id)).toBe(before + 2);
  });

  it('of all strangers together stay below thirty a day for one telephone; the own device goes on', async () => {
    const user = await person(app);
    const home = await knownBrowser(user.username, '10.1.2.1');
    for (let place = 0; place < 8; place++)
      for (let count = 0; count < 5; count++) {
        expect((await ask(at(`10.1.3.${place}`), { username: user.username })).status).toBe(200);
        pass(MINUTE_MS + 1000);
      }
    expect(await sentTo(user.id)).toBe(30);
    expect((await ask(home, { username: user.username })).status).toBe(200);
    expect(await sentTo(user.id)).toBe(31);
  });
});
