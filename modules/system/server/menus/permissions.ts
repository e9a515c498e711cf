import type * as z from 'zod';
import type { Ctx } from '#kit/server/ctx.ts';
import type { PermissionInfo } from '../../contract/menu.ts';

/** All permission strings required by routes of the running server, and the menus that grant them. */
export async function permissionCatalogue(ctx: Ctx): Promise<z.input<typeof PermissionInfo>[]> {
  const calls = new Map<string, z.input<typeof PermissionInfo>['calls']>();
  for (const module of ctx.app.modules)
    for (const { contract } of module.routes)
      for (const { method, path, summary, access } of Object.values(contract))
        if (access.kind === 'perm')
          for (const perm of access.anyOf) calls.set(perm, [...(calls.get(perm) ?? []), { method, path, summary }]);
  const rows = await ctx.db
    .selectFrom('sysMenu')
    .select(['menuName', 'menuPerms'])
    .where('deletedAt', 'is', null)
    .where('menuPerms', 'is not', null)
    .execute();
  for (const row of rows) if (row.menuPerms && !calls.has(row.menuPerms)) calls.set(row.menuPerms, []);
  return [...calls]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([perm, list]) => ({ perm, calls: list, menus: rows.filter((row) => row.menuPerms === perm).map((row) => row.menuName) }));
}
