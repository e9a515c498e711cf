import { describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { PASSWORD, change, login, person, seal, ticket } from './test-client.ts';

const app = startApp();
const BASIC = { authorization: `Basic ${Buffer.from('web:web').toString('base64')}` };

async function formLogin(fields: Record<string, string>, headers: Record<string, string> = BASIC) {
  return app.stranger('POST', '/auth/oauth/token', new URLSearchParams({ grant_type: 'password', scope: 'all', ...fields }).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  });
}

describe('both readings of the sign-in call', () => {
  it('answer the same bare object', async () => {
    const dept = await app.make.dept({ deptName: '数据部' });
    const user = await person(app, { perms: ['system:post:list'], deptId: dept.id });
    const a = await login(app, { username: user.username, password: PASSWORD });
    expect(a.status).toBe(200);
    expect(a.body).toMatchObject({
      token_type: 'bearer',
      expires_in: 43_200,
      scope: 'all',
      id: user.id,
      user_id: user.id,
      username: user.username,
      user_dept: dept.id,
      user_post: [],
      user_role: [{ id: user.roleId }],
      phone: expect.stringMatching(/^1\d{10}$/),
    });
    expect(a.body.success).toBeUndefined();
    const { uuid, publicKey } = await ticket(app);
    const b = await formLogin({ username: user.username, password: seal(publicKey, PASSWORD), uuid, code: '', smsCode: '', appFlag: '0' });
    expect(b.status).toBe(200);
    expect({ ...b.body, access_token: '' }).toEqual({ ...a.body, access_token: '' });
    expect(b.body.access_token).not.toBe(a.body.access_token);
    for (const token of [a.body.access_token, b.body.access_token])
      expect((await app.as(token)('GET', '/system/users/route')).data).toMatchObject({
        user: { id: user.id, dept: dept.id, deptName: '数据部' },
        lock: 'unlocked',
      });
  });

  it('names are compared without case', async () => {
    const user = await person(app, { username: 'mixedcase' });
    expect((await login(app, { username: 'MixedCase', password: PASSWORD })).body.id).toBe(user.id);
  });

  it('the token call names its client and its grant', async () => {
    const user = await person(app);
    const { uuid, publicKey } = await ticket(app);
    const fields = { username: user.username, password: seal(publicKey, PASSWORD), uuid };
    expect((await formLogin(fields, {})).status).toBe(401);
    expect((await formLogin({ ...fields, grant_type: 'refresh_token' })).status).toBe(400);
    expect((await formLogin(fields)).status).toBe(200);
  });
});

describe('captchaImage', () => {
  it('gives key and ticket, without a picture when none is needed', async () => {
    const { data } = await app.stranger('GET', '/system/captchaImage');
    expect(data).toMatchObject({
      img: '',
      captchaEnabled: false,
      smsEnabled: false,
      algorithm: 'RSA-OAEP-256',
      publicKey: expect.stringContaining('BEGIN PUBLIC KEY'),
    });
  });

  it('a ticket works once and for five minutes', async () => {
    const user = await person(app);
    const used = await ticket(app);
    expect((await login(app, { username: user.username, password: PASSWORD, ticket: used })).status).toBe(200);
    const again = await login(app, { username: user.username, password: PASSWORD, ticket: used });
    expect([again.status, again.error]).toEqual([422, 'auth.captchaRequired']);
    const other = startedAt(await ticket(app));
    app.clock.now = new Date(other.at + 301_000);
    expect((await login(app, { username: user.username, password: PASSWORD, ticket: other.ticket })).error).toBe('auth.captchaRequired');
    app.clock.now = new Date();
  });
  const startedAt = <T>(given: T) => ({ ticket: given, at: Date.now() });

  it('a ciphertext is refused when replayed, old or made with another key', async () => {
    const user = await person(app);
    const [first, second, third] = [await ticket(app), await ticket(app), await ticket(app)];
    const sealed = seal(first.publicKey, PASSWORD, { n: 'the-same-nonce' });
    const body = { username: user.username, password: sealed };
    expect((await app.stranger('POST', '/auth/login', { ...body, uuid: first.uuid })).status).toBe(200);
    expect((await app.stranger('POST', '/auth/login', { ...body, uuid: second.uuid })).status).toBe(400);
    const late = seal(third.publicKey, PASSWORD, { t: app.clock.now.getTime() - 301_000 });
    expect((await app.stranger('POST', '/auth/login', { username: user.username, password: late, uuid: third.uuid })).status).toBe(400);
    const fourth = await ticket(app);
    expect((await app.stranger('POST', '/auth/login', { username: user.username, password: PASSWORD, uuid: fourth.uuid })).status).toBe(
      400,
    );
  });
});

describe('refusals', () => {
  it('wrong passwords of unknown, disabled, expired and other accounts answer the same', async () => {
    const user = await person(app);
    const disabled = await person(app, { status: '0' });
    const expired = await person(app);
    await change(app, expired.id, { expireTime: new Date(Date.now() - 1000) });
    const answers = [
      await login(app, { username: 'nobody99', password: PASSWORD }),
      await login(app, { username: disabled.username, password: 'Wrong#Pass2026okk' }),
      await login(app, { username: expired.username, password: 'Wrong#Pass2026okk' }),
      await login(app, { username: user.username, password: 'Wrong#Pass2026okk' }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(422);
      expect({ ...answer.body, requestId: '', timestamp: 0 }).toEqual({
        success: false,
        code: 422,
        msg: '用户名或密码错误',
        error: 'auth.badCredentials',
        requestId: '',
        data: { captchaEnabled: false },
        timestamp: 0,
      });
    }
    const log = await app.admin('GET', '/system/login/logs/page?result=0&pageSize=200');
    expect(log.data.data.map((row: { reason: string }) => row.reason)).toEqual(expect.arrayContaining(['用户名不存在', '密码错误']));
  });

  it('missing fields are named', async () => {
    const answer = await app.stranger('POST', '/auth/login', { username: ' ', password: '' });
    expect(answer.status).toBe(400);
    expect(answer.data.map((issue: { path: string }) => issue.path)).toEqual(expect.arrayContaining(['username', 'password', 'uuid']));
  });

  it('a token changed in any place is unknown', async () => {
    const user = await person(app);
    const token: string = (await login(app, { username: user.username, password: PASSWORD })).body.access_token;
    expect(token.length).toBeGreaterThanOrEqual(43);
    for (let at = 0; at < token.length; at++) {
      const other = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      // the last character carries only part of a byte, but the text itself is compared
      expect((await app.as(other)('GET', '/system/users/route')).status).toBe(401);
    }
    expect((await app.as(token)('GET', '/system/users/route')).status).toBe(200);
  });

  it('passwords are argon2id with at least 19 MiB, tokens are stored hashed', async () => {
    const [a, b] = [await person(app), await person(app)];
    const hashes = await app.database.db.selectFrom('sysUser').select('passwordHash').where('id', 'in', [a.id, b.id]).execute();
    expect(hashes[0]?.passwordHash).not.toBe(hashes[1]?.passwordHash);
    for (const { passwordHash } of hashes) expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const token: string = (await login(app, { username: a.username, password: PASSWORD })).body.access_token;
    const sessions = await app.database.db.selectFrom('sysSession').selectAll().execute();
    expect(JSON.stringify(sessions)).not.toContain(token);
    const keys = await app.database.db.selectFrom('sysRsaKey').select('privateKey').execute();
    expect(JSON.stringify(keys)).not.toContain('PRIVATE KEY');
  });
});

describe('login log', () => {
  it('holds device and address; the browser adds to its own row only once', async () => {
    const user = await person(app);
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
    const token = (
      await login(app, { username: user.username, password: PASSWORD, send: (m, p, b) => app.stranger(m, p, b, { 'user-agent': agent }) })
    ).body.access_token;
    const own = app.as(token);
    expect((await own('POST', '/system/login/logs', { screen: '1920x1080', timeZone: 'Asia/Shanghai', opBrowser: 'forged' })).status).toBe(
      200,
    );
    await own('POST', '/system/login/logs', { screen: 'second' });
    const page = await app.admin('GET', `/system/login/logs/page?userName=${user.username}&event=login`);
    expect(page.data.total).toBe(1);
    const [row] = page.data.data;
    expect(row).toMatchObject({ result: '1', opBrowser: 'Chrome 142', opDevice: '电脑', opIp: '127.0.0.1', userId: user.id });
    expect((await app.admin('GET', `/system/login/logs/${row.id}`)).data.details).toMatchObject({ screen: '1920x1080', browser: 'forged' });
    expect((await own('GET', '/system/login/logs/page')).status).toBe(403);
    expect((await own('GET', '/system/users/profile/login/logs')).data.data).toHaveLength(1);
  });

  it('there is no call that deletes it', async () => {
    expect((await app.admin('DELETE', '/system/login/logs/1')).status).toBe(404);
  });
});
