import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { seedCompany } from './company.ts';
import { DEMO_ROLES } from './company-roles.ts';

const app = startApp();
beforeAll(() => seedCompany(app.node.app, app.database.db), 60_000);

/** Permissions of a module that each demo role has, as counts: a role that gains more than it should is seen here. */
async function gained(prefix: string): Promise<Record<string, string[]>> {
  const rows = await app.database.db
    .selectFrom('sysRoleMenu')
    .innerJoin('sysMenu', 'sysMenu.id', 'sysRoleMenu.menuId')
    .select(['sysRoleMenu.roleId', 'sysMenu.menuPerms as perms'])
    .where('sysMenu.menuPerms', 'like', `${prefix}:%`)
    .orderBy('sysMenu.menuPerms')
    .execute();
  return Object.fromEntries(
    DEMO_ROLES.map(({ code }) => [code, rows.filter((row) => row.roleId === code).map((row) => row.perms!)] as const).filter(
      ([, perms]) => perms.length > 0,
    ),
  );
}

it('data standards: kept by those who govern data, all of them, and by nobody else', async () => {
  const all = (
    await app.database.db.selectFrom('sysMenu').select('menuPerms').where('menuPerms', 'like', 'standard:%').orderBy('menuPerms').execute()
  ).map((row) => row.menuPerms);
  const roles = await gained('standard');
  expect(Object.keys(roles).sort()).toEqual(['data_steward', 'gov_admin', 'steward']);
  for (const [role, perms] of Object.entries(roles)) expect(perms, role).toEqual(all);
});
