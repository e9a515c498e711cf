import { describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { itKeepsCrudPromises } from '#kit/test/crud.ts';

const app = startApp();
const menuId = async (permission: string): Promise<string> =>
  (
    await app.database.db
      .selectFrom('sysMenu')
      .select('id')
      .where('menuPerms', '=', permission)
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow()
  ).id;

const sample = (n: number, over: Record<string, unknown> = {}) => ({
  roleName: `测试角色${n}`,
  roleCode: `test_role_${n}`,
  dataScope: '3',
  sortNo: n,
  status: '1',
  remark: null,
  menuList: [] as string[],
  deptList: [] as string[],
  ...over,
});
const create = async (n: number, over: Record<string, unknown> = {}): Promise<string> => {
  const answer = await app.admin('POST', '/system/roles', sample(n, over));
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return answer.data.id;
};

itKeepsCrudPromises(app, { base: '/system/roles', code: 'system:role', sample, duplicate: '角色名称已存在' });

describe('roles', () => {
  it('carry their menus and departments', async () => {
    const dept = (await app.make.dept({ deptName: '范围部门' })).id;
    const list = await menuId('system:post:list');
    const id = await create(100, { dataScope: '2', deptList: [dept], menuList: [list] });
    const { data } = await app.admin('GET', `/system/roles/${id}`);
    expect(data).toMatchObject({
      menuList: [list],
      deptList: [dept],
      menus: [{ menuName: '岗位管理' }],
      depts: [{ deptName: '范围部门' }],
    });
  });

  it('refuse unknown menus, unknown departments and scope 2 without any', async () => {
    expect((await app.admin('POST', '/system/roles', sample(101, { menuList: ['424242'] }))).status).toBe(422);
    expect((await app.admin('POST', '/system/roles', sample(101, { dataScope: '2', deptList: ['424242'] }))).status).toBe(422);
    expect((await app.admin('POST', '/system/roles', sample(101, { dataScope: '2' }))).status).toBe(422);
    expect((await app.admin('POST', '/system/roles', sample(101, { dataScope: '6' }))).status).toBe(400);
  });

  it('cannot be given disabled departments, and keep those that they had, marked', async () => {
    const open = (await app.make.dept({ deptName: '开放部门' })).id;
    const closed = (await app.make.dept({ deptName: '撤销部门' })).id;
    const id = await create(190, { dataScope: '2', deptList: [open, closed] });
    await app.database.db.updateTable('sysDept').set({ status: '0' }).where('id', '=', closed).execute();
    const refused = await app.admin('POST', '/system/roles', sample(191, { dataScope: '2', deptList: [open, closed] }));
    expect(refused).toMatchObject({ status: 422, msg: '所选部门已禁用：撤销部门，请先启用或另选部门' });

    const before = (await app.admin('GET', `/system/roles/${id}`)).data;
    expect(before.depts).toEqual(
      expect.arrayContaining([
        { id: open, deptName: '开放部门', status: '1' },
        { id: closed, deptName: '撤销部门', status: '0' },
      ]),
    );
    const saved = await app.admin('PUT', `/system/roles/${id}`, { ...before, remark: '改备注' });
    expect(saved, saved.msg).toMatchObject({ status: 200 });
    const copied = await app.admin('POST', `/system/roles/${id}/copy`, { roleName: '撤并部门角色', roleCode: 'copied_closed' });
    expect(copied, copied.msg).toMatchObject({ status: 200 });
    for (const one of [id, copied.data.id])
      expect((await app.admin('GET', `/system/roles/${one}`)).data.deptList.toSorted()).toEqual([open, closed].toSorted());

    const taken = { ...(await app.admin('GET', `/system/roles/${id}`)).data, deptList: [open] };
    expect((await app.admin('PUT', `/system/roles/${id}`, taken)).status).toBe(200);
    const again = { ...(await app.admin('GET', `/system/roles/${id}`)).data, deptList: [open, closed] };
    expect((await app.admin('PUT', `/system/roles/${id}`, again)).status).toBe(422);
  });

  it('change what their holders may do with the next request', async () => {
    const user = await app.make.user({ perms: ['system:post:list'] });
    const call = app.as(user.token);
    expect((await call('GET', '/system/posts/page')).status).toBe(200);
    const { data } = await app.admin('GET', `/system/roles/${user.roleId}`);
    await app.admin('PUT', `/system/roles/${user.roleId}`, { ...data, menuList: [] });
    expect((await call('GET', '/system/posts/page')).status).toBe(403);
    await app.admin('PUT', `/system/roles/${user.roleId}`, { ...data, version: data.version + 1 });
    expect((await call('GET', '/system/posts/page')).status).toBe(200);
    await app.admin('PUT', `/system/roles/${user.roleId}`, { ...data, version: data.version + 2, status: '0' });
    expect((await call('GET', '/system/posts/page')).status).toBe(403);
  });

  it('in use are not deleted, and the answer names their holders', async () => {
    const user = await app.make.user({ nickname: '李四', perms: ['system:post:list'] });
    const answer = await app.admin('DELETE', `/system/roles/${user.roleId}`);
    expect(answer).toMatchObject({ status: 409, error: 'entity.inUse' });
    expect(answer.msg).toContain('李四');
  });

  it('that are built in keep their code, admin its status and scope; none of them is deleted', async () => {
    const { data } = await app.admin('GET', '/system/roles/admin');
    expect(data).toMatchObject({ id: 'admin', roleCode: 'admin', isBuiltIn: '1' });
    expect((await app.admin('PUT', '/system/roles/admin', { ...data, roleCode: 'root' })).status).toBe(422);
    expect((await app.admin('PUT', '/system/roles/admin', { ...data, status: '0' })).status).toBe(422);
    expect((await app.admin('PUT', '/system/roles/admin', { ...data, dataScope: '3' })).status).toBe(422);
    expect((await app.admin('DELETE', '/system/roles/audit')).status).toBe(422);
    expect((await app.admin('POST', '/system/roles/admin/copy', { roleName: '又一个', roleCode: 'admin2' })).status).toBe(422);
  });

  it('are copied and compared', async () => {
    const [list, add] = [await menuId('system:post:list'), await menuId('system:post:add')];
    const one = await create(110, { menuList: [list, add] });
    const copy = (await app.admin('POST', `/system/roles/${one}/copy`, { roleName: '副本', roleCode: 'copy_of_110' })).data.id;
    expect((await app.admin('GET', `/system/roles/${copy}`)).data.menuList.sort()).toEqual([list, add].sort());
    const two = await create(111, { menuList: [list] });
    const { data } = await app.admin('GET', `/system/roles/compare?ids=${one},${two}`);
    expect(data.menus.find((menu: { id: string }) => menu.id === add).heldBy).toEqual([one]);
    expect(data.menus.find((menu: { id: string }) => menu.id === list).heldBy.sort()).toEqual([one, two].sort());
    expect((await app.admin('GET', `/system/roles/compare?ids=${one}`)).status).toBe(400);
  });

  it('list their holders and take new ones', async () => {
    const role = await create(120);
    const user = await app.make.user({ nickname: '王五', perms: ['system:post:list'] });
    expect((await app.admin('PUT', `/system/roles/${role}/users`, { add: [user.id] })).status).toBe(200);
    expect((await app.admin('GET', `/system/roles/${role}/users`)).data).toMatchObject({ total: 1, data: [{ nickname: '王五' }] });
    expect((await app.admin('GET', '/system/roles/page?roleCode=test_role_120')).data.data[0].userCount).toBe(1);
    expect((await app.admin('PUT', `/system/roles/${role}/users`, { remove: [user.id] })).status).toBe(200);
    // the last role stays: an account has at least one
    expect((await app.admin('PUT', `/system/roles/${user.roleId}/users`, { remove: [user.id] })).status).toBe(422);
  });
});
