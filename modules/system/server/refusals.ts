import { AppError } from '#kit/contract/errors.ts';
import { isUnrestricted } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { isAdministratorRole, type Duty } from '../core/duty.ts';

/** Messages for grants beyond the caller's own rights: the roles and menus by name, and who may do it instead. */

const SHOWN = 5;
const ASK: Record<Duty, string> = {
  accounts: '请由超级管理员操作',
  rights: '请由安全管理员或超级管理员操作',
};

async function roleName(ctx: Ctx, roleId: string): Promise<string> {
  const row = await ctx.db.selectFrom('sysRole').select('roleName').where('id', '=', roleId).executeTakeFirst();
  return row?.roleName ?? roleId;
}

/** The menus and buttons that carry permissions, by name, each with the page that it belongs to. */
async function menuNames(ctx: Ctx, permissions: readonly string[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('sysMenu as m')
    .leftJoin('sysMenu as p', 'p.id', 'm.parentId')
    .select(['m.menuName', 'm.menuType', 'p.menuName as pageName'])
    .where('m.menuPerms', 'in', permissions)
    .where('m.deletedAt', 'is', null)
    .orderBy('m.menuSort')
    .orderBy('m.id')
    .execute();
  return [...new Set(rows.map((row) => (row.menuType === '2' && row.pageName ? `${row.pageName}/${row.menuName}` : row.menuName)))];
}

/** Throws grant.beyondOwn for a role that only unrestricted administrators give or change. */
export async function refuseRole(ctx: Ctx, roleId: string): Promise<never> {
  const name = await roleName(ctx, roleId);
  throw new AppError('grant.beyondOwn', `“${name}”是管理员角色，只能由超级管理员分配或修改`, { roles: [name], menus: [] });
}

/** Throws grant.beyondOwn when a role gives, or would give, what the caller may not hand on. */
export async function refuseGain(ctx: Ctx, duty: Duty, roleId: string, permissions: readonly string[]): Promise<void> {
  if (permissions.length === 0) return;
  if (isAdministratorRole(roleId)) await refuseRole(ctx, roleId);
  const [name, menus] = [await roleName(ctx, roleId), await menuNames(ctx, permissions)];
  const shown = menus.slice(0, SHOWN).join('、');
  const list = menus.length === 0 ? '' : `（${shown}${menus.length > SHOWN ? `等${menus.length}项` : ''}）`;
  throw new AppError('grant.beyondOwn', `角色“${name}”包含您没有的权限或超出您的数据范围${list}，${ASK[duty]}`, {
    roles: [name],
    menus: menus.slice(0, 100),
  });
}

/** An account of an administrator is changed by unrestricted administrators only, except what one may change in one's own. */
export async function assertNotAbove(ctx: Ctx, target: { id: string; nickname: string; roleList: readonly string[] }): Promise<void> {
  if (isUnrestricted(ctx.user) || target.id === ctx.user.id) return;
  const role = target.roleList.find(isAdministratorRole);
  if (role !== undefined) throw new AppError('grant.beyondOwn', `“${target.nickname}”是${await roleName(ctx, role)}，只能由超级管理员操作`);
}
