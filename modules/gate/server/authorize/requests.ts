import { sql } from 'kysely';
import type * as z from 'zod';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { assertFlow, flowDeskOf, isGoverned } from '#kit/server/flow.ts';
import { implement } from '#kit/server/module.ts';
import { todosChanged } from '#kit/server/todos.ts';
import { holdersOf, notify } from '#modules/notices/server/index.ts';
import { accessRequest as contract } from '../../contract/access-request.ts';
import { endGrantsOfRequest } from './authorizes.ts';
import { grantAll, grantType, labelsOf, recordOf } from './request-approval.ts';
import {
  asReply,
  nameOf,
  requestRows,
  selected,
  visibleColumns,
  visibleSource,
  visibleTable,
  within,
  type Actions,
  type RequestRow,
} from './request-rows.ts';

const PATH = '/metadata/dataauthorize?tab=requests';
const GRANTS = 'metadata:dataauthorize:edit';
const ENTITY = '数据权限申请';
const SUBMITTED = { flowStatus: null, processInstanceId: null } as const;

function assertLater(ctx: Ctx, endTime: string | null): void {
  if (endTime === null || new Date(endTime) > ctx.now) return;
  const message = '有效期必须晚于现在';
  throw new AppError('input.invalid', message, [{ path: 'endTime', message }]);
}

/** Who else may decide requests about a source. */
async function deciders(ctx: Ctx, sourceId: string): Promise<string[]> {
  const source = await ctx.db.selectFrom('metadataSource').select('createDept').where('id', '=', sourceId).executeTakeFirstOrThrow();
  return holdersOf(ctx.db, GRANTS, source.createDept);
}

interface Terms {
  readonly actions: Actions;
  readonly purpose: string;
  readonly days: number | null;
  readonly endTime: string | null;
}
type Target = Awaited<ReturnType<typeof visibleTable>> | Awaited<ReturnType<typeof visibleSource>>;

/** Notes a request and hands it to whoever decides: the process of the business, else those who grant. */
async function ask(ctx: Ctx, target: Target, columnIds: readonly string[], terms: Terms) {
  assertLater(ctx, terms.endTime);
  const governed = await isGoverned(ctx, grantType);
  if (governed && terms.days === null) throw new AppError('input.invalid', '请选择期限', [{ path: 'days', message: '请选择期限' }]);
  const id = ctx.app.ids.next();
  const made = await ctx.db
    .insertInto('metadataAccessRequest')
    .values({
      id,
      sourceId: target.sourceId,
      tableId: target.id,
      userId: ctx.user.id,
      columnIds: [...columnIds],
      ...terms,
      flowStatus: governed ? '1' : null,
      createTime: ctx.now,
      updateTime: ctx.now,
    })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  const what = target.tableName === null ? '这个数据源' : '这张表';
  if (made.numInsertedOrUpdatedRows !== 1n) throw new AppError('entity.duplicate', `您对${what}已有待处理的申请，请等待处理`);
  ctx.audit.change({ entity: ENTITY, id, name: nameOf(target), before: null, after: { ...terms, columnIds } });
  if (governed) {
    const flow = await flowDeskOf(ctx.app)!.submit(ctx, { businessType: grantType.code, id });
    return { id, ...flow };
  }
  await notifyGranters(ctx, id, target, terms);
  return { id, ...SUBMITTED };
}

async function notifyGranters(ctx: Ctx, id: string, target: Target, { actions, purpose }: Terms): Promise<void> {
  const granters = await holdersOf(ctx.db, GRANTS, target.createDept);
  await todosChanged(ctx.app, ctx.db, granters);
  await notify(ctx.app, ctx.db, {
    to: [...(target.ownerId ? [target.ownerId] : []), ...granters].filter((to) => to !== ctx.user.id),
    kind: 'system',
    title: ENTITY,
    text: `${ctx.user.nickname}申请${nameOf(target)}的${labelsOf(actions)}权限：${purpose}`,
    path: `${PATH}&request=${id}`,
    key: `metadata.request:${id}`,
  });
}

/** An own request, locked. Throws entity.notFound for those of others. */
async function ownRow(ctx: Ctx, id: string): Promise<RequestRow> {
  await ctx.db.selectFrom('metadataAccessRequest').select('id').where('id', '=', id).forUpdate().execute();
  const row = await selected(requestRows(ctx.db)).where('r.id', '=', id).where('r.userId', '=', ctx.user.id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}
/** Throws flow.closed unless a request may be changed: before it is submitted, when it came back, and after it was taken back. */
const assertEditable = ({ flowStatus, state }: RequestRow): void =>
  assertFlow({ flowStatus: flowStatus ?? (state === 'withdrawn' ? '6' : '3') }, 'edit');

async function withdraw(ctx: Ctx, id: string): Promise<null> {
  const row = await ownRow(ctx, id);
  if (row.state !== 'open') throw new AppError('rule.broken', '申请已处理，不能撤销');
  ctx.audit.change({ entity: ENTITY, id, name: nameOf(row), before: { state: row.state }, after: { state: 'withdrawn' } });
  if (row.flowStatus !== null && row.processInstanceId !== null) {
    await flowDeskOf(ctx.app)!.cancel(ctx, row.processInstanceId);
    return null;
  }
  await ctx.db.updateTable('metadataAccessRequest').set({ state: 'withdrawn', updateTime: ctx.now }).where('id', '=', id).execute();
  await todosChanged(ctx.app, ctx.db, await deciders(ctx, row.sourceId));
  return null;
}

/** Ends the grants of a request before their day: who asked gives them back, who may grant takes them away. */
async function end(ctx: Ctx, id: string): Promise<{ grants: number }> {
  await ctx.db.selectFrom('metadataAccessRequest').select('id').where('id', '=', id).forUpdate().execute();
  const own = await selected(requestRows(ctx.db)).where('r.id', '=', id).where('r.userId', '=', ctx.user.id).executeTakeFirst();
  const row =
    own ??
    (holds(ctx.user, GRANTS)
      ? await selected(within(ctx, [GRANTS]))
          .where('r.id', '=', id)
          .executeTakeFirst()
      : undefined);
  if (!row) throw new AppError('entity.notFound');
  if (row.state !== 'granted') throw new AppError('rule.broken', '该申请没有生效中的授权');
  const grants = await endGrantsOfRequest(ctx, id);
  await ctx.db.updateTable('metadataAccessRequest').set({ state: 'ended', updateTime: ctx.now }).where('id', '=', id).execute();
  if (row.userId !== ctx.user.id)
    await notify(ctx.app, ctx.db, {
      to: [row.userId],
      kind: 'system',
      title: '数据权限已收回',
      text: `${ctx.user.nickname}提前收回了您对${nameOf(row)}的${labelsOf(row.actions as Actions)}权限`,
      path: null,
      key: `metadata.request:${id}:ended`,
    });
  ctx.audit.change({ entity: ENTITY, id, name: nameOf(row), before: { state: 'granted' }, after: { state: 'ended' } });
  return { grants };
}

type Decision = z.output<NonNullable<(typeof contract)['decide']['body']>>;

/** A request that no process decides, decided by somebody who may grant. */
async function decide(ctx: Ctx, body: Decision): Promise<{ grants: number }> {
  await ctx.db.selectFrom('metadataAccessRequest').select('id').where('id', '=', body.id).forUpdate().execute();
  const row = await selected(within(ctx)).where('r.id', '=', body.id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '申请不存在或不在可处理的范围内');
  if (row.flowStatus === '2' || row.flowStatus === '3') throw new AppError('flow.closed', '该申请正在流程中审批，请在待办任务中办理');
  if (row.state !== 'open') throw new AppError('rule.broken', '申请已处理，请刷新列表');
  if (row.userId === ctx.user.id) throw new AppError('rule.broken', '不能处理自己的申请，请由其他数据管理员处理');
  const isGrant = body.decision === 'grant';
  const actions = body.actions ?? (row.actions as Actions);
  if (isGrant) assertLater(ctx, body.endTime);
  const grants = isGrant ? await grantAll(ctx, row, { actions, endTime: body.endTime }) : 0;
  await ctx.db
    .updateTable('metadataAccessRequest')
    .set({
      state: isGrant ? 'granted' : 'refused',
      reason: body.reason || null,
      decidedBy: ctx.user.id,
      decidedTime: ctx.now,
      ...(isGrant ? { endTime: body.endTime } : {}),
    })
    .where('id', '=', row.id)
    .execute();
  await notify(ctx.app, ctx.db, {
    to: [row.userId],
    kind: 'system',
    title: isGrant ? '数据权限申请已通过' : '数据权限申请未通过',
    text: isGrant
      ? `您已获得${nameOf(row)}的${labelsOf(actions)}权限${body.reason ? `：${body.reason}` : ''}`
      : `您对${nameOf(row)}的权限申请未通过：${body.reason}`,
    path: row.tableId === null ? null : `/metadata/datacolumn?table=${row.tableId}`,
    key: `metadata.request:${row.id}:decided`,
  });
  await todosChanged(ctx.app, ctx.db, await deciders(ctx, row.sourceId));
  ctx.audit.change({ entity: ENTITY, id: row.id, name: nameOf(row), before: { state: 'open' }, after: body });
  return { grants };
}

async function page(query: { sort?: string | undefined }, all: ReturnType<typeof requestRows>) {
  let list = selected(all).orderBy(sql`r.state = 'open'`, 'desc');
  for (const [field, direction] of sortOrders(query.sort, ['createTime'], '-createTime'))
    list = list.orderBy(`r.${field}` as 'r.createTime', direction);
  const found = await pageRows<RequestRow>(query, list, all);
  return { ...found, data: found.data.map(asReply) };
}

interface RequestTerms {
  readonly columns: readonly string[];
  readonly columnIds: readonly string[];
  readonly actions: Actions;
  readonly days: number;
}
/** Who would decide on a request in turn; null where no process does. */
async function stepsFor(ctx: Ctx, target: Target, { columns, ...terms }: RequestTerms) {
  const desk = flowDeskOf(ctx.app);
  if (!desk || !(await isGoverned(ctx, grantType))) return null;
  const asked = { userId: ctx.user.id, sourceId: target.sourceId, tableId: target.id, purpose: '', ...terms };
  const steps = await desk.preview(ctx, grantType, await recordOf(ctx.db, asked, { ...target, columnNames: columns }));
  return steps.map(({ people, ...step }) => ({ ...step, people: [...people] }));
}

/** Requests with those who decide about them now. */
async function withWaiting(ctx: Ctx, found: Awaited<ReturnType<typeof page>>) {
  const desk = flowDeskOf(ctx.app);
  const instances = found.data.flatMap(({ state, processInstanceId }) =>
    state === 'open' && processInstanceId ? [processInstanceId] : [],
  );
  const steps = await desk?.waiting(ctx.db, instances);
  const waitingOf = (instance: string | null) => {
    const now = instance === null ? undefined : steps?.get(instance);
    return now?.map(({ name, people }) => ({ name, people: [...people] })) ?? null;
  };
  return { ...found, data: found.data.map((row) => ({ ...row, waiting: waitingOf(row.processInstanceId) })) };
}

/** Access requests: made by accounts that see the table or source, decided by a process or by those who may grant on the source. */
export const accessRequests = implement(contract, {
  async create(ctx, { body }) {
    const table = await visibleTable(ctx, body.tableId);
    const columnIds = await visibleColumns(ctx, table.id, 'id', body.columnIds);
    return ask(ctx, table, columnIds, { actions: body.actions, purpose: body.purpose, days: body.days ?? null, endTime: body.endTime });
  },
  async ofTable(ctx, { params, body }) {
    const table = await visibleTable(ctx, params.tableId);
    const columnIds = await visibleColumns(ctx, table.id, 'columnName', body.columns);
    return ask(ctx, table, columnIds, { actions: body.actions, purpose: body.reason, days: body.days, endTime: null });
  },
  async ofSource(ctx, { params, body }) {
    const source = await visibleSource(ctx, params.sourceId);
    return ask(ctx, source, [], { actions: body.actions, purpose: body.reason, days: body.days, endTime: null });
  },
  async steps(ctx, { params, body }) {
    const table = await visibleTable(ctx, params.tableId);
    const columnIds = await visibleColumns(ctx, table.id, 'columnName', body.columns);
    return stepsFor(ctx, table, { ...body, columnIds });
  },
  async stepsOfSource(ctx, { params, body }) {
    return stepsFor(ctx, await visibleSource(ctx, params.sourceId), { ...body, columns: [], columnIds: [] });
  },
  async own(ctx, { query }) {
    let all = requestRows(ctx.db).where('r.userId', '=', ctx.user.id);
    if (query.state) all = all.where('r.state', '=', query.state);
    if (query.tableId) all = all.where('r.tableId', '=', query.tableId);
    return withWaiting(ctx, await page(query, all));
  },
  async mine(ctx, { params }) {
    await visibleTable(ctx, params.tableId);
    const row = await selected(requestRows(ctx.db))
      .where('r.userId', '=', ctx.user.id)
      .where('r.tableId', '=', params.tableId)
      .orderBy('r.createTime', 'desc')
      .orderBy('r.id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row ? asReply(row) : null;
  },
  page(ctx, { query }) {
    let all = within(ctx);
    if (query.state) all = all.where('r.state', '=', query.state);
    if (query.id) all = all.where('r.id', '=', query.id);
    if (query.hasProcess) all = all.where('r.flowStatus', query.hasProcess === '1' ? 'is not' : 'is', null);
    return page(query, all);
  },
  async get(ctx, { params }) {
    const one = (rows: ReturnType<typeof requestRows>) => selected(rows).where('r.id', '=', params.id).executeTakeFirst();
    const row =
      (await one(requestRows(ctx.db).where('r.userId', '=', ctx.user.id))) ??
      (holds(ctx.user, GRANTS) ? await one(within(ctx, [GRANTS])) : undefined);
    if (!row) throw new AppError('entity.notFound');
    return asReply(row);
  },
  async update(ctx, { params, body }) {
    const before = await ownRow(ctx, params.id);
    assertEditable(before);
    assertVersion(before, body);
    const { version, columnIds, reason, ...terms } = body;
    const columns = before.tableId === null ? [] : await visibleColumns(ctx, before.tableId, 'id', columnIds);
    await ctx.db
      .updateTable('metadataAccessRequest')
      .set({ ...terms, purpose: reason, columnIds: columns, version: sql`version + 1`, updateTime: ctx.now })
      .where('id', '=', params.id)
      .execute();
    const kept = { actions: before.actions, days: before.days, purpose: before.purpose, columnIds: before.columnIds };
    const after = { ...terms, purpose: reason, columnIds: columns };
    ctx.audit.change({ entity: ENTITY, id: params.id, name: nameOf(before), before: kept, after });
    return { version: version + 1 };
  },
  async submit(ctx, { params }) {
    const row = await ownRow(ctx, params.id);
    if (row.flowStatus === null) throw new AppError('flow.notConfigured', '该申请不经过流程，请重新申请');
    await (row.tableId === null ? visibleSource(ctx, row.sourceId) : visibleTable(ctx, row.tableId));
    const flow = await flowDeskOf(ctx.app)!.submit(ctx, { businessType: grantType.code, id: params.id });
    ctx.audit.note(`提交数据权限申请：${nameOf(row)}`);
    return flow;
  },
  withdraw: (ctx, { params }) => withdraw(ctx, params.id),
  end: (ctx, { params }) => end(ctx, params.id),
  decide: (ctx, { body }) => decide(ctx, body),
});
