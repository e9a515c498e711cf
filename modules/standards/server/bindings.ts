import { AppError } from '#kit/contract/errors.ts';
import { writeOperLog } from '#kit/server/audit.ts';
import { pageOf } from '#kit/contract/fields.ts';
import { cappedTotal, endOfList, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import { implement } from '#kit/server/module.ts';
import { binding } from '../contract/binding.ts';
import type { Reason } from '../core/match/codes.ts';
import { bindingFields, bindingRows, seenColumns } from './binding-rows.ts';
import { exportProposals } from './exports.ts';
import { PROPOSAL, proposalRows } from './proposal-rows.ts';
import { exportStat } from './binding-export.ts';
import { statOf, withResults } from './binding-state.ts';
import { checkBindings } from './check.ts';
import { proposeClassesOf } from './classes.ts';
import { checkEnd, exemptBinding } from './exempt.ts';
import { impactOf } from './impact.ts';
import { measureBound } from './measure.ts';
import { keepDay } from './stat-days.ts';
import { PROPOSE_JOB, type ProposePayload } from './propose.ts';
import { unboundPage } from './unbound.ts';
import { summaryOf, trendOf } from './binding-stat.ts';

interface Decision {
  readonly decision: 'accept' | 'reject' | 'exempt';
  readonly reason: string | null;
  readonly until?: string | null | undefined;
}

/** Binds a column as a proposal says, with an exemption or without; the other proposals of the column are no longer asked. */
async function bind(ctx: Ctx, id: string, { decision, reason, until }: Decision): Promise<string> {
  const row = await ctx.db.selectFrom('standardProposal').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const exempt = decision === 'exempt' ? { exemptReason: reason, exemptUntil: until ?? null } : {};
  const { sourceId, tableId, columnId, elementId, score } = row;
  const reasons = JSON.stringify(row.reasons);
  const stamp = { createBy: ctx.user.id, createTime: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now, createDept: ctx.user.deptId };
  const made = await ctx.db
    .insertInto('standardBinding')
    .values({ id: ctx.app.ids.next(), sourceId, tableId, columnId, elementId, method: 'proposal', score, reasons, ...exempt, ...stamp })
    .onConflict((conflict) => conflict.columns(['columnId']).where('deletedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw new AppError('entity.duplicate', '有字段已绑定数据元，请刷新后重试');
  await ctx.db.deleteFrom('standardProposal').where('columnId', '=', columnId).where('state', '=', 'open').execute();
  return elementId;
}

async function decide(ctx: Ctx, ids: readonly string[], decision: Decision): Promise<number> {
  const wanted = [...new Set(ids)].sort();
  if (decision.decision === 'exempt' && decision.until) checkEnd(ctx, decision.until);
  await ctx.db.selectFrom('standardProposal').select('id').where('id', 'in', wanted).orderBy('id').forUpdate().execute();
  const rows = await proposalRows(ctx, {}).select(PROPOSAL).where('standardProposal.id', 'in', wanted).execute();
  if (rows.length !== wanted.length) throw new AppError('entity.notFound', '部分建议不存在或已处理，请刷新后重试');
  if (decision.decision === 'reject') {
    await ctx.db
      .updateTable('standardProposal')
      .set({ state: 'rejected', decideBy: ctx.user.id, decideTime: ctx.now })
      .where('id', 'in', wanted)
      .execute();
  } else {
    const columns = new Set(rows.map((row) => row.columnId));
    if (columns.size !== rows.length) throw new AppError('rule.broken', '同一字段选中了多个数据元，请只保留一个');
    const elements = new Set<string>();
    for (const id of wanted) elements.add(await bind(ctx, id, decision));
    for (const elementId of elements) await checkBindings(ctx.db, ctx.now, { elementId });
    await proposeClassesOf(ctx, { columnIds: [...columns] });
  }
  const words = { accept: '接受', reject: '排除', exempt: '豁免' }[decision.decision];
  ctx.audit.note(
    `${words}${rows.length}条：${rows
      .slice(0, 20)
      .map((row) => `${row.tableName}.${row.columnName}→${row.elementName}`)
      .join('，')}`,
  );
  return rows.length;
}

/** Sources of which the caller sees columns: all, or the named one. */
async function seenSources(ctx: Ctx, sourceId: string | null): Promise<string[]> {
  let columns = ctx.db
    .selectFrom('metadataColumn')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataColumn.sourceId')
    .select('metadataColumn.sourceId')
    .distinct()
    .where('metadataColumn.deletedAt', 'is', null)
    .where('metadataSource.deletedAt', 'is', null)
    .where(seenColumns(ctx, 'metadataColumn'));
  if (sourceId) columns = columns.where('metadataColumn.sourceId', '=', sourceId);
  return (await columns.orderBy('metadataColumn.sourceId').execute()).map((row) => row.sourceId);
}

/** There may be as many rows as columns: the first ten thousand are counted, */
const COUNTED = 10_000;
/** of proposals fewer, which nobody works through by turning pages: each costs a look at its column. */
const COUNTED_PROPOSALS = 2_000;
async function cappedPage<O>(
  ctx: Ctx,
  query: Parameters<typeof pageOf>[0],
  list: { limit(n: number): { offset(n: number): { execute(): Promise<O[]> } } },
  rows: { limit(n: number): unknown },
  counted = COUNTED,
) {
  const { pageNum, pageSize } = pageOf(query);
  const data = await list
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const total = await cappedTotal(rows, ctx.db, counted, endOfList({ pageNum, pageSize }, data.length));
  return { pageNum, pageSize, data, ...total };
}

export const bindings = implement(binding, {
  async propose(ctx, { body }) {
    const sourceIds = await seenSources(ctx, body.sourceId ?? null);
    if (sourceIds.length === 0) throw new AppError('entity.notFound', '数据源不存在或没有查看权限');
    const payload: ProposePayload = { sourceIds };
    const jobId = await ctx.app.jobs.enqueue(ctx.db, {
      kind: PROPOSE_JOB,
      subject: body.sourceId ?? 'all',
      payload,
      createBy: ctx.user.id,
    });
    return { jobId };
  },
  async proposing(ctx, { params }) {
    const job = await ctx.app.jobs.get(ctx.db, params.id);
    if (job?.kind !== PROPOSE_JOB) throw new AppError('entity.notFound');
    return { state: job.state, percent: job.percent, text: job.text };
  },
  async proposals(ctx, { query }) {
    const rows = proposalRows(ctx, query);
    let list = rows.select(PROPOSAL);
    for (const [field, direction] of sortOrders(query.sort, ['score'], '-score'))
      list = list.orderBy(`standardProposal.${field}` as never, direction);
    const page = await cappedPage(ctx, query, list, rows.select('standardProposal.id'), COUNTED_PROPOSALS);
    return { ...page, data: page.data.map((row) => ({ ...row, reasons: row.reasons as Reason[] })) };
  },
  exportProposals: (ctx, { body }) => exportProposals(ctx, body),
  decide: async (ctx, { body }) => ({ decided: await decide(ctx, body.ids, body) }),
  async page(ctx, { query }) {
    const rows = bindingRows(ctx, query);
    let list = rows.select(bindingFields(ctx));
    for (const [field, direction] of sortOrders(query.sort, ['createTime', 'checkTime'], '-createTime'))
      list = list.orderBy(`standardBinding.${field}` as never, direction);
    const page = await cappedPage(ctx, query, list, rows.select('standardBinding.id'));
    return { ...page, data: await withResults(ctx, page.data) };
  },
  stat: (ctx, { query }) => statOf(ctx, query),
  unbound: (ctx, { query }) => unboundPage(ctx, query),
  exportStat: (ctx, { body }) => exportStat(ctx, body),
  summary: (ctx, { query }) => summaryOf(ctx, query.by),
  trend: (ctx) => trendOf(ctx),
  exempt: (ctx, { params, body }) => exemptBinding(ctx, params.id, body),
  async release(ctx, { params }) {
    const row = await bindingRows(ctx, { id: params.id }).select(bindingFields(ctx)).executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    await ctx.db
      .updateTable('standardBinding')
      .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', params.id)
      .execute();
    await proposeClassesOf(ctx, { columnIds: [row.columnId] });
    const before = { elementCode: row.elementCode };
    ctx.audit.change({ entity: '落标绑定', id: row.id, name: `${row.tableName}.${row.columnName}`, before, after: null });
    return null;
  },
  async run(ctx, { body }) {
    const { sourceId } = body;
    if ((await seenSources(ctx, sourceId)).length === 0) throw new AppError('entity.notFound', '数据源不存在或没有查看权限');
    const started = performance.now();
    const { tables, left } = await measureBound(ctx, sourceId);
    const { app, user, route, signal, requestId, ip, userAgent } = ctx;
    return app.db.transaction().execute(async (db) => {
      const own = detachedCtx(app, { user, route, db, signal, requestId, ip, userAgent });
      const done = await checkBindings(db, ctx.now, { sourceId });
      await keepDay(db, sourceId, ctx.now);
      own.trail.note(`核对${done.checked}个字段，结论变化${done.changed}个，统计取值${tables}张表`);
      await writeOperLog(app, db, { ctx: own.ctx, trail: own.trail, params: {}, body, ms: performance.now() - started, error: null });
      return { ...done, measured: tables, left };
    });
  },
  impact: (ctx, { params, query }) => impactOf(ctx, params.id, query.action),
});
