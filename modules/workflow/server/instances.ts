import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import { containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { flowScopeOf } from '#kit/server/flow.ts';
import { implement } from '#kit/server/module.ts';
import { instance as contract } from '../contract/instance.ts';
import type { EffectState } from '../contract/operation.ts';
import { awaitedEvents, triggerEvent } from './awaited-events.ts';
import { moveInstance, placesOf } from './move.ts';
import { shownComparison } from './comparison.ts';
import { comment, markRead, trailOf, urge } from './conversation.ts';
import { hiddenFields } from './field-rights.ts';
import { keptValues, shownValues } from './kept-values.ts';
import { assertAdministers, maySee, tookPart } from './parties.ts';
import { shownSnapshot } from './snapshot.ts';
import { runStep, takeInstance } from './step.ts';
import { trackOf } from './track.ts';
import { typeOf } from './types.ts';
import { waitingOf } from './waiting.ts';

/** Instances (`i`) with definition, starter and department. */
const rows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('flowInstance as i')
    .innerJoin('flowDefinition as d', 'd.id', 'i.definitionId')
    .leftJoin('sysUser as u', 'u.id', 'i.starterId')
    .leftJoin('sysDept as p', 'p.id', 'i.deptId');
/** What a list shows of an instance, of rows that join definition `d`, starter `u` and department `p`. */
export const instanceColumns = [
  'i.id',
  'i.businessCode',
  sql<string | null>`(select business_name from flow_business b where b.business_code = i.business_code and b.deleted_at is null)`.as(
    'businessName',
  ),
  'i.businessKey',
  'i.title',
  'i.definitionId',
  'd.name as definitionName',
  'd.versionNo',
  'i.starterId',
  'u.nickname as starterName',
  'p.deptName',
  'i.flowStatus',
  'i.suspensionState',
  sql<EffectState | null>`(select o.state from flow_outbox o where o.instance_id = i.id and o.kind = 'effect' order by o.rev desc limit 1)`.as(
    'effectState',
  ),
  sql<string[]>`coalesce((select array_agg(distinct t.name) from flow_task t where t.instance_id = i.id and t.state = 'todo'), '{}')`.as(
    'currentNodes',
  ),
  'i.startTime',
  'i.endTime',
] as const;
const selected = (query: ReturnType<typeof rows>) => query.select(instanceColumns);
type Row = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];
export const asInstance = <Row extends { flowStatus: string; suspensionState: string }>(row: Row) => ({
  ...row,
  flowStatus: row.flowStatus as FlowStatus,
  suspensionState: row.suspensionState as '1' | '2',
});

interface Query {
  title?: string | undefined;
  businessCode?: string | undefined;
  flowStatus?: FlowStatus | undefined;
  sort?: string | undefined;
}
async function page(query: Query, all: ReturnType<typeof rows>) {
  let some = all;
  if (query.title) some = some.where(containsText('i.title', query.title));
  if (query.businessCode) some = some.where('i.businessCode', '=', query.businessCode);
  if (query.flowStatus) some = some.where('i.flowStatus', '=', query.flowStatus as '3');
  let list = selected(some);
  for (const [field, direction] of sortOrders(query.sort, ['startTime', 'endTime', 'title'], '-startTime'))
    list = list.orderBy(`i.${field}` as 'i.startTime', direction);
  const found = await pageRows<Row>(query, list, some);
  return { ...found, data: found.data.map(asInstance) };
}

async function seen(ctx: Ctx, id: string) {
  const row = await selected(rows(ctx))
    .select(['i.businessType', 'i.snapshot', 'i.comparison', 'i.deptId'])
    .where('i.id', '=', id)
    .where(maySee(ctx))
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

/** The trail with what the caller may see of it. */
async function trail(ctx: Ctx, { id, businessType, businessKey }: Readonly<Record<'id' | 'businessType' | 'businessKey', string>>) {
  const type = await typeOf(ctx, businessType);
  const { fields } = type;
  const hidden = await hiddenFields(ctx, id);
  const kept = (await keptValues(ctx.db, type, businessKey)) ?? ((_field: string, value: unknown) => value);
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  return { hidden, fields, kept, lines: await trailOf(ctx, id, { labels, hidden, kept }) };
}

/** Ends a running instance before its end. The record keeps its rows and its trail. */
async function end(ctx: Ctx, id: string, as: { action: string; opinion: string | null; becomes: '5' | '6' }): Promise<void> {
  const flow = flowScopeOf(ctx);
  const work = await takeInstance(flow, id);
  await runStep(flow, work, { command: { type: 'terminate' }, actorId: ctx.user.id, ...as });
  ctx.audit.note(`${as.action}流程“${work.row.title}”`);
}

/** Refuses a 撤销 that the settings of the business do not admit; what came back to its starter may always be given up. */
async function assertCancels(ctx: Ctx, { id, businessCode, flowStatus }: { id: string; businessCode: string; flowStatus: string }) {
  const business = await ctx.db
    .selectFrom('flowBusiness')
    .select('cancelRule')
    .where('businessCode', '=', businessCode)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!business || business.cancelRule === 'any' || flowStatus === '2') return;
  if (business.cancelRule === 'never') throw new AppError('rule.broken', '该业务提交后不能撤销，请联系审批人退回');
  const approved = await ctx.db
    .selectFrom('flowTask')
    .select('id')
    .where('instanceId', '=', id)
    .where('result', '=', 'approved')
    .limit(1)
    .executeTakeFirst();
  if (approved) throw new AppError('rule.broken', '已有人审批，不能撤销，请联系审批人退回');
}

/** 撤销: the starter ends his own approval. Throws entity.notFound, task.notYours, flow.ended, rule.broken by the rule of the business. */
export async function cancelInstance(ctx: Ctx, id: string): Promise<void> {
  const { starterId, flowStatus, businessCode } = await seen(ctx, id);
  if (starterId !== ctx.user.id) throw new AppError('task.notYours', '只有发起人可以撤销流程');
  if (flowStatus !== '3' && flowStatus !== '2') throw new AppError('flow.ended');
  await assertCancels(ctx, { id, businessCode, flowStatus });
  await end(ctx, id, { action: '撤销', opinion: null, becomes: '6' });
}

async function suspension(ctx: Ctx, id: string, to: '1' | '2'): Promise<null> {
  await assertAdministers(ctx, id);
  const { row } = await takeInstance(flowScopeOf(ctx), id);
  if (row.suspensionState === to) throw new AppError('rule.broken', to === '1' ? '流程已激活' : '流程已挂起');
  await ctx.db.updateTable('flowInstance').set({ suspensionState: to }).where('id', '=', id).execute();
  ctx.audit.change({
    entity: '流程实例',
    id,
    name: row.title,
    before: { suspensionState: row.suspensionState },
    after: { suspensionState: to },
  });
  return null;
}

/** Running and ended approvals. */
export const instances = implement(contract, {
  started: (ctx, { query }) => page(query, rows(ctx).where('i.starterId', '=', ctx.user.id)),
  involved: (ctx, { query }) => page(query, rows(ctx).where(tookPart(ctx))),
  copied: (ctx, { query }) =>
    page(
      query,
      rows(ctx).where(sql<boolean>`exists (select 1 from flow_copy c where c.instance_id = i.id and c.user_id = ${ctx.user.id})`),
    ),
  async detail(ctx, { params }) {
    const row = await seen(ctx, params.id);
    const { hidden, fields, kept, lines } = await trail(ctx, row);
    const comparison = shownComparison(row.comparison, hidden);
    const business = await ctx.db
      .selectFrom('flowBusiness')
      .select('businessComponent')
      .where('businessCode', '=', row.businessCode)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    return {
      ...asInstance(row),
      businessType: row.businessType,
      businessComponent: business?.businessComponent ?? null,
      snapshot: shownSnapshot(
        Object.fromEntries(Object.entries(row.snapshot as Record<string, unknown>).filter(([name]) => !hidden.has(name))),
        kept,
      ),
      fields: fields.flatMap(({ name, label, kind = 'text' }) => (hidden.has(name) ? [] : { name, label, kind })),
      comparison: comparison && shownValues(comparison, kept),
      trail: lines,
      waiting: row.endTime === null ? await waitingOf(ctx, params.id) : [],
    };
  },
  async history(ctx, { params }) {
    return (await trail(ctx, await seen(ctx, params.id))).lines;
  },
  async track(ctx, { query }) {
    await seen(ctx, query.processInstanceId);
    return trackOf(ctx, query.processInstanceId, query.process);
  },
  urge: async (ctx, { params, body }) => urge(ctx, await seen(ctx, params.id), body.message || null),
  comment: async (ctx, { params, body }) => comment(ctx, await seen(ctx, params.id), body),
  async read(ctx, { params }) {
    await seen(ctx, params.id);
    return markRead(ctx, params.id);
  },
  async cancel(ctx, { params }) {
    await cancelInstance(ctx, params.id);
    return null;
  },
  async terminate(ctx, { params, body }) {
    await assertAdministers(ctx, params.id);
    await end(ctx, params.id, { action: '终止', opinion: body.reason, becomes: '5' });
    return null;
  },
  async places(ctx, { params }) {
    await assertAdministers(ctx, params.id);
    return placesOf(ctx, params.id);
  },
  async move(ctx, { params, body }) {
    await assertAdministers(ctx, params.id);
    return moveInstance(ctx, params.id, body);
  },
  async events(ctx, { params }) {
    await assertAdministers(ctx, params.id);
    return awaitedEvents(ctx, params.id);
  },
  async trigger(ctx, { params, body }) {
    await assertAdministers(ctx, params.id);
    return triggerEvent(ctx, params.id, body);
  },
  activate: (ctx, { params }) => suspension(ctx, params.id, '1'),
  suspend: (ctx, { params }) => suspension(ctx, params.id, '2'),
});
