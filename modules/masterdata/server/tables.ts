import type { App, Db } from '#kit/server/ctx.ts';
import { applyTables, assertTablesFit, tablesOf, type OwnedTable } from '#modules/managed/server/index.ts';
import type { ColumnSpec, ColumnType, TableSpec } from '#modules/managed/core/index.ts';
import type { ModelColumn } from '../contract/column.ts';
import { managedType } from '../core/index.ts';

export const MODULE = 'masterdata';
const text = (length: number): ColumnType => ({ kind: 'text', length });
const ID = text(32);
const system = (name: string, label: string, type: ColumnType, over: Partial<ColumnSpec> = {}): ColumnSpec => ({
  fieldId: `$${name}`,
  name,
  label,
  type,
  ...over,
});

/** What every record has besides the columns of its model; their fields are called `$id`, `$status` … */
const RECORD: readonly ColumnSpec[] = [
  system('id', '主键', ID, { isKey: true, isNotNull: true }),
  system('status', '状态', text(1)),
  system('create_by', '创建人', ID),
  system('create_time', '创建时间', { kind: 'moment' }, { isIndexed: true }),
  system('create_dept', '创建部门', ID, { isIndexed: true }),
  system('update_by', '更新人', ID),
  system('update_time', '更新时间', { kind: 'moment' }),
  system('version', '修改次数', { kind: 'number', digits: 9, scale: 0 }),
];

/** The table of the records of a model: `md_<逻辑表>`. */
export const tableSpec = (model: { modelLogicTable: string; modelName: string }, columns: readonly ModelColumn[]): TableSpec => ({
  part: '',
  name: `md_${model.modelLogicTable}`,
  label: model.modelName,
  columns: [
    ...RECORD,
    ...columns.map((column) => ({
      fieldId: column.id,
      name: column.columnName,
      label: column.columnComment,
      type: managedType(column),
      isUnique: column.isUnique === '1',
      isIndexed: column.isQuery === '1' || column.refModelId !== null,
    })),
  ],
});

/** Makes the table of a model what its columns ask for. Throws rule.broken with the number of rows in the way. */
export const applyModel = (
  app: App,
  db: Db,
  model: { id: string; modelLogicTable: string; modelName: string; by: string },
  columns: readonly ModelColumn[],
) => applyTables(app, db, { module: MODULE, ownerId: model.id, by: model.by, tables: [tableSpec(model, columns)] });

/** Throws rule.broken with the number of rows in the way when the table of a model cannot become what its columns ask for. */
export const assertModelFits = (
  app: App,
  db: Db,
  model: { id: string; modelLogicTable: string; modelName: string; by: string },
  columns: readonly ModelColumn[],
) => assertTablesFit(app, db, { module: MODULE, ownerId: model.id, by: model.by, tables: [tableSpec(model, columns)] });

/** The table of the records of a model; null where there is none in use. */
export async function modelTable(db: Db, modelId: string): Promise<OwnedTable | null> {
  const [table] = await tablesOf(db, { module: MODULE, ownerId: modelId });
  return table && !table.isHidden ? table : null;
}
