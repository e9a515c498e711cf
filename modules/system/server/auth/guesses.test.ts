import { describe, expect, it } from 'vitest';
import { startApp, type Answer, type Send } from '#kit/test/app.ts';
import { PASSWORD, change, login, person, ticket } from './test-client.ts';

const WRONG = 'Wrong#Pass2026okk';
const MINUTE_MS = 60_000;
const app = startApp({ settings: { captcha: 'adaptive', trustProxy: ['127.0.0.1'] } });

/** A program or browser at an address, with or without the cookie of a device. */
const at =
  (ip: string, cookie?: string): Send =>
  (method, path, body, headers = {}) =>
    app.stranger(method, path, body, { 'x-forwarded-for': ip, ...(cookie ? { cookie } : {}), ...headers });
const cookieOf = (answer: Answer): string => String(answer.headers['set-cookie']).split(';')[0] ?? '';

/** One try from an address with the picture answered rightly when there is one. */
async function attempt(send: Send, username: string, password: string): Promise<Answer> {
  const { data } = await send('GET', `/system/captchaImage?username=${username}`);
  const answer = await app.database.db.selectFrom('sysCaptcha').select('answer').where('uuid', '=', data.uuid).executeTakeFirstOrThrow();
  return login(app, { username, password, ticket: data, send, ...(answer.answer === null ? {} : { code: answer.answer }) });
}
const pass = (ms: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
};
const hashesOf = async (userId: string) =>
  (await app.database.db.selectFrom('sysLoginLog').select('id').where('userId', '=', userId).where('reason', '=', '密码错误').execute())
    .length;

describe('guesses of strangers', () => {
  it('do not shut anybody out: the right password passes with a picture, at once and from the same address', async () => {
    const user = await person(app);
    const send = at('10.0.0.1');
    for (let count = 0; count < 5; count++) expect((await attempt(send, user.username, WRONG)).status).toBe(422);
    const bare = await login(app, { username: user.username, password: PASSWORD, ticket: await ticket(app, 'somebody-new'), send });
    expect([bare.status, bare.error, bare.data]).toEqual([422, 'auth.captchaRequired', { captchaEnabled: true }]);
    expect((await attempt(send, user.username, PASSWORD)).status).toBe(200);
    expect((await attempt(at('10.0.0.2'), user.username, PASSWORD)).status).toBe(200);
  });

  it('cost a minute at worst, not ten, and nothing elsewhere', async () => {
    const user = await person(app);
    const send = at('10.0.1.1');
    for (let count = 0; count < 7; count++) expect((await attempt(send, user.username, WRONG)).status).toBe(422);
    const refused = await attempt(send, user.username, PASSWORD);
    expect([refused.status, refused.error]).toEqual([429, 'throttle.exceeded']);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await attempt(at('10.0.1.2'), user.username, PASSWORD)).status).toBe(200);
    pass(MINUTE_MS + 1000);
    expect((await attempt(send, user.username, PASSWORD)).status).toBe(200);
  });

  it('are not felt on a device that the person has signed in from', async () => {
    const user = await person(app);
    const home = await attempt(at('10.0.2.1'), user.username, PASSWORD);
    const cookie = cookieOf(home);
    expect(String(home.headers['set-cookie'])).toMatch(/^data_ui_device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/);
    for (let count = 0; count < 9; count++) await attempt(at('10.0.2.1'), user.username, WRONG);
    const own = at('10.0.2.1', cookie);
    expect((await own('GET', `/system/captchaImage?username=${user.username}`)).data.captchaEnabled).toBe(false);
    const again = await login(app, {
      username: user.username,
      password: PASSWORD,
      ticket: (await own('GET', '/system/captchaImage')).data,
      send: own,
    });
    expect(again.status).toBe(200);
    expect(again.headers['set-cookie']).toBeUndefined();
    // the cookie is worth nothing for somebody else's account, and is no session
    const other = await person(app);
    for (let count = 0; count < 2; count++) await attempt(at('10.0.2.9'), other.username, WRONG);
    expect((await own('GET', `/system/captchaImage?username=${other.username}`)).data.captchaEnabled).toBe(true);
    expect((await own('GET', '/system/users/route')).status).toBe(401);
  });

  it('of a known device are bounded as well', async () => {
    const user = await person(app);
    const own = at('10.0.3.1', cookieOf(await attempt(at('10.0.3.1'), user.username, PASSWORD)));
    const statuses: number[] = [];
    for (let count = 0; count < 9; count++) statuses.push((await attempt(own, user.username, WRONG)).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 422, 429, 429]);
    expect(await hashesOf(user.id)).toBe(7);
  });

  it('at unknown names do not lock everybody behind the address', async () => {
    const send = at('10.0.4.1');
    const user = await person(app);
    for (let count = 0; count < 34; count++) await attempt(send, `nobody_${count}`, WRONG);
    expect((await attempt(send, user.username, PASSWORD)).status).toBe(200);
  }, 60_000);

  it('are bounded: 5 free in ten minutes, then 2 a minute from an address and 10 from all, parallel or not', async () => {
    const user = await person(app);
    const from = (n: number) => at(`10.1.0.${n}`);
    for (let count = 0; count < 5; count++) await attempt(from(1), user.username, WRONG);
    expect(await hashesOf(user.id)).toBe(5);
    const burst = await Promise.all(Array.from({ length: 8 }, () => attempt(from(1), user.username, WRONG)));
    expect(burst.filter((answer) => answer.status === 422)).toHaveLength(2);
    expect(await hashesOf(user.id)).toBe(7);
    for (let n = 2; n <= 8; n++) for (let count = 0; count < 3; count++) await attempt(from(n), user.username, WRONG);
    expect(await hashesOf(user.id)).toBe(15);
    // ten minutes of somebody who never stops, from one address
    let before = await hashesOf(user.id);
    pass(11 * MINUTE_MS);
    for (let minute = 0; minute < 10; minute++) {
      for (let count = 0; count < 6; count++) await attempt(from(1), user.username, WRONG);
      pass(MINUTE_MS);
    }
    expect((await hashesOf(user.id)) - before).toBeLessThanOrEqual(5 + 2 * 10);
    before = await hashesOf(user.id);
    expect((await app.admin('GET', `/system/users/${user.id}`)).data.lockedUntil).toBeNull();
  }, 120_000);

  it('are shown to administrators, who can lift the limit, for each other too', async () => {
    pass(11 * MINUTE_MS);
    const second = app.as((await app.make.user({ roles: ['secadmin'] })).token);
    const send = at('10.0.6.1');
    for (let count = 0; count < 7; count++) await attempt(send, 'admin', WRONG);
    const page = await app.admin('GET', '/system/users/page?username=admin');
    const admin = page.data.data.find((row: { username: string }) => row.username === 'admin');
    expect(new Date(admin.guardedUntil).getTime()).toBeGreaterThan(app.clock.now.getTime());
    expect((await attempt(send, 'admin', 'Admin#Test2026ok')).status).toBe(429);
    expect((await second('PUT', `/system/users/${admin.id}/unlock`, {})).status).toBe(200);
    expect((await attempt(send, 'admin', 'Admin#Test2026ok')).status).toBe(200);
    expect((await app.admin('GET', `/system/users/${admin.id}`)).data.guardedUntil).toBeNull();
  });

  it('many pictures asked for at an address do not keep away who signs in there', async () => {
    pass(2 * MINUTE_MS);
    const user = await person(app);
    const cookie = cookieOf(await attempt(at('10.0.7.1'), user.username, PASSWORD));
    for (let count = 0; count < 62; count++) await at('10.0.7.1')('GET', '/system/captchaImage');
    expect((await at('10.0.7.1')('GET', '/system/captchaImage')).status).toBe(429);
    expect((await attempt(at('10.0.7.1', cookie), user.username, PASSWORD)).status).toBe(200);
  });
});

describe('devices', () => {
  const devices = async (userId: string) => app.database.db.selectFrom('sysDevice').selectAll().where('userId', '=', userId).execute();

  it('a cookie that somebody has planted is replaced, and theirs becomes a stranger', async () => {
    pass(11 * MINUTE_MS);
    const [thief, victim] = [await person(app), await person(app)];
    const planted = cookieOf(await attempt(at('10.0.8.1'), thief.username, PASSWORD));
    const fresh = cookieOf(await attempt(at('10.0.8.2', planted), victim.username, PASSWORD));
    expect(fresh).not.toBe(planted);
    for (let count = 0; count < 3; count++) await attempt(at('10.0.8.1'), victim.username, WRONG);
    expect((await at('10.0.8.1', planted)('GET', `/system/captchaImage?username=${victim.username}`)).data.captchaEnabled).toBe(true);
    // both accounts are known in that browser
    expect([(await devices(thief.id)).length, (await devices(victim.id)).length]).toEqual([1, 1]);
    expect(JSON.stringify(await devices(victim.id))).not.toContain(fresh.split('=')[1]);
  });

  it('are forgotten when somebody else sets the password', async () => {
    const user = await person(app);
    await attempt(at('10.0.9.1'), user.username, PASSWORD);
    expect(await devices(user.id)).toHaveLength(1);
    await app.admin('PUT', '/system/users/reset/password', { id: user.id });
    expect(await devices(user.id)).toHaveLength(0);
  });
});

describe('accounts that do not sign in', () => {
  it('say so to the right password alone; wrong ones learn nothing', async () => {
    pass(11 * MINUTE_MS);
    const send = at('10.0.10.1');
    const closed = async (set: Parameters<typeof change>[2]) => {
      const user = await person(app);
      await change(app, user.id, set);
      return user;
    };
    const cases = [
      [await closed({ status: '0' }), '账号已禁用，请联系管理员启用'],
      [await closed({ expireTime: new Date(app.clock.now.getTime() - 1000) }), '账号已过期，请联系管理员延长有效期'],
      [await closed({ lockedUntil: new Date(app.clock.now.getTime() + MINUTE_MS) }), '账号已锁定，请联系管理员解除锁定'],
    ] as const;
    const wrong = await attempt(send, 'nobody_here', WRONG);
    for (const [user, msg] of cases) {
      expect(await attempt(at('10.0.10.2'), user.username, PASSWORD)).toMatchObject({ status: 422, error: 'auth.accountClosed', msg });
      const learned = await attempt(send, user.username, WRONG);
      expect({ ...learned.body, requestId: '', timestamp: 0 }).toEqual({ ...wrong.body, requestId: '', timestamp: 0 });
    }
    await change(app, cases[0][0].id, { status: '1' });
    expect((await attempt(at('10.0.10.2'), cases[0][0].username, PASSWORD)).status).toBe(200);
  });
});
