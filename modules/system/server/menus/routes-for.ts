import { isUnrestricted } from '#kit/contract/access.ts';
import type { Account, Db } from '#kit/server/ctx.ts';
import type { RouteNode } from '../../contract/session.ts';
import { buildRoutes } from '../../core/menu-routes.ts';

/** The menu tree of an account as routes (GET /system/users/route). */
export async function routesFor(db: Db, account: Account): Promise<RouteNode[]> {
  const rows = await db
    .selectFrom('sysMenu')
    .select([
      'id',
      'parentId',
      'menuName',
      'menuPath',
      'menuComponent',
      'menuRedirect',
      'menuPerms',
      'menuIcon',
      'menuType',
      'menuHidden',
      'menuSort',
      'forEverybody',
    ])
    .where('deletedAt', 'is', null)
    .where('isEffective', '=', '1')
    .where('menuType', 'in', ['0', '1'])
    .execute();
  if (isUnrestricted(account)) return buildRoutes(rows, null);
  if (account.roles.length === 0) return [];
  const granted = await db.selectFrom('sysRoleMenu').select('menuId').distinct().where('roleId', 'in', account.roles).execute();
  return buildRoutes(rows, new Set(granted.map((row) => row.menuId)));
}
