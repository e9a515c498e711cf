import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { hideTables, SCHEMA } from '#modules/managed/server/index.ts';
import type { TablePlanReply } from '../contract/model.ts';
import { modelChanges } from '../core/index.ts';
import { noteLineage, noteTargetLineage } from './lineage.ts';
import { assertComplete } from './model-columns.ts';
import { draftColumns, loadModel, versionColumns } from './model-rows.ts';
import { applyModel, assertModelFits, MODULE } from './tables.ts';

/** What making the table of the draft would do, and what keeps it from being made. */
export async function planOf(ctx: Ctx, id: string): Promise<TablePlanReply> {
  const model = await loadModel(ctx, id);
  const columns = await draftColumns(ctx.db, id);
  const before = model.versionNo === null ? [] : ((await versionColumns(ctx.db, id, model.versionNo)) ?? []);
  const steps = modelChanges(before, columns);
  try {
    await assertComplete(ctx, columns);
    await assertModelFits(ctx.app, ctx.db, { ...model, by: ctx.user.id }, columns);
    return { steps, problems: [] };
  } catch (error) {
    if (error instanceof AppError) return { steps, problems: problemsOf(error) };
    throw error;
  }
}

function problemsOf(error: AppError): TablePlanReply['problems'] {
  const { fields } = (error.detail ?? {}) as { fields?: { fieldId: string; rows: number; message: string }[] };
  if (fields) return fields.map(({ fieldId, rows, message }) => ({ columnId: fieldId, rows, message }));
  if (Array.isArray(error.detail))
    return (error.detail as { message: string }[]).map(({ message }) => ({ columnId: '', rows: 0, message }));
  return [{ columnId: '', rows: 0, message: error.message }];
}

/**
 * Makes the table of an approved model what it asks for; the draft becomes the version in force in the same transaction. Throws flow.closed
 * before the approval, entity.duplicate when there is nothing to make, rule.broken with the number of rows in the way.
 */
export async function createTable(ctx: Ctx, id: string) {
  const model = await loadModel(ctx, id, { isLocked: true });
  if (model.flowStatus !== '4') throw new AppError('flow.closed', '模型审批通过后才能建模');
  if (model.isSync === '1') throw new AppError('entity.duplicate', '该模型已建模，没有需要应用的变更');
  const columns = await draftColumns(ctx.db, id);
  await assertComplete(ctx, columns);
  const { tables, follow } = await applyModel(ctx.app, ctx.db, { ...model, by: ctx.user.id }, columns);
  const last = await ctx.db
    .selectFrom('masterdataModelVersion')
    .select((e) => e.fn.max('versionNo').as('versionNo'))
    .where('modelId', '=', id)
    .executeTakeFirst();
  const versionNo = (last?.versionNo ?? 0) + 1;
  await ctx.db
    .insertInto('masterdataModelVersion')
    .values({
      modelId: id,
      versionNo,
      modelName: model.modelName,
      columns: JSON.stringify(columns),
      authorId: ctx.user.id,
      createTime: ctx.now,
    })
    .execute();
  const modelPhysicalTable = `${SCHEMA}.${tables[0]!.name}`;
  await ctx.db
    .updateTable('masterdataModel')
    .set((e) => ({ isSync: '1', modelPhysicalTable, versionNo, version: e('version', '+', 1), updateBy: ctx.user.id, updateTime: ctx.now }))
    .where('id', '=', id)
    .execute();
  await noteLineage(ctx.app, ctx.db, id);
  await noteTargetLineage(ctx.app, ctx.db, id);
  if (follow) ctx.afterCommit(follow);
  ctx.audit.change({
    entity: '主数据模型',
    id,
    name: model.modelName,
    before: { versionNo: model.versionNo, modelPhysicalTable: model.modelPhysicalTable },
    after: { versionNo, modelPhysicalTable },
  });
  return { modelPhysicalTable, isSync: '1' as const, versionNo };
}

/** Takes the table of a model away from everybody; its rows stay and come back when it is made again. */
export async function dropTable(ctx: Ctx, id: string, modelName: string): Promise<null> {
  const model = await loadModel(ctx, id, { isLocked: true });
  if (model.versionNo === null) throw new AppError('rule.broken', '该模型还没有建模');
  if (modelName !== model.modelName)
    throw new AppError('input.invalid', '请输入完整的模型名称以确认', [{ path: 'modelName', message: '与模型名称不一致' }]);
  const using = await ctx.db
    .selectFrom('masterdataModelColumn')
    .innerJoin('masterdataModel', 'masterdataModel.id', 'masterdataModelColumn.modelId')
    .select('masterdataModel.modelName')
    .where('masterdataModelColumn.refModelId', '=', id)
    .where('masterdataModel.deletedAt', 'is', null)
    .where('masterdataModel.id', '!=', id)
    .executeTakeFirst();
  if (using) throw new AppError('entity.inUse', `模型“${using.modelName}”引用了它的数据，请先取消引用`);
  const follow = await hideTables(ctx.app, ctx.db, { module: MODULE, ownerId: id, by: ctx.user.id });
  if (follow) ctx.afterCommit(follow);
  await ctx.db
    .updateTable('masterdataModel')
    .set((e) => ({
      isSync: '0',
      versionNo: null,
      modelPhysicalTable: null,
      version: e('version', '+', 1),
      updateBy: ctx.user.id,
      updateTime: ctx.now,
    }))
    .where('id', '=', id)
    .execute();
  await noteLineage(ctx.app, ctx.db, id);
  await noteTargetLineage(ctx.app, ctx.db, id);
  ctx.audit.change({
    entity: '主数据模型',
    id,
    name: model.modelName,
    before: { modelPhysicalTable: model.modelPhysicalTable },
    after: null,
  });
  return null;
}
