import { AppError } from '#kit/contract/errors.ts';
import type { FlowComparison, FlowStatus } from '#kit/contract/flow.ts';
import type { Db } from '#kit/server/ctx.ts';
import type { BusinessType } from '#kit/server/flow.ts';
import type { ModelColumn } from '../contract/column.ts';
import { modelChanges, typeText } from '../core/index.ts';
import { draftColumns, versionColumns } from './model-rows.ts';

const COLUMNS = [
  { name: 'columnName', label: '列名称' },
  { name: 'columnComment', label: '列描述' },
  { name: 'type', label: '类型' },
  { name: 'isRequired', label: '必填' },
  { name: 'isUnique', label: '不可重复' },
] as const;
const cells = (column: ModelColumn) => ({
  columnName: column.columnName,
  columnComment: column.columnComment,
  type: typeText(column),
  isRequired: column.isRequired === '1' ? '是' : '否',
  isUnique: column.isUnique === '1' ? '是' : '否',
});

/** The columns of the version in force beside those of the draft; null for a model that has no version yet. */
async function compare(db: Db, id: string): Promise<FlowComparison | null> {
  const model = await db.selectFrom('masterdataModel').select('versionNo').where('id', '=', id).executeTakeFirstOrThrow();
  if (model.versionNo === null) return null;
  const before = (await versionColumns(db, id, model.versionNo)) ?? [];
  const after = await draftColumns(db, id);
  const was = new Map(before.map((column) => [column.id, column]));
  const is = new Set(after.map((column) => column.id));
  const rows = [
    ...after.map((column) => {
      const old = was.get(column.id);
      const [left, right] = [old ? cells(old) : null, cells(column)];
      const state = left === null ? 'added' : modelChanges([old!], [column]).length > 0 ? 'changed' : 'same';
      return { state: state as 'added' | 'changed' | 'same', before: left, after: right };
    }),
    ...before.filter((column) => !is.has(column.id)).map((column) => ({ state: 'removed' as const, before: cells(column), after: null })),
  ];
  return { against: `现行第${model.versionNo}版`, fields: [], tables: [{ name: 'columns', label: '模型列', columns: [...COLUMNS], rows }] };
}

/** 主数据模型 and its changes: what a process approves; without one it passes at once. Only then its table is made. */
export const modelType: BusinessType = {
  code: 'masterdata.model',
  name: '主数据模型',
  businessCode: '5011',
  withoutApproval: '提交后直接通过，可以建模',
  fields: [
    { name: 'modelName', label: '模型名称' },
    { name: 'modelLogicTable', label: '逻辑表' },
    { name: 'columns', label: '模型列', kind: 'area' },
    { name: 'changes', label: '变更内容', kind: 'area' },
    { name: 'remark', label: '备注', kind: 'area' },
  ],
  async load({ db }, id) {
    const row = await db
      .selectFrom('masterdataModel')
      .selectAll()
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new AppError('entity.notFound', '主数据模型不存在或已删除');
    const columns = await draftColumns(db, id);
    const before = row.versionNo === null ? null : await versionColumns(db, id, row.versionNo);
    return {
      flowStatus: row.flowStatus as FlowStatus,
      ownerId: row.createBy,
      snapshot: {
        modelName: row.modelName,
        modelLogicTable: row.modelLogicTable,
        columns: columns.map((column) => `${column.columnComment}（${column.columnName}，${typeText(column)}）`).join('、'),
        changes: before === null ? null : modelChanges(before, columns).join('；') || null,
        remark: row.remark,
      },
    };
  },
  compare: ({ db }, id) => compare(db, id),
  async onStatus({ db, now }, { id, to, instanceId }) {
    await db
      .updateTable('masterdataModel')
      .set({ flowStatus: to, processInstanceId: instanceId, updateTime: now })
      .where('id', '=', id)
      .execute();
  },
};
