import { AppError } from '#kit/contract/errors.ts';
import { isUnrestricted } from '#kit/contract/access.ts';
import type { Ctx, Db, RoleGrant } from '#kit/server/ctx.ts';
import { reachOf } from '#kit/server/scope.ts';
import { loadGrants } from './account.ts';

/*
 * The ceiling: nobody grants, directly or through a role, a menu or a department, what they do not hold.
 * What counts is the gain: a write is done, the rights before and after are compared, and whatever somebody has won must lie within
 * the rights of the caller as they were when the call began. The transaction is rolled back otherwise.
 */

interface DeptTree {
  /** every living department with its path */
  readonly paths: ReadonlyMap<string, string>;
}

async function loadTree(db: Db): Promise<DeptTree> {
  const rows = await db.selectFrom('sysDept').select(['id', 'path']).where('deletedAt', 'is', null).execute();
  return { paths: new Map(rows.map((row) => [row.id, row.path])) };
}

const below = (tree: DeptTree, id: string): string[] => {
  const path = tree.paths.get(id);
  return path === undefined ? [] : [...tree.paths].filter(([, other]) => other.startsWith(path)).map(([each]) => each);
};

/** Departments that a grant reaches for accounts of the given departments; `all` when there is no limit. */
function reachedBy(grant: Pick<RoleGrant, 'dataScope' | 'deptIds'>, deptIds: readonly string[], tree: DeptTree): 'all' | string[] {
  switch (grant.dataScope) {
    case '1':
      return 'all';
    case '2':
      return [...grant.deptIds];
    case '3':
      return [...deptIds];
    case '4':
      return deptIds.flatMap((id) => below(tree, id));
    case '5':
      return [];
  }
}

/** The permissions of `grant` that reach further than the caller does, given the departments of its holders. */
function beyond(ctx: Ctx, grant: RoleGrant, deptIds: readonly string[], tree: DeptTree): string[] {
  const wanted = reachedBy(grant, deptIds, tree);
  return [...grant.perms].filter((permission) => {
    const own = reachOf(ctx.user, [permission]);
    if (own.all) return false;
    if (!own.self) return true;
    if (wanted === 'all') return true;
    const covered = new Set([...own.depts, ...own.trees.flatMap((id) => below(tree, id))]);
    return wanted.some((id) => !covered.has(id));
  });
}

function refuse(permissions: readonly string[]): void {
  if (permissions.length === 0) return;
  const shown = permissions.slice(0, 5).join('、');
  throw new AppError(
    'grant.beyondOwn',
    `不能授予自己没有的权限或超出自己数据范围的权限：${shown}${permissions.length > 5 ? `等${permissions.length}项` : ''}`,
    {
      permissions: permissions.slice(0, 100),
    },
  );
}

/** Throws grant.beyondOwn unless the caller covers everything that the roles give to an account of the department. */
export async function assertMayGrant(ctx: Ctx, roleIds: readonly string[], deptId: string | null): Promise<void> {
  if (isUnrestricted(ctx.user) || roleIds.length === 0) return;
  const [grants, tree] = [await loadGrants(ctx.db, roleIds, 'possible'), await loadTree(ctx.db)];
  for (const grant of grants.values()) refuse(beyond(ctx, grant, deptId === null ? [] : [deptId], tree));
}

/** As `assertMayGrant`, for the roles of an account whose reach depends on its department: it is about to move. */
export async function assertMayMove(ctx: Ctx, roleIds: readonly string[], deptId: string): Promise<void> {
  if (isUnrestricted(ctx.user) || roleIds.length === 0) return;
  const [grants, tree] = [await loadGrants(ctx.db, roleIds, 'possible'), await loadTree(ctx.db)];
  for (const grant of grants.values()) if (grant.dataScope === '3' || grant.dataScope === '4') refuse(beyond(ctx, grant, [deptId], tree));
}

/** Departments of the living accounts that hold a role. */
async function holderDepts(db: Db, roleId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sysUserRole')
    .innerJoin('sysUser', 'sysUser.id', 'sysUserRole.userId')
    .select('sysUser.deptId')
    .distinct()
    .where('sysUserRole.roleId', '=', roleId)
    .where('sysUser.deletedAt', 'is', null)
    .where('sysUser.deptId', 'is not', null)
    .execute();
  return rows.flatMap((row) => row.deptId ?? []);
}

const isWider = (before: RoleGrant, after: RoleGrant): boolean =>
  before.dataScope !== after.dataScope
    ? before.dataScope !== '1' && after.dataScope !== '5'
    : after.deptIds.some((id) => !before.deptIds.includes(id));

/** What a role has won between two states. */
function gainOf(before: RoleGrant | undefined, after: RoleGrant): ReadonlySet<string> {
  if (!before || isWider(before, after)) return after.perms;
  return new Set([...after.perms].filter((permission) => !before.perms.has(permission)));
}

/**
 * Runs a write to roles or menus and throws grant.beyondOwn when a role has won something that the caller does not hold: at present, or
 * as soon as somebody enables a menu or role that is disabled now.
 */
export async function withinOwnRights<T>(ctx: Ctx, roleIds: readonly string[] | 'all', work: () => Promise<T>): Promise<T> {
  if (isUnrestricted(ctx.user)) return work();
  const kinds = ['effective', 'possible'] as const;
  const before = [await loadGrants(ctx.db, roleIds, 'effective'), await loadGrants(ctx.db, roleIds, 'possible')];
  const result = await work();
  let tree: DeptTree | undefined;
  for (const [at, kind] of kinds.entries())
    for (const [roleId, grant] of await loadGrants(ctx.db, roleIds, kind)) {
      const perms = gainOf(before[at]?.get(roleId), grant);
      if (perms.size === 0) continue;
      tree ??= await loadTree(ctx.db);
      refuse(beyond(ctx, { ...grant, perms }, await holderDepts(ctx.db, roleId), tree));
    }
  return result;
}

/**
 * Throws grant.beyondOwn when putting the departments `moving` below `newAncestors` lets accounts there reach people the caller does not
 * reach with the same permissions.
 */
export async function assertMayPutBelow(ctx: Ctx, moving: readonly string[], newAncestors: readonly string[]): Promise<void> {
  if (isUnrestricted(ctx.user) || moving.length === 0 || newAncestors.length === 0) return;
  const winners = await ctx.db
    .selectFrom('sysUserRole')
    .innerJoin('sysUser', 'sysUser.id', 'sysUserRole.userId')
    .innerJoin('sysRole', 'sysRole.id', 'sysUserRole.roleId')
    .select('sysRole.id')
    .distinct()
    .where('sysRole.dataScope', '=', '4')
    .where('sysUser.deletedAt', 'is', null)
    .where('sysUser.deptId', 'in', newAncestors)
    .execute();
  const grants = await loadGrants(
    ctx.db,
    winners.map((row) => row.id),
    'possible',
  );
  const tree = await loadTree(ctx.db);
  for (const grant of grants.values()) refuse(beyond(ctx, { ...grant, dataScope: '2', deptIds: moving }, [], tree));
}
