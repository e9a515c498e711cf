import { verify } from '@node-rs/argon2';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { seedCompany } from './company.ts';
import { DEMO_ROLES } from './company-roles.ts';
import { periodOf } from './warehouse/calendar.ts';
import { people } from './warehouse/people.ts';

const app = startApp();
const now = new Date('2026-03-18T10:00:00+08:00');
const db = () => app.database.db;
const seed = () => seedCompany({ ...app.node.app, now: () => now }, db());

const userOf = (username: string) => db().selectFrom('sysUser').selectAll().where('username', '=', username).executeTakeFirstOrThrow();
const signedIn = async (username: string) => app.as(await app.make.token((await userOf(username)).id));
const permsOf = async (username: string): Promise<string[]> => (await (await signedIn(username))('GET', '/system/users/route')).data.perms;
const pathsOf = async (username: string): Promise<string> =>
  JSON.stringify((await (await signedIn(username))('GET', '/system/users/route')).data.routes);

beforeAll(seed, 60_000);

describe('the demo company', () => {
  it('has the departments of the warehouse, as a tree', async () => {
    const { data } = await app.admin('GET', '/system/depts/list');
    expect(data.filter((dept: { deptNo: string }) => dept.deptNo.length === 5)).toHaveLength(5 + 11);
    expect(data.filter((dept: { deptNo: string }) => dept.deptNo.length === 7)).toHaveLength(12);
    const room = await db().selectFrom('sysDept').select(['parentId', 'path']).where('id', '=', '1000104').executeTakeFirstOrThrow();
    expect(room.parentId).toBe('10001');
    expect(room.path).toMatch(/^\/\d+\/10001\/1000104\/$/);
  });

  it('has about 140 accounts, each a person of the staff list with valid fields and the documented password', async () => {
    const users = await db().selectFrom('sysUser').selectAll().where('username', '<>', 'admin').execute();
    expect(users).toHaveLength(144);
    const staff = new Map(people(periodOf(now)).map((one) => [one.mobile, one]));
    for (const user of users) {
      expect(user.username).toMatch(/^[a-z][a-z0-9_]{2,11}$/);
      expect(user.phone).toMatch(/^1[3-9]\d{9}$/);
      expect(user.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,/);
      const person = staff.get(String(user.phone));
      expect(person?.name).toBe(user.nickname);
      expect(person?.orgId === '10' ? '10' : user.deptId).toBe(person?.orgId);
    }
    expect(new Set(users.map((user) => user.passwordHash)).size).toBe(users.length);
    expect(await verify((await userOf('leader')).passwordHash, 'Databrain@2026demo')).toBe(true);
  });

  it('gives every account a role and a post', async () => {
    for (const table of ['sysUserRole', 'sysUserPost'] as const) {
      const without = await db()
        .selectFrom('sysUser')
        .select('username')
        .where((e) => e.not(e.exists(e.selectFrom(table).select('userId').whereRef(`${table}.userId`, '=', 'sysUser.id'))))
        .execute();
      expect(without, table).toEqual([]);
    }
    const used = new Set((await db().selectFrom('sysUserRole').select('roleId').execute()).map((row) => row.roleId));
    for (const role of DEMO_ROLES) expect(used.has(role.code), role.code).toBe(true);
  });

  it('shows the special cases: disabled, locked, expired, two roles', async () => {
    expect((await userOf('disabled')).status).toBe('0');
    expect((await userOf('locked')).lockedUntil?.getFullYear()).toBe(2099);
    expect((await (await signedIn('expired'))('GET', '/system/depts/list')).status).toBe(428);
    const both = await db()
      .selectFrom('sysUserRole')
      .select('roleId')
      .where('userId', '=', (await userOf('tworoles')).id)
      .orderBy('roleId')
      .execute();
    expect(both.map((row) => row.roleId)).toEqual(['analyst', 'project_clerk']);
  });

  it('grants by role: three administrators with separate powers, heads with their screen', async () => {
    const sysadmin = await permsOf('sysadmin');
    expect(sysadmin).toEqual(expect.arrayContaining(['system:user:add', 'system:dept:edit', 'system:config:edit']));
    expect(sysadmin.filter((each) => /^(system:(role|menu)|monitor:(oper|login)log|metadata|screen)/.test(each))).toEqual([]);
    const secadmin = await permsOf('secadmin');
    expect(secadmin).toEqual(expect.arrayContaining(['system:role:edit', 'system:menu:edit', 'monitor:online:kick']));
    expect(secadmin).not.toContain('system:user:add');
    const auditadmin = await permsOf('auditadmin');
    expect(auditadmin).toEqual(expect.arrayContaining(['monitor:operlog:list', 'monitor:loginlog:list']));
    expect(auditadmin.filter((each) => /:(add|edit|remove|kick)$/.test(each))).toEqual([]);
    expect((await permsOf('dept_hr')).filter((each) => each.startsWith('screen:'))).toEqual(['screen:human:view', 'screen:overview:view']);
    expect(await permsOf('guest')).toEqual(['screen:smartData:view']);
    expect(await pathsOf('leader')).toContain('leaderView');
    expect(await pathsOf('leader')).not.toContain('basic');
  });

  it('lets the engineer read with SQL, not write', async () => {
    const perms = await permsOf('engineer');
    expect(perms).toContain('metadata:sqlconsole:run');
    expect(perms).not.toContain('metadata:sqlconsole:write');
  });

  it('lets the data steward govern the catalogue without handing out clear text, heads and analysts look', async () => {
    const steward = await permsOf('data_steward');
    for (const each of [
      'datacolumn:edit',
      'domain:add',
      'tag:edit',
      'classify:run',
      'datablood:edit',
      'dataauthorize:add',
      'datasource:word',
    ])
      expect(steward).toContain(`metadata:${each}`);
    for (const each of ['dataauthorize:unmask', 'datasource:edit', 'maskrule:edit', 'sqlconsole:write'])
      expect(steward).not.toContain(`metadata:${each}`);
    for (const username of ['analyst', 'dept_hr']) {
      const perms = await permsOf(username);
      expect(perms).toEqual(expect.arrayContaining(['metadata:datasearch:list', 'metadata:datacolumn:list', 'metadata:datamap:list']));
      expect(perms.filter((each) => /^metadata:(datacolumn|datablood|domain|tag|classify):(add|edit|remove|import)$/.test(each))).toEqual(
        [],
      );
      expect(await pathsOf(username)).toContain('/metadata/index');
    }
  });

  it('leaves the account without menus without permissions', async () => {
    expect(await permsOf('nomenus')).toEqual([]);
  });

  it('changes nothing the second time, and brings menus of a new release to unchanged roles', async () => {
    const count = () =>
      db()
        .selectFrom('sysUser')
        .select((e) => e.fn.countAll().as('n'))
        .executeTakeFirstOrThrow();
    const before = await count();
    await db()
      .insertInto('sysMenu')
      .values({
        id: '990001',
        menuName: '标准归档',
        menuPath: '/standard/archive',
        menuPerms: 'standard:archive:list',
        menuType: '1',
        isBuiltIn: '1',
        createTime: new Date(),
      })
      .execute();
    await db()
      .updateTable('sysRole')
      .set({ updateTime: new Date(Date.now() + 60_000) })
      .where('id', '=', 'gov_admin')
      .execute();
    await seed();
    expect(await count()).toEqual(before);
    expect(await permsOf('steward')).toContain('standard:archive:list');
    expect(await permsOf('gov_admin')).not.toContain('standard:archive:list');
  });
});
