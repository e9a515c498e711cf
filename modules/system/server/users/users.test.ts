import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { itKeepsCrudPromises } from '#kit/test/crud.ts';

const app = startApp();
let head = '';
let deptA = '';
let deptA1 = '';
let deptB = '';
let roleId = '';
let postId = '';

beforeAll(async () => {
  head = (await app.make.dept({ deptName: '总部' })).id;
  deptA = (await app.make.dept({ deptName: '甲部', parentId: head })).id;
  deptA1 = (await app.make.dept({ deptName: '甲一组', parentId: deptA })).id;
  deptB = (await app.make.dept({ deptName: '乙部', parentId: head })).id;
  roleId = await app.make.role({ perms: [], dataScope: '5' });
  postId = (await app.admin('POST', '/system/posts', { postName: '测试岗' })).data.id;
});

const sample = (n: number, over: Record<string, unknown> = {}) => ({
  username: `emp_${n}`,
  nickname: `员工${n}`,
  email: `emp${n}@example.com`,
  phone: `138${String(20_000_000 + n)}`,
  birthday: '1990-05-01',
  sex: '1',
  deptId: deptA,
  roleList: [roleId],
  postList: [postId],
  expireTime: null,
  status: '1',
  remark: null,
  ...over,
});
const create = async (n: number, over: Record<string, unknown> = {}): Promise<string> => {
  const answer = await app.admin('POST', '/system/users', sample(n, over));
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return answer.data.id;
};

itKeepsCrudPromises(app, { base: '/system/users', code: 'system:user', sample, duplicate: '该用户名已存在' });

describe('accounts', () => {
  it('get a generated first password, answered once, that must be changed', async () => {
    const { data } = await app.admin('POST', '/system/users', sample(100));
    expect(data.password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@#$%^&+=!.])\S{16,20}$/);
    const stored = await app.database.db
      .selectFrom('sysUser')
      .select(['mustChangePassword', 'passwordHash'])
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow();
    expect(stored.mustChangePassword).toBe('1');
    const seen = await app.admin('GET', `/system/users/${data.id}`);
    expect(JSON.stringify(seen.body)).not.toMatch(/argon2|"password/i);
    const logs = await app.database.db.selectFrom('sysOperLog').select(['params', 'changes']).execute();
    expect(JSON.stringify(logs)).not.toContain(data.password);
  });

  it('accept a first password that follows the rules and refuse one that does not', async () => {
    expect(await app.admin('POST', '/system/users', sample(101, { password: '123456' }))).toMatchObject({
      status: 422,
      error: 'auth.passwordRule',
    });
    expect(await app.admin('POST', '/system/users', sample(101, { password: 'Correct@Horse2026x' }))).toMatchObject({
      status: 200,
      data: { password: null },
    });
  });

  it('have a name of 3 to 30 characters that is unique without regard to case', async () => {
    expect((await app.admin('POST', '/system/users', sample(102, { username: 'ab' }))).msg).toBe('用户名长度必须介于 3 和 30 之间');
    expect((await app.admin('POST', '/system/users', sample(102, { username: 'abcdefghijklmnopqrstuvwxyz_1234' }))).status).toBe(400);
    await create(102, { username: 'CaseName' });
    expect(await app.admin('POST', '/system/users', sample(103, { username: 'casename' }))).toMatchObject({
      status: 409,
      msg: '该用户名已存在',
    });
    expect(await app.admin('POST', '/system/users', sample(103, { username: 'ADMIN' }))).toMatchObject({ status: 409 });
  });

  it('have one to five roles and exactly one post', async () => {
    expect((await app.admin('POST', '/system/users', sample(104, { roleList: [] }))).status).toBe(400);
    const six = await Promise.all([1, 2, 3, 4, 5, 6].map(() => app.make.role({ perms: [] })));
    expect((await app.admin('POST', '/system/users', sample(104, { roleList: six }))).status).toBe(400);
    expect((await app.admin('POST', '/system/users', sample(104, { postList: [] }))).status).toBe(400);
    expect((await app.admin('POST', '/system/users', sample(104, { postList: [postId, postId] }))).status).toBe(400);
    expect((await app.admin('POST', '/system/users', sample(104, { roleList: ['424242'] }))).status).toBe(422);
    expect((await app.admin('POST', '/system/users', sample(104, { postList: ['424242'] }))).status).toBe(422);
    expect((await app.admin('POST', '/system/users', sample(104, { deptId: '424242' }))).status).toBe(422);
  });

  it('ignore a password sent with PUT', async () => {
    const id = await create(105);
    const hash = () => app.database.db.selectFrom('sysUser').select('passwordHash').where('id', '=', id).executeTakeFirstOrThrow();
    const before = await hash();
    const { data } = await app.admin('GET', `/system/users/${id}`);
    expect((await app.admin('PUT', `/system/users/${id}`, { ...data, password: 'Other@Password2026', passwordHash: 'x' })).status).toBe(
      200,
    );
    expect(await hash()).toEqual(before);
  });

  it('show a masked telephone number without the edit permission, and keep the stored one when the mask comes back', async () => {
    const id = await create(106, { phone: '13912345678' });
    const reader = app.as((await app.make.user({ perms: ['system:user:list', 'system:user:detail'] })).token);
    expect((await reader('GET', `/system/users/${id}`)).data.phone).toBe('139****5678');
    expect((await reader('GET', '/system/users/page?username=emp_106')).data.data[0].phone).toBe('139****5678');
    const { data } = await app.admin('GET', `/system/users/${id}`);
    expect(data.phone).toBe('13912345678');
    expect((await app.admin('PUT', `/system/users/${id}`, { ...data, phone: '139****5678' })).status).toBe(200);
    expect((await app.admin('GET', `/system/users/${id}`)).data.phone).toBe('13912345678');
    expect((await app.admin('PUT', `/system/users/${id}`, { ...data, version: data.version + 1, phone: '138****0000' })).status).toBe(422);
  });

  it('are found by department including everything below it', async () => {
    await create(107, { deptId: deptA1, nickname: '下级员工' });
    const names = (await app.admin('GET', `/system/users/page?deptId=${deptA}&pageSize=200`)).data.data.map(
      (user: { nickname: string }) => user.nickname,
    );
    expect(names).toContain('下级员工');
    const other = (await app.admin('GET', `/system/users/page?deptId=${deptB}`)).data;
    expect(other.total).toBe(0);
  });

  it('search with wildcards as plain characters', async () => {
    for (const text of ['%', '_', '\\', "'", '%%%'])
      expect((await app.admin('GET', `/system/users/page?nickname=${encodeURIComponent(text)}`)).data.total, text).toBe(0);
  });

  it('get a new one-time password by reset; the old sessions end', async () => {
    const user = await app.make.user({ nickname: '健忘' });
    const answer = await app.admin('PUT', '/system/users/reset/password', { id: user.id });
    expect(answer.data.password).toHaveLength(18);
    expect((await app.as(user.token)('GET', '/system/users/route')).status).toBe(401);
    const plain = app.as((await app.make.user({ perms: ['system:user:edit'] })).token);
    expect((await plain('PUT', '/system/users/reset/password', { id: user.id })).status).toBe(403);
  });

  it('lose their rights with the next request when disabled, and get them back when enabled', async () => {
    const user = await app.make.user({ perms: ['system:post:list'] });
    const call = app.as(user.token);
    expect((await call('GET', '/system/posts/page')).status).toBe(200);
    expect((await app.admin('PUT', `/system/users/${user.id}/status`, { status: '0' })).status).toBe(200);
    expect((await call('GET', '/system/posts/page')).status).toBe(401);
    expect((await app.admin('PUT', `/system/users/${user.id}/status`, { status: '1' })).status).toBe(200);
  });

  it('are offered to pickers with minimal fields', async () => {
    const anyone = app.as((await app.make.user()).token);
    const { data } = await anyone('GET', '/system/users/list');
    expect(Object.keys(data[0]).sort()).toEqual(['deptName', 'id', 'nickname', 'username']);
  });

  it('of role audit are offered for delegation, without oneself', async () => {
    const one = await app.make.user({ nickname: '审核一', roles: ['audit'] });
    const two = await app.make.user({ nickname: '审核二', roles: ['audit'] });
    const { data } = await app.as(one.token)('GET', '/system/users/audit');
    expect(data.map((user: { id: string }) => user.id)).toEqual([two.id]);
  });

  it('tell their department with what is above it', async () => {
    const id = await create(108, { deptId: deptA1 });
    const { data } = await app.admin('GET', `/system/users/getUserDeptById/${id}`);
    expect(data).toEqual({
      deptId: deptA1,
      deptName: '甲一组',
      ancestors: [
        { id: head, deptName: '总部' },
        { id: deptA, deptName: '甲部' },
      ],
    });
  });

  it('explain why they may do something', async () => {
    const user = await app.make.user({ perms: ['system:post:list'], dataScope: '4', deptId: deptA });
    const { data } = await app.admin('GET', `/system/users/${user.id}/permissions`);
    expect(data.unrestricted).toBe(false);
    expect(data.perms).toHaveLength(1);
    expect(data.perms[0]).toMatchObject({ perm: 'system:post:list', reach: '本部门及以下' });
    expect(data.perms[0].sources[0]).toMatchObject({ roleId: user.roleId, menuName: '岗位管理', menuPath: ['平台基础设置', '系统管理'] });
  });
});

describe('data scope of accounts', () => {
  const PERMS = [
    'system:user:list',
    'system:user:detail',
    'system:user:add',
    'system:user:edit',
    'system:user:remove',
    'system:user:reset:password',
    'system:user:unlock',
  ];
  let inA = '';
  let inA1 = '';
  let inB = '';
  beforeAll(async () => {
    inA = (await app.make.user({ deptId: deptA })).id;
    inA1 = (await app.make.user({ deptId: deptA1 })).id;
    inB = (await app.make.user({ deptId: deptB })).id;
  });
  const seen = async (call: Send) => {
    const ids = (await call('GET', '/system/users/page?pageSize=200')).data.data.map((user: { id: string }) => user.id);
    return [inA, inA1, inB].map((id) => ids.includes(id));
  };

  it('limits what is listed', async () => {
    const as = async (dataScope: '1' | '2' | '3' | '4' | '5', scopeDepts?: string[]) =>
      seen(app.as((await app.make.user({ perms: PERMS, deptId: deptA, dataScope, scopeDepts })).token));
    expect(await as('1')).toEqual([true, true, true]);
    expect(await as('2', [deptB])).toEqual([false, false, true]);
    expect(await as('3')).toEqual([true, false, false]);
    expect(await as('4')).toEqual([true, true, false]);
    expect(await as('5')).toEqual([false, false, false]);
  });

  it('shows oneself alone with scope 5, and nobody without a department', async () => {
    const self = await app.make.user({ perms: PERMS, deptId: deptA, dataScope: '5' });
    const { data } = await app.as(self.token)('GET', '/system/users/page');
    expect(data.data.map((user: { id: string }) => user.id)).toEqual([self.id]);
    const lost = await app.make.user({ perms: PERMS, deptId: null, dataScope: '4' });
    expect((await app.as(lost.token)('GET', '/system/users/page')).data.data.map((user: { id: string }) => user.id)).toEqual([lost.id]);
  });

  it('ignores scope fields of the request', async () => {
    const call = app.as((await app.make.user({ perms: PERMS, deptId: deptA, dataScope: '3' })).token);
    for (const extra of ['params[dataScope]=or%201=1', 'dataScope=or%201=1', 'params.dataScope=x'])
      expect((await call('GET', `/system/users/page?${extra}`)).data.total).toBe((await call('GET', '/system/users/page')).data.total);
  });

  it('answers every call on somebody out of reach like on somebody missing', async () => {
    const call = app.as((await app.make.user({ perms: PERMS, deptId: deptA, dataScope: '4' })).token);
    const missing = '4242424242';
    const body = sample(300, { version: 0 });
    for (const make of [
      (id: string) => call('GET', `/system/users/${id}`),
      (id: string) => call('PUT', `/system/users/${id}`, body),
      (id: string) => call('DELETE', `/system/users/${id}`),
      (id: string) => call('DELETE', `/system/users/batch/${inA},${id}`),
      (id: string) => call('PUT', `/system/users/${id}/status`, { status: '0' }),
      (id: string) => call('PUT', `/system/users/${id}/unlock`, {}),
      (id: string) => call('PUT', '/system/users/reset/password', { id }),
      (id: string) => call('GET', `/system/users/${id}/permissions`),
    ]) {
      const [out, gone] = [await make(inB), await make(missing)];
      expect({ status: out.status, error: out.error, msg: out.msg }).toEqual({ status: 404, error: 'entity.notFound', msg: gone.msg });
    }
    expect((await app.admin('GET', `/system/users/${inA}`)).status).toBe(200);
  });

  it('refuses to put an account into a department out of reach', async () => {
    const call = app.as((await app.make.user({ perms: PERMS, deptId: deptA, dataScope: '4' })).token);
    expect(await call('POST', '/system/users', sample(301, { deptId: deptB }))).toMatchObject({ status: 422 });
    const { data } = await call('GET', `/system/users/${inA1}`);
    expect((await call('PUT', `/system/users/${inA1}`, { ...data, deptId: deptB, roleList: [roleId], postList: [postId] })).status).toBe(
      422,
    );
    expect((await call('POST', '/system/users', sample(301))).status).toBe(200);
  });
});

describe('the last administrator', () => {
  it('cannot be disabled, deleted, expired or lose the role', async () => {
    const admin = (await app.admin('GET', '/system/users/page?username=admin')).data.data[0];
    const second = await app.make.user({ nickname: '第二管理员', roles: ['admin'] });
    const call = app.as(second.token);
    const body = (await call('GET', `/system/users/${admin.id}`)).data;
    // a second one is there: the first may go
    expect((await call('PUT', `/system/users/${admin.id}/status`, { status: '0' })).status).toBe(200);
    expect(await call('PUT', `/system/users/${second.id}/status`, { status: '0' })).toMatchObject({ status: 422 });
    expect((await call('DELETE', `/system/users/${second.id}`)).status).toBe(422);
    expect((await call('PUT', `/system/users/${admin.id}/status`, { status: '1' })).status).toBe(200);
    expect((await app.admin('PUT', `/system/users/${second.id}/status`, { status: '0' })).status).toBe(200);
    const now = (await app.admin('GET', `/system/users/${admin.id}`)).data;
    expect((await app.admin('PUT', `/system/users/${admin.id}`, { ...now, expireTime: '2020-01-01T00:00:00Z' })).status).toBe(422);
    expect((await app.admin('PUT', `/system/users/${admin.id}`, { ...now, roleList: [roleId] })).status).toBe(422);
    expect((await app.admin('PUT', `/system/users/${admin.id}`, { ...now, nickname: body.nickname })).status).toBe(200);
  });

  it('two that remove each other at once leave one', async () => {
    const one = await app.make.user({ roles: ['admin'] });
    const two = await app.make.user({ roles: ['admin'] });
    const others = await app.database.db
      .selectFrom('sysUserRole')
      .select('userId')
      .where('roleId', '=', 'admin')
      .where('userId', 'not in', [one.id, two.id])
      .execute();
    await app.database.db
      .updateTable('sysUser')
      .set({ status: '0' })
      .where(
        'id',
        'in',
        others.map((row) => row.userId),
      )
      .execute();
    const answers = await Promise.all([
      app.as(one.token)('DELETE', `/system/users/${two.id}`),
      app.as(two.token)('DELETE', `/system/users/${one.id}`),
    ]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    await app.database.db
      .updateTable('sysUser')
      .set({ status: '1' })
      .where(
        'id',
        'in',
        others.map((row) => row.userId),
      )
      .execute();
  });
});
