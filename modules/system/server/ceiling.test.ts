import { describe, expect, it } from 'vitest';
import { dataScopeOf } from '#kit/server/scope.ts';
import { startApp, type Answer, type Send } from '#kit/test/app.ts';
import { loadAccount } from './account.ts';
import { refreshEffective } from './menus/effective.ts';
import { deptIdsBelow } from './depts/tree.ts';

const app = startApp();

const ADMIN_PERMS = ['user', 'role', 'menu', 'dept'].flatMap((entity) =>
  ['list', 'detail', 'add', 'edit', 'remove'].map((action) => `system:${entity}:${action}`),
);
const OWN_PERMS = [...ADMIN_PERMS, 'system:user:reset:password', 'system:post:list'];

/** Deterministic random numbers (mulberry32): a failing walk can be walked again. */
function dice(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number) => Math.floor(next() * n);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const some = <T>(list: readonly T[], most: number): T[] =>
    Array.from({ length: below(most + 1) }, () => pick(list)).filter((item, at, all) => all.indexOf(item) === at);
  return { below, pick, some };
}

describe('the ceiling on grants', () => {
  const menuId = async (permission: string) =>
    (
      await app.database.db
        .selectFrom('sysMenu')
        .select('id')
        .where('menuPerms', '=', permission)
        .where('deletedAt', 'is', null)
        .executeTakeFirstOrThrow()
    ).id;
  let n = 0;
  const roleBody = (over: Record<string, unknown>) => {
    n += 1;
    return { roleName: `天花板${n}`, roleCode: `ceiling_${n}`, dataScope: '3', menuList: [], deptList: [], ...over };
  };

  it('refuses a role with a permission that the maker lacks, also when it is copied or changed', async () => {
    const call = app.as((await app.make.user({ perms: OWN_PERMS })).token);
    const foreign = await menuId('system:config:edit');
    const own = await menuId('system:post:list');
    expect(await call('POST', '/system/roles', roleBody({ menuList: [foreign] }))).toMatchObject({ status: 422, error: 'grant.beyondOwn' });
    const mine = (await call('POST', '/system/roles', roleBody({ menuList: [own] }))).data.id;
    const { data } = await call('GET', `/system/roles/${mine}`);
    expect(await call('PUT', `/system/roles/${mine}`, { ...data, menuList: [own, foreign] })).toMatchObject({
      status: 422,
      error: 'grant.beyondOwn',
    });
    const rich = (await app.admin('POST', '/system/roles', roleBody({ menuList: [foreign] }))).data.id;
    expect(await call('POST', `/system/roles/${rich}/copy`, { roleName: '抄来', roleCode: 'copied' })).toMatchObject({
      error: 'grant.beyondOwn',
    });
  });

  it('refuses a wider data scope than the own one', async () => {
    const dept = await app.make.dept();
    const call = app.as((await app.make.user({ perms: OWN_PERMS, deptId: dept.id, dataScope: '4' })).token);
    const menuList = [await menuId('system:post:list')];
    expect(await call('POST', '/system/roles', roleBody({ menuList, dataScope: '1' }))).toMatchObject({ error: 'grant.beyondOwn' });
    const other = await app.make.dept();
    expect((await call('POST', '/system/roles', roleBody({ menuList, dataScope: '2', deptList: [other.id] }))).status).toBe(422);
    expect((await call('POST', '/system/roles', roleBody({ menuList, dataScope: '2', deptList: [dept.id] }))).status).toBe(200);
  });

  it('refuses to hand out a role that is more than the giver holds, and the role of administrators', async () => {
    const dept = await app.make.dept();
    const giver = await app.make.user({ perms: OWN_PERMS, deptId: dept.id, dataScope: '4' });
    const call = app.as(giver.token);
    const postId = (await app.admin('POST', '/system/posts', { postName: '天花板岗' })).data.id;
    const rich = await app.make.role({ perms: ['system:config:edit'], dataScope: '3' });
    const body = { username: 'gifted', nickname: '受赠', deptId: dept.id, postList: [postId] };
    expect(await call('POST', '/system/users', { ...body, roleList: [rich] })).toMatchObject({ status: 422, error: 'grant.beyondOwn' });
    expect(await call('POST', '/system/users', { ...body, roleList: ['admin'] })).toMatchObject({ status: 422, error: 'grant.beyondOwn' });
    const { id } = (await call('POST', '/system/users', { ...body, roleList: [giver.roleId] })).data;
    expect(await call('PUT', `/system/roles/${rich}/users`, { add: [id] })).toMatchObject({ error: 'grant.beyondOwn' });
  });

  it('lets nobody change the own roles, an administrator neither', async () => {
    const giver = await app.make.user({ perms: OWN_PERMS, deptId: (await app.make.dept()).id });
    const other = await app.make.role({ perms: [] });
    const { data } = await app.as(giver.token)('GET', `/system/users/${giver.id}`);
    const postId = (await app.admin('GET', '/system/posts/list')).data[0].id;
    const change = (call: Send, id: string, roleList: string[], body: object) =>
      call('PUT', `/system/users/${id}`, { ...body, roleList, postList: [postId] });
    expect(await change(app.as(giver.token), giver.id, [giver.roleId ?? '', other], data)).toMatchObject({
      status: 422,
      error: 'grant.beyondOwn',
    });
    const admin = (await app.admin('GET', '/system/users/page?username=admin')).data.data[0];
    expect((await change(app.admin, admin.id, ['admin', other], admin)).status).toBe(422);
    expect(await app.as(giver.token)('PUT', `/system/roles/${other}/users`, { add: [giver.id] })).toMatchObject({
      error: 'grant.beyondOwn',
    });
  });

  it('lets nobody put a permission on a menu that they lack, or enable one for others', async () => {
    const call = app.as((await app.make.user({ perms: OWN_PERMS })).token);
    const parentId = (await app.admin('GET', '/system/menus/tree')).data.find(
      (menu: { menuPath: string }) => menu.menuPath === '/basic/system/post',
    ).id;
    const button = { parentId, menuName: '按钮', menuType: '2', menuPerms: 'system:config:remove' };
    expect(await call('POST', '/system/menus', button)).toMatchObject({ status: 422, error: 'grant.beyondOwn' });
    const off = (await app.admin('POST', '/system/menus', { ...button, status: '0' })).data.id;
    await app.admin('POST', '/system/roles', roleBody({ menuList: [off] }));
    const { data } = await call('GET', `/system/menus/${off}`);
    expect(await call('PUT', `/system/menus/${off}`, { ...data, status: '1' })).toMatchObject({ status: 422, error: 'grant.beyondOwn' });
  });

  it('refuses what gives nothing now but would as soon as somebody enables it', async () => {
    const dept = await app.make.dept();
    const call = app.as((await app.make.user({ perms: OWN_PERMS, deptId: dept.id })).token);
    const foreign = (await app.admin('GET', `/system/menus/${await menuId('system:config:edit')}`)).data;
    expect((await app.admin('PUT', `/system/menus/${foreign.id}`, { ...foreign, status: '0' })).status).toBe(200);
    expect(await call('POST', '/system/roles', roleBody({ menuList: [foreign.id] }))).toMatchObject({
      status: 422,
      error: 'grant.beyondOwn',
    });
    await app.admin('PUT', `/system/menus/${foreign.id}`, { ...foreign, version: foreign.version + 1 });
    const off = (await app.admin('POST', '/system/roles', roleBody({ menuList: [foreign.id], status: '0' }))).data.id;
    const user = await app.make.user({ perms: ['system:post:list'], deptId: dept.id });
    expect(await call('PUT', `/system/roles/${off}/users`, { add: [user.id] })).toMatchObject({ status: 422, error: 'grant.beyondOwn' });
  });

  it('keeps the password of somebody who may do more out of reach', async () => {
    const call = app.as((await app.make.user({ perms: OWN_PERMS })).token);
    const rich = await app.make.user({ perms: ['system:config:edit'] });
    const boss = await app.make.user({ roles: ['admin'] });
    expect(await call('PUT', '/system/users/reset/password', { id: rich.id })).toMatchObject({ status: 422, error: 'grant.beyondOwn' });
    for (const [method, path, body] of [
      ['PUT', '/system/users/reset/password', { id: boss.id }],
      ['PUT', `/system/users/${boss.id}/status`, { status: '0' }],
      ['DELETE', `/system/users/${boss.id}`, undefined],
    ] as const)
      expect(await call(method, path, body), path).toMatchObject({ status: 422, error: 'grant.beyondOwn' });
  });

  it('gives a name no power: an account called like the administrator is nobody', async () => {
    const fake = await app.make.user({ username: 'Admin1', perms: ['system:post:list'] });
    await app.database.db.updateTable('sysUser').set({ username: '*:*:*' }).where('id', '=', fake.id).execute();
    expect((await app.as(fake.token)('GET', '/system/users/page')).status).toBe(403);
  });

  it('holds on a random walk of 1,000 writes through users, roles, menus and departments', { timeout: 400_000 }, async () => {
    const { below, pick, some } = dice(20_261_120);
    const { db } = app.database;
    const top = await app.make.dept({ deptName: '漫步集团' });
    const mine = await app.make.dept({ parentId: top.id });
    const inner = await app.make.dept({ parentId: mine.id });
    const foreign = [top.id, (await app.make.dept({ parentId: top.id })).id, (await app.make.dept()).id];
    const walker = await app.make.user({ perms: OWN_PERMS, deptId: mine.id, dataScope: '4', username: 'walker' });
    const postId = (await app.admin('POST', '/system/posts', { postName: '漫步岗' })).data.id;
    // people who may do more, nearby and elsewhere
    await app.make.user({ perms: ['system:config:edit', 'system:user:list'], deptId: inner.id, dataScope: '1' });
    await app.make.user({ perms: ['system:dict:edit', 'system:user:list'], deptId: mine.id, dataScope: '3', status: '0' });
    await app.make.user({ perms: OWN_PERMS, deptId: foreign[1], dataScope: '4' });
    await app.make.user({ roles: ['admin'], deptId: inner.id });
    await app.make.user({ perms: ['system:user:list'], deptId: mine.id, dataScope: '2', scopeDepts: [foreign[0] ?? ''] });

    const tokens = new Map([[walker.id, walker.token]]);
    const ids = async (table: 'sysUser' | 'sysRole' | 'sysDept' | 'sysMenu') =>
      (await db.selectFrom(table).select('id').where('deletedAt', 'is', null).orderBy('id').execute()).map((row) => row.id);
    const perms = (await app.admin('GET', '/system/menus/permissions')).data.map((info: { perm: string }) => info.perm) as string[];
    const scopes = ['1', '2', '3', '4', '5'] as const;
    let names = 0;
    const actions: ((call: Send) => Promise<Answer | undefined>)[] = [
      async (call) =>
        call(
          'POST',
          '/system/roles',
          roleBody({ dataScope: pick(scopes), menuList: some(await ids('sysMenu'), 4), deptList: some(await ids('sysDept'), 2) }),
        ),
      async (call) => {
        const id = pick(await ids('sysRole'));
        const { data } = await call('GET', `/system/roles/${id}`);
        const change = pick([
          { dataScope: pick(scopes) },
          { menuList: [...(data?.menuList ?? []), ...some(await ids('sysMenu'), 3)] },
          { status: pick(['0', '1']) },
          { deptList: some(await ids('sysDept'), 2), dataScope: '2' },
        ]);
        return call('PUT', `/system/roles/${id}`, { ...data, ...change });
      },
      async (call) => {
        n += 1;
        return call('POST', `/system/roles/${pick(await ids('sysRole'))}/copy`, { roleName: `复制${n}`, roleCode: `walk_copy_${n}` });
      },
      async (call) => {
        names += 1;
        const roleList = [pick(await ids('sysRole')), ...some(await ids('sysRole'), 1)];
        const answer = await call('POST', '/system/users', {
          username: `w_${names}`,
          nickname: `漫${names}`,
          deptId: pick(await ids('sysDept')),
          roleList,
          postList: [postId],
        });
        // who knows the first password is the account
        if (answer.status === 200) tokens.set(answer.data.id, await app.make.token(answer.data.id));
        return answer;
      },
      async (call) => {
        const id = pick(await ids('sysUser'));
        const { data } = await call('GET', `/system/users/${id}`);
        const change = pick([
          { roleList: some(await ids('sysRole'), 3) },
          { deptId: pick(await ids('sysDept')) },
          { status: pick(['0', '1']) },
          { expireTime: null },
        ]);
        return data && call('PUT', `/system/users/${id}`, { ...data, postList: [postId], ...change });
      },
      async (call) =>
        call('PUT', `/system/roles/${pick(await ids('sysRole'))}/users`, {
          add: some(await ids('sysUser'), 2),
          remove: some(await ids('sysUser'), 1),
        }),
      async (call) => {
        const id = pick(await ids('sysUser'));
        const answer = await call('PUT', '/system/users/reset/password', { id });
        if (answer.status === 200) tokens.set(id, await app.make.token(id));
        return answer;
      },
      async (call) => call('PUT', `/system/users/${pick(await ids('sysUser'))}/status`, { status: pick(['0', '1']) }),
      async (call) => {
        names += 1;
        return call('POST', '/system/menus', {
          parentId: pick(await ids('sysMenu')),
          menuName: `按${names}`,
          menuType: '2',
          menuPerms: pick(perms),
          status: pick(['0', '1']),
        });
      },
      async (call) => {
        const id = pick(await ids('sysMenu'));
        const { data } = await call('GET', `/system/menus/${id}`);
        return (
          data &&
          call('PUT', `/system/menus/${id}`, {
            ...data,
            ...pick([{ menuPerms: pick(perms) }, { status: pick(['0', '1']) }, { parentId: pick(await ids('sysMenu')) }]),
          })
        );
      },
      async (call) =>
        call('PUT', '/system/menus/sort', {
          moves: [{ id: pick(await ids('sysMenu')), parentId: pick([...(await ids('sysMenu')), '0']), menuSort: below(100) }],
        }),
      async (call) => {
        names += 1;
        return call('POST', '/system/depts', {
          parentId: pick([...(await ids('sysDept')), '0']),
          deptName: `漫步部${names}`,
          deptNo: `W${names}`,
        });
      },
      async (call) => {
        const id = pick(await ids('sysDept'));
        const { data } = await call('GET', `/system/depts/${id}`);
        return data && call('PUT', `/system/depts/${id}`, { ...data, parentId: pick([...(await ids('sysDept')), '0']) });
      },
    ];

    const walkerRole = walker.roleId ?? '';
    const granted = (await db.selectFrom('sysRoleMenu').select('menuId').where('roleId', '=', walkerRole).execute()).map(
      (row) => row.menuId,
    );
    /** An administrator mends what the walkers broke for themselves, and enables what they have disabled: nothing may lie in wait there. */
    const mend = async () => {
      await db.updateTable('sysMenu').set({ status: '1' }).execute();
      await db.updateTable('sysRole').set({ status: '1' }).execute();
      await db.updateTable('sysRole').set({ dataScope: '4' }).where('id', '=', walkerRole).execute();
      await db
        .insertInto('sysRoleMenu')
        .values(granted.map((menuId) => ({ roleId: walkerRole, menuId })))
        .onConflict((c) => c.doNothing())
        .execute();
      await db.updateTable('sysUser').set({ status: '1', deletedAt: null, deptId: mine.id }).where('id', '=', walker.id).execute();
      await refreshEffective(db);
    };
    let done = 0;
    for (let step = 0; step < 1000; step++) {
      if (step % 5 === 0) await mend();
      const token = below(3) === 0 ? pick([...tokens.values()]) : walker.token;
      const answer = await pick(actions)(app.as(token));
      if (answer) expect(answer.status, answer.msg).toBeLessThan(500);
      if (answer?.status === 200) done += 1;
      if (answer?.status !== 200 && step % 5 !== 0) continue;
      await db
        .updateTable('sysUser')
        .set({ mustChangePassword: '0' })
        .where('id', 'in', [...tokens.keys()])
        .execute();
      for (const id of tokens.keys()) {
        const account = await loadAccount(db, id);
        if (!account) continue;
        expect(account.roles).not.toContain('admin');
        expect(
          [...account.perms].filter((permission) => !OWN_PERMS.includes(permission)),
          `step ${step}`,
        ).toEqual([]);
        const reach = dataScopeOf(account, [...account.perms]);
        const depts = [...reach.depts, ...(await Promise.all(reach.trees.map((tree) => deptIdsBelow(db, tree)))).flat()];
        expect(reach.all && account.perms.size > 0, `step ${step}`).toBe(false);
        expect(account.perms.size > 0 ? depts.filter((dept) => foreign.includes(dept)) : [], `step ${step}`).toEqual([]);
      }
    }
    // a walk on which everything is refused proves nothing
    expect(done).toBeGreaterThan(80);
    expect(tokens.size).toBeGreaterThan(3);
  });
});
