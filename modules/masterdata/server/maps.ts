import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { map as contract, MapColumn, type MapInput } from '../contract/map.ts';
import { noteLineage } from './lineage.ts';
import { assertNoLoadWaits } from './load-approval.ts';
import { checkedPlan } from './load-plan.ts';
import { loadPage, queueLoad } from './load-runs.ts';
import { assertReadable, growingType, loadMap, shownMaps, sourceTable, type SourceTable, type StoredMap } from './map-rows.ts';
import { modelInForce } from './model-in-force.ts';

type Body = z.output<typeof MapInput>;
const invalid = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);

/** What a mapping names must be there, be readable for the caller, and be said once. */
async function checked(ctx: Ctx, modelId: string, body: Body): Promise<SourceTable> {
  const model = await modelInForce(ctx.db, { id: modelId });
  const table = await sourceTable(ctx.db, body.sourceId, body.tableId);
  if (!table) throw invalid('tableId', '数据表不存在或不属于该数据源');
  const names = new Set(model.columns.map((column) => column.columnName));
  const targets = body.columns.map((column) => column.to);
  const unknown = targets.find((to) => !names.has(to));
  if (unknown !== undefined) throw invalid('columns', `模型中没有列 ${unknown}`);
  const twice = targets.find((to, at) => targets.indexOf(to) !== at);
  if (twice !== undefined) throw invalid('columns', `列 ${twice} 映射了两次`);
  const grows = body.watermarkColumn;
  await assertReadable(ctx, table, [...new Set([body.keyColumn, ...body.columns.map((column) => column.from), ...(grows ? [grows] : [])])]);
  if (grows && growingType(table.types.get(grows) ?? '') === null) throw invalid('watermarkColumn', '增量字段只能是数值、日期或日期时间');
  return table;
}

const values = (ctx: Ctx, body: Body, table: SourceTable) => ({
  mapName: body.mapName ?? table.name,
  sourceId: body.sourceId,
  tableId: body.tableId,
  keyColumn: body.keyColumn,
  priority: body.priority,
  status: body.status,
  watermarkColumn: body.watermarkColumn,
  overlap: body.overlap,
  cronExpression: body.cronExpression,
  nextTime: checkedPlan(body.cronExpression, ctx.now),
  columns: JSON.stringify(body.columns),
  // it loads with the rights of whoever said last what it loads
  ownerId: ctx.user.id,
  problem: null,
  updateBy: ctx.user.id,
  updateTime: ctx.now,
});

async function create(ctx: Ctx, modelId: string, body: Body): Promise<{ id: string }> {
  const table = await checked(ctx, modelId, body);
  const id = ctx.app.ids.next();
  const row = values(ctx, body, table);
  await ctx.db
    .insertInto('masterdataSourceMap')
    .values({ id, modelId, ...row, createBy: ctx.user.id, createTime: ctx.now, createDept: ctx.user.deptId })
    .execute();
  await noteLineage(ctx.app, ctx.db, modelId, id);
  ctx.audit.change({
    entity: '主数据接入',
    id,
    name: row.mapName,
    before: null,
    after: { tableId: body.tableId, keyColumn: body.keyColumn },
  });
  return { id };
}

/** What was read before was read otherwise: the next load takes everything once more. */
const readsAnew = (before: StoredMap, body: Body): boolean =>
  before.tableId !== body.tableId ||
  before.watermarkColumn !== body.watermarkColumn ||
  JSON.stringify(MapColumn.array().parse(before.columns)) !== JSON.stringify(body.columns);

async function update(ctx: Ctx, id: string, body: Body & { version: number }): Promise<{ version: number }> {
  const before = await loadMap(ctx, id, { isLocked: true });
  assertVersion(before, body);
  await assertNoLoadWaits(ctx.db, id);
  const isMoved = body.tableId !== before.tableId || body.keyColumn !== before.keyColumn;
  if (isMoved && (await shownMaps(ctx, { id }))[0]?.xrefCount !== 0)
    throw new AppError('rule.broken', '已接入过记录，不能更换来源表或主键字段，请新增一个接入');
  const table = await checked(ctx, before.modelId, body);
  const version = before.version + 1;
  await ctx.db
    .updateTable('masterdataSourceMap')
    .set({ ...values(ctx, body, table), version, ...(readsAnew(before, body) && { watermark: null }) })
    .where('id', '=', id)
    .execute();
  await noteLineage(ctx.app, ctx.db, before.modelId, id);
  ctx.audit.change({
    entity: '主数据接入',
    id,
    name: before.mapName,
    before: { columns: before.columns, status: before.status, priority: before.priority, ownerId: before.ownerId },
    after: { columns: body.columns, status: body.status, priority: body.priority, ownerId: ctx.user.id },
  });
  return { version };
}

async function remove(ctx: Ctx, id: string): Promise<null> {
  const row = await loadMap(ctx, id, { isLocked: true });
  await assertNoLoadWaits(ctx.db, id);
  if (row.jobId !== null) await ctx.app.jobs.cancel(ctx.db, row.jobId);
  // records and the rows of the source that stand for them stay
  await ctx.db.updateTable('masterdataSourceMap').set({ deletedAt: ctx.now, updateBy: ctx.user.id }).where('id', '=', id).execute();
  await noteLineage(ctx.app, ctx.db, row.modelId, id);
  ctx.audit.change({ entity: '主数据接入', id, name: row.mapName, before: { tableId: row.tableId }, after: null });
  return null;
}

async function load(ctx: Ctx, id: string, { isFull }: { isFull: boolean }): Promise<{ jobId: string }> {
  const row = await loadMap(ctx, id, { isLocked: true });
  if (row.status === '0') throw new AppError('rule.broken', '该接入已禁用，请先启用');
  await assertNoLoadWaits(ctx.db, id);
  const { modelName } = await modelInForce(ctx.db, { id: row.modelId });
  const jobId = await queueLoad(ctx.app, ctx.db, row, { cause: 'manual', isFull, by: ctx.user.id });
  ctx.audit.note(`接入“${row.mapName}”到“${modelName}”`);
  return { jobId };
}

async function assertModel(ctx: Ctx, id: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('masterdataModel')
    .select('id')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '主数据模型不存在或已删除，请刷新');
}

export const maps = implement(contract, {
  async list(ctx, { params }) {
    await assertModel(ctx, params.modelId);
    return shownMaps(ctx, { modelId: params.modelId });
  },
  create: (ctx, { params, body }) => create(ctx, params.modelId, body),
  async get(ctx, { params }) {
    await loadMap(ctx, params.id);
    return (await shownMaps(ctx, { id: params.id }))[0]!;
  },
  update: (ctx, { params, body }) => update(ctx, params.id, body),
  remove: (ctx, { params }) => remove(ctx, params.id),
  load: (ctx, { params, query }) => load(ctx, params.id, { isFull: query.isFull === '1' }),
  async cancel(ctx, { params }) {
    const row = await loadMap(ctx, params.id);
    if (row.jobId === null || !(await ctx.app.jobs.cancel(ctx.db, row.jobId))) throw new AppError('rule.broken', '没有正在进行的接入');
    ctx.audit.note(`停止接入“${row.mapName}”`);
    return null;
  },
  async loads(ctx, { params, query }) {
    await loadMap(ctx, params.id);
    return loadPage(ctx, params.id, query);
  },
  async rejected(ctx, { params }) {
    await loadMap(ctx, params.id);
    return ctx.db
      .selectFrom('masterdataReject')
      .select(['sourceKey', 'columnName as column', 'message'])
      .where('mapId', '=', params.id)
      .orderBy('seq')
      .limit(1000)
      .execute();
  },
});
