import type * as z from 'zod';
import { ADMIN_ROLE, ALL_PERMS } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { EffectivePermissions } from '../../contract/user.ts';
import { findUser } from './queries.ts';

type View = z.input<typeof EffectivePermissions>;

const SCOPE_WORDS = { '1': '全部数据', '2': '自定义部门', '3': '本部门', '4': '本部门及以下', '5': '仅本人' } as const;
/** From the widest to the narrowest. */
const SCOPE_ORDER = ['1', '4', '2', '3', '5'] as const;

/** "Why can this account do X": every permission with the roles and menus behind it, and what is granted without effect. */
export async function effectivePermissions(ctx: Ctx, id: string): Promise<View> {
  const user = await findUser(ctx, id);
  const roles = await ctx.db
    .selectFrom('sysUserRole')
    .innerJoin('sysRole', 'sysRole.id', 'sysUserRole.roleId')
    .select(['sysRole.id', 'sysRole.roleName', 'sysRole.status', 'sysRole.dataScope'])
    .where('sysUserRole.userId', '=', id)
    .where('sysRole.deletedAt', 'is', null)
    .orderBy('sysRole.sortNo')
    .orderBy('sysRole.id')
    .execute();
  const roleIds = roles.map((role) => role.id);
  const depts =
    roleIds.length === 0
      ? []
      : await ctx.db
          .selectFrom('sysRoleDept')
          .innerJoin('sysDept', 'sysDept.id', 'sysRoleDept.deptId')
          .select(['sysRoleDept.roleId', 'sysDept.deptName'])
          .where('sysRoleDept.roleId', 'in', roleIds)
          .where('sysDept.deletedAt', 'is', null)
          .orderBy('sysDept.path')
          .execute();
  const menus = await ctx.db
    .selectFrom('sysMenu')
    .select(['id', 'parentId', 'menuName', 'menuPerms', 'status', 'isEffective'])
    .where('deletedAt', 'is', null)
    .execute();
  const granted =
    roleIds.length === 0
      ? []
      : await ctx.db.selectFrom('sysRoleMenu').select(['roleId', 'menuId']).where('roleId', 'in', roleIds).execute();
  const menuById = new Map(menus.map((menu) => [menu.id, menu]));
  const roleById = new Map(roles.map((role) => [role.id, role]));
  const pathOf = (menuId: string): string[] => {
    const names: string[] = [];
    for (let at = menuById.get(menuId); at && names.length < 20; at = menuById.get(at.parentId)) names.unshift(at.menuName);
    return names;
  };
  const perms = new Map<string, View['perms'][number]['sources']>();
  const inactive: View['inactive'] = [];
  for (const { roleId, menuId } of granted) {
    const [role, menu] = [roleById.get(roleId), menuById.get(menuId)];
    if (!role || !menu) continue;
    const reason =
      role.status === '0' ? '角色已禁用' : menu.status === '0' ? '菜单已禁用' : menu.isEffective === '0' ? '上级菜单已禁用' : null;
    if (reason) inactive.push({ roleName: role.roleName, menuName: menu.menuName, perm: menu.menuPerms, reason });
    else if (menu.menuPerms) {
      const source = {
        roleId,
        roleName: role.roleName,
        menuId,
        menuName: menu.menuName,
        menuPath: pathOf(menuId).slice(0, -1),
        dataScope: role.dataScope,
      };
      perms.set(menu.menuPerms, [...(perms.get(menu.menuPerms) ?? []), source]);
    }
  }
  const reach = (sources: View['perms'][number]['sources']): string => {
    const scopes = SCOPE_ORDER.filter((code) => sources.some((source) => source.dataScope === code));
    return scopes[0] === '1' ? SCOPE_WORDS['1'] : scopes.map((code) => SCOPE_WORDS[code]).join('、');
  };
  const unrestricted = roles.some((role) => role.id === ADMIN_ROLE && role.status === '1');
  return {
    user: { id, username: user.username, nickname: user.nickname, status: user.status, deptName: user.dept?.deptName ?? null },
    unrestricted,
    roles: roles.map((role) => ({
      ...role,
      depts: role.dataScope === '2' ? depts.filter((dept) => dept.roleId === role.id).map((dept) => dept.deptName) : [],
    })),
    perms: [
      ...(unrestricted ? [{ perm: ALL_PERMS, sources: [], reach: '超级管理员：不受权限与数据范围限制' }] : []),
      ...[...perms].sort(([a], [b]) => (a < b ? -1 : 1)).map(([perm, sources]) => ({ perm, sources, reach: reach(sources) })),
    ],
    inactive,
  };
}
