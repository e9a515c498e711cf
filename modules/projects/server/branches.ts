import { sql, type Expression, type SqlBool } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { dataScopeOf, scope } from '#kit/server/scope.ts';

const MAX_BRANCHES = 1000;

/** SQL condition: the department is a root or right below one; that is what 分公司 means to the records. */
const isBranch = (): Expression<SqlBool> =>
  sql<SqlBool>`(sys_dept.parent_id = '0' or sys_dept.parent_id in (select top.id from sys_dept top where top.parent_id = '0' and top.deleted_at is null))`;

/** 分公司: enabled departments on the two upper levels, in the order of the organisation. */
export async function branchesOf(db: Db): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('sysDept')
    .select(['id', 'deptName as name'])
    .where('deletedAt', 'is', null)
    .where('status', '=', '1')
    .where(isBranch())
    .orderBy('sortNo')
    .orderBy('id')
    .limit(MAX_BRANCHES)
    .execute();
}

/** The branch with this name, for imports; throws rule.broken for an unknown or ambiguous one. */
export async function branchByName(db: Db, name: string): Promise<string> {
  const found = (await branchesOf(db)).filter((branch) => branch.name === name.trim());
  if (found.length === 1 && found[0]) return found[0].id;
  const message = found.length === 0 ? `没有名为“${name}”的分公司` : `有多个名为“${name}”的分公司`;
  throw new AppError('rule.broken', message, [{ path: 'branchName', message }]);
}

const wrong = (path: string, message: string) => new AppError('rule.broken', message, [{ path, message }]);

/**
 * Where a record goes: `deptId` is the branch itself unless given. Throws rule.broken when the branch is none, the department is not in it,
 * or the caller's data scope for the permission of the call does not reach the department (an account that reaches only its own records
 * may put them into its own department).
 */
export async function assertPlace(
  ctx: Ctx,
  place: { branchId: string; deptId: string | null },
): Promise<{ branchId: string; deptId: string }> {
  const { branchId } = place;
  const deptId = place.deptId ?? branchId;
  const branch = await ctx.db
    .selectFrom('sysDept')
    .select('path')
    .where('id', '=', branchId)
    .where('deletedAt', 'is', null)
    .where(isBranch())
    .executeTakeFirst();
  if (!branch) throw wrong('branchId', '所属分公司不存在，请重新选择');
  const dept = await ctx.db.selectFrom('sysDept').select('path').where('id', '=', deptId).where('deletedAt', 'is', null).executeTakeFirst();
  if (!dept?.path.startsWith(branch.path)) throw wrong('deptId', '部门不属于所选分公司，请重新选择');
  if (!(await isReached(ctx, deptId))) throw wrong(place.deptId ? 'deptId' : 'branchId', '所选部门不在您的数据范围内');
  return { branchId, deptId };
}

async function isReached(ctx: Ctx, deptId: string): Promise<boolean> {
  const permissions = ctx.route.access.kind === 'perm' ? ctx.route.access.anyOf : [];
  if (dataScopeOf(ctx.user, permissions).self && ctx.user.deptId === deptId) return true;
  const reached = await ctx.db
    .selectFrom('sysDept')
    .select('id')
    .where('id', '=', deptId)
    .where(scope(ctx, { dept: 'sysDept.id' }))
    .executeTakeFirst();
  return reached !== undefined;
}
