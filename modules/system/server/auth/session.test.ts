import { afterEach, describe, expect, it } from 'vitest';
import { sender, startApp, startNode, testSettings } from '#kit/test/app.ts';
import { sweep } from './housekeeping.ts';
import { PASSWORD, change, login, person, seal, setConfig, ticket } from './test-client.ts';

const app = startApp();
const MINUTE_MS = 60_000;
const ROUTE = '/system/users/route';
const LOCK = 'abc123';

afterEach(() => {
  app.clock.now = new Date();
});
const later = (minutes: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + minutes * MINUTE_MS);
};
async function signedIn(options: Parameters<typeof person>[1] = {}) {
  const user = await person(app, options);
  const answer = await login(app, { username: user.username, password: PASSWORD });
  const token: string = answer.body.access_token;
  return { user, token, call: app.as(token) };
}

describe('session', () => {
  it('ends after 30 idle minutes, use prolongs it', async () => {
    const { call } = await signedIn();
    later(29);
    expect((await call('GET', ROUTE)).status).toBe(200);
    later(29);
    expect((await call('GET', ROUTE)).status).toBe(200);
    later(31);
    expect((await call('GET', ROUTE)).status).toBe(401);
  });

  it('ends after 12 hours whatever happens', async () => {
    const { call } = await signedIn();
    for (let count = 0; count < 35; count++) {
      later(20);
      expect((await call('GET', ROUTE)).status).toBe(200);
    }
    later(21);
    expect((await call('GET', ROUTE)).status).toBe(401);
  });

  it('takes its times from the settings', async () => {
    const { call } = await signedIn();
    await setConfig(app, 'sys.session.idleMinutes', '5');
    later(6);
    expect((await call('GET', ROUTE)).status).toBe(401);
    await setConfig(app, 'sys.session.idleMinutes', '30');
  });

  it('logout ends it, by `current` or by the own token, never that of others', async () => {
    const [a, b, other] = [await signedIn(), await signedIn(), await signedIn()];
    expect((await a.call('DELETE', `/system/logout/${other.token}`)).status).toBe(404);
    expect((await a.call('DELETE', '/system/logout/current')).status).toBe(200);
    expect((await b.call('DELETE', `/system/logout/${b.token}`)).status).toBe(200);
    expect((await a.call('GET', ROUTE)).status).toBe(401);
    expect((await b.call('GET', ROUTE)).status).toBe(401);
    expect((await other.call('GET', ROUTE)).status).toBe(200);
    const logged = JSON.stringify(await app.database.db.selectFrom('sysOperLog').selectAll().execute());
    for (const { token } of [a, b, other]) expect(logged).not.toContain(token);
  });

  it('disabling the account or taking a role away holds for the next request', async () => {
    const { user, call } = await signedIn({ perms: ['monitor:loginlog:list'] });
    expect((await call('GET', '/system/login/logs/page')).status).toBe(200);
    await app.database.db.deleteFrom('sysUserRole').where('userId', '=', user.id).execute();
    expect((await call('GET', '/system/login/logs/page')).status).toBe(403);
    await change(app, user.id, { status: '0' });
    expect((await call('GET', ROUTE)).status).toBe(401);
  });

  it('what has run out is swept', async () => {
    const { user } = await signedIn();
    later(13 * 60);
    await sweep(app.node.app);
    expect(await app.database.db.selectFrom('sysSession').select('id').where('userId', '=', user.id).execute()).toEqual([]);
    expect(await app.database.db.selectFrom('sysCaptcha').select('uuid').execute()).toEqual([]);
    expect(await app.database.db.selectFrom('sysNonce').select('nonce').execute()).toEqual([]);
  });
});

describe('GET /system/users/route', () => {
  it('has perms and an alias', async () => {
    const { user, call } = await signedIn({ perms: ['monitor:loginlog:list', 'system:post:add'] });
    const { data } = await call('GET', '/system/users/info');
    expect(data.perms).toEqual(['monitor:loginlog:list', 'system:post:add']);
    expect(data.user).toMatchObject({ username: user.username, roles: [user.roleId], posts: [], mustChangePassword: false });
    const admin = (await app.as(await app.make.adminToken())('GET', ROUTE)).data;
    expect(admin.perms).toEqual(['*:*:*']);
    expect(admin.routes.length).toBeGreaterThan(0);
  });
  it('an account without roles has no menus', async () => {
    const { call } = await signedIn();
    expect((await call('GET', ROUTE)).data.routes).toEqual([]);
  });
});

describe('screen lock', () => {
  it('is held by the server: every call answers 423 until it is unlocked', async () => {
    const { call } = await signedIn({ perms: ['monitor:loginlog:list'] });
    for (const weak of ['ab1', 'abcd', '1234', 'abc 12', '密码ab12']) {
      const refused = await call('POST', '/system/lock', { password: weak });
      expect([refused.status, refused.msg]).toEqual([400, '锁屏密码长度要大于4位，由数字和字母组成']);
    }
    expect((await call('POST', '/system/lock', { password: LOCK })).data).toEqual({ lock: 'locked' });
    for (const path of ['/system/login/logs/page', '/system/users/profile', '/system/home'])
      expect((await call('GET', path)).error).toBe('auth.locked');
    expect((await call('POST', '/system/lock', { password: 'other12' })).status).toBe(423);
    expect((await call('GET', ROUTE)).data).toEqual({ user: null, perms: [], routes: [], lock: 'locked' });
    const wrong = await call('POST', '/system/unlock', { password: 'nope1' });
    expect([wrong.status, wrong.error, wrong.data]).toEqual([422, 'auth.badCredentials', { left: 4 }]);
    expect((await call('POST', '/system/unlock', { password: LOCK })).data).toEqual({ lock: 'unlocked' });
    expect((await call('GET', '/system/login/logs/page')).status).toBe(200);
  });

  it('opens with the sign-in password too, plain or encrypted', async () => {
    const { call } = await signedIn();
    const locking = await ticket(app);
    await call('POST', '/system/lock', { password: seal(locking.publicKey, LOCK), uuid: locking.uuid });
    const opening = await ticket(app);
    expect((await call('POST', '/system/unlock', { password: seal(opening.publicKey, PASSWORD), uuid: opening.uuid })).status).toBe(200);
  });

  it('five failures end the session, also when tried at once', async () => {
    const { user, call } = await signedIn();
    await call('POST', '/system/lock', { password: LOCK });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => call('POST', '/system/unlock', { password: `wrong${index}` })),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(4);
    expect(statuses.filter((status) => status === 401)).toHaveLength(56);
    expect((await call('POST', '/system/unlock', { password: LOCK })).status).toBe(401);
    const log = await app.database.db
      .selectFrom('sysLoginLog')
      .select(['event', 'reason'])
      .where('userId', '=', user.id)
      .where('event', '=', 'unlock')
      .execute();
    expect(log).toEqual([{ event: 'unlock', reason: '解锁失败次数过多，会话已结束' }]);
  });

  it('a locked session can be left', async () => {
    const { call } = await signedIn();
    await call('POST', '/system/lock', { password: LOCK });
    expect((await call('DELETE', '/system/logout/current')).status).toBe(200);
  });
});

describe('two nodes on one database', () => {
  it('share sessions, logout, lock and rights at the next request', async () => {
    const second = await startNode(app.connection, testSettings('/tmp'));
    try {
      const { user, token, call } = await signedIn({ perms: ['monitor:loginlog:list'] });
      const there = sender(() => second, token);
      expect((await there('GET', '/system/login/logs/page')).status).toBe(200);
      // a key made on one node decrypts on the other
      const given = await ticket(app);
      const answer = await sender(() => second, null)('POST', '/auth/login', {
        username: user.username,
        password: seal(given.publicKey, PASSWORD),
        uuid: given.uuid,
      });
      expect(answer.status).toBe(200);
      await there('POST', '/system/lock', { password: LOCK });
      expect((await call('GET', '/system/login/logs/page')).status).toBe(423);
      expect((await call('POST', '/system/unlock', { password: LOCK })).status).toBe(200);
      await app.database.db.deleteFrom('sysUserRole').where('userId', '=', user.id).execute();
      expect((await there('GET', '/system/login/logs/page')).status).toBe(403);
      expect((await call('GET', '/system/login/logs/page')).status).toBe(403);
      expect((await there('DELETE', '/system/logout/current')).status).toBe(200);
      expect((await call('GET', ROUTE)).status).toBe(401);
      const other = sender(() => second, answer.body.access_token);
      expect((await other('GET', ROUTE)).status).toBe(200);
      await change(app, user.id, { status: '0' });
      expect((await other('GET', ROUTE)).status).toBe(401);
    } finally {
      await second.stop();
    }
  }, 30_000);
});
