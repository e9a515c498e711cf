import { readFile } from 'node:fs/promises';
import { AppError } from '#kit/contract/errors.ts';
import { containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { uploadOf, uploadRules } from '#kit/server/upload.ts';
import { definition as contract } from '../contract/definition.ts';
import { MAX_BPMN } from '../contract/model.ts';
import { migrateTo } from './migrate.ts';
import { publishText, readText } from './publish.ts';

uploadRules(contract.importFile, { maxMB: () => Promise.resolve(1) });

/** Versions of a process that its history shows. */
const MAX_VERSIONS = 200;

const rows = (ctx: Ctx) => ctx.db.selectFrom('flowDefinition').where('deletedAt', 'is', null);

async function found(ctx: Ctx, id: string) {
  const row = await rows(ctx)
    .select(['id', 'name', 'defKey', 'versionNo', 'suspensionState', 'bpmnXml'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return row;
}

async function suspension(ctx: Ctx, id: string, to: '1' | '2'): Promise<null> {
  const { name, suspensionState } = await found(ctx, id);
  if (suspensionState === to) throw new AppError('rule.broken', to === '1' ? '流程定义已激活' : '流程定义已挂起');
  await ctx.db.updateTable('flowDefinition').set({ suspensionState: to }).where('id', '=', id).execute();
  ctx.audit.change({ entity: '流程定义', id, name, before: { suspensionState }, after: { suspensionState: to } });
  return null;
}

/** Published versions of processes. */
export const definitions = implement(contract, {
  async page(ctx, { query }) {
    let all = rows(ctx);
    if (query.key) all = all.where('defKey', '=', query.key);
    if (query.name) all = all.where(containsText('name', query.name));
    if (query.categoryId) all = all.where('categoryId', '=', query.categoryId);
    if (query.suspensionState) all = all.where('suspensionState', '=', query.suspensionState);
    let list = all.select(['id', 'defKey as key', 'name', 'versionNo', 'categoryId', 'kind', 'suspensionState', 'createBy', 'createTime']);
    for (const [field, direction] of sortOrders(query.sort, ['createTime', 'versionNo', 'name'], '-createTime'))
      list = list.orderBy(field as 'createTime', direction);
    const page = await pageRows(query, list, all);
    return {
      ...page,
      data: page.data.map((row) => ({ ...row, kind: row.kind as 'simple' | 'bpmn', suspensionState: row.suspensionState as '1' | '2' })),
    };
  },
  async importFile(ctx) {
    const upload = uploadOf(ctx);
    if (!upload) throw new AppError('input.invalid', '请选择 BPMN 文件', [{ path: 'file', message: '请选择 BPMN 文件' }]);
    if (upload.size > MAX_BPMN) throw new AppError('input.tooLarge', 'BPMN 文件不能超过1MB');
    const xml = await readFile(upload.path, 'utf8');
    const process = (await readText(xml)).processes[0];
    return publishText(ctx, { xml, name: process?.name || process?.id || upload.fileName, categoryId: null, kind: 'bpmn' });
  },
  async text(ctx, { params }) {
    const row = await rows(ctx)
      .select(['id', 'defKey as key', 'name', 'versionNo', 'bpmnXml'])
      .where('id', '=', params.id)
      .executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    return row;
  },
  async versions(ctx, { params }) {
    const found = await ctx.db
      .selectFrom('flowDefinition as d')
      .leftJoin('sysUser as u', 'u.id', 'd.createBy')
      .select(['d.id', 'd.versionNo', 'd.name', 'd.suspensionState', 'd.createTime', 'u.nickname as authorName'])
      .where('d.defKey', '=', params.key)
      .where('d.deletedAt', 'is', null)
      .orderBy('d.versionNo', 'desc')
      .limit(MAX_VERSIONS)
      .execute();
    return found.map((row) => ({ ...row, suspensionState: row.suspensionState as '1' | '2' }));
  },
  async resource(ctx, { params }) {
    const row = await rows(ctx).select(['defKey', 'versionNo', 'bpmnXml']).where('id', '=', params.id).executeTakeFirst();
    if (!row) throw new AppError('entity.notFound');
    return { body: row.bpmnXml, type: 'application/xml; charset=utf-8', fileName: `${row.defKey}-v${row.versionNo}.bpmn` };
  },
  activate: (ctx, { params }) => suspension(ctx, params.id, '1'),
  suspend: (ctx, { params }) => suspension(ctx, params.id, '2'),
  migrate: (ctx, { params, body }) => migrateTo(ctx, params.id, body),
  async remove(ctx, { params }) {
    const { name, defKey, versionNo } = await found(ctx, params.id);
    const running = await ctx.db
      .selectFrom('flowInstance')
      .select('id')
      .where('definitionId', '=', params.id)
      .where('endTime', 'is', null)
      .limit(1)
      .executeTakeFirst();
    if (running) throw new AppError('entity.inUse', '该版本还有运行中的流程，不能删除');
    await ctx.db.updateTable('flowDefinition').set({ deletedAt: ctx.now }).where('id', '=', params.id).execute();
    ctx.audit.change({ entity: '流程定义', id: params.id, name, before: { key: defKey, versionNo }, after: null });
    return null;
  },
});
