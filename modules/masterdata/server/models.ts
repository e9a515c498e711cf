import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { FlowStatus } from '#kit/contract/flow.ts';
import { assertVersion, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { assertFlow, flowDeskOf, isGoverned } from '#kit/server/flow.ts';
import { implement } from '#kit/server/module.ts';
import { model as contract, type ModelInput } from '../contract/model.ts';
import { ModelColumn } from '../contract/column.ts';
import { modelChanges } from '../core/index.ts';
import { codeRuleRows, removeCodeRule, saveCodeRule } from './code-rules.ts';
import { modelType } from './model-approval.ts';
import { assertComplete, storeColumns } from './model-columns.ts';
import { columnRows, createName, draftColumns, loadModel, manageable, searched, shownModel, versionColumns } from './model-rows.ts';
import { createTable, dropTable, planOf } from './model-tables.ts';
import { formParam, modelOptions, tableParam } from './params.ts';

type Body = z.output<typeof ModelInput>;
const TAKEN = '逻辑表已被其他模型使用，请更换';
const SORTABLE = ['modelName', 'modelLogicTable', 'createTime', 'updateTime', 'flowStatus'];

async function detailOf(ctx: Ctx, id: string) {
  const row = await manageable(ctx).selectAll('masterdataModel').select(createName).where('masterdataModel.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '主数据模型不存在或没有查看权限');
  return { ...shownModel(row), modelColumns: await columnRows(ctx.db, id), codeRules: await codeRuleRows(ctx.db, id, ctx.now) };
}

async function assertFree(ctx: Ctx, logicTable: string): Promise<void> {
  const taken = await ctx.db
    .selectFrom('masterdataModel')
    .select('id')
    .where('modelLogicTable', '=', logicTable)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (taken) throw new AppError('entity.duplicate', TAKEN, [{ path: 'modelLogicTable', message: TAKEN }]);
}

async function create(ctx: Ctx, body: Body): Promise<{ id: string }> {
  await assertFree(ctx, body.modelLogicTable);
  const id = ctx.app.ids.next();
  const { modelName, modelLogicTable, status, remark } = body;
  await ctx.db
    .insertInto('masterdataModel')
    .values({
      id,
      modelName,
      modelLogicTable,
      status,
      remark,
      createBy: ctx.user.id,
      createTime: ctx.now,
      updateBy: ctx.user.id,
      updateTime: ctx.now,
      createDept: ctx.user.deptId,
    })
    .execute();
  await storeColumns(ctx, { id, versionNo: null }, body.modelColumns ?? []);
  ctx.audit.change({ entity: '主数据模型', id, name: modelName, before: null, after: { modelName, modelLogicTable, status, remark } });
  return { id };
}

/** Saves the draft of a model. Throws flow.closed, entity.conflict, input.invalid. */
export async function updateModel(ctx: Ctx, id: string, body: Body & { version: number }): Promise<{ version: number }> {
  const before = await loadModel(ctx, id, { isLocked: true });
  assertFlow(before, 'edit');
  assertVersion(before, body);
  const { modelName, modelLogicTable, status, remark } = body;
  if (modelLogicTable !== before.modelLogicTable) {
    // its table is called after it
    if (before.versionNo !== null)
      throw new AppError('rule.broken', '已建模的模型不能修改逻辑表', [{ path: 'modelLogicTable', message: '建模后不能修改' }]);
    await assertFree(ctx, modelLogicTable);
  }
  const old = await draftColumns(ctx.db, id);
  const columns = body.modelColumns === undefined ? old : await storeColumns(ctx, before, body.modelColumns);
  const inForce = before.versionNo === null ? null : await versionColumns(ctx.db, id, before.versionNo);
  const isSync = inForce !== null && modelChanges(inForce, columns).length === 0 ? '1' : '0';
  const version = before.version + 1;
  await ctx.db
    .updateTable('masterdataModel')
    .set({ modelName, modelLogicTable, status, remark, isSync, version, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', id)
    .execute();
  ctx.audit.change({
    entity: '主数据模型',
    id,
    name: modelName,
    before: { modelName: before.modelName, modelLogicTable: before.modelLogicTable, status: before.status, remark: before.remark },
    after: { modelName, modelLogicTable, status, remark },
  });
  const changes = modelChanges(old, columns);
  if (changes.length > 0) ctx.audit.note(changes.join('；').slice(0, 1000));
  return { version };
}

async function remove(ctx: Ctx, ids: readonly string[]): Promise<null> {
  for (const id of [...ids].sort()) {
    const row = await loadModel(ctx, id, { isLocked: true });
    assertFlow(row, 'delete');
    if (row.versionNo !== null) throw new AppError('entity.inUse', `模型“${row.modelName}”已建模，请先删除主数据表`);
    await ctx.db
      .updateTable('masterdataModel')
      .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', id)
      .execute();
    ctx.audit.change({ entity: '主数据模型', id, name: row.modelName, before: { modelName: row.modelName }, after: null });
  }
  return null;
}

async function submit(ctx: Ctx, id: string) {
  const row = await loadModel(ctx, id, { isLocked: true });
  assertFlow(row, 'submit');
  await assertComplete(ctx, await draftColumns(ctx.db, id));
  if (await isGoverned(ctx, modelType)) return flowDeskOf(ctx.app)!.submit(ctx, { businessType: modelType.code, id });
  await ctx.db.updateTable('masterdataModel').set({ flowStatus: '4', updateTime: ctx.now }).where('id', '=', id).execute();
  ctx.audit.note(`“${row.modelName}”没有配置审批流程，提交后直接通过`);
  return { flowStatus: '4' as FlowStatus, processInstanceId: row.processInstanceId };
}

/** Opens a decided model for changes; the version in force and its records stay as they are until they are approved. */
async function revise(ctx: Ctx, id: string, version: number): Promise<{ version: number }> {
  const row = await loadModel(ctx, id, { isLocked: true });
  assertVersion(row, { version });
  if (row.flowStatus !== '4' && row.flowStatus !== '5') throw new AppError('rule.broken', '只有审批结束的模型需要变更，请直接修改');
  await ctx.db
    .updateTable('masterdataModel')
    .set({ flowStatus: '1', version: version + 1, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', id)
    .execute();
  ctx.audit.note(`变更模型“${row.modelName}”`);
  return { version: version + 1 };
}

async function versions(ctx: Ctx, id: string) {
  const { versionNo } = await loadModel(ctx, id);
  const rows = await ctx.db
    .selectFrom('masterdataModelVersion as v')
    .leftJoin('sysUser', 'sysUser.id', 'v.authorId')
    .select(['v.versionNo', 'v.modelName', 'v.columns', 'v.createTime', 'sysUser.nickname as authorName'])
    .where('v.modelId', '=', id)
    .orderBy('v.versionNo', 'desc')
    .limit(200)
    .execute();
  const read = rows.map((row) => ({ ...row, columns: ModelColumn.array().parse(row.columns) }));
  return read.map((row, at) => ({
    ...row,
    changes: modelChanges(read[at + 1]?.columns ?? [], row.columns),
    isCurrent: row.versionNo === versionNo,
  }));
}

export const models = implement(contract, {
  async page(ctx, { query }) {
    const rows = searched(ctx, query);
    let list = rows.selectAll('masterdataModel').select(createName);
    for (const [field, direction] of sortOrders(query.sort, SORTABLE, '-createTime'))
      list = list.orderBy(`masterdataModel.${field as 'createTime'}`, direction);
    const page = await pageRows(query, list, rows);
    return { ...page, data: page.data.map(shownModel) };
  },
  get: (ctx, { params }) => detailOf(ctx, params.id),
  create: (ctx, { body }) => create(ctx, body),
  update: (ctx, { params, body }) => updateModel(ctx, params.id, body),
  remove: (ctx, { params }) => remove(ctx, [params.id]),
  removeBatch: (ctx, { params }) => remove(ctx, params.ids),
  list: (ctx) => modelOptions(ctx),
  submit: (ctx, { params }) => submit(ctx, params.id),
  revise: (ctx, { params, body }) => revise(ctx, params.id, body.version),
  plan: (ctx, { params }) => planOf(ctx, params.id),
  createTable: (ctx, { params }) => createTable(ctx, params.id),
  dropTable: (ctx, { params, query }) => dropTable(ctx, params.id, query.modelName),
  tableParam: (ctx, { params }) => tableParam(ctx, params.id),
  formParam: (ctx, { params }) => formParam(ctx, params.id),
  versions: (ctx, { params }) => versions(ctx, params.id),
  saveCodeRule: (ctx, { params, body }) => saveCodeRule(ctx, params.id, body),
  removeCodeRule: (ctx, { params }) => removeCodeRule(ctx, params.id, params.columnName),
});
