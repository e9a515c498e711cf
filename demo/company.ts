import { pinyin } from 'pinyin-pro';
import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import { ADMIN_USERNAME, DEMO_PASSWORD, hashPassword } from '#modules/system/server/index.ts';
import { type DemoAccount, demoAccounts } from './company-people.ts';
import { AUDIT_GRANTS, DEMO_ROLES, type MenuRow } from './company-roles.ts';
import { COMPANY, ORGS } from './warehouse/organisation.ts';

/** Hashes made at the same time; each needs 19 MiB. */
const HASHING = 4;
const ROOT_NO = '10';
const ROOT_NAME = '集团总部';
/** older than any password rule allows */
const EXPIRED_DAYS = 400;
const DAY_MS = 86_400_000;

/**
 * The people of the demo company: departments, posts, roles with menus, accounts with the documented demo password. Repeatable: what
 * administrators changed stays; only menus that did not exist before are added to the roles that they are meant for.
 * Accounts with a known password are never made in production.
 */
export async function seedCompany(app: App, db: Db): Promise<void> {
  if (app.settings.production) return;
  const there = await db.selectFrom('sysRole').select('id').where('id', '=', 'gov_admin').executeTakeFirst();
  if (there) {
    await db.transaction().execute(grantNewMenus);
    return;
  }
  const accounts = demoAccounts(app.now());
  // outside the transaction: two seconds of arithmetic
  const hashes = await hashAll(accounts.length);
  await db.transaction().execute(async (trx) => {
    const deptIds = await makeDepts(trx);
    const postIds = await makePosts(app, trx, accounts);
    await makeRoles(trx);
    await makeAccounts(app, trx, { accounts, hashes, deptIds, postIds });
  });
}

async function hashAll(count: number): Promise<string[]> {
  const hashes: string[] = [];
  while (hashes.length < count)
    hashes.push(
      ...(await Promise.all(Array.from({ length: Math.min(HASHING, count - hashes.length) }, () => hashPassword(DEMO_PASSWORD)))),
    );
  return hashes;
}

/** The departments carry the numbers of the warehouse's organisations, as number and as id: rights and figures meet there. */
async function makeDepts(db: Db): Promise<Map<string, string>> {
  const root = await db
    .selectFrom('sysDept')
    .select(['id', 'path', 'deptName'])
    .where('deptNo', '=', ROOT_NO)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (root.deptName === ROOT_NAME) await db.updateTable('sysDept').set({ deptName: COMPANY }).where('id', '=', root.id).execute();
  const places = new Map([[ROOT_NO, { id: root.id, path: root.path }]]);
  const rows = ORGS.filter((org) => org.parent !== null).map((org, index) => {
    const parent = places.get(org.parent as string);
    if (!parent) throw new Error(`department ${org.id} comes before its parent`);
    const place = { id: org.id, path: `${parent.path}${org.id}/` };
    places.set(org.id, place);
    return { ...place, parentId: parent.id, deptName: org.name, deptNo: org.id, sortNo: (index + 1) * 10 };
  });
  await db.insertInto('sysDept').values(rows).execute();
  return new Map([...places].map(([no, place]) => [no, place.id]));
}

async function makePosts(app: App, db: Db, accounts: readonly DemoAccount[]): Promise<Map<string, string>> {
  const stored = await db.selectFrom('sysPost').select(['id', 'postName']).where('deletedAt', 'is', null).execute();
  const ids = new Map(stored.map((row) => [row.postName, row.id]));
  const rows = [...new Set(accounts.map(({ employee }) => employee.post))]
    .filter((postName) => !ids.has(postName))
    .map((postName, index) => {
      const id = app.ids.next();
      ids.set(postName, id);
      const postCode = pinyin(postName, { toneType: 'none', type: 'array' })
        .join('_')
        .toLowerCase()
        .replace(/[^a-z_]/g, '')
        .slice(0, 30);
      return { id, postName, postCode, sortNo: (index + 1) * 10 };
    });
  if (rows.length > 0) await db.insertInto('sysPost').values(rows).execute();
  return ids;
}

interface StoredMenu extends MenuRow {
  id: string;
  parentId: string;
  createTime: Date;
}
async function loadMenus(db: Db): Promise<StoredMenu[]> {
  const rows = await db
    .selectFrom('sysMenu')
    .select(['id', 'parentId', 'menuPath', 'menuPerms', 'createTime'])
    .where('deletedAt', 'is', null)
    .where('isBuiltIn', '=', '1')
    .execute();
  const paths = new Map(rows.map((row) => [row.id, row.menuPath]));
  return rows.map((row) => ({
    id: row.id,
    parentId: row.parentId,
    createTime: row.createTime,
    perms: row.menuPerms,
    path: row.menuPath ?? paths.get(row.parentId) ?? '',
  }));
}

/** The chosen menus with the folders above them. A folder alone is nothing to grant. */
function withFolders(menus: readonly StoredMenu[], chosen: (menu: StoredMenu) => boolean): string[] {
  const byId = new Map(menus.map((menu) => [menu.id, menu]));
  const parents = new Set(menus.map((menu) => menu.parentId));
  const ids = new Set<string>();
  for (const menu of menus) {
    const isFolder = menu.perms === null && parents.has(menu.id);
    if (isFolder || !chosen(menu)) continue;
    for (let at: StoredMenu | undefined = menu; at; at = byId.get(at.parentId)) ids.add(at.id);
  }
  return [...ids];
}

async function addGrants(db: Db, roleId: string, menuIds: readonly string[]): Promise<number> {
  if (menuIds.length === 0) return 0;
  const rows = menuIds.map((menuId) => ({ roleId, menuId }));
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sysRoleMenu')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

async function makeRoles(db: Db): Promise<void> {
  const menus = await loadMenus(db);
  const rows = DEMO_ROLES.map((role, index) => ({
    id: role.code,
    roleCode: role.code,
    roleName: role.name,
    dataScope: role.scope,
    sortNo: (index + 2) * 10,
    remark: role.remark,
  }));
  await db.insertInto('sysRole').values(rows).execute();
  for (const role of DEMO_ROLES)
    await addGrants(
      db,
      role.code,
      withFolders(menus, (menu) => role.grants(menu)),
    );
  await addGrants(db, 'audit', withFolders(menus, AUDIT_GRANTS));
}

/** Menus of a new release go to the roles that they fit. A role that a person changed since then is left as it is. */
async function grantNewMenus(db: Db): Promise<void> {
  const menus = await loadMenus(db);
  const rules = new Map([...DEMO_ROLES.map((role) => [role.code, role.grants] as const), ['audit', AUDIT_GRANTS] as const]);
  const roles = await db
    .selectFrom('sysRole')
    .select(['id', 'updateTime'])
    .where('id', 'in', [...rules.keys()])
    .where('deletedAt', 'is', null)
    .execute();
  for (const role of roles) {
    const fits = rules.get(role.id) as (menu: MenuRow) => boolean;
    const added = await addGrants(
      db,
      role.id,
      withFolders(menus, (menu) => menu.createTime > role.updateTime && fits(menu)),
    );
    if (added > 0)
      await db
        .updateTable('sysRole')
        .set({ updateTime: sql`now()` })
        .where('id', '=', role.id)
        .execute();
  }
}

interface Making {
  accounts: readonly DemoAccount[];
  hashes: readonly string[];
  deptIds: ReadonlyMap<string, string>;
  postIds: ReadonlyMap<string, string>;
}
async function makeAccounts(app: App, db: Db, { accounts, hashes, deptIds, postIds }: Making): Promise<void> {
  const now = app.now();
  const admin = await db.selectFrom('sysUser').select('id').where('username', '=', ADMIN_USERNAME).executeTakeFirst();
  const made = accounts.map((account, index) => ({ account, id: app.ids.next(), hash: hashes[index] as string }));
  await db
    .insertInto('sysUser')
    .values(
      made.map(({ account: { username, employee, state, remark }, id, hash }) => ({
        id,
        username,
        nickname: employee.name,
        passwordHash: hash,
        passwordTime: state === 'expired' ? new Date(now.getTime() - EXPIRED_DAYS * DAY_MS) : now,
        email: employee.email,
        phone: employee.mobile,
        birthday: employee.birthday,
        sex: employee.gender,
        deptId: deptIds.get(employee.orgId) as string,
        createDept: deptIds.get(employee.orgId) as string,
        lockedUntil: state === 'locked' ? new Date('2099-12-31T00:00:00+08:00') : null,
        status: state === 'disabled' ? '0' : '1',
        remark: [`工号 ${employee.empId}`, remark].filter(Boolean).join('，'),
        createBy: admin?.id ?? null,
      })),
    )
    .execute();
  await db
    .insertInto('sysUserRole')
    .values(made.flatMap(({ account, id }) => account.roles.map((roleId) => ({ userId: id, roleId }))))
    .execute();
  await db
    .insertInto('sysUserPost')
    .values(made.map(({ account, id }) => ({ userId: id, postId: postIds.get(account.employee.post) as string })))
    .execute();
  for (const { account, id } of made)
    if (account.employee.post === '部门总经理')
      await db
        .updateTable('sysDept')
        .set({ leaderId: id, phone: account.employee.mobile })
        .where('id', '=', deptIds.get(account.employee.orgId) as string)
        .execute();
}
