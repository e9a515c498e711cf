import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { MAX_TODOS, countUpTo, type TodoKind } from '#kit/server/todos.ts';
import { CODE } from '../../contract/practicing-qualification.ts';
import { dayAt, daysLeft } from '../../core/expiry.ts';
import { visible } from './queries.ts';

const LIST = `${CODE}:list`;
/** Days before its end from which on a certificate presses. */
const PRESSING = 7;

/** The caller's own certificates that end soon or have ended; those that were given up (4) are left alone. */
const ending = (ctx: Ctx) =>
  visible(ctx, [LIST]).where('q.userId', '=', ctx.user.id).where('q.registerStatus', '!=', '4').where('q.warnFrom', '<=', dayAt(ctx.now));

/** Own certificates to renew. */
export const certificatesToRenew: TodoKind = {
  kind: 'project.certificate',
  label: '证书到期',
  async list(ctx) {
    if (!holds(ctx.user, LIST)) return [];
    const rows = await ending(ctx)
      .select(['q.id', 'q.certName', 'q.certNo', 'q.validTo', 'q.createTime'])
      .orderBy('q.validTo')
      .orderBy('q.id')
      .limit(MAX_TODOS)
      .execute();
    return rows.map((row) => ({
      title: `${row.certName}即将到期`,
      detail: row.certNo,
      path: `/project/practicingQualification?open=detail-${row.id}`,
      time: row.createTime,
      due: new Date(`${row.validTo}T23:59:59+08:00`),
      urgent: daysLeft(row.validTo, dayAt(ctx.now)) <= PRESSING,
    }));
  },
  count: async (ctx) => (holds(ctx.user, LIST) ? countUpTo(ctx.db, ending(ctx)) : 0),
};
