import { sql, type Expression, type SqlBool } from 'kysely';
import type { Account, Ctx } from './ctx.ts';
import { isUnrestricted } from '#kit/contract/access.ts';

/** Row-level scope of an account for a permission. An empty scope makes no row visible. */
export interface DataScope {
  readonly all: boolean;
  /** exactly these departments */
  readonly depts: readonly string[];
  /** these departments and everything below them */
  readonly trees: readonly string[];
  readonly self: boolean;
}

/** Data scope of an account for any of the permissions: the union over the roles that grant one of them. */
export function dataScopeOf(account: Account, permissions: readonly string[]): DataScope {
  if (isUnrestricted(account)) return { all: true, depts: [], trees: [], self: true };
  const grants = account.grants.filter(
    (grant) => grant.perms.has('*:*:*') || permissions.some((permission) => grant.perms.has(permission)),
  );
  const own = account.deptId === null ? [] : [account.deptId];
  return {
    all: grants.some((grant) => grant.dataScope === '1'),
    depts: [
      ...grants.filter((grant) => grant.dataScope === '2').flatMap((grant) => grant.deptIds),
      ...(grants.some((grant) => grant.dataScope === '3') ? own : []),
    ],
    trees: grants.some((grant) => grant.dataScope === '4') ? own : [],
    self: grants.length > 0,
  };
}

/** The permissions required by the current route. */
const permissionsOf = (ctx: Ctx): readonly string[] => (ctx.route.access.kind === 'perm' ? ctx.route.access.anyOf : []);

interface Columns {
  /** column that holds the department of a row, `sysUser.deptId` */
  dept: string;
  /** column that holds the account a row belongs to, `sysUser.id` */
  owner?: string;
}

/**
 * Row-level security: a `where` condition that limits rows to the caller's data scope for the permission being exercised.
 *
 *      db.selectFrom('sysUser').where(scope(ctx, { dept: 'sysUser.deptId', owner: 'sysUser.id' }))
 *
 * Departments are the one business concept known to the kit: `sys_dept.path` is `/1/12/`.
 */
export function scope(ctx: Ctx, columns: Columns, permissions: readonly string[] = permissionsOf(ctx)): Expression<SqlBool> {
  return scopeFor(ctx.user, columns, permissions);
}

/** Like `scope`, for an account outside of a call. */
export function scopeFor(account: Account, columns: Columns, permissions: readonly string[]): Expression<SqlBool> {
  const reach = dataScopeOf(account, permissions);
  if (reach.all) return sql<SqlBool>`true`;
  const dept = sql.ref(columns.dept);
  const parts = [];
  if (reach.depts.length > 0)
    parts.push(sql<SqlBool>`${dept} in (select id from sys_dept where deleted_at is null and id in (${sql.join(reach.depts)}))`);
  if (reach.trees.length > 0)
    parts.push(sql<SqlBool>`${dept} in (select below.id from sys_dept own join sys_dept below on below.path like own.path || '%'
      where own.deleted_at is null and below.deleted_at is null and own.id in (${sql.join(reach.trees)}))`);
  if (reach.self && columns.owner) parts.push(sql<SqlBool>`${sql.ref(columns.owner)} = ${account.id}`);
  return parts.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}
