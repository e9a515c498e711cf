import { createHash, randomBytes } from 'node:crypto';
import type { App, DataScope } from '#kit/server/ctx.ts';

const HOUR_MS = 3_600_000;

interface UserOptions {
  username?: string;
  nickname?: string;
  phone?: string | null;
  deptId?: string | null;
  /** permission strings of one own role; none = an account without rights */
  perms?: readonly string[];
  dataScope?: DataScope;
  /** departments of data scope 2 */
  scopeDepts?: readonly string[];
  /** existing roles on top */
  roles?: readonly string[];
  status?: '0' | '1';
}
export interface MadeUser {
  id: string;
  username: string;
  roleId: string | null;
  token: string;
}

/** Rows for tests, with the parents they need. They go straight into the tables: what is tested is what callers see afterwards. */
export function factories(app: App, now: () => Date) {
  const { db } = app;
  let count = 0;
  const next = () => ++count;

  async function token(userId: string): Promise<string> {
    const value = randomBytes(32).toString('base64url');
    await db
      .insertInto('sysSession')
      .values({
        id: app.ids.next(),
        tokenHash: createHash('sha256').update(value).digest('hex'),
        userId,
        createTime: now(),
        lastTime: now(),
        expireTime: new Date(now().getTime() + 12 * HOUR_MS),
        ip: '127.0.0.1',
      })
      .execute();
    return value;
  }

  async function dept(options: { deptName?: string; parentId?: string } = {}): Promise<{ id: string; path: string }> {
    const id = app.ids.next();
    const parent = options.parentId
      ? await db.selectFrom('sysDept').select('path').where('id', '=', options.parentId).executeTakeFirstOrThrow()
      : { path: '/' };
    const path = `${parent.path}${id}/`;
    await db
      .insertInto('sysDept')
      .values({ id, parentId: options.parentId ?? '0', deptName: options.deptName ?? `部门${next()}`, deptNo: `T${next()}`, path })
      .execute();
    return { id, path };
  }

  /** A role that grants exactly these permission strings, each as a button of its own. */
  async function role(options: { perms: readonly string[]; dataScope?: DataScope; scopeDepts?: readonly string[] }): Promise<string> {
    const id = app.ids.next();
    const n = next();
    await db
      .insertInto('sysRole')
      .values({ id, roleName: `角色${n}`, roleCode: `role_${n}`, dataScope: options.dataScope ?? '1' })
      .execute();
    for (const permission of options.perms) {
      const existing = await db
        .selectFrom('sysMenu')
        .select('id')
        .where('menuPerms', '=', permission)
        .where('deletedAt', 'is', null)
        .executeTakeFirst();
      const menuId = existing?.id ?? app.ids.next();
      if (!existing)
        await db.insertInto('sysMenu').values({ id: menuId, menuName: permission, menuPerms: permission, menuType: '2' }).execute();
      await db
        .insertInto('sysRoleMenu')
        .values({ roleId: id, menuId })
        .onConflict((c) => c.doNothing())
        .execute();
    }
    if (options.scopeDepts?.length)
      await db
        .insertInto('sysRoleDept')
        .values(options.scopeDepts.map((deptId) => ({ roleId: id, deptId })))
        .execute();
    return id;
  }

  async function user(options: UserOptions = {}): Promise<MadeUser> {
    const n = next();
    const id = app.ids.next();
    const username = options.username ?? `user${n}`;
    await db
      .insertInto('sysUser')
      .values({
        id,
        username,
        nickname: options.nickname ?? `员工${n}`,
        passwordHash: 'none',
        phone: options.phone ?? `138${String(10_000_000 + n)}`,
        deptId: options.deptId ?? null,
        status: options.status ?? '1',
      })
      .execute();
    const roleId = options.perms
      ? await role({ perms: options.perms, dataScope: options.dataScope, scopeDepts: options.scopeDepts })
      : null;
    const roles = [...(roleId ? [roleId] : []), ...(options.roles ?? [])];
    if (roles.length > 0)
      await db
        .insertInto('sysUserRole')
        .values(roles.map((each) => ({ userId: id, roleId: each })))
        .execute();
    return { id, username, roleId, token: await token(id) };
  }

  async function adminToken(): Promise<string> {
    const admin = await db.selectFrom('sysUser').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
    await db.updateTable('sysUser').set({ mustChangePassword: '0' }).where('id', '=', admin.id).execute();
    return token(admin.id);
  }

  return { user, role, dept, token, adminToken };
}
export type Factories = ReturnType<typeof factories>;
