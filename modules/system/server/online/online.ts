import { sql } from 'kysely';
import { isUnrestricted } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { contains, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { online } from '../../contract/online.ts';
import { isAdministratorRole } from '../../core/duty.ts';
import { writeLoginLog } from '../auth/login-record.ts';
import { endSessionsOf, onlineSince } from '../auth/session-store.ts';
import { regionsOf } from '../region/regions.ts';

const KICKED = '您已被管理员强制下线，如有疑问请联系管理员';
const SORT_COLUMNS = { lastTime: 's.lastTime', loginTime: 's.createTime', username: 'u.username', id: 's.id' } as const;

/** Live sessions of accounts that the caller may see. */
async function liveSessions(ctx: Ctx) {
  return ctx.db
    .selectFrom('sysSession as s')
    .innerJoin('sysUser as u', 'u.id', 's.userId')
    .where('s.expireTime', '>', ctx.now)
    .where('s.lastTime', '>', await onlineSince(ctx.app, ctx.db))
    .where('u.status', '=', '1')
    .where('u.deletedAt', 'is', null)
    .where(scope(ctx, { dept: 'u.deptId', owner: 'u.id' }));
}

/** Sessions of administrators are ended by unrestricted administrators, and by themselves. */
async function assertMayKick(ctx: Ctx, userId: string): Promise<void> {
  if (isUnrestricted(ctx.user) || userId === ctx.user.id) return;
  const roles = await ctx.db.selectFrom('sysUserRole').select('roleId').where('userId', '=', userId).execute();
  if (roles.some((row) => isAdministratorRole(row.roleId))) throw new AppError('auth.noPermission', '不能强制管理员下线');
}

export const onlineHandlers = implement(online, {
  async page(ctx, { query }) {
    let rows = await liveSessions(ctx);
    if (query.username)
      rows = rows.where((e) =>
        e.or([e('u.username', 'ilike', contains(query.username ?? '')), e('u.nickname', 'ilike', contains(query.username ?? ''))]),
      );
    if (query.ip) rows = rows.where('s.ip', 'like', contains(query.ip));
    let list = rows
      .leftJoin('sysDept as d', 'd.id', 'u.deptId')
      .select([
        's.id',
        's.userId',
        'u.username',
        'u.nickname',
        'd.deptName',
        's.ip',
        's.browser',
        's.os',
        's.device',
        's.isLocked',
        's.createTime as loginTime',
        's.lastTime',
      ])
      .select(sql<boolean>`s.id = ${ctx.session.id}`.as('isCurrent'));
    for (const [field, direction] of sortOrders(query.sort, ['lastTime', 'loginTime', 'username'], '-lastTime'))
      list = list.orderBy(SORT_COLUMNS[field as keyof typeof SORT_COLUMNS], direction);
    const page = await pageRows(query, list, rows);
    const regionOf = await regionsOf(ctx.app);
    return { ...page, data: page.data.map((row) => ({ ...row, region: regionOf(row.ip) })) };
  },
  async kick(ctx, { params }) {
    const rows = await liveSessions(ctx);
    const target = await rows.select(['u.id', 'u.username', 'u.nickname', 'u.deptId']).where('s.id', '=', params.id).executeTakeFirst();
    if (!target) throw new AppError('entity.notFound', '会话不存在或已结束');
    await assertMayKick(ctx, target.id);
    await ctx.db.deleteFrom('sysSession').where('id', '=', params.id).execute();
    await ctx.app.push.send(ctx.db, { sessions: [params.id] }, { kind: 'kicked', data: { reason: KICKED } });
    await writeLoginLog(ctx.db, ctx, { event: 'kick', result: '1', reason: `由 ${ctx.user.username} 强制下线`, user: target });
    ctx.audit.note(`强制下线：${target.nickname}（${target.username}）`);
    return null;
  },
  async kickUser(ctx, { params }) {
    const target = await ctx.db
      .selectFrom('sysUser')
      .select(['id', 'username', 'nickname', 'deptId'])
      .where('id', '=', params.userId)
      .where('deletedAt', 'is', null)
      .where(scope(ctx, { dept: 'sysUser.deptId', owner: 'sysUser.id' }))
      .executeTakeFirst();
    if (!target) throw new AppError('entity.notFound');
    await assertMayKick(ctx, target.id);
    const count = await endSessionsOf(ctx.app, ctx.db, { userIds: [target.id], reason: KICKED });
    if (count > 0)
      await writeLoginLog(ctx.db, ctx, { event: 'kick', result: '1', reason: `由 ${ctx.user.username} 强制全部下线`, user: target });
    ctx.audit.note(`强制下线：${target.nickname}（${target.username}），共${count}个会话`);
    return { count };
  },
});
