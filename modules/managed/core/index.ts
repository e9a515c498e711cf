export { freeName } from './names.ts';
export { planNew, planTable } from './plan.ts';
export { moveOf, type TypeMove } from './type-move.ts';
export type { Check, ColumnSpec, ColumnType, Step, StoredColumn, StoredTable, TablePlan, TableSpec } from './types.ts';
