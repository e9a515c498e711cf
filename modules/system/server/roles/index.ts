import { sql } from 'kysely';
import type * as z from 'zod';
import { ADMIN_ROLE, isUnrestricted } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { dataScopeOf, scope } from '#kit/server/scope.ts';
import { role, type RoleInput } from '../../contract/role.ts';
import { dutyProblem, isAdministratorRole } from '../../core/duty.ts';
import { assertMayGrant, hasDuty, withinOwnRights } from '../grants.ts';
import { assertNotAbove, refuseRole } from '../refusals.ts';
import { refuseInUse } from '../in-use.ts';
import { assertAdminLeft, lockAdmins } from '../users/last-admin.ts';
import { forgetRequests } from '../users/requests.ts';
import { compareRoles, findRole, rolePage, roleUsers } from './queries.ts';

type Input = z.output<typeof RoleInput>;
const MAX_ROLES = 5;

const wrong = (path: string, message: string) => new AppError('rule.broken', message, [{ path, message }]);

async function assertUnique(ctx: Ctx, body: Pick<Input, 'roleName' | 'roleCode'>, id: string | null): Promise<void> {
  for (const [field, message] of [
    ['roleName', '角色名称已存在'],
    ['roleCode', '角色编码已存在'],
  ] as const) {
    let taken = ctx.db.selectFrom('sysRole').select('id').where(field, '=', body[field]).where('deletedAt', 'is', null);
    if (id !== null) taken = taken.where('id', '!=', id);
    if (await taken.executeTakeFirst()) throw new AppError('entity.duplicate', message, [{ path: field, message }]);
  }
}

/**
 * Menus exist; departments exist, are enabled and the caller reaches them. Departments that the role already has may stay. A copy takes
 * over disabled ones.
 */
async function assertLists(
  ctx: Ctx,
  body: Input,
  { kept = [], copied = [] }: { kept?: readonly string[]; copied?: readonly string[] } = {},
): Promise<void> {
  if (body.menuList.length > 0) {
    const menus = await ctx.db
      .selectFrom('sysMenu')
      .select('id')
      .where('id', 'in', body.menuList)
      .where('deletedAt', 'is', null)
      .forShare()
      .execute();
    if (menus.length !== body.menuList.length) throw wrong('menuList', '所选菜单不存在或已删除，请刷新后重新选择');
  }
  if (body.dataScope !== '2') return;
  if (body.deptList.length === 0) throw wrong('deptList', '自定义数据范围请至少选择一个部门');
  const added = body.deptList.filter((id) => !kept.includes(id));
  if (added.length === 0) return;
  const depts = await ctx.db
    .selectFrom('sysDept')
    .select(['id', 'deptName', 'status'])
    .where('id', 'in', added)
    .where('deletedAt', 'is', null)
    .where(scope(ctx, { dept: 'sysDept.id' }))
    .forShare()
    .execute();
  if (depts.length !== added.length) throw wrong('deptList', '所选部门不存在或不在您的数据范围内');
  const closed = depts.filter(({ id, status }) => status === '0' && !copied.includes(id)).map(({ deptName }) => deptName);
  if (closed.length > 0) throw wrong('deptList', `所选部门已禁用：${closed.join('、')}，请先启用或另选部门`);
}

async function putLists(ctx: Ctx, roleId: string, body: Pick<Input, 'menuList' | 'deptList' | 'dataScope'>): Promise<void> {
  await ctx.db.deleteFrom('sysRoleMenu').where('roleId', '=', roleId).execute();
  await ctx.db.deleteFrom('sysRoleDept').where('roleId', '=', roleId).execute();
  if (body.menuList.length > 0)
    await ctx.db
      .insertInto('sysRoleMenu')
      .values(body.menuList.map((menuId) => ({ roleId, menuId })))
      .execute();
  if (body.dataScope === '2')
    await ctx.db
      .insertInto('sysRoleDept')
      .values(body.deptList.map((deptId) => ({ roleId, deptId })))
      .execute();
}

const deptsOf = (body: Pick<Input, 'deptList' | 'dataScope'>): string[] => (body.dataScope === '2' ? body.deptList : []);

/**
 * A new role has no holders yet, but it will be assigned later by people who trust its content: permissions and departments that its
 * author does not hold are refused at creation.
 */
async function createRole(ctx: Ctx, body: Input): Promise<{ id: string }> {
  await assertUnique(ctx, body, null);
  const id = ctx.app.ids.next();
  await withinOwnRights(ctx, [id], async () => {
    const stamp = { createBy: ctx.user.id, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now, createDept: ctx.user.deptId };
    const { menuList: _menus, deptList: _depts, ...values } = body;
    await ctx.db
      .insertInto('sysRole')
      .values({ ...values, id, ...stamp })
      .execute();
    await putLists(ctx, id, body);
  });
  ctx.audit.change({ entity: '角色', id, name: body.roleName, before: null, after: { ...body, deptList: deptsOf(body) } });
  return { id };
}

/** Makes the browsers of the role's holders reload menus and permissions. */
async function notifyHolders(ctx: Ctx, roleId: string): Promise<void> {
  const holders = await ctx.db.selectFrom('sysUserRole').select('userId').where('roleId', '=', roleId).execute();
  await ctx.app.push.send(ctx.db, { accounts: holders.map(({ userId }) => userId) }, { kind: 'menus', data: {} });
}

async function updateRole(ctx: Ctx, id: string, body: Input & { version: number }): Promise<{ version: number }> {
  await lockAdmins(ctx);
  const before = await findRole(ctx.db, id, 'lock');
  assertVersion(before, body);
  if (before.isBuiltIn === '1' && body.roleCode !== before.roleCode) throw new AppError('rule.broken', '内置角色的编码不能修改');
  if (isAdministratorRole(id) && !isUnrestricted(ctx.user)) await refuseRole(ctx, id);
  if (id === ADMIN_ROLE) {
    if (body.status === '0') throw new AppError('rule.broken', '超级管理员角色不能禁用');
    if (body.dataScope !== '1') throw new AppError('rule.broken', '超级管理员角色的数据范围固定为全部数据');
  }
  await assertUnique(ctx, body, id);
  await assertLists(ctx, body, { kept: before.deptList });
  const { version, menuList, deptList: _depts, ...values } = body;
  await withinOwnRights(ctx, [id], async () => {
    await ctx.db
      .updateTable('sysRole')
      .set({ ...values, version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', id)
      .execute();
    await putLists(ctx, id, body);
  });
  await notifyHolders(ctx, id);
  const after = { ...values, menuList: [...menuList].sort(), deptList: deptsOf(body).sort() };
  const kept = Object.fromEntries(Object.keys(after).map((name) => [name, before[name as keyof typeof after]]));
  kept['menuList'] = [...before.menuList].sort();
  kept['deptList'] = [...before.deptList].sort();
  ctx.audit.change({ entity: '角色', id, name: before.roleName, before: kept, after });
  return { version: version + 1 };
}

async function removeRoles(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const rows = await ctx.db
    .selectFrom('sysRole')
    .select(['id', 'roleName', 'roleCode', 'isBuiltIn'])
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length !== ids.length) throw new AppError('entity.notFound', '部分数据不存在或已删除，请刷新后重试');
  const builtIn = rows.filter((row) => row.isBuiltIn === '1').map((row) => row.roleName);
  if (builtIn.length > 0) throw new AppError('rule.broken', `内置角色不能删除：${builtIn.join('、')}`);
  const users = await ctx.db
    .selectFrom('sysUserRole')
    .innerJoin('sysUser', 'sysUser.id', 'sysUserRole.userId')
    .select(['sysUser.nickname', 'sysUser.username'])
    .distinct()
    .where('sysUserRole.roleId', 'in', ids)
    .where('sysUser.deletedAt', 'is', null)
    .orderBy('sysUser.username')
    .execute();
  refuseInUse(
    '角色',
    '用户',
    users.map((user) => `${user.nickname}（${user.username}）`),
  );
  await ctx.db
    .updateTable('sysRole')
    .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', 'in', ids)
    .execute();
  for (const row of rows)
    ctx.audit.change({
      entity: '角色',
      id: row.id,
      name: row.roleName,
      before: { roleName: row.roleName, roleCode: row.roleCode },
      after: null,
    });
  return null;
}

/** Gives a role to accounts and takes it from others; the rules are those of editing each account. */
async function changeUsers(ctx: Ctx, roleId: string, add: readonly string[], remove: readonly string[]): Promise<null> {
  await lockAdmins(ctx);
  const found = await findRole(ctx.db, roleId, 'lock');
  const ids = [...new Set([...add, ...remove])];
  if (ids.length === 0) return null;
  if (ids.includes(ctx.user.id)) throw new AppError('grant.beyondOwn', '不能修改自己的角色');
  const users = await ctx.db
    .selectFrom('sysUser')
    .select(['id', 'nickname', 'deptId'])
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .where(scope(ctx, { dept: 'sysUser.deptId', owner: 'sysUser.id' }))
    .orderBy('id')
    .forUpdate()
    .execute();
  if (users.length !== ids.length) throw new AppError('entity.notFound', '部分用户不存在或不在您的数据范围内');
  for (const user of users) {
    const held = (await ctx.db.selectFrom('sysUserRole').select('roleId').where('userId', '=', user.id).execute()).map((row) => row.roleId);
    await assertNotAbove(ctx, { id: user.id, nickname: user.nickname, roleList: held });
    if (add.includes(user.id) && !held.includes(roleId)) {
      if (held.length >= MAX_ROLES) throw new AppError('rule.broken', `用户“${user.nickname}”已有${MAX_ROLES}个角色`);
      await assertMayGrant(ctx, [roleId], user.deptId, 'rights');
      const problem = dutyProblem([...held, roleId]);
      if (problem) throw new AppError('rule.broken', problem);
      await forgetRequests(ctx, [user.id]);
      await ctx.db.insertInto('sysUserRole').values({ userId: user.id, roleId }).execute();
      ctx.audit.change({
        entity: '用户',
        id: user.id,
        name: user.nickname,
        before: { roleList: held },
        after: { roleList: [...held, roleId] },
      });
    } else if (remove.includes(user.id) && held.includes(roleId)) {
      if (held.length === 1) throw new AppError('rule.broken', `用户“${user.nickname}”至少要保留一个角色`);
      await ctx.db.deleteFrom('sysUserRole').where('userId', '=', user.id).where('roleId', '=', roleId).execute();
      ctx.audit.change({
        entity: '用户',
        id: user.id,
        name: user.nickname,
        before: { roleList: held },
        after: { roleList: held.filter((each) => each !== roleId) },
      });
    }
  }
  await assertAdminLeft(ctx);
  await ctx.app.push.send(ctx.db, { accounts: ids }, { kind: 'menus', data: {} });
  ctx.audit.note(`角色“${found.roleName}”：分配 ${add.length} 人，移除 ${remove.length} 人`);
  return null;
}

export const roles = implement(role, {
  page: (ctx, { query }) => rolePage(ctx, query),
  get: (ctx, { params }) => findRole(ctx.db, params.id),
  async create(ctx, { body }) {
    await assertLists(ctx, body);
    return createRole(ctx, body);
  },
  update: (ctx, { params, body }) => updateRole(ctx, params.id, body),
  remove: (ctx, { params }) => removeRoles(ctx, [params.id]),
  removeBatch: (ctx, { params }) => removeRoles(ctx, params.ids),
  list: (ctx) =>
    ctx.db
      .selectFrom('sysRole')
      .select(['id', 'roleName', 'roleCode', 'status'])
      .where('deletedAt', 'is', null)
      .orderBy('sortNo')
      .orderBy('id')
      .limit(5000)
      .execute(),
  compare: (ctx, { query }) => compareRoles(ctx.db, [...new Set(query.ids)]),
  async copy(ctx, { params, body }) {
    if (params.id === ADMIN_ROLE) throw new AppError('rule.broken', '超级管理员角色不能复制');
    const source = await findRole(ctx.db, params.id);
    const { dataScope, sortNo, menuList, deptList, remark } = source;
    // a data scope wider than the caller's own cannot be granted
    const reach = dataScopeOf(ctx.user, ctx.route.access.kind === 'perm' ? ctx.route.access.anyOf : []);
    if (dataScope === '1' && !reach.all && !hasDuty(ctx, 'rights')) throw new AppError('grant.beyondOwn', '不能复制数据范围超出自己的角色');
    const input: Input = { ...body, dataScope, sortNo, status: '1', remark, menuList, deptList };
    await assertLists(ctx, input, { copied: deptList });
    return createRole(ctx, input);
  },
  users: async (ctx, { params, query }) => {
    await findRole(ctx.db, params.id);
    return roleUsers(ctx, params.id, query);
  },
  changeUsers: (ctx, { params, body }) => changeUsers(ctx, params.id, body.add, body.remove),
});
