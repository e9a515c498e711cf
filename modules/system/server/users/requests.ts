import type { Ctx } from '#kit/server/ctx.ts';
import { courierOf } from '#kit/server/module.ts';
import { todosChanged } from '#kit/server/todos.ts';
import { DUTY_ROLES } from '../../core/duty.ts';

/* Roles that the system administrator asks for and the security administrator gives. */

const HOUR_MS = 3_600_000;

interface RoleRequest {
  readonly id: string;
  readonly nickname: string;
  readonly roleIds: readonly string[];
}

/**
 * Stores the requested roles in place of earlier requests and notifies the security administrators at most once an hour. Returns role
 * names by id.
 */
export async function askForRoles(ctx: Ctx, requests: readonly RoleRequest[]): Promise<ReadonlyMap<string, string>> {
  const [first] = requests;
  if (!first) return new Map();
  await forgetRequests(
    ctx,
    requests.map((request) => request.id),
  );
  const rows = requests.flatMap(({ id, roleIds }) =>
    roleIds.map((roleId) => ({ userId: id, roleId, createBy: ctx.user.id, createTime: ctx.now })),
  );
  if (rows.length === 0) return new Map();
  await ctx.db.insertInto('sysRoleRequest').values(rows).execute();
  const roles = await ctx.db
    .selectFrom('sysRole')
    .select(['id', 'roleName'])
    .where('id', 'in', [...new Set(rows.map((row) => row.roleId))])
    .orderBy('sortNo')
    .orderBy('id')
    .execute();
  const names = new Map(roles.map((role) => [role.id, role.roleName]));
  const deciders = await ctx.db.selectFrom('sysUserRole').select('userId').where('roleId', '=', DUTY_ROLES.rights).execute();
  const namesOf = (request: RoleRequest) => request.roleIds.flatMap((id) => names.get(id) ?? []).join('、');
  await courierOf(ctx.app)?.notify(ctx.app, ctx.db, {
    to: deciders.map((row) => row.userId),
    title: '有账号等待分配角色',
    text: `“${ctx.user.nickname}”提交了账号的角色，例如“${first.nickname}”：${namesOf(first)}。请在用户管理中核对后分配。`,
    path: '/basic/system/user?isWaiting=1',
    key: `roleRequest:${Math.floor(ctx.now.getTime() / HOUR_MS)}`,
  });
  await todosChanged(
    ctx.app,
    ctx.db,
    deciders.map((row) => row.userId),
  );
  for (const request of requests) ctx.audit.note(`“${request.nickname}”等待安全管理员分配角色：${namesOf(request)}`);
  return names;
}

/** What was asked for is decided, or asked for differently. */
export async function forgetRequests(ctx: Ctx, userIds: readonly string[]): Promise<void> {
  await ctx.db.deleteFrom('sysRoleRequest').where('userId', 'in', userIds).execute();
}

/** Notifies people about changes that others made to their accounts. */
export async function notifyPeople(ctx: Ctx, userIds: readonly string[], what: { title: string; did: string }): Promise<void> {
  await courierOf(ctx.app)?.notify(ctx.app, ctx.db, {
    to: userIds,
    title: what.title,
    text: `${ctx.user.nickname}（${ctx.user.username}）${what.did}。如非您本人要求，请立即联系管理员。`,
    path: '/user/profile',
    key: null,
  });
}
