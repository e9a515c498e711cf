import { sql } from 'kysely';
import { ADMIN_ROLE } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';

/** Serialises writes that could remove the last administrator; call it before such a write. */
export async function lockAdmins(ctx: Ctx): Promise<void> {
  await ctx.db.selectFrom('sysRole').select('id').where('id', '=', ADMIN_ROLE).forUpdate().execute();
}

/** Throws rule.broken when no account is left that is enabled, has not expired and is an administrator. */
export async function assertAdminLeft(ctx: Ctx): Promise<void> {
  const admin = await ctx.db
    .selectFrom('sysUserRole')
    .innerJoin('sysUser', 'sysUser.id', 'sysUserRole.userId')
    .select('sysUser.id')
    .where('sysUserRole.roleId', '=', ADMIN_ROLE)
    .where('sysUser.status', '=', '1')
    .where('sysUser.deletedAt', 'is', null)
    .where((e) => e.or([e('sysUser.expireTime', 'is', null), e('sysUser.expireTime', '>', sql<Date>`${ctx.now}`)]))
    .limit(1)
    .executeTakeFirst();
  if (!admin) throw new AppError('rule.broken', '至少要保留一个启用的超级管理员');
}
