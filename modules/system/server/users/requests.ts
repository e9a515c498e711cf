import type { Ctx } from '#kit/server/ctx.ts';
import { courierOf } from '#kit/server/module.ts';
import { DUTY_ROLES } from '../../core/duty.ts';

/* Roles that the system administrator asks for and the security administrator gives. */

const HOUR_MS = 3_600_000;

/** Keeps what is asked for in place of an earlier wish, and tells the security administrators, at most once an hour. Answers the names. */
export async function askForRoles(ctx: Ctx, wish: { id: string; nickname: string; roleIds: readonly string[] }): Promise<string[]> {
  const { id, nickname, roleIds } = wish;
  await forgetRequests(ctx, id);
  if (roleIds.length === 0) return [];
  await ctx.db
    .insertInto('sysRoleRequest')
    .values(roleIds.map((roleId) => ({ userId: id, roleId, createBy: ctx.user.id, createTime: ctx.now })))
    .execute();
  const roles = await ctx.db.selectFrom('sysRole').select('roleName').where('id', 'in', roleIds).orderBy('sortNo').orderBy('id').execute();
  const names = roles.map((role) => role.roleName);
  const deciders = await ctx.db.selectFrom('sysUserRole').select('userId').where('roleId', '=', DUTY_ROLES.rights).execute();
  await courierOf(ctx.app)?.tell(ctx.app, ctx.db, {
    to: deciders.map((row) => row.userId),
    title: '有账号等待分配角色',
    text: `「${ctx.user.nickname}」提交了账号的角色，例如「${nickname}」：${names.join('、')}。请在用户管理中核对后分配。`,
    path: '/basic/system/user?isWaiting=1',
    key: `roleRequest:${Math.floor(ctx.now.getTime() / HOUR_MS)}`,
  });
  ctx.audit.note(`「${nickname}」等待安全管理员分配角色：${names.join('、')}`);
  return names;
}

/** What was asked for is decided, or asked for differently. */
export async function forgetRequests(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db.deleteFrom('sysRoleRequest').where('userId', '=', userId).execute();
}

/** Tells a person what somebody else has done to the account. */
export async function tellPerson(ctx: Ctx, userId: string, what: { title: string; did: string }): Promise<void> {
  await courierOf(ctx.app)?.tell(ctx.app, ctx.db, {
    to: [userId],
    title: what.title,
    text: `${ctx.user.nickname}（${ctx.user.username}）${what.did}。如非您本人要求，请立即联系管理员。`,
    path: '/user/profile',
    key: null,
  });
}
