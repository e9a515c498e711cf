import { holds } from '#kit/contract/access.ts';
import { contains } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { HomeFigure, SearchHit } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { onlineSince } from '../auth/session-store.ts';

const USERS = 'system:user:list';
const ONLINE = 'monitor:online:list';
const MAX_HITS = 8;

const visibleUsers = (ctx: Ctx, permission: string) => scope(ctx, { dept: 'u.deptId', owner: 'u.id' }, [permission]);

/** Figures of the /home directory: accounts and people online, as far as the caller sees them. */
export async function figures(ctx: Ctx): Promise<HomeFigure[]> {
  const result: HomeFigure[] = [];
  if (holds(ctx.user, USERS)) {
    const { total, enabled } = await ctx.db
      .selectFrom('sysUser as u')
      .select((e) => [e.fn.countAll<string>().as('total'), e.fn.countAll<string>().filterWhere('u.status', '=', '1').as('enabled')])
      .where('u.deletedAt', 'is', null)
      .where(visibleUsers(ctx, USERS))
      .executeTakeFirstOrThrow();
    result.push({ path: '/basic/system/user', value: total, unit: '人', note: `${enabled} 个账号启用` });
  }
  if (holds(ctx.user, ONLINE)) {
    const { people, sessions } = await ctx.db
      .selectFrom('sysSession as s')
      .innerJoin('sysUser as u', 'u.id', 's.userId')
      .select((e) => [e.fn.count<string>('s.userId').distinct().as('people'), e.fn.countAll<string>().as('sessions')])
      .where('s.expireTime', '>', ctx.now)
      .where('s.lastTime', '>', await onlineSince(ctx.app, ctx.db))
      .where('u.status', '=', '1')
      .where('u.deletedAt', 'is', null)
      .where(visibleUsers(ctx, ONLINE))
      .executeTakeFirstOrThrow();
    result.push({ path: '/basic/monitor/online', value: people, unit: '人在线', note: `${sessions} 个会话` });
  }
  return result;
}

/** Accounts by name for the ⌘K palette. */
export async function search(ctx: Ctx, keyword: string): Promise<SearchHit[]> {
  if (!holds(ctx.user, USERS)) return [];
  const like = contains(keyword);
  const rows = await ctx.db
    .selectFrom('sysUser as u')
    .leftJoin('sysDept as d', 'd.id', 'u.deptId')
    .select(['u.id', 'u.username', 'u.nickname', 'd.deptName'])
    .where('u.deletedAt', 'is', null)
    .where(visibleUsers(ctx, USERS))
    .where((e) => e.or([e('u.username', 'ilike', like), e('u.nickname', 'ilike', like)]))
    .orderBy('u.username')
    .orderBy('u.id')
    .limit(MAX_HITS)
    .execute();
  return rows.map((row) => ({
    kind: '用户',
    title: `${row.nickname}（${row.username}）`,
    detail: row.deptName ?? '',
    path: `/basic/system/user?q=username:${encodeURIComponent(row.username)}`,
  }));
}
