import { beforeEach, describe, expect, it } from 'vitest';
import { startApp, startNode, testSettings } from '#kit/test/app.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedRoles } from './roles.ts';

const app = startApp();
const permsOf = async (roleId: string): Promise<string[]> =>
  (
    await app.database.db
      .selectFrom('sysRoleMenu')
      .innerJoin('sysMenu', 'sysMenu.id', 'sysRoleMenu.menuId')
      .select('menuPerms')
      .where('roleId', '=', roleId)
      .where('menuPerms', 'is not', null)
      .execute()
  )
    .map((row) => String(row.menuPerms))
    .sort();
/** The rights that releases before separate duties gave, beside those of today. */
async function asBefore(roleId: string, { more, less }: { more: string[]; less: string[] }): Promise<void> {
  const menus = await app.database.db
    .selectFrom('sysMenu')
    .select(['id', 'menuPerms'])
    .where('menuPerms', 'in', [...more, ...less])
    .execute();
  const idsOf = (perms: string[]) => menus.filter((menu) => perms.includes(String(menu.menuPerms))).map((menu) => menu.id);
  for (const menuId of idsOf(more)) await app.database.db.insertInto('sysRoleMenu').values({ roleId, menuId }).execute();
  await app.database.db.deleteFrom('sysRoleMenu').where('roleId', '=', roleId).where('menuId', 'in', idsOf(less)).execute();
  // the menus are older than the last look at the role
  await app.database.db.updateTable('sysRole').set({ updateTime: new Date() }).where('id', '=', roleId).execute();
}
const OLD = {
  sysadmin: { more: ['system:user:assign:role'], less: ['system:host:list'] },
  secadmin: { more: ['system:user:edit', 'system:user:reset:password'], less: ['system:user:assign:role'] },
};
let declared: Record<keyof typeof OLD, string[]>;
beforeEach(async () => {
  declared ??= { sysadmin: await permsOf('sysadmin'), secadmin: await permsOf('secadmin') };
});

describe('an upgrade from a release with other rights of the three administrators', () => {
  it('gives roles that nobody changed exactly the rights of their duty', async () => {
    for (const roleId of ['sysadmin', 'secadmin'] as const) {
      await asBefore(roleId, OLD[roleId]);
      expect(await permsOf(roleId)).not.toEqual(declared[roleId]);
    }
    await seedRoles(app.database.db);
    for (const roleId of ['sysadmin', 'secadmin'] as const) expect(await permsOf(roleId)).toEqual(declared[roleId]);
    expect(declared.secadmin).toContain('system:user:assign:role');
    expect(declared.secadmin).not.toContain('system:user:edit');
    expect(declared.sysadmin).not.toContain('system:user:assign:role');
  });

  it('leaves a role that somebody changed as it is, and says in 服务监控 what is beyond its duty', async () => {
    await asBefore('secadmin', OLD.secadmin);
    await app.database.db.updateTable('sysRole').set({ version: 1 }).where('id', '=', 'secadmin').execute();
    const before = await permsOf('secadmin');
    const folder = mkdtempSync(join(tmpdir(), 'databrain-duties-'));
    const node = await startNode(app.connection, testSettings(folder));
    try {
      await seedRoles(app.database.db);
      expect(await permsOf('secadmin')).toEqual(before);
      const warning = node.app.conditions.list().find((text) => text.startsWith('三员角色'));
      expect(warning).toMatch(/三员角色.*“安全管理员”多出.*system:user:edit.*system:user:reset:password.*角色管理/);
      expect(warning).not.toContain('系统管理员”');
    } finally {
      await node.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('keeps the role of an installation that has its own under the same name', async () => {
    const { db } = app.database;
    await db.updateTable('sysRole').set({ isBuiltIn: '0', version: 0 }).where('id', '=', 'sysadmin').execute();
    await asBefore('sysadmin', OLD.sysadmin);
    const before = await permsOf('sysadmin');
    await seedRoles(db);
    expect(await permsOf('sysadmin')).toEqual(before);
  });
});
