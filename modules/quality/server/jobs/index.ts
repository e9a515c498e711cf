import type { ExpressionBuilder } from 'kysely';
import type * as z from 'zod';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#kit/contract/errors.ts';
import type { ProposalState } from '#kit/contract/flow.ts';
import { assertVersion, containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { App, Ctx } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import { isGoverned } from '#kit/server/flow.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { nextTimeOf } from './next-time.ts';
import { job as contract, type JobInput, type JobSearch } from '../../contract/job.ts';
import type { RunState } from '../../contract/state.ts';
import { ENTITY, planApprovals, turn, turnOnOrAsk } from './turn.ts';
import { nickname } from '../rules/queries.ts';
import { RUN_JOB, queueBatch } from '../run/start.ts';
import { countOfRules, rulesOfPlan } from './rules-of.ts';
import { isPassed } from './passed.ts';
import { checkUpstream, lastEndedBatch } from './upstream.ts';

const LOOK_MS = 250;

const plans = (ctx: Ctx) =>
  ctx.db
    .selectFrom('qualityScheduleJob as job')
    .where('job.deletedAt', 'is', null)
    .where(scope(ctx, { dept: 'job.createDept', owner: 'job.createBy' }));
const withNames = (ctx: Ctx) =>
  plans(ctx)
    .leftJoin('qualityRun as run', 'run.id', 'job.lastBatch')
    .selectAll('job')
    .select(['run.state as lastState', 'run.createTime as lastTime'])
    .select([nickname('job.ownerId').as('ownerName'), countOfRules.as('ruleCount')])
    .select((e) =>
      e
        .selectFrom('qualityScheduleJob as upstream')
        .select('upstream.jobName')
        .whereRef('upstream.id', '=', 'job.upstreamJobId')
        .where('upstream.deletedAt', 'is', null)
        .as('upstreamJobName'),
    );
type Row = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number];

/** Plans (`job`) that the filters of the list leave. */
const listed =
  ({ jobName, triggerKind, status }: z.output<typeof JobSearch>) =>
  (e: ExpressionBuilder<Tables & { job: Tables['qualityScheduleJob'] }, 'job'>) =>
    e.and([
      ...(jobName ? [containsText('job.jobName', jobName)] : []),
      ...(triggerKind ? [e('job.triggerKind', '=', triggerKind)] : []),
      ...(status ? [e('job.status', '=', status)] : []),
    ]);

const rowOf = (row: Row, flow: ProposalState | null) => ({
  ...row,
  flow,
  status: row.status as '0' | '1',
  triggerKind: row.triggerKind as JobInput['triggerKind'],
  lastState: row.lastState as RunState | null,
  beanName: RUN_JOB,
  methodName: null,
  methodParams: null,
  ruleCount: Number(row.ruleCount),
});

async function found(ctx: Ctx, id: string, { isLocked = false }: { isLocked?: boolean } = {}): Promise<Row> {
  if (isLocked && !(await plans(ctx).select('job.id').where('job.id', '=', id).forUpdate().executeTakeFirst()))
    throw new AppError('entity.notFound');
  const row = await withNames(ctx).where('job.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

/** What is stored of an input, with the first moment of its plan. */
async function storable(ctx: Ctx, body: JobInput, id: string | null) {
  const wrong = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);
  if (body.sourceIds.length + body.tableIds.length + body.ruleIds.length === 0)
    throw wrong('tableIds', '请至少选择一个数据源、数据表或规则');
  let nextMoment: Date | null = null;
  if (body.triggerKind === 'cron') {
    if (!body.cronExpression) throw wrong('cronExpression', '请填写执行计划');
    try {
      nextMoment = nextTimeOf(body.cronExpression, ctx.now);
    } catch {
      throw wrong('cronExpression', '执行计划不正确，应为六段：秒 分 时 日 月 周');
    }
  }
  let syncSeen: Date | null = null;
  if (body.triggerKind === 'sync') {
    const source =
      body.sourceId === null
        ? undefined
        : await ctx.db
            .selectFrom('metadataSource')
            .select('syncTime')
            .where('id', '=', body.sourceId)
            .where('deletedAt', 'is', null)
            .executeTakeFirst();
    if (!source) throw wrong('sourceId', '请选择同步后触发的数据源');
    syncSeen = source.syncTime;
  }
  const isAfter = body.triggerKind === 'upstream';
  if (isAfter) await checkUpstream(ctx, body.upstreamJobId, id);
  let same = ctx.db.selectFrom('qualityScheduleJob').select('id').where('jobName', '=', body.jobName).where('deletedAt', 'is', null);
  if (id !== null) same = same.where('id', '<>', id);
  if (await same.executeTakeFirst())
    throw new AppError('entity.duplicate', '任务名称已存在', [{ path: 'jobName', message: '任务名称已存在' }]);
  return {
    ...body,
    cronExpression: body.triggerKind === 'cron' ? body.cronExpression : null,
    sourceId: body.triggerKind === 'sync' ? body.sourceId : null,
    syncSeen,
    upstreamJobId: isAfter ? body.upstreamJobId : null,
    // what ended before now starts nothing
    upstreamSeen: isAfter ? ((await lastEndedBatch(ctx.db, body.upstreamJobId ?? ''))?.id ?? null) : null,
    nextTime: nextMoment,
    ownerId: ctx.user.id,
    updateBy: ctx.user.id,
    updateTime: ctx.now,
  };
}

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  await planApprovals.assertFree(ctx.db, ids, 'delete');
  for (const id of ids) {
    const row = await found(ctx, id, { isLocked: true });
    await ctx.db
      .updateTable('qualityScheduleJob')
      .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', id)
      .execute();
    ctx.audit.change({ entity: ENTITY, id, name: row.jobName, before: row, after: null });
  }
  return null;
}

/** How a batch stands, in the words of a pipeline that asks whether it may go on. */
async function stateOf(app: App, batch: string) {
  const now = await app.db
    .selectFrom('qualityRun')
    .select(['id', 'state', 'isBlocked', 'warnCount', 'failCount', 'errorCount'])
    .where('id', '=', batch)
    .executeTakeFirstOrThrow();
  const isOver = now.state === 'done' || now.state === 'error';
  const blocked = now.isBlocked === '1';
  return {
    batch,
    state: now.state as RunState,
    passed: isOver ? await isPassed(app.db, now) : null,
    blocked,
    warned: now.warnCount + now.failCount + now.errorCount > 0,
  };
}

/** Starts a plan for a caller that may wait for its end: the gate of a pipeline. The wait comes after the transaction that queues the batch. */
async function runPlan(ctx: Ctx, id: string, waitSeconds: number) {
  const row = await found(ctx, id, { isLocked: true });
  const ruleIds = await rulesOfPlan(ctx.db, row);
  if (ruleIds.length === 0) throw new AppError('rule.broken', '任务没有启用的规则，请先选择或启用规则');
  const batch = await queueBatch(ctx.app, ctx.db, ctx.user, { ruleIds, cause: 'api', scheduleJobId: id });
  await ctx.db.updateTable('qualityScheduleJob').set({ lastBatch: batch }).where('id', '=', id).execute();
  ctx.audit.note(`执行质量任务“${row.jobName}”，${ruleIds.length} 条规则`);
  const answer: Awaited<ReturnType<typeof stateOf>> = { batch, state: 'waiting', passed: null, blocked: false, warned: false };
  ctx.afterCommit(async () => {
    const until = performance.now() + waitSeconds * 1000;
    Object.assign(answer, await stateOf(ctx.app, batch));
    while ((answer.state === 'waiting' || answer.state === 'running') && performance.now() < until && !ctx.signal.aborted) {
      await sleep(LOOK_MS);
      Object.assign(answer, await stateOf(ctx.app, batch));
    }
  });
  return answer;
}

export const jobs = implement(contract, {
  async page(ctx, { query }) {
    let rows = withNames(ctx).where(listed(query));
    for (const [field, direction] of sortOrders(query.sort, ['jobName', 'createTime', 'nextTime'], '-createTime'))
      rows = rows.orderBy(`job.${field as 'id'}`, direction);
    const page = await pageRows(query, rows, plans(ctx).where(listed(query)));
    const flows = await planApprovals.flowOf(
      ctx.db,
      page.data.map(({ id }) => id),
    );
    return { ...page, data: page.data.map((row) => rowOf(row, flows.get(row.id) ?? null)) };
  },
  get: async (ctx, { params }) =>
    rowOf(await found(ctx, params.id), (await planApprovals.flowOf(ctx.db, [params.id])).get(params.id) ?? null),
  async create(ctx, { body }) {
    const values = await storable(ctx, body, null);
    const id = ctx.app.ids.next();
    const asks = body.status === '1' && (await isGoverned(ctx, planApprovals.type));
    await ctx.db
      .insertInto('qualityScheduleJob')
      .values({
        ...values,
        ...(asks && { status: '0' as const }),
        id,
        createBy: ctx.user.id,
        createDept: ctx.user.deptId,
        createTime: ctx.now,
      })
      .execute();
    ctx.audit.change({ entity: ENTITY, id, name: body.jobName, before: null, after: body });
    if (asks) await turnOnOrAsk(ctx, id);
    return { id };
  },
  async update(ctx, { params, body }) {
    const row = await found(ctx, params.id, { isLocked: true });
    assertVersion(row, body);
    await planApprovals.assertFree(ctx.db, [params.id], 'edit');
    const { version, ...input } = body;
    // what runs under approval does not change behind it: it waits for another one
    const asks = input.status === '1' && (await isGoverned(ctx, planApprovals.type));
    await ctx.db
      .updateTable('qualityScheduleJob')
      .set({ ...(await storable(ctx, input, params.id)), ...(asks && { status: '0' as const }), version: version + 1 })
      .where('id', '=', params.id)
      .execute();
    ctx.audit.change({ entity: ENTITY, id: params.id, name: input.jobName, before: row, after: { ...row, ...input } });
    if (asks) await turnOnOrAsk(ctx, params.id);
    return { version: version + 1 };
  },
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
  pause: (ctx, { params }) => turn(ctx, params.id, '0'),
  resume: (ctx, { params }) => turnOnOrAsk(ctx, params.id),
  run: (ctx, { params, query }) => runPlan(ctx, params.id, query.wait),
});
