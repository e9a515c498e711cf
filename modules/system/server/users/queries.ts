import { sql, type Expression, type SqlBool } from 'kysely';
import type * as z from 'zod';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { type Page, type PageQuery } from '#kit/contract/fields.ts';
import { contains, containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import type { User, UserSearch } from '../../contract/user.ts';
import { maskPhone } from '../../core/mask.ts';
import { NO_PASSWORD } from '../auth/hash.ts';

export type UserRow = z.input<typeof User>;

const SORTABLE = ['username', 'nickname', 'createTime', 'lastLoginTime'] as const;

export const userColumns = [
  'sysUser.id',
  'sysUser.version',
  'sysUser.username',
  'sysUser.nickname',
  'sysUser.email',
  'sysUser.phone',
  'sysUser.birthday',
  'sysUser.sex',
  'sysUser.avatar',
  'sysUser.deptId',
  'sysUser.expireTime',
  'sysUser.lockedUntil',
  'sysUser.guardedUntil',
  'sysUser.lastLoginTime',
  'sysUser.mustChangePassword',
  'sysUser.status',
  'sysUser.remark',
  'sysUser.createBy',
  'sysUser.createTime',
  'sysUser.updateBy',
  'sysUser.updateTime',
] as const;

/** Living accounts that the caller may see or change with the permission of the call. */
export const visibleUsers = (ctx: Ctx) =>
  ctx.db
    .selectFrom('sysUser')
    .where('sysUser.deletedAt', 'is', null)
    .where(scope(ctx, { dept: 'sysUser.deptId', owner: 'sysUser.id' }));

/**
 * SQL condition: the department of the account is `deptId` or lies below it. As an array, because PostgreSQL takes a join over the paths
 * for a handful of rows and then sorts a hundred thousand.
 */
export const inDeptTree = (deptId: string): Expression<SqlBool> =>
  sql<SqlBool>`sys_user.dept_id = any (array(select below.id from sys_dept own join sys_dept below on below.path like own.path || '%' where own.id = ${deptId}))`;

const named = (rows: readonly { userId: string; id: string; name: string }[], userId: string) =>
  rows.filter((row) => row.userId === userId);

/** Adds departments, roles and posts to accounts. */
export async function withRelations<T extends { id: string; deptId: string | null }>(db: Db, users: readonly T[]) {
  if (users.length === 0) return [];
  const ids = users.map((user) => user.id);
  const roles = await db
    .selectFrom('sysUserRole')
    .innerJoin('sysRole', 'sysRole.id', 'sysUserRole.roleId')
    .select(['sysUserRole.userId', 'sysRole.id', 'sysRole.roleName as name'])
    .where('sysUserRole.userId', 'in', ids)
    .where('sysRole.deletedAt', 'is', null)
    .orderBy('sysRole.sortNo')
    .orderBy('sysRole.id')
    .execute();
  const posts = await db
    .selectFrom('sysUserPost')
    .innerJoin('sysPost', 'sysPost.id', 'sysUserPost.postId')
    .select(['sysUserPost.userId', 'sysPost.id', 'sysPost.postName as name'])
    .where('sysUserPost.userId', 'in', ids)
    .where('sysPost.deletedAt', 'is', null)
    .execute();
  const asked = await db
    .selectFrom('sysRoleRequest')
    .innerJoin('sysRole', 'sysRole.id', 'sysRoleRequest.roleId')
    .select(['sysRoleRequest.userId', 'sysRole.id', 'sysRole.roleName as name'])
    .where('sysRoleRequest.userId', 'in', ids)
    .where('sysRole.deletedAt', 'is', null)
    .orderBy('sysRole.sortNo')
    .orderBy('sysRole.id')
    .execute();
  const deptIds = [...new Set(users.flatMap((user) => user.deptId ?? []))];
  const depts = new Map(
    deptIds.length === 0
      ? []
      : (await db.selectFrom('sysDept').select(['id', 'deptName']).where('id', 'in', deptIds).execute()).map((row) => [row.id, row]),
  );
  return users.map((user) => ({
    ...user,
    dept: (user.deptId && depts.get(user.deptId)) || null,
    roles: named(roles, user.id).map(({ id, name }) => ({ id, roleName: name })),
    posts: named(posts, user.id).map(({ id, name }) => ({ id, postName: name })),
    askedRoles: named(asked, user.id).map(({ id, name }) => ({ id, roleName: name })),
  }));
}

/** Who may change telephone numbers sees them whole. */
export const seesPhones = (ctx: Ctx): boolean => holds(ctx.user, 'system:user:edit');

/** Accounts in the caller's data scope that match the search. */
export function searchUsers(ctx: Ctx, query: z.output<typeof UserSearch>) {
  let rows = visibleUsers(ctx);
  if (query.keyword) {
    const { keyword } = query;
    rows = rows.where((e) => e.or([containsText('sysUser.username', keyword), containsText('sysUser.nickname', keyword)]));
  }
  if (query.username) rows = rows.where(containsText('sysUser.username', query.username));
  if (query.nickname) rows = rows.where(containsText('sysUser.nickname', query.nickname));
  // parts of a number would spell what its mask hides
  if (query.phone)
    rows = seesPhones(ctx) ? rows.where('sysUser.phone', 'like', contains(query.phone)) : rows.where('sysUser.phone', '=', query.phone);
  if (query.status) rows = rows.where('sysUser.status', '=', query.status);
  if (query.deptId) rows = rows.where(inDeptTree(query.deptId));
  if (query.isWaiting) {
    const waits = sql<SqlBool>`exists (select 1 from sys_role_request asked where asked.user_id = sys_user.id)`;
    rows = rows.where(query.isWaiting === '1' ? waits : sql<SqlBool>`not ${waits}`);
  }
  if (query.hasPassword) rows = rows.where('sysUser.passwordHash', query.hasPassword === '1' ? '!=' : '=', NO_PASSWORD);
  if (query.roleId) {
    const { roleId } = query;
    rows = rows.where((e) =>
      e.exists(e.selectFrom('sysUserRole').select('roleId').whereRef('sysUserRole.userId', '=', 'sysUser.id').where('roleId', '=', roleId)),
    );
  }
  if (query.postId) {
    const { postId } = query;
    rows = rows.where((e) =>
      e.exists(e.selectFrom('sysUserPost').select('postId').whereRef('sysUserPost.userId', '=', 'sysUser.id').where('postId', '=', postId)),
    );
  }
  return rows;
}

/** A page of accounts, telephone numbers masked. */
export async function userPage(ctx: Ctx, query: z.output<typeof UserSearch> & PageQuery): Promise<Page<UserRow>> {
  const rows = searchUsers(ctx, query);
  let list = rows.select(userColumns);
  for (const [field, direction] of sortOrders(query.sort, SORTABLE, '-createTime'))
    list = list.orderBy(`sysUser.${field as (typeof SORTABLE)[number] | 'id'}`, direction);
  const page = await pageRows(query, list, rows);
  const users = await withRelations(ctx.db, page.data);
  return { ...page, data: users.map((user) => ({ ...user, phone: maskPhone(user.phone) })) };
}

/** Visible accounts with everything but their passwords, in the order of ids; those that are missing are left out. */
export async function findUsers(ctx: Ctx, ids: readonly string[], how: 'read' | 'lock' = 'read') {
  // locks are taken in the order of ids, so that two batches do not wait for each other crosswise
  const query = visibleUsers(ctx).select(userColumns).where('sysUser.id', 'in', ids).orderBy('sysUser.id');
  const rows = await (how === 'lock' ? query.forUpdate() : query).execute();
  const users = await withRelations(ctx.db, rows);
  return users.map((user) => ({ ...user, roleList: user.roles.map((role) => role.id), postList: user.posts.map((post) => post.id) }));
}

/** One visible account; throws entity.notFound. */
export async function findUser(ctx: Ctx, id: string, how: 'read' | 'lock' = 'read') {
  const [user] = await findUsers(ctx, [id], how);
  if (!user) throw new AppError('entity.notFound');
  return user;
}

/** Enabled accounts for pickers: name and department only. */
export const userOptions = (db: Db) =>
  db
    .selectFrom('sysUser')
    .leftJoin('sysDept', 'sysDept.id', 'sysUser.deptId')
    .select(['sysUser.id', 'sysUser.username', 'sysUser.nickname', 'sysDept.deptName'])
    .where('sysUser.deletedAt', 'is', null)
    .where('sysUser.status', '=', '1')
    .orderBy('sysUser.username')
    .orderBy('sysUser.id')
    .limit(200);
