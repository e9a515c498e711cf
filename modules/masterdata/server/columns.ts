import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { contains, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import type { ColumnInput, ModelColumn } from '../contract/column.ts';
import { modelColumn as contract, type ColumnRow } from '../contract/model-column.ts';
import { columnRows, draftColumns, loadModel, manageable, type StoredModel } from './model-rows.ts';
import { updateModel } from './models.ts';

const SORTABLE = ['sort', 'columnName', 'columnComment'];
const GONE = '模型列不存在或没有查看权限';

/** Columns of drafts within the reach of the caller. */
const reachable = (ctx: Ctx) => manageable(ctx).innerJoin('masterdataModelColumn', 'masterdataModelColumn.modelId', 'masterdataModel.id');

/** The ids of the models that these columns belong to, each once. Throws entity.notFound unless all are within reach. */
async function modelsOf(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids)];
  const rows = await reachable(ctx)
    .select(['masterdataModelColumn.id', 'masterdataModelColumn.modelId'])
    .where('masterdataModelColumn.id', 'in', wanted)
    .execute();
  if (rows.length < wanted.length) throw new AppError('entity.notFound', GONE);
  return [...new Set(rows.map(({ modelId }) => modelId))].sort();
}

/** Saves a draft with other columns, as the designer does. */
async function saveDraft(ctx: Ctx, model: StoredModel, version: number, columns: readonly (ColumnInput | ModelColumn)[]) {
  const { modelName, modelLogicTable, remark } = model;
  const modelColumns = columns.map((column) => ({ isSystem: '0' as const, ...column }));
  return updateModel(ctx, model.id, { modelName, modelLogicTable, remark, status: model.status as '0' | '1', modelColumns, version });
}

async function shownColumn(ctx: Ctx, id: string): Promise<ColumnRow> {
  const [modelId] = await modelsOf(ctx, [id]);
  const { modelName, version } = await loadModel(ctx, modelId!);
  return { ...(await columnRows(ctx.db, modelId!)).find((column) => column.id === id)!, modelName, version };
}

async function page(ctx: Ctx, query: z.output<(typeof contract)['page']['query']>) {
  let rows = reachable(ctx);
  if (query.modelId) rows = rows.where('masterdataModel.id', '=', query.modelId);
  if (query.columnName) rows = rows.where('masterdataModelColumn.columnName', 'ilike', contains(query.columnName));
  if (query.columnComment) rows = rows.where('masterdataModelColumn.columnComment', 'ilike', contains(query.columnComment));
  let list = rows
    .select(['masterdataModelColumn.id', 'masterdataModel.id as modelId', 'masterdataModel.modelName', 'masterdataModel.version'])
    .orderBy('masterdataModel.createTime', 'desc')
    .orderBy('masterdataModel.id', 'desc');
  for (const [field, direction] of sortOrders(query.sort, SORTABLE, 'sort'))
    list = list.orderBy(`masterdataModelColumn.${field as 'sort'}`, direction);
  const found = await pageRows(query, list.orderBy('masterdataModelColumn.id'), rows);
  const columns = new Map<string, Awaited<ReturnType<typeof columnRows>>>();
  for (const { modelId } of found.data) if (!columns.has(modelId)) columns.set(modelId, await columnRows(ctx.db, modelId));
  const data = found.data.map(({ id, modelId, modelName, version }): ColumnRow => ({
    ...columns.get(modelId)!.find((column) => column.id === id)!,
    modelName,
    version,
  }));
  return { ...found, data };
}

/** Adds a column behind the others. The name tells it afterwards: one that an earlier version had gets its id back. */
async function create(ctx: Ctx, { modelId, ...column }: ColumnInput & { modelId: string }): Promise<{ id: string }> {
  const model = await loadModel(ctx, modelId, { isLocked: true });
  await saveDraft(ctx, model, model.version, [...(await draftColumns(ctx.db, modelId)), { ...column, isSystem: '0', id: null }]);
  const added = (await draftColumns(ctx.db, modelId)).find((one) => one.columnName === column.columnName);
  if (!added)
    throw new AppError('input.invalid', '该列名称由系统使用，请更换', [{ path: 'columnName', message: '该列名称由系统使用，请更换' }]);
  return { id: added.id };
}

async function update(ctx: Ctx, id: string, { version, ...column }: ColumnInput & { version: number }): Promise<{ version: number }> {
  const [modelId] = await modelsOf(ctx, [id]);
  const model = await loadModel(ctx, modelId!, { isLocked: true });
  const columns = await draftColumns(ctx.db, model.id);
  return saveDraft(
    ctx,
    model,
    version,
    columns.map((one) => (one.id === id ? { ...column, isSystem: '0' as const, id } : one)),
  );
}

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  for (const modelId of await modelsOf(ctx, ids)) {
    const model = await loadModel(ctx, modelId, { isLocked: true });
    const kept = (await draftColumns(ctx.db, modelId)).filter(({ id }) => !ids.includes(id));
    await saveDraft(ctx, model, model.version, kept);
  }
  return null;
}

export const columns = implement(contract, {
  page: (ctx, { query }) => page(ctx, query),
  get: (ctx, { params }) => shownColumn(ctx, params.id),
  create: (ctx, { body }) => create(ctx, body),
  update: (ctx, { params, body }) => update(ctx, params.id, body),
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
});
