import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { countUpTo, MAX_TODOS, type TodoKind } from '#kit/server/todos.ts';
import { ofApi } from '../reach.ts';
import { DECIDES, joined } from './rows.ts';

/** Requests that the caller decides: those without a process, and nobody's own. */
const open = (ctx: Ctx) =>
  joined(ctx)
    .where('sub.status', '=', '1')
    .where('sub.flowStatus', 'is', null)
    .where('sub.applyBy', '!=', ctx.user.id)
    .where(scope(ctx, ofApi, [DECIDES]));

/** Requests for APIs that wait for their owners. */
export const subscriptionsToDecide: TodoKind = {
  kind: 'market.subscription',
  label: '订阅审批',
  verb: '去审批',
  async list(ctx) {
    if (!holds(ctx.user, DECIDES)) return [];
    const rows = await open(ctx)
      .leftJoin('sysUser as u', 'u.id', 'sub.applyBy')
      .select(['sub.id', 'sub.reason', 'sub.applyTime', 'sub.renewsId', 'app.appName', 'api.apiName', 'u.nickname'])
      .orderBy('sub.applyTime')
      .orderBy('sub.id')
      .limit(MAX_TODOS)
      .execute();
    return rows.map((row) => ({
      title: `${row.appName} ${row.renewsId === null ? '订阅' : '续期'} ${row.apiName}`,
      detail: [row.nickname, row.reason].filter(Boolean).join(' · '),
      path: '/market/subscription?status=1',
      time: row.applyTime,
      due: null,
      urgent: false,
    }));
  },
  count: async (ctx) => (holds(ctx.user, DECIDES) ? countUpTo(ctx.db, open(ctx)) : 0),
};
