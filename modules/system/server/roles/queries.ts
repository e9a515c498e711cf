import type * as z from 'zod';
import { ADMIN_ROLE } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { type Page, type PageQuery } from '#kit/contract/fields.ts';
import { contains, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import type { Role, RoleComparison, RoleSearch, RoleUser } from '../../contract/role.ts';

const SORTABLE = ['roleName', 'roleCode', 'sortNo', 'createTime'] as const;

const columns = [
  'sysRole.id',
  'sysRole.version',
  'sysRole.roleName',
  'sysRole.roleCode',
  'sysRole.dataScope',
  'sysRole.sortNo',
  'sysRole.isBuiltIn',
  'sysRole.status',
  'sysRole.remark',
  'sysRole.createBy',
  'sysRole.createTime',
  'sysRole.updateBy',
  'sysRole.updateTime',
] as const;

/** Living accounts per role. */
async function userCounts(db: Db, roleIds: readonly string[]): Promise<Map<string, number>> {
  if (roleIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('sysUserRole')
    .innerJoin('sysUser', 'sysUser.id', 'sysUserRole.userId')
    .select((e) => ['sysUserRole.roleId', e.fn.countAll<string>().as('total')])
    .where('sysUserRole.roleId', 'in', roleIds)
    .where('sysUser.deletedAt', 'is', null)
    .groupBy('sysUserRole.roleId')
    .execute();
  return new Map(rows.map((row) => [row.roleId, Number(row.total)]));
}

export async function rolePage(ctx: Ctx, query: z.output<typeof RoleSearch> & PageQuery): Promise<Page<z.input<typeof Role>>> {
  let rows = ctx.db.selectFrom('sysRole').where('deletedAt', 'is', null);
  if (query.roleName) rows = rows.where('roleName', 'ilike', contains(query.roleName));
  if (query.roleCode) rows = rows.where('roleCode', 'ilike', contains(query.roleCode));
  if (query.dataScope) rows = rows.where('dataScope', '=', query.dataScope);
  if (query.status) rows = rows.where('status', '=', query.status);
  let list = rows.select(columns);
  for (const [field, direction] of sortOrders(query.sort, SORTABLE, 'sortNo'))
    list = list.orderBy(`sysRole.${field as (typeof SORTABLE)[number] | 'id'}`, direction);
  const page = await pageRows(query, list, rows);
  const counts = await userCounts(
    ctx.db,
    page.data.map((row) => row.id),
  );
  return { ...page, data: page.data.map((row) => ({ ...row, userCount: counts.get(row.id) ?? 0 })) };
}

/** One role with its menus and departments; throws entity.notFound. */
export async function findRole(db: Db, id: string, how: 'read' | 'lock' = 'read') {
  const query = db.selectFrom('sysRole').select(columns).where('id', '=', id).where('deletedAt', 'is', null);
  const role = await (how === 'lock' ? query.forUpdate() : query).executeTakeFirst();
  if (!role) throw new AppError('entity.notFound');
  const menus = await db
    .selectFrom('sysRoleMenu')
    .innerJoin('sysMenu', 'sysMenu.id', 'sysRoleMenu.menuId')
    .select(['sysMenu.id', 'sysMenu.menuName'])
    .where('sysRoleMenu.roleId', '=', id)
    .where('sysMenu.deletedAt', 'is', null)
    .orderBy('sysMenu.id')
    .execute();
  const depts = await db
    .selectFrom('sysRoleDept')
    .innerJoin('sysDept', 'sysDept.id', 'sysRoleDept.deptId')
    .select(['sysDept.id', 'sysDept.deptName', 'sysDept.status'])
    .where('sysRoleDept.roleId', '=', id)
    .where('sysDept.deletedAt', 'is', null)
    .orderBy('sysDept.id')
    .execute();
  const counts = await userCounts(db, [id]);
  return {
    ...role,
    userCount: counts.get(id) ?? 0,
    menus,
    depts,
    menuList: menus.map((menu) => menu.id),
    deptList: depts.map((dept) => dept.id),
  };
}

/** Accounts that hold a role, as far as the caller may see accounts. */
export async function roleUsers(
  ctx: Ctx,
  roleId: string,
  query: PageQuery & { keyword?: string | undefined },
): Promise<Page<z.input<typeof RoleUser>>> {
  let rows = ctx.db
    .selectFrom('sysUserRole')
    .innerJoin('sysUser', 'sysUser.id', 'sysUserRole.userId')
    .where('sysUserRole.roleId', '=', roleId)
    .where('sysUser.deletedAt', 'is', null)
    .where(scope(ctx, { dept: 'sysUser.deptId', owner: 'sysUser.id' }));
  if (query.keyword) {
    const text = contains(query.keyword);
    rows = rows.where((e) => e.or([e('sysUser.username', 'ilike', text), e('sysUser.nickname', 'ilike', text)]));
  }
  const list = rows
    .leftJoin('sysDept', 'sysDept.id', 'sysUser.deptId')
    .select(['sysUser.id', 'sysUser.username', 'sysUser.nickname', 'sysUser.status', 'sysDept.deptName'])
    .orderBy('sysUser.username')
    .orderBy('sysUser.id');
  return pageRows(query, list, rows);
}

/** Roles side by side: what at least one of them has, and who has it. */
export async function compareRoles(db: Db, ids: readonly string[]): Promise<z.input<typeof RoleComparison>> {
  const roles = await Promise.all(ids.map((id) => findRole(db, id)));
  const holders = new Map<string, string[]>();
  for (const role of roles) for (const menuId of role.menuList) holders.set(menuId, [...(holders.get(menuId) ?? []), role.id]);
  const menus = await db
    .selectFrom('sysMenu')
    .select(['id', 'parentId', 'menuName', 'menuType', 'menuPerms'])
    .where('deletedAt', 'is', null)
    .orderBy('menuSort')
    .orderBy('id')
    .execute();
  const parentOf = new Map(menus.map((menu) => [menu.id, menu.parentId]));
  // folders above a granted menu are shown too, otherwise the rows would hang in the air
  const shown = new Set<string>();
  for (const menuId of holders.keys()) for (let at: string | undefined = menuId; at && !shown.has(at); at = parentOf.get(at)) shown.add(at);
  return {
    roles: roles.map((role) => ({
      id: role.id,
      roleName: role.roleName,
      dataScope: role.dataScope,
      depts: role.dataScope === '2' ? role.depts.map((dept) => dept.deptName) : [],
      unrestricted: role.id === ADMIN_ROLE,
    })),
    menus: menus.filter((menu) => shown.has(menu.id)).map((menu) => ({ ...menu, heldBy: holders.get(menu.id) ?? [] })),
  };
}
