import { randomInt } from 'node:crypto';
import { ADMIN_ROLE } from '#kit/contract/access.ts';
import type { App, Db } from '#kit/server/ctx.ts';
import { ROOT_ID } from '../../contract/fields.ts';
import { generatePassword } from '../../core/password.ts';
import { hashPassword, verifyPassword } from '../auth/hash.ts';
import { seedRoles } from './roles.ts';

/** Name of the first account. */
export const ADMIN_USERNAME = 'admin';
/** The documented password of all demo accounts; never used in production. */
export const DEMO_PASSWORD = 'Databrain@2026demo';

/**
 * Creates the built-in roles and the first administrator when missing. Returns the password to show at the start: a generated one, or the
 * demo password while it is in use; null when it was chosen in the environment. Idempotent.
 */
export async function seedAdmin(app: App, db: Db): Promise<{ username: string; password: string | null }> {
  await seedRoles(db);
  const { settings } = app;
  const isDemo = settings.seed === 'demo' && !settings.production;
  const existing = await firstAdmin(db);
  if (existing) {
    const isDemoPassword = isDemo && (await verifyPassword(existing.passwordHash, DEMO_PASSWORD));
    return { username: existing.username, password: isDemoPassword ? DEMO_PASSWORD : null };
  }
  const given = settings.adminPassword ?? (isDemo ? DEMO_PASSWORD : null);
  const password = given ?? generatePassword((below) => randomInt(below));
  const id = app.ids.next();
  await db
    .insertInto('sysUser')
    .values({
      id,
      username: ADMIN_USERNAME,
      nickname: '系统管理员',
      passwordHash: await hashPassword(password),
      passwordTime: app.now(),
      mustChangePassword: given === null ? '1' : '0',
      deptId: await firstDept(app, db),
      createBy: id,
    })
    .execute();
  await db.insertInto('sysUserRole').values({ userId: id, roleId: ADMIN_ROLE }).execute();
  await db
    .insertInto('sysUserPost')
    .values({ userId: id, postId: await firstPost(app, db) })
    .execute();
  return { username: ADMIN_USERNAME, password: settings.adminPassword === null ? password : null };
}

const firstAdmin = (db: Db) =>
  db
    .selectFrom('sysUserRole')
    .innerJoin('sysUser', 'sysUser.id', 'sysUserRole.userId')
    .select(['sysUser.username', 'sysUser.passwordHash'])
    .where('sysUserRole.roleId', '=', ADMIN_ROLE)
    .where('sysUser.deletedAt', 'is', null)
    .orderBy('sysUser.id')
    .limit(1)
    .executeTakeFirst();

/** The root department; its number 10 is the one of the product family. */
async function firstDept(app: App, db: Db): Promise<string> {
  const root = await db
    .selectFrom('sysDept')
    .select('id')
    .where('parentId', '=', ROOT_ID)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (root) return root.id;
  const id = app.ids.next();
  await db
    .insertInto('sysDept')
    .values({ id, parentId: ROOT_ID, deptName: '集团总部', deptNo: '10', path: `/${id}/`, sortNo: 10 })
    .execute();
  return id;
}

async function firstPost(app: App, db: Db): Promise<string> {
  const post = await db.selectFrom('sysPost').select('id').where('postCode', '=', 'sys_admin').executeTakeFirst();
  if (post) return post.id;
  const id = app.ids.next();
  await db.insertInto('sysPost').values({ id, postName: '系统管理员', postCode: 'sys_admin', sortNo: 1 }).execute();
  return id;
}
