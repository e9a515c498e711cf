import { holds, isUnrestricted } from '#kit/contract/access.ts';
import type { Ctx, Db, RoleGrant } from '#kit/server/ctx.ts';
import { dataScopeOf } from '#kit/server/scope.ts';
import { DUTY_ROLES, isAdministratorRole, isReserved, type Duty } from '../core/duty.ts';
import { loadGrants } from './account.ts';
import { refuseGain, refuseRole } from './refusals.ts';

/*
 * The ceiling: nobody grants, directly or through a role, a menu or a department, what they do not hold.
 * What counts is the gain: a write is done, the rights before and after are compared, and whatever somebody has won must lie within
 * the rights of the caller as they were when the call began. The transaction is rolled back otherwise.
 *
 * The one exception are separate duties: the system administrator handles accounts and the security administrator hands out rights that
 * they do not hold themselves. It ends at the rights of administrators, at the roles of administrators, and at oneself.
 */

/** True when the caller may handle, for this duty, what they do not hold. */
export const hasDuty = (ctx: Ctx, duty: Duty): boolean => ctx.user.roles.includes(DUTY_ROLES[duty]);

/** True when the caller may put a permission where roles give it: held, or handed out by duty. */
export const mayHandOut = (ctx: Ctx, permission: string): boolean =>
  holds(ctx.user, permission) || (hasDuty(ctx, 'rights') && !isReserved(permission));

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
    const own = dataScopeOf(ctx.user, [permission]);
    if (own.all) return false;
    if (!own.self) return true;
    if (wanted === 'all') return true;
    const covered = new Set([...own.depts, ...own.trees.flatMap((id) => below(tree, id))]);
    return wanted.some((id) => !covered.has(id));
  });
}

/** What of a role is beyond the caller: with the duty only what administrators hold. */
function forbidden(ctx: Ctx, duty: Duty, { grant, deptIds, tree }: { grant: RoleGrant; deptIds: readonly string[]; tree: DeptTree }) {
  const perms = beyond(ctx, grant, deptIds, tree);
  return hasDuty(ctx, duty) ? perms.filter(isReserved) : perms;
}

/**
 * Throws grant.beyondOwn unless the caller covers everything that the roles give to an account of the department, or it is the caller's
 * duty: `rights` to hand the roles out, `accounts` to handle an account that has them.
 */
export async function assertMayGrant(ctx: Ctx, roleIds: readonly string[], deptId: string | null, duty: Duty): Promise<void> {
  if (isUnrestricted(ctx.user) || roleIds.length === 0) return;
  for (const roleId of roleIds) if (isAdministratorRole(roleId)) await refuseRole(ctx, roleId);
  const [grants, tree] = [await loadGrants(ctx.db, roleIds, 'possible'), await loadTree(ctx.db)];
  const deptIds = deptId === null ? [] : [deptId];
  for (const grant of grants.values()) await refuseGain(ctx, duty, grant.roleId, forbidden(ctx, duty, { grant, deptIds, tree }));
}

/**
 * The roles that the caller may give to an account of the department, and those that the security administrator is asked for because
 * the caller's duty ends at the account. Throws grant.beyondOwn for what is neither.
 */
export async function divideRoles(ctx: Ctx, roleIds: readonly string[], deptId: string): Promise<{ given: string[]; asked: string[] }> {
  if (isUnrestricted(ctx.user) || !hasDuty(ctx, 'accounts')) {
    await assertMayGrant(ctx, roleIds, deptId, 'rights');
    return { given: [...roleIds], asked: [] };
  }
  // what may not be in such an account at all is refused here
  await assertMayGrant(ctx, roleIds, deptId, 'accounts');
  const [grants, tree] = [await loadGrants(ctx.db, roleIds, 'possible'), await loadTree(ctx.db)];
  const isOwn = (roleId: string) => {
    const grant = grants.get(roleId);
    return grant === undefined || beyond(ctx, grant, [deptId], tree).length === 0;
  };
  return { given: roleIds.filter(isOwn), asked: roleIds.filter((roleId) => !isOwn(roleId)) };
}

/** As `assertMayGrant`, for the roles of an account whose reach depends on its department: it is about to move. */
export async function assertMayMove(ctx: Ctx, roleIds: readonly string[], deptId: string): Promise<void> {
  if (isUnrestricted(ctx.user) || roleIds.length === 0) return;
  const [grants, tree] = [await loadGrants(ctx.db, roleIds, 'possible'), await loadTree(ctx.db)];
  for (const grant of grants.values())
    if (grant.dataScope === '3' || grant.dataScope === '4')
      await refuseGain(ctx, 'accounts', grant.roleId, forbidden(ctx, 'accounts', { grant, deptIds: [deptId], tree }));
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
 * Runs a write to roles or menus and throws grant.beyondOwn when a role gains something that the caller does not hold, be it now or once a
 * disabled menu or role is enabled.
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
      const gain = { grant: { ...grant, perms }, deptIds: await holderDepts(ctx.db, roleId), tree };
      // a role of administrators wins nothing from others, an own role nothing that its holder lacks
      const lacking = isAdministratorRole(roleId)
        ? [...perms]
        : ctx.user.roles.includes(roleId)
          ? beyond(ctx, gain.grant, gain.deptIds, tree)
          : forbidden(ctx, 'rights', gain);
      await refuseGain(ctx, 'rights', roleId, lacking);
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
  for (const grant of grants.values()) {
    const lacking = forbidden(ctx, 'accounts', { grant: { ...grant, dataScope: '2', deptIds: moving }, deptIds: [], tree });
    await refuseGain(ctx, 'accounts', grant.roleId, lacking);
  }
}
