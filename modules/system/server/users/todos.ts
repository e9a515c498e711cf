import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { MAX_TODOS, countUpTo, type TodoKind } from '#kit/server/todos.ts';

const ASSIGN = 'system:user:assign:role';

/** Accounts in the caller's data scope with requested roles. */
const waiting = (ctx: Ctx) =>
  ctx.db
    .selectFrom('sysUser as u')
    .leftJoin('sysDept as d', 'd.id', 'u.deptId')
    .where('u.deletedAt', 'is', null)
    .where(scope(ctx, { dept: 'u.deptId', owner: 'u.id' }, [ASSIGN]))
    .where(sql<boolean>`exists (select 1 from sys_role_request asked where asked.user_id = u.id)`);

/** Roles that the security administrator was asked to give. */
export const roleRequests: TodoKind = {
  kind: 'system.roleRequest',
  label: '角色分配',
  verb: '去审批',
  async list(ctx) {
    if (!holds(ctx.user, ASSIGN)) return [];
    const rows = await waiting(ctx)
      .select([
        'u.username',
        'u.nickname',
        'd.deptName',
        sql<string>`(select string_agg(r.role_name, '、' order by r.sort_no, r.id) from sys_role_request asked
          join sys_role r on r.id = asked.role_id where asked.user_id = u.id)`.as('roles'),
        sql<Date>`(select min(asked.create_time) from sys_role_request asked where asked.user_id = u.id)`.as('askedTime'),
      ])
      .orderBy('askedTime')
      .orderBy('u.id')
      .limit(MAX_TODOS)
      .execute();
    return rows.map((row) => ({
      title: `${row.nickname}（${row.username}）待分配角色`,
      detail: [row.deptName, row.roles].filter(Boolean).join(' · '),
      path: `/basic/system/user?q=${encodeURIComponent(`isWaiting:1,username:${row.username}`)}`,
      time: row.askedTime,
      due: null,
      urgent: false,
    }));
  },
  count: async (ctx) => (holds(ctx.user, ASSIGN) ? countUpTo(ctx.db, waiting(ctx)) : 0),
};
