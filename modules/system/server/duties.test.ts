import { beforeAll, describe, expect, it } from 'vitest';
import { workbook } from '#kit/server/excel/writer.ts';
import { startApp, type Answer, type Send } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';

const app = startApp();
type Who = 'admin' | 'sysadmin' | 'secadmin' | 'auditadmin';
type Target = 'ordinary' | 'sysadmin' | 'secadmin' | 'auditadmin' | 'admin';
const call = {} as Record<Who, Send>;
const token = {} as Record<Who, string>;
const own = {} as Record<Who, string>;
let dept = '';
let otherDept = '';
let postId = '';
/** a role of the business that none of the three holds anything of */
let business = '';
let otherBusiness = '';
let n = 0;

beforeAll(async () => {
  dept = (await app.make.dept({ deptName: '业务部' })).id;
  otherDept = (await app.make.dept({ deptName: '财务部' })).id;
  postId = (await app.admin('POST', '/system/posts', { postName: '业务岗' })).data.id;
  business = await app.make.role({ perms: ['project:supplier:list', 'metadata:datasource:list'], dataScope: '4' });
  otherBusiness = await app.make.role({ perms: ['metadata:datacolumn:list'], dataScope: '3' });
  for (const who of ['admin', 'sysadmin', 'secadmin', 'auditadmin'] as const) {
    const user = await app.make.user({ roles: [who], deptId: dept, nickname: `员${who}` });
    call[who] = app.as(user.token);
    token[who] = user.token;
    own[who] = user.id;
  }
});

const person = async (role: string, over: object = {}) => {
  const user = await app.make.user({ roles: [role], deptId: dept, ...over });
  await app.database.db.insertInto('sysUserPost').values({ userId: user.id, postId }).execute();
  return user;
};
const target = (kind: Target, over: object = {}) => person(kind === 'ordinary' ? business : kind, over);
const stored = async (id: string) => {
  const { data } = await app.admin('GET', `/system/users/${id}`);
  return { ...data, roleList: data.roles.map((role: { id: string }) => role.id), postList: [postId] };
};
const body = (over: object = {}) => {
  n += 1;
  return { username: `matrix_${n}`, nickname: `矩阵${n}`, deptId: dept, postList: [postId], roleList: [business], ...over };
};

/** What each of the four may do to an account, by what the account is. */
const deeds: Record<string, (by: Send, kind: Target) => Promise<Answer>> = {
  async create(by, kind) {
    return by('POST', '/system/users', body({ roleList: [kind === 'ordinary' ? business : kind] }));
  },
  async change(by, kind) {
    const { id } = await target(kind);
    return by('PUT', `/system/users/${id}`, { ...(await stored(id)), nickname: '改名', phone: '13911112222' });
  },
  async enable(by, kind) {
    const { id } = await target(kind, { status: '0' });
    return by('PUT', `/system/users/${id}/status`, { status: '1' });
  },
  async disable(by, kind) {
    const { id } = await target(kind);
    return by('PUT', `/system/users/${id}/status`, { status: '0' });
  },
  async move(by, kind) {
    const { id } = await target(kind);
    return by('PUT', `/system/users/${id}`, { ...(await stored(id)), deptId: otherDept });
  },
  async reset(by, kind) {
    return by('PUT', '/system/users/reset/password', { id: (await target(kind)).id });
  },
  async remove(by, kind) {
    return by('DELETE', `/system/users/${(await target(kind)).id}`);
  },
  async restore(by, kind) {
    const { id } = await target(kind);
    await app.database.db.updateTable('sysUser').set({ deletedAt: new Date() }).where('id', '=', id).execute();
    return by('POST', '/system/recycle/restore', { items: [{ entity: 'sysUser', id }] });
  },
  async unlock(by, kind) {
    return by('PUT', `/system/users/${(await target(kind)).id}/unlock`, {});
  },
  /** gives a role of the business to the account, from the account and from the role */
  async assign(by, kind) {
    const { id } = await target(kind);
    const { version } = await stored(id);
    return by('PUT', `/system/users/${id}/roles`, { roleList: [otherBusiness], version });
  },
  async join(by, kind) {
    return by('PUT', `/system/roles/${otherBusiness}/users`, { add: [(await target(kind)).id], remove: [] });
  },
  /** gives the role of the row to an ordinary account */
  async promote(by, kind) {
    const { id } = await person(otherBusiness);
    const { version } = await stored(id);
    return by('PUT', `/system/users/${id}/roles`, { roleList: [kind === 'ordinary' ? business : kind], version });
  },
  async kick(by, kind) {
    const user = await target(kind);
    const session = await app.database.db.selectFrom('sysSession').select('id').where('userId', '=', user.id).executeTakeFirstOrThrow();
    return by('DELETE', `/system/online/${session.id}`);
  },
};

// 200 done, 422 refused by the ceiling, 403 not a matter of this role; in the order ordinary, sysadmin, secadmin, auditadmin, admin
const matrix: readonly [deed: string, who: Who, statuses: readonly number[]][] = [
  ['create', 'admin', [200, 200, 200, 200, 200]],
  ['create', 'sysadmin', [200, 422, 422, 422, 422]],
  ['create', 'secadmin', [403, 403, 403, 403, 403]],
  ['create', 'auditadmin', [403, 403, 403, 403, 403]],
  ['change', 'sysadmin', [200, 422, 422, 422, 422]],
  ['change', 'secadmin', [403, 403, 403, 403, 403]],
  ['change', 'auditadmin', [403, 403, 403, 403, 403]],
  ['enable', 'admin', [200, 200, 200, 200, 200]],
  ['enable', 'sysadmin', [200, 422, 422, 422, 422]],
  ['enable', 'secadmin', [403, 403, 403, 403, 403]],
  ['enable', 'auditadmin', [403, 403, 403, 403, 403]],
  ['disable', 'sysadmin', [200, 422, 422, 422, 422]],
  ['disable', 'secadmin', [403, 403, 403, 403, 403]],
  ['move', 'sysadmin', [200, 422, 422, 422, 422]],
  ['move', 'secadmin', [403, 403, 403, 403, 403]],
  ['reset', 'admin', [200, 200, 200, 200, 200]],
  ['reset', 'sysadmin', [200, 422, 422, 422, 422]],
  ['reset', 'secadmin', [403, 403, 403, 403, 403]],
  ['reset', 'auditadmin', [403, 403, 403, 403, 403]],
  ['remove', 'sysadmin', [200, 422, 422, 422, 422]],
  ['remove', 'secadmin', [403, 403, 403, 403, 403]],
  ['restore', 'sysadmin', [200, 422, 422, 422, 422]],
  ['restore', 'secadmin', [403, 403, 403, 403, 403]],
  ['unlock', 'sysadmin', [200, 200, 200, 200, 200]],
  ['unlock', 'secadmin', [200, 200, 200, 200, 200]],
  ['unlock', 'auditadmin', [403, 403, 403, 403, 403]],
  ['assign', 'admin', [200, 200, 200, 200, 200]],
  ['assign', 'sysadmin', [403, 403, 403, 403, 403]],
  ['assign', 'secadmin', [200, 422, 422, 422, 422]],
  ['assign', 'auditadmin', [403, 403, 403, 403, 403]],
  // whoever has a role of the three has no other
  ['join', 'admin', [200, 422, 422, 422, 200]],
  ['join', 'sysadmin', [422, 422, 422, 422, 422]],
  ['join', 'secadmin', [200, 422, 422, 422, 422]],
  ['join', 'auditadmin', [403, 403, 403, 403, 403]],
  ['promote', 'admin', [200, 200, 200, 200, 200]],
  ['promote', 'sysadmin', [403, 403, 403, 403, 403]],
  ['promote', 'secadmin', [200, 422, 422, 422, 422]],
  ['promote', 'auditadmin', [403, 403, 403, 403, 403]],
  ['kick', 'secadmin', [200, 403, 403, 403, 403]],
  ['kick', 'auditadmin', [403, 403, 403, 403, 403]],
];
const KINDS: readonly Target[] = ['ordinary', 'sysadmin', 'secadmin', 'auditadmin', 'admin'];

describe('who may do what to whom', () => {
  it.each(matrix)('%s by %s', async (deed, who, statuses) => {
    for (const [at, kind] of KINDS.entries()) {
      const answer = await deeds[deed]!(call[who], kind);
      expect({ kind, status: answer.status, msg: answer.msg }).toMatchObject({ kind, status: statuses[at] });
      // refusals are for people
      if (answer.status === 422) expect(answer.msg).toMatch(/^[^:]*$/);
      if (answer.status === 422) expect(JSON.stringify(answer.data ?? '')).not.toMatch(/[a-z]+:[a-z]+:/);
    }
  });

  it('the audit administrator reads the logs and writes nothing', async () => {
    for (const path of ['/system/login/logs/page', '/system/logs/page'])
      expect((await call.auditadmin('GET', path)).status, path).toBe(200);
    for (const who of ['sysadmin', 'secadmin'] as const)
      for (const path of ['/system/login/logs/page', '/system/logs/page']) expect((await call[who]('GET', path)).status, path).toBe(403);
  });
});

describe('an account made by the system administrator', () => {
  it('has no rights until the security administrator decides, who is told', async () => {
    const made = await call.sysadmin('POST', '/system/users', body());
    expect(made.data.askedRoles).toEqual([expect.stringMatching(/^角色/)]);
    const { id } = made.data;
    const seen = await call.secadmin('GET', '/system/users/page?isWaiting=1&pageSize=200');
    const row = seen.data.data.find((each: { id: string }) => each.id === id);
    expect(row).toMatchObject({ roles: [{ id: 'unassigned' }], askedRoles: [{ id: business }] });
    expect((await app.as(await app.make.token(id))('GET', '/system/posts/page')).status).toBe(428);
    await app.database.db.updateTable('sysUser').set({ mustChangePassword: '0' }).where('id', '=', id).execute();
    const perms = async () => (await app.as(await app.make.token(id))('GET', '/system/users/route')).data.perms;
    expect(await perms()).toEqual([]);
    expect(JSON.stringify((await call.secadmin('GET', '/system/messages/page')).data)).toContain('等待分配角色');

    const given = await call.secadmin('PUT', `/system/users/${id}/roles`, { roleList: [business], version: row.version });
    expect(given, given.msg).toMatchObject({ status: 200 });
    expect(await perms()).toEqual(['metadata:datasource:list', 'project:supplier:list']);
    expect((await app.admin('GET', `/system/users/${id}`)).data.askedRoles).toEqual([]);
    // who has given it has not got it
    expect((await call.secadmin('GET', '/system/users/route')).data.perms).not.toContain('project:supplier:list');
    expect((await call.secadmin('PUT', `/system/users/${id}/roles`, { roleList: [business], version: 0 })).status).toBe(409);
  });

  it('comes from a file of 200 rows with the roles that it names, asked for', async () => {
    const deptNo = (await app.admin('GET', `/system/depts/${dept}`)).data.deptNo;
    const { roleCode } = (await app.admin('GET', `/system/roles/${business}`)).data;
    const titles = ['用户名', '昵称', '部门编码', '岗位名称', '角色编码', '手机号码', '性别', '状态'];
    const file = async (rows: string[][]) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of workbook([{ name: '用户', columns: titles.map((title) => ({ title, width: 12 })), rows }]))
        chunks.push(chunk);
      return multipart('用户.xlsx', Buffer.concat(chunks));
    };
    const row = (name: string, role: string) => [name, `昵称${name}`, deptNo, '业务岗', role, '13800000077', '男', '启用'];
    const rows = Array.from({ length: 200 }, (_, at) => row(`bulk_${at}`, roleCode));
    const done = await call.sysadmin('POST', '/system/users/import?commit=1', ...(await file(rows)));
    expect(done, JSON.stringify(done.data)).toMatchObject({ status: 200 });
    expect((await app.admin('GET', '/system/users/page?username=bulk_&isWaiting=1')).data.total).toBe(200);
    const sly = await call.sysadmin(
      'POST',
      '/system/users/import?commit=0',
      ...(await file([row('sly_1', 'secadmin'), row('sly_2', 'admin')])),
    );
    expect(sly.data.errors.map((error: { message: string }) => error.message)).toEqual([
      '“安全管理员”是管理员角色，只能由超级管理员分配或修改',
      '“超级管理员”是管理员角色，只能由超级管理员分配或修改',
    ]);
  }, 120_000);

  it('tells the person what was done: password, telephone number', async () => {
    const user = await person(business);
    await call.sysadmin('PUT', '/system/users/reset/password', { id: user.id });
    await call.sysadmin('PUT', `/system/users/${user.id}`, { ...(await stored(user.id)), phone: '13922223333' });
    await app.database.db.updateTable('sysUser').set({ mustChangePassword: '0' }).where('id', '=', user.id).execute();
    const { data } = await app.as(await app.make.token(user.id))('GET', '/system/messages/page');
    const texts = JSON.stringify(data);
    for (const text of ['您的密码已被重置', '您的联系方式已被修改', '员sysadmin']) expect(texts).toContain(text);
  });
});

describe('ways around', () => {
  const menuId = async (permission: string) =>
    (
      await app.database.db
        .selectFrom('sysMenu')
        .select('id')
        .where('menuPerms', '=', permission)
        .where('deletedAt', 'is', null)
        .executeTakeFirstOrThrow()
    ).id;
  const role = (over: object) => {
    n += 1;
    return { roleName: `绕行${n}`, roleCode: `detour_${n}`, dataScope: '1', menuList: [], deptList: [], ...over };
  };
  const refused = (answer: Answer) =>
    expect({ status: answer.status, error: answer.error }).toEqual({ status: 422, error: 'grant.beyondOwn' });
  const permsOf = async (who: Who) => (await call[who]('GET', '/system/users/route')).data.perms as string[];

  it('the security administrator makes and widens ordinary roles, and gains nothing by it', async () => {
    const before = await permsOf('secadmin');
    const made = await call.secadmin('POST', '/system/roles', role({ menuList: [await menuId('metadata:datasource:list')] }));
    expect(made, made.msg).toMatchObject({ status: 200 });
    const { data } = await call.secadmin('GET', `/system/roles/${business}`);
    expect((await call.secadmin('PUT', `/system/roles/${business}`, { ...data, dataScope: '1' })).status).toBe(200);
    expect((await call.secadmin('POST', `/system/roles/${business}/copy`, { roleName: '抄写', roleCode: 'copied_role' })).status).toBe(200);
    expect(await permsOf('secadmin')).toEqual(before);
  });

  it('the security administrator makes no administrators: by role, copy, menu, own role or oneself', async () => {
    for (const permission of [
      'system:user:add',
      'system:config:edit',
      'monitor:operlog:list',
      'system:user:reset:password',
      'system:sms:list',
    ]) {
      const menuList = [await menuId(permission)];
      refused(await call.secadmin('POST', '/system/roles', role({ menuList })));
      const { data } = await call.secadmin('GET', `/system/roles/${otherBusiness}`);
      refused(await call.secadmin('PUT', `/system/roles/${otherBusiness}`, { ...data, menuList: [...data.menuList, ...menuList] }));
    }
    for (const each of ['sysadmin', 'secadmin', 'auditadmin', 'admin']) {
      const { data } = await call.secadmin('GET', `/system/roles/${each}`);
      refused(await call.secadmin('PUT', `/system/roles/${each}`, { ...data, remark: '改' }));
      refused(await call.secadmin('PUT', `/system/roles/${each}/users`, { add: [(await person(business)).id], remove: [] }));
    }
    expect((await call.secadmin('POST', '/system/roles/sysadmin/copy', { roleName: '抄系统', roleCode: 'sly_copy' })).status).toBe(422);
    const { version } = await stored(own.secadmin);
    refused(await call.secadmin('PUT', `/system/users/${own.secadmin}/roles`, { roleList: [business], version }));
    refused(await call.secadmin('PUT', `/system/roles/${business}/users`, { add: [own.secadmin], remove: [] }));
    const parentId = await menuId('system:role:list');
    for (const menuPerms of ['system:user:add', 'monitor:operlog:list'])
      refused(await call.secadmin('POST', '/system/menus', { parentId, menuName: '暗门', menuType: '2', menuPerms }));
    // a role that administrators hold wins nothing through a menu, not even what may be handed out
    const guarded = await app.admin('POST', '/system/menus', { parentId, menuName: '边门', menuType: '2', menuPerms: 'system:role:list' });
    const { data: held } = await app.admin('GET', '/system/roles/secadmin');
    await app.admin('PUT', '/system/roles/secadmin', { ...held, menuList: [...held.menuList, guarded.data.id] });
    const { data: menu } = await call.secadmin('GET', `/system/menus/${guarded.data.id}`);
    refused(await call.secadmin('PUT', `/system/menus/${guarded.data.id}`, { ...menu, menuPerms: 'metadata:sqlconsole:write' }));
  });

  it('a role with a right of administrators is not handed out by duty', async () => {
    const mixed = await app.make.role({ perms: ['project:supplier:list', 'system:user:edit'] });
    const { id } = await person(otherBusiness);
    const answer = await call.secadmin('PUT', `/system/users/${id}/roles`, { roleList: [mixed], version: (await stored(id)).version });
    refused(answer);
    expect(answer.msg).toMatch(/用户管理\/用户修改/);
  });

  it('the system administrator gains no role: by account, own account, department, restore or a contact to which codes are sent', async () => {
    const before = await permsOf('sysadmin');
    const made = (await call.sysadmin('POST', '/system/users', body())).data.id;
    expect((await stored(made)).roleList).toEqual(['unassigned']);
    const changed = await call.sysadmin('PUT', `/system/users/${made}`, { ...(await stored(made)), roleList: [otherBusiness] });
    expect(changed.status).toBe(200);
    expect(await stored(made)).toMatchObject({ roleList: ['unassigned'], askedRoles: [{ id: otherBusiness }] });
    refused(await call.sysadmin('PUT', `/system/users/${own.sysadmin}`, { ...(await stored(own.sysadmin)), roleList: [business] }));
    const moved = await call.sysadmin('PUT', `/system/users/${own.sysadmin}`, { ...(await stored(own.sysadmin)), deptId: otherDept });
    expect(moved.status).toBe(200);
    for (const kind of ['secadmin', 'admin'] as const) {
      const { id } = await target(kind);
      refused(await call.sysadmin('PUT', `/system/users/${id}`, { ...(await stored(id)), email: 'mine@example.com' }));
    }
    expect(await permsOf('sysadmin')).toEqual(before);
    expect((await call.sysadmin('POST', '/system/roles', role({}))).status).toBe(403);
  });

  it('whoever edits accounts without the duty does not change where the codes of somebody stronger go', async () => {
    const clerk = app.as(
      (await app.make.user({ perms: ['system:user:edit', 'system:user:list', 'system:user:detail'], deptId: dept })).token,
    );
    const { id } = await person(business);
    refused(await clerk('PUT', `/system/users/${id}`, { ...(await stored(id)), email: 'mine@example.com' }));
    expect((await clerk('PUT', `/system/users/${id}`, { ...(await stored(id)), nickname: '新昵称' })).status).toBe(200);
  });

  it('one account does not have two duties, nor a duty and a business', async () => {
    for (const roleList of [
      ['sysadmin', 'secadmin'],
      ['secadmin', business],
    ])
      expect(await app.admin('POST', '/system/users', body({ roleList }))).toMatchObject({
        status: 422,
        msg: '系统管理员、安全管理员、审计管理员各司其职，不能与其他角色同时分配给一个账号',
      });
  });

  it('a disabled duty is none', async () => {
    const { data } = await app.admin('GET', '/system/roles/secadmin');
    await app.admin('PUT', '/system/roles/secadmin', { ...data, status: '0' });
    const { id } = await person(business);
    expect((await call.secadmin('PUT', `/system/users/${id}/roles`, { roleList: [otherBusiness], version: 0 })).status).toBe(403);
    await app.admin('PUT', '/system/roles/secadmin', { ...data, version: data.version + 1 });
  });
});
