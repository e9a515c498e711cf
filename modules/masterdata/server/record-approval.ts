import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { FlowComparison } from '#kit/contract/flow.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import type { FlowScope } from '#kit/server/flow.ts';
import { defineProposals, type Wanted } from '#kit/server/proposals.ts';
import { data as contract } from '../contract/data.ts';
import { approverTexts } from './approver-texts.ts';
import { keptValuesOf } from './kept-values.ts';
import { sensitiveColumns } from './masks.ts';
import { modelInForce, type ModelInForce } from './model-in-force.ts';
import { carryOut, recordTitle } from './record-changes.ts';
import { loadRecords, type Cells, type StoredRecord } from './records.ts';

/** A change of a record that somebody wants: values by the ids of columns. */
const RecordChange = z.object({
  modelId: z.string(),
  action: z.enum(['change', 'retire', 'restore']),
  cells: z.record(z.string(), z.string().nullable()),
  version: z.number().int(),
  reason: z.string().nullable(),
});
export type RecordChange = z.output<typeof RecordChange>;
const ACTIONS = { change: '修改', retire: '禁用', restore: '启用' } as const;

async function read({ db }: { db: Db }, { targetId, input }: Wanted<RecordChange>): Promise<{ model: ModelInForce; record: StoredRecord }> {
  const model = await modelInForce(db, { id: input.modelId });
  const [record] = await loadRecords(db, model, [targetId]);
  if (!record) throw new AppError('entity.notFound', '主数据不存在或已删除');
  return { model, record };
}

async function describe(scope: FlowScope, wanted: Wanted<RecordChange>) {
  const { model, record } = await read(scope, wanted);
  const { action, cells, reason } = wanted.input;
  const shown = await approverTexts(scope.db, model, [record.cells, cells]);
  const changes = model.columns.flatMap(({ id, columnComment }) =>
    Object.hasOwn(cells, id)
      ? [`${columnComment}：${shown(id, record.cells[id] ?? null) ?? '空'} → ${shown(id, cells[id] ?? null) ?? '空'}`]
      : [],
  );
  return {
    modelId: model.id,
    modelName: model.modelName,
    recordTitle: await recordTitle(scope.db, model, record),
    action: ACTIONS[action],
    changes: changes.join('\n') || null,
    reason,
    recordId: record.id,
    version: record.version,
  };
}

async function compare(scope: FlowScope, wanted: Wanted<RecordChange>): Promise<FlowComparison> {
  const { model, record } = await read(scope, wanted);
  const sensitive = await sensitiveColumns(scope.db, model);
  const after: Cells = { ...record.cells, ...wanted.input.cells };
  const shown = await approverTexts(scope.db, model, [record.cells, after]);
  const statusText = (status: '0' | '1') => (status === '1' ? '启用' : '禁用');
  const { action } = wanted.input;
  const next = action === 'change' ? record.status : action === 'retire' ? ('0' as const) : ('1' as const);
  const fields = model.columns.map(({ id, columnName, columnComment }) => ({
    name: columnName,
    label: columnComment,
    before: shown(id, record.cells[id] ?? null),
    after: shown(id, after[id] ?? null),
    state: (record.cells[id] ?? null) === (after[id] ?? null) ? ('same' as const) : ('changed' as const),
    isMasked: sensitive.has(id),
  }));
  const status = {
    name: 'status',
    label: '状态',
    before: statusText(record.status),
    after: statusText(next),
    state: record.status === next ? ('same' as const) : ('changed' as const),
    isMasked: false,
  };
  return { against: '现有记录', fields: [...fields, status], tables: [] };
}

/** 主数据变更: where a process approves it, the record stays as it is until then. */
export const recordProposals = defineProposals<RecordChange>({
  code: 'masterdata.record',
  name: '主数据变更',
  businessCode: '5012',
  fields: [
    { name: 'modelName', label: '模型' },
    { name: 'recordTitle', label: '记录' },
    { name: 'action', label: '操作' },
    { name: 'changes', label: '变更内容', kind: 'area' },
    { name: 'reason', label: '原因', kind: 'area' },
  ],
  withoutApproval: '保存后直接生效',
  input: RecordChange,
  route: contract.update,
  describe,
  compare,
  revisionFields: ['recordId', 'version'],
  keptValues: (db, { targetId, input }) => keptValuesOf(db, input.modelId, targetId),
  carryOut: (ctx: Ctx, { targetId, input }) => carryOut(ctx, targetId, input, 'approval'),
});
