import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { flowScopeOf } from '#kit/server/flow.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { operation as contract, type EffectState } from '../contract/operation.ts';
import { faultsOfInstance } from './check.ts';
import { definitionsOf, findNode } from './definitions-of.ts';
import { withoutService } from './services/work.ts';
import { runStep, takeInstance } from './step.ts';

/** Instances of one check without a name. */
const CHECKED = 200;
/** A timer that is later than this does not only wait for its turn. */
export const LATE_MS = 60_000;

const businessName = sql<
  string | null
>`(select business_name from flow_business b where b.business_code = i.business_code and b.deleted_at is null)`.as('businessName');
const mine = (ctx: Ctx) => scope(ctx, { dept: 'i.deptId', owner: 'i.starterId' });

const effects = (ctx: Ctx) => ctx.db.selectFrom('flowOutbox as o').innerJoin('flowInstance as i', 'i.id', 'o.instanceId').where(mine(ctx));
const timers = (ctx: Ctx) => ctx.db.selectFrom('flowTimer as m').innerJoin('flowInstance as i', 'i.id', 'm.instanceId').where(mine(ctx));

async function effectPage(ctx: Ctx, query: z.output<(typeof contract)['effects']['query']>) {
  let some = effects(ctx);
  if (query.state) some = some.where('o.state', '=', query.state);
  if (query.title) some = some.where(containsText('i.title', query.title));
  let list = some
    .select(['o.id', 'o.instanceId as processInstanceId', 'i.title', businessName, 'o.state', 'o.tries', 'o.error', 'o.reason'])
    .select(['o.createTime', 'o.nextTime', 'o.endTime', 'o.work']);
  for (const [field, direction] of sortOrders(query.sort, ['createTime', 'nextTime', 'endTime', 'tries'], '-createTime'))
    list = list.orderBy(`o.${field}` as 'o.createTime', direction);
  const page = await pageRows(query, list, some);
  const nodeOf = (work: unknown) => (work as { node: { id: string; name: string } } | null)?.node;
  return {
    ...page,
    data: page.data.map(({ work, ...row }) => ({
      ...row,
      nodeName: nodeOf(work)?.name || (nodeOf(work)?.id ?? null),
      state: row.state as EffectState,
    })),
  };
}

async function deadEffect(ctx: Ctx, id: string) {
  const row = await effects(ctx)
    .select(['o.state', 'o.work', 'i.title', 'i.id as instanceId'])
    .where('o.id', '=', id)
    .forUpdate(['o'])
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  if (row.state !== 'dead') throw new AppError('rule.broken', '只有生效失败的任务可以重试或跳过，请刷新后重试');
  return row;
}

/** Timers that failed, and those that are late. */
const badTimers = (ctx: Ctx) =>
  timers(ctx).where((e) =>
    e.or([e('m.tries', '>', 0), e.and([e('m.dueTime', '<', new Date(ctx.now.getTime() - LATE_MS)), e('i.suspensionState', '=', '1')])]),
  );

async function timerPage(ctx: Ctx, query: z.output<(typeof contract)['timers']['query']>) {
  let some = badTimers(ctx);
  if (query.title) some = some.where(containsText('i.title', query.title));
  let list = some
    .select(['m.instanceId as processInstanceId', 'm.timer', 'm.nodeKey', 'i.title', businessName, 'm.dueTime', 'm.tries', 'm.error'])
    .select(['m.deadTime', 'i.definitionId', 'i.called']);
  for (const [field, direction] of sortOrders(query.sort, ['dueTime', 'tries'], 'dueTime'))
    list = list.orderBy(field === 'id' ? 'm.instanceId' : (`m.${field}` as 'm.dueTime'), direction);
  list = list.orderBy('m.timer');
  const page = await pageRows(query, list, some);
  const data = [];
  for (const row of page.data) {
    const node = findNode(await definitionsOf(ctx.db, row.definitionId, row.called), row.nodeKey);
    data.push({ ...row, id: `${row.processInstanceId}.${row.timer}`, nodeName: node?.name || row.nodeKey });
  }
  return { ...page, data };
}

async function failedTimer(ctx: Ctx, id: string, timer: string) {
  const row = await timers(ctx)
    .select(['m.tries', 'm.nodeKey', 'i.title'])
    .where('m.instanceId', '=', id)
    .where('m.timer', '=', timer)
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '定时器不存在或已触发，请刷新后重试');
  if (row.tries === 0) throw new AppError('rule.broken', '该定时器还没有失败，到时会自动触发');
  return row;
}

async function check(ctx: Ctx, only: string | undefined) {
  let some = ctx.db.selectFrom('flowInstance as i').select(['i.id', 'i.title']).where(mine(ctx));
  if (only) some = some.where('i.id', '=', only);
  const rows = await some.orderBy('i.startTime', 'desc').orderBy('i.id', 'desc').limit(CHECKED).execute();
  if (only && rows.length === 0) throw new AppError('entity.notFound');
  const found: { processInstanceId: string; title: string; faults: string[] }[] = [];
  for (const { id, title } of rows) {
    const faults = await faultsOfInstance(ctx.app, id);
    if (faults.length > 0) found.push({ processInstanceId: id, title, faults });
  }
  return { checked: rows.length, faults: found };
}

/** What failed in the background and has to be decided by a person; is everything stored as it must be. */
export const operations = implement(contract, {
  effects: (ctx, { query }) => effectPage(ctx, query),
  async retryEffect(ctx, { params }) {
    const { title } = await deadEffect(ctx, params.id);
    const again = { state: 'waiting', tries: 0, nextTime: ctx.now };
    await ctx.db.updateTable('flowOutbox').set(again).where('id', '=', params.id).execute();
    ctx.audit.note(`重试“${title}”的生效`);
    return null;
  },
  async skipEffect(ctx, { params, body }) {
    const { title, instanceId, work } = await deadEffect(ctx, params.id);
    await withoutService(flowScopeOf(ctx), instanceId, work, { actorId: ctx.user.id, reason: body.reason });
    const skipped = { state: 'skipped', reason: body.reason, endedBy: ctx.user.id, endTime: ctx.now };
    await ctx.db.updateTable('flowOutbox').set(skipped).where('id', '=', params.id).execute();
    ctx.audit.note(`跳过“${title}”的生效：${body.reason}`);
    return null;
  },
  timers: (ctx, { query }) => timerPage(ctx, query),
  async retryTimer(ctx, { params }) {
    const { title } = await failedTimer(ctx, params.id, params.timer);
    await ctx.db
      .updateTable('flowTimer')
      .set({ tries: 0, dueTime: ctx.now, deadTime: null })
      .where('instanceId', '=', params.id)
      .where('timer', '=', params.timer)
      .execute();
    ctx.audit.note(`重试“${title}”的定时器`);
    return null;
  },
  async skipTimer(ctx, { params, body }) {
    const { title, nodeKey } = await failedTimer(ctx, params.id, params.timer);
    const flow = { app: ctx.app, db: ctx.db, now: ctx.now };
    const work = await takeInstance(flow, params.id);
    const name = findNode(work.definitions, nodeKey)?.name || nodeKey;
    await runStep(flow, work, {
      command: { type: 'dropTimer', timer: params.timer },
      actorId: ctx.user.id,
      action: '跳过定时器',
      opinion: body.reason,
      node: { key: nodeKey, name },
    });
    ctx.audit.note(`跳过“${title}”的定时器：${body.reason}`);
    return null;
  },
  check: (ctx, { query }) => check(ctx, query.processInstanceId),
});
