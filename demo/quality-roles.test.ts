import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { seedCompany } from './company.ts';
import { DEMO_ROLES } from './company-roles.ts';

const app = startApp();
beforeAll(() => seedCompany(app.node.app, app.database.db), 60_000);

it('data quality: whole for those who govern data, without the weights of the company for owners of a department, issues for heads, and nothing for others', async () => {
  const rows = await app.database.db
    .selectFrom('sysRoleMenu')
    .innerJoin('sysMenu', 'sysMenu.id', 'sysRoleMenu.menuId')
    .select(['sysRoleMenu.roleId', 'sysMenu.menuPerms as perms'])
    .where('sysMenu.menuPerms', 'like', 'quality:%')
    .execute();
  const all = await app.database.db.selectFrom('sysMenu').select('menuPerms').where('menuPerms', 'like', 'quality:%').execute();
  const names = [...new Set(all.map((row) => row.menuPerms!))].sort();
  const of = (role: string) =>
    rows
      .filter((row) => row.roleId === role)
      .map((row) => row.perms!)
      .sort();
  expect(
    DEMO_ROLES.map(({ code }) => code)
      .filter((code) => of(code).length > 0)
      .sort(),
  ).toEqual(['data_steward', 'dept_eng', 'dept_hr', 'dept_inbound', 'dept_market', 'dept_sub', 'gov_admin', 'steward']);
  for (const role of ['data_steward', 'gov_admin']) expect([role, of(role)]).toEqual([role, names]);
  // heads deal with what is wrong in the tables that they answer for
  const issues = ['handle', 'list', 'waive'].map((verb) => `quality:issue:${verb}`);
  expect(of('dept_hr')).toEqual([...issues, 'quality:report:detail', 'quality:report:list']);
  expect(of('steward')).toEqual(names.filter((name) => name !== 'quality:score:edit'));
});
