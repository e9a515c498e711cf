import { describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { PASSWORD, login, person } from '../auth/test-client.ts';

const app = startApp();
const PERMS = ['monitor:online:list', 'monitor:online:kick'];

async function session(user: { username: string }) {
  const token: string = (await login(app, { username: user.username, password: PASSWORD })).body.access_token;
  return app.as(token);
}

describe('online users', () => {
  it('are listed without their tokens, and the caller is marked', async () => {
    const operator = await person(app, { perms: PERMS, dataScope: '1' });
    const call = await session(operator);
    const { data } = await call('GET', `/system/online/page?username=${operator.username}&sort=-loginTime`);
    expect(data.total).toBe(2); // the factory's session and this one
    expect(data.data.map((row: { isCurrent: boolean }) => row.isCurrent)).toEqual([true, false]);
    expect(Object.keys(data.data[0]).sort()).toEqual(
      [
        'browser',
        'deptName',
        'device',
        'id',
        'ip',
        'isCurrent',
        'isLocked',
        'lastTime',
        'loginTime',
        'nickname',
        'os',
        'region',
        'userId',
        'username',
      ].sort(),
    );
  });

  it('one session can be ended, or all of an account', async () => {
    const operator = await person(app, { perms: PERMS, dataScope: '1' });
    const user = await person(app);
    const [a, b] = [await session(user), await session(user)];
    const call = await session(operator);
    const rows = (await call('GET', `/system/online/page?username=${user.username}&sort=-loginTime`)).data.data;
    expect((await call('DELETE', `/system/online/${rows[0].id}`)).status).toBe(200);
    expect((await b('GET', '/system/users/route')).status).toBe(401);
    expect((await a('GET', '/system/users/route')).status).toBe(200);
    expect((await call('DELETE', `/system/online/${rows[0].id}`)).status).toBe(404);
    expect((await call('DELETE', `/system/online/user/${user.id}`)).data).toEqual({ count: 2 });
    expect((await a('GET', '/system/users/route')).status).toBe(401);
    const log = await app.database.db
      .selectFrom('sysLoginLog')
      .select('reason')
      .where('userId', '=', user.id)
      .where('event', '=', 'kick')
      .execute();
    expect(log).toHaveLength(2);
  });

  it('needs the permission, the scope, and never reaches an administrator', async () => {
    const [mine, theirs] = [await app.make.dept(), await app.make.dept()];
    const operator = await person(app, { perms: PERMS, dataScope: '3', deptId: mine.id });
    const stranger = await person(app, { deptId: theirs.id });
    const colleague = await person(app, { deptId: mine.id });
    const admin = await person(app, { deptId: mine.id, roles: ['admin'] });
    const plain = await person(app);
    const call = await session(operator);
    const sessionOf = async (userId: string) =>
      (await app.database.db.selectFrom('sysSession').select('id').where('userId', '=', userId).executeTakeFirstOrThrow()).id;
    const seen = (await call('GET', '/system/online/page?pageSize=200')).data.data.map((row: { userId: string }) => row.userId);
    expect(seen).toContain(colleague.id);
    expect(seen).not.toContain(stranger.id);
    expect((await call('DELETE', `/system/online/${await sessionOf(stranger.id)}`)).status).toBe(404);
    expect((await call('DELETE', `/system/online/user/${stranger.id}`)).status).toBe(404);
    expect((await call('DELETE', `/system/online/${await sessionOf(admin.id)}`)).status).toBe(403);
    expect((await call('DELETE', `/system/online/user/${admin.id}`)).status).toBe(403);
    expect((await app.as(plain.token)('DELETE', `/system/online/${await sessionOf(colleague.id)}`)).status).toBe(403);
    expect((await app.stranger('DELETE', `/system/online/${await sessionOf(colleague.id)}`)).status).toBe(401);
    expect((await call('DELETE', `/system/online/${await sessionOf(colleague.id)}`)).status).toBe(200);
  });
});
