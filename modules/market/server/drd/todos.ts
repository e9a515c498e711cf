import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { countUpTo, MAX_TODOS, type TodoKind } from '#kit/server/todos.ts';
import { applyRows, APPROVES, USAGE_LABELS } from './apply-rows.ts';
import { ofDecided, ofManaged } from './reach.ts';

const PUBLISHES = 'market:drd:publish';

const undecided = (ctx: Ctx) =>
  applyRows(ctx.db)
    .where('y.state', '=', '1')
    .where('y.flowStatus', 'is', null)
    .where('y.applyBy', '!=', ctx.user.id)
    .where('d.deletedAt', 'is', null)
    .where(ofDecided(ctx));
const unpublished = (ctx: Ctx) =>
  ctx.db
    .selectFrom('marketDrd as d')
    .where('d.deletedAt', 'is', null)
    .where('d.publishStatus', '=', '2')
    .where('d.flowStatus', 'is', null)
    .where((e) => e.or([e('d.submitBy', 'is', null), e('d.submitBy', '!=', ctx.user.id)]))
    .where(ofManaged(ctx, [PUBLISHES]));

/** Requests to use resources that no process decides. */
export const appliesToDecide: TodoKind = {
  kind: 'market.drdApply',
  label: '资源申请',
  verb: '去审批',
  async list(ctx) {
    if (!holds(ctx.user, APPROVES)) return [];
    const rows = await undecided(ctx)
      .innerJoin('sysUser as u', 'u.id', 'y.applyBy')
      .select(['y.id', 'y.usageType', 'y.purpose', 'y.applyTime', 'd.resName', 'u.nickname'])
      .orderBy('y.applyTime')
      .orderBy('y.id')
      .limit(MAX_TODOS)
      .execute();
    return rows.map((row) => ({
      title: `${row.resName}：${USAGE_LABELS[row.usageType as '1']}`,
      detail: `${row.nickname} · ${row.purpose}`,
      path: `/market/drd?view=applies&apply=${row.id}`,
      time: row.applyTime,
      due: null,
      urgent: false,
    }));
  },
  count: async (ctx) => (holds(ctx.user, APPROVES) ? countUpTo(ctx.db, undecided(ctx)) : 0),
};

/** Resources that somebody else submitted and no process decides. */
export const drdsToPublish: TodoKind = {
  kind: 'market.drd',
  label: '资源上架',
  verb: '去审核',
  async list(ctx) {
    if (!holds(ctx.user, PUBLISHES)) return [];
    const rows = await unpublished(ctx)
      .leftJoin('sysUser as u', 'u.id', 'd.submitBy')
      .select(['d.id', 'd.resName', 'd.resCode', 'd.updateTime', 'u.nickname'])
      .orderBy('d.updateTime')
      .orderBy('d.id')
      .limit(MAX_TODOS)
      .execute();
    return rows.map((row) => ({
      title: row.resName,
      detail: [row.nickname, row.resCode].filter(Boolean).join(' · '),
      path: `/market/drd?id=${row.id}`,
      time: row.updateTime,
      due: null,
      urgent: false,
    }));
  },
  count: async (ctx) => (holds(ctx.user, PUBLISHES) ? countUpTo(ctx.db, unpublished(ctx)) : 0),
};
