import { describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { PASSWORD, login, person } from '../auth/test-client.ts';

const app = startApp();
const OWN = '/system/users/profile';

async function signedIn(options: Parameters<typeof person>[1] = {}) {
  const user = await person(app, options);
  const token: string = (await login(app, { username: user.username, password: PASSWORD })).body.access_token;
  return { user, call: app.as(token) };
}

describe('profile', () => {
  it('is read and written; the answer of GET can be sent back', async () => {
    const { call } = await signedIn();
    const before = (await call('GET', OWN)).data;
    const saved = await call('PUT', OWN, {
      ...before,
      nickname: '新昵称',
      email: 'a@b.cn',
      birthday: '1990-05-06',
      sex: '2',
      avatar: 'face.png',
    });
    expect(saved.data).toEqual({ version: before.version + 1 });
    expect((await call('GET', OWN)).data).toMatchObject({
      nickname: '新昵称',
      email: 'a@b.cn',
      birthday: '1990-05-06',
      sex: '2',
      avatar: 'face.png',
    });
    const stale = await call('PUT', OWN, { ...before, nickname: '旧' });
    expect([stale.status, stale.error]).toEqual([409, 'entity.versionConflict']);
    expect(stale.data.theirs.nickname).toBe('新昵称');
    expect((await call('PUT', OWN, { ...before, phone: '12' })).msg).toBe('手机号码格式不正确');
  });

  it('nothing else of the account can be written', async () => {
    const dept = await app.make.dept();
    const { user, call } = await signedIn();
    const read = () =>
      app.database.db
        .selectFrom('sysUser')
        .select(['username', 'status', 'deptId', 'passwordHash', 'mustChangePassword'])
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow();
    const before = await read();
    const { version } = (await call('GET', OWN)).data;
    const body = {
      nickname: '我',
      version,
      username: 'root',
      status: '0',
      deptId: dept.id,
      roleIds: ['admin'],
      roleList: ['admin'],
      admin: true,
      password: 'x',
      passwordHash: 'x',
      id: '1',
      createBy: 'x',
    };
    expect((await call('PUT', OWN, body)).status).toBe(200);
    expect(await read()).toEqual(before);
    expect(await app.database.db.selectFrom('sysUserRole').selectAll().where('userId', '=', user.id).execute()).toEqual([]);
  });

  it('has an avatar of its own', async () => {
    const { call } = await signedIn();
    expect((await call('POST', `${OWN}/avatar`, { fileName: '20261120_face.png' })).data).toEqual({ avatar: '20261120_face.png' });
    expect((await call('GET', '/system/users/route')).data.user.avatar).toBe('20261120_face.png');
  });

  it('shows my devices and ends one, but not those of others', async () => {
    const { user, call } = await signedIn();
    const other = await signedIn();
    const second = app.as((await login(app, { username: user.username, password: PASSWORD })).body.access_token);
    const devices = (await call('GET', `${OWN}/devices`)).data as { id: string; isCurrent: boolean }[];
    expect(devices.filter((device) => device.isCurrent)).toHaveLength(1);
    const newest = (await second('GET', `${OWN}/devices`)).data.find((device: { isCurrent: boolean }) => device.isCurrent).id;
    expect((await other.call('DELETE', `${OWN}/devices/${newest}`)).status).toBe(404);
    expect((await call('DELETE', `${OWN}/devices/${newest}`)).status).toBe(200);
    expect((await second('GET', OWN)).status).toBe(401);
  });

  it('shows my operations only', async () => {
    const [a, b] = [await signedIn(), await signedIn()];
    await a.call('POST', `${OWN}/avatar`, { fileName: 'a.png' });
    expect((await a.call('GET', `${OWN}/logs`)).data.data).toMatchObject([{ title: '修改头像', result: '1' }]);
    expect((await b.call('GET', `${OWN}/logs`)).data.total).toBe(0);
  });

  it('keeps preferences per person', async () => {
    const [a, b] = [await signedIn(), await signedIn()];
    const path = `${OWN}/preferences/list:system.user`;
    expect((await a.call('GET', path)).data).toEqual({ value: null });
    const value = { columns: [{ field: 'username', width: 120 }], density: 'small', filter: null };
    expect((await a.call('PUT', path, { value })).status).toBe(200);
    expect((await a.call('PUT', path, { value: { ...value, density: 'large' } })).status).toBe(200);
    expect((await a.call('GET', path)).data.value).toEqual({ ...value, density: 'large' });
    expect((await b.call('GET', path)).data).toEqual({ value: null });
    expect((await a.call('PUT', path, { value: null })).status).toBe(200);
    expect((await a.call('GET', path)).data).toEqual({ value: null });
    expect((await a.call('PUT', path, { value: 'x'.repeat(70_000) })).msg).toBe('偏好内容不能超过64KB');
    expect((await a.call('PUT', `${OWN}/preferences/..%2F..`, { value: 1 })).status).toBe(400);
  });
});
