import type { App, Db } from '#kit/server/ctx.ts';
import { applyTables, tablesOf as managedTables, type OwnedTable } from '#modules/managed/server/index.ts';
import type { ColumnSpec, ColumnType, TableSpec } from '#modules/managed/core/index.ts';
import type { FormSchema } from '../contract/schema.ts';
import { tablesOf } from '../core/index.ts';

export const MODULE = 'forms';
const text = (length: number): ColumnType => ({ kind: 'text', length });
const ID = text(40);
const system = (fieldId: string, label: string, type: ColumnType, over: Partial<ColumnSpec> = {}): ColumnSpec => ({
  fieldId: `$${fieldId}`,
  name: fieldId,
  label,
  type,
  ...over,
});

/** What every record has besides its fields. */
const RECORD: readonly ColumnSpec[] = [
  system('id', '记录编号', ID, { isKey: true, isNotNull: true }),
  system('form_version', '表单版本', { kind: 'number', digits: 9, scale: 0 }),
  system('flow_status', '流程状态', text(1)),
  system('instance_id', '流程实例', ID),
  system('round_id', '填报轮次', ID),
  system('submitter_id', '填报人', ID, { isIndexed: true }),
  system('dept_id', '填报部门', ID, { isIndexed: true }),
  system('create_time', '填报时间', { kind: 'moment' }, { isIndexed: true }),
  system('update_time', '修改时间', { kind: 'moment' }),
  system('version', '修改次数', { kind: 'number', digits: 9, scale: 0 }),
];
/** What every row of a sub-table has. */
const ROW: readonly ColumnSpec[] = [
  system('id', '明细编号', ID, { isKey: true, isNotNull: true }),
  system('parent_id', '记录编号', ID, { isNotNull: true, isIndexed: true }),
  system('row_no', '行号', { kind: 'number', digits: 9, scale: 0 }),
];

/** The tables that a form asks for: `df_<code>`, and `df_<code>_<sub>` for each sub-table. */
function specs(form: { formCode: string; formName: string }, schema: FormSchema): TableSpec[] {
  return tablesOf(schema).map(({ part, name, label, columns }) => ({
    part,
    name: `df_${form.formCode}${part === '' ? '' : `_${name}`}`,
    label: part === '' ? form.formName : `${form.formName}·${label}`,
    columns: [...(part === '' ? RECORD : ROW), ...columns],
  }));
}

/** Makes the tables of a form what its schema asks for. Throws rule.broken with the number of rows in the way. */
export const applyForm = (app: App, db: Db, form: { id: string; formCode: string; formName: string; by: string }, schema: FormSchema) =>
  applyTables(app, db, { module: MODULE, ownerId: form.id, by: form.by, tables: specs(form, schema) });

/** The tables of a form as they stand: the record itself under '', each sub-table under the id of its field. */
export async function formTables(db: Db, formId: string): Promise<ReadonlyMap<string, OwnedTable>> {
  return new Map((await managedTables(db, { module: MODULE, ownerId: formId })).map((table) => [table.part, table]));
}
