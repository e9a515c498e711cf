import { describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { generatePassword, passwordProblem } from '../../core/password.ts';
import { PASSWORD, change, login, person, seal, setConfig, ticket } from './test-client.ts';

const app = startApp();
const CALL = '/system/users/password';
const NEW = 'Another@Pass2026';

async function signedIn() {
  const user = await person(app, { perms: ['monitor:loginlog:list'] });
  const token: string = (await login(app, { username: user.username, password: PASSWORD })).body.access_token;
  return { user, call: app.as(token) };
}
const form = (oldPassword: string, password: string, confirmPassword = password) => ({ oldPassword, password, confirmPassword });

describe('password rules', () => {
  it.each([
    ['', '用户密码不能为空'],
    ['Aa1@567890abcde', '用户密码长度必须介于 16 和 20 之间'],
    ['Aa1@567890abcdefghijk', '用户密码长度必须介于 16 和 20 之间'],
    ['aa1@567890abcdef', '用户密码必须包含大小写字母、数字和特殊字符'],
    ['AA1@567890ABCDEF', '用户密码必须包含大小写字母、数字和特殊字符'],
    ['Aab@cdefghijklmn', '用户密码必须包含大小写字母、数字和特殊字符'],
    ['Aa1-567890abcdef', '用户密码必须包含大小写字母、数字和特殊字符'],
    ['Aa1@567890 bcdef', '用户密码必须包含大小写字母、数字和特殊字符'],
  ])('%j is refused', (text, message) => {
    expect(passwordProblem(text)).toBe(message);
  });
  it.each([...'@#$%^&+=!.'])('a password with %s is good', (special) => {
    expect(passwordProblem(`Aa1${special}567890abcdef`)).toBeNull();
  });
  it('generated ones obey', () => {
    let seed = 1;
    for (let count = 0; count < 300; count++)
      expect(passwordProblem(generatePassword((n) => (seed = (seed * 16_807) % 2_147_483_647) % n))).toBeNull();
  });
});

describe('PUT /system/users/password', () => {
  it('shows the texts of the form', async () => {
    const { call } = await signedIn();
    const cases = [
      [{}, '旧密码不能为空'],
      [form(PASSWORD, 'short'), '用户密码长度必须介于 16 和 20 之间'],
      [form(PASSWORD, 'alllowercaseletters'), '用户密码必须包含大小写字母、数字和特殊字符'],
      [form(PASSWORD, NEW, ''), '确认密码不能为空'],
      [form(PASSWORD, NEW, `${NEW}1`), '两次输入密码不一致'],
    ] as const;
    for (const [body, message] of cases) expect(await call('PUT', CALL, body)).toMatchObject({ status: 400, msg: message });
  });

  it('needs the old password, and PUT', async () => {
    const { user, call } = await signedIn();
    const wrong = await call('PUT', CALL, form('Wrong#Pass2026okk', NEW));
    expect(wrong).toMatchObject({ status: 422, error: 'auth.badCredentials', msg: '旧密码不正确' });
    for (const method of ['GET', 'POST'] as const)
      expect((await call(method, CALL, method === 'GET' ? undefined : form(PASSWORD, NEW))).status).toBeGreaterThanOrEqual(400);
    expect((await login(app, { username: user.username, password: PASSWORD })).status).toBe(200);
  });

  it('ends the other sessions, keeps its own, and the new one signs in', async () => {
    const { user, call } = await signedIn();
    const elsewhere = app.as((await login(app, { username: user.username, password: PASSWORD })).body.access_token);
    expect((await call('PUT', CALL, form(PASSWORD, NEW))).data).toEqual({ success: true });
    expect((await call('GET', '/system/users/route')).status).toBe(200);
    expect((await elsewhere('GET', '/system/users/route')).status).toBe(401);
    expect((await login(app, { username: user.username, password: PASSWORD })).status).toBe(422);
    expect((await login(app, { username: user.username, password: NEW })).status).toBe(200);
    const log = await app.database.db
      .selectFrom('sysOperLog')
      .select(['title', 'result', 'params'])
      .where('userId', '=', user.id)
      .execute();
    expect(log).toEqual([{ title: '修改本人密码', result: '1', params: '{}' }]);
  });

  it('takes the encrypted form', async () => {
    const { user, call } = await signedIn();
    const { publicKey, uuid } = await ticket(app);
    const sealed = form(seal(publicKey, PASSWORD), seal(publicKey, NEW), seal(publicKey, NEW));
    expect((await call('PUT', CALL, { ...sealed, uuid })).status).toBe(200);
    expect((await login(app, { username: user.username, password: NEW })).status).toBe(200);
  });

  it('refuses the last five passwords', async () => {
    const { call } = await signedIn();
    let present = PASSWORD;
    for (let count = 1; count <= 5; count++) {
      expect((await call('PUT', CALL, form(present, present))).error).toBe('auth.passwordRule');
      if (count > 1) expect((await call('PUT', CALL, form(present, PASSWORD))).status).toBe(422);
      const next = `Another@Pass202${count}`;
      expect((await call('PUT', CALL, form(present, next))).status).toBe(200);
      present = next;
    }
    expect((await call('PUT', CALL, form(present, PASSWORD))).status).toBe(200);
  }, 30_000);

  it('the old password cannot be guessed in parallel', async () => {
    const { user, call } = await signedIn();
    const answers = await Promise.all(Array.from({ length: 200 }, () => call('PUT', CALL, form('Wrong#Pass2026okk', NEW))));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(195);
    const failed = await app.database.db
      .selectFrom('sysOperLog')
      .select('result')
      .where('userId', '=', user.id)
      .where('result', '=', '0')
      .execute();
    expect(failed.length).toBe(200);
  }, 60_000);
});

describe('a password that must be changed', () => {
  it('lets only the change, the route call and logout through', async () => {
    const { user } = await signedIn();
    const { password: once } = (await app.admin('PUT', '/system/users/reset/password', { id: user.id })).data;
    expect(passwordProblem(once)).toBeNull();
    const call = app.as((await login(app, { username: user.username, password: once })).body.access_token);
    expect(await call('GET', '/system/login/logs/page')).toMatchObject({ status: 428, error: 'auth.mustChangePassword' });
    expect((await call('GET', '/system/users/profile')).status).toBe(428);
    expect((await call('GET', '/system/users/route')).data.user.mustChangePassword).toBe(true);
    expect((await call('PUT', CALL, form(once, NEW))).status).toBe(200);
    expect((await call('GET', '/system/login/logs/page')).status).toBe(200);
  });

  it('expires after the days of the setting', async () => {
    const { user, call } = await signedIn();
    await change(app, user.id, { passwordTime: new Date(Date.now() - 91 * 86_400_000) });
    expect((await call('GET', '/system/users/profile')).status).toBe(428);
    await setConfig(app, 'sys.password.expireDays', '0');
    expect((await call('GET', '/system/users/profile')).data.passwordExpireTime).toBeNull();
    await setConfig(app, 'sys.password.expireDays', '90');
    expect((await call('PUT', CALL, form(PASSWORD, NEW))).status).toBe(200);
    expect((await call('GET', '/system/users/profile')).status).toBe(200);
  });
});
