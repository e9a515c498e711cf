import { describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { makeChallenge, paint, sameAnswer } from '../../core/captcha.ts';
import { PASSWORD, login, person, ticket, type Ticket } from './test-client.ts';
import { addressKey } from './throttle.ts';

const WRONG = 'Wrong#Pass2026okk';
const MINUTE_MS = 60_000;

describe('limits without captcha', () => {
  const app = startApp();

  it('200 parallel guesses compute at most five hashes', async () => {
    const user = await person(app);
    const start = Date.now();
    const tickets: Ticket[] = [];
    for (let minute = 0; tickets.length < 200; minute++) {
      app.clock.now = new Date(start + minute * 61_000); // 60 captchas a minute from one address
      for (let count = 0; count < 58 && tickets.length < 200; count++) tickets.push(await ticket(app));
    }
    const answers = await Promise.all(tickets.map((each) => login(app, { username: user.username, password: WRONG, ticket: each })));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(195);
    const refused = answers.find((answer) => answer.status === 429);
    expect(refused?.error).toBe('throttle.exceeded');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(300);
    // one row of the login log for each hash that was computed
    const log = await app.database.db.selectFrom('sysLoginLog').select('reason').where('userId', '=', user.id).execute();
    expect(log).toHaveLength(5);

    app.clock.now = new Date(app.clock.now.getTime() + MINUTE_MS);
    expect((await login(app, { username: user.username, password: PASSWORD })).status).toBe(429);
    app.clock.now = new Date(app.clock.now.getTime() + 10 * MINUTE_MS);
    expect((await login(app, { username: user.username, password: PASSWORD })).status).toBe(200);
  }, 60_000);

  it('successes do not count, however many at once', async () => {
    app.clock.now = new Date(app.clock.now.getTime() + 11 * MINUTE_MS);
    const user = await person(app);
    const tickets: Ticket[] = [];
    for (let count = 0; count < 40; count++) tickets.push(await ticket(app));
    // more at once than an account may fail, more in all than an address; all forty at once wait longer than the server lets them on a busy machine
    const statuses: number[] = [];
    for (let at = 0; at < tickets.length; at += 10) {
      const some = tickets.slice(at, at + 10).map((each) => login(app, { username: user.username, password: PASSWORD, ticket: each }));
      statuses.push(...(await Promise.all(some)).map((answer) => answer.status));
    }
    expect(statuses).toEqual(Array.from({ length: 40 }, () => 200));
  }, 60_000);

  it('an address gets 30 failures over all accounts', async () => {
    app.clock.now = new Date(app.clock.now.getTime() + 11 * MINUTE_MS);
    const statuses: number[] = [];
    for (let count = 0; count < 32; count++) statuses.push((await login(app, { username: `stranger${count}`, password: WRONG })).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 422), 429, 429]);
  }, 60_000);

  it('captchaImage is limited to 60 a minute', async () => {
    app.clock.now = new Date(app.clock.now.getTime() + 11 * MINUTE_MS);
    const statuses: number[] = [];
    for (let count = 0; count < 62; count++) statuses.push((await app.stranger('GET', '/system/captchaImage')).status);
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429, 429]);
  });
});

describe('adaptive captcha', () => {
  const app = startApp({ settings: { captcha: 'adaptive' } });
  const answerOf = async (uuid: string) =>
    (await app.database.db.selectFrom('sysCaptcha').select('answer').where('uuid', '=', uuid).executeTakeFirst())?.answer ?? '';

  it('asks for a picture after two failures of an account, known or not', async () => {
    const user = await person(app);
    for (const username of [user.username, 'nobody77']) {
      expect((await login(app, { username, password: WRONG })).data).toEqual({ captchaEnabled: false });
      expect((await login(app, { username, password: WRONG })).data).toEqual({ captchaEnabled: true });
      const shown = await ticket(app, username);
      expect(shown.captchaEnabled).toBe(true);
      expect(shown.img).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
    }
    const first = await ticket(app, user.username);
    const wrong = await login(app, { username: user.username, password: PASSWORD, ticket: first, code: 'nonsense' });
    expect([wrong.status, wrong.error, wrong.data]).toEqual([422, 'auth.captchaRequired', { captchaEnabled: true }]);
    const second = await ticket(app, user.username);
    const code = (await answerOf(second.uuid)).toLowerCase();
    expect((await login(app, { username: user.username, password: PASSWORD, ticket: second, code })).status).toBe(200);
  });

  it('a client that does not send the name is shown a picture after the refusal', async () => {
    const user = await person(app);
    for (let count = 0; count < 2; count++) await login(app, { username: user.username, password: WRONG });
    const refused = await login(app, { username: user.username, password: PASSWORD, ticket: await ticket(app, 'fresh-name') });
    expect(refused.error).toBe('auth.captchaRequired');
    expect((await ticket(app)).captchaEnabled).toBe(true);
  });

  it('a picture cannot be answered twice', async () => {
    const user = await person(app);
    for (let count = 0; count < 2; count++) await login(app, { username: user.username, password: WRONG });
    const shown = await ticket(app, user.username);
    const code = await answerOf(shown.uuid);
    await login(app, { username: user.username, password: WRONG, ticket: shown, code });
    expect((await login(app, { username: user.username, password: PASSWORD, ticket: shown, code })).error).toBe('auth.captchaRequired');
  });
});

describe('captcha always', () => {
  const app = startApp({ settings: { captcha: 'always' } });
  it('is asked for at the first try', async () => {
    const user = await person(app);
    const shown = await ticket(app);
    expect(shown.captchaEnabled).toBe(true);
    expect((await login(app, { username: user.username, password: PASSWORD, ticket: shown })).error).toBe('auth.captchaRequired');
  });
});

describe('addresses', () => {
  it.each([
    ['10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s counts as %s', (ip, key) => expect(addressKey(ip)).toBe(key));
});

describe('captcha core', () => {
  it('sums are right and pictures have ink', () => {
    let seed = 7;
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    for (let count = 0; count < 200; count++) {
      const { text, answer } = makeChallenge(random);
      const sum = /^(\d)([+×-])(\d)=\?$/.exec(text);
      if (sum) {
        const [, a = '', sign, b = ''] = sum;
        expect(Number(answer)).toBe(sign === '+' ? +a + +b : sign === '-' ? +a - +b : +a * +b);
        expect(Number(answer)).toBeGreaterThanOrEqual(0);
      } else expect(text).toMatch(/^[A-HJ-NPR-Z]{4}$/);
    }
    const { pixels, width, height, palette } = paint('7×8=?', random);
    expect(pixels).toHaveLength(width * height);
    expect(Math.max(...pixels)).toBeLessThan(palette.length);
    expect(pixels.filter((pixel) => pixel > 0).length).toBeGreaterThan(800);
  });
  it('an answer is read kindly', () => {
    expect(sameAnswer('ABCD', ' abcd')).toBe(true);
    expect(sameAnswer('56', '５６')).toBe(true);
    expect(sameAnswer('56', null)).toBe(false);
    expect(sameAnswer('56', '57')).toBe(false);
  });
});
