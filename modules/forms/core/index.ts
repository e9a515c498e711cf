export { rightFields, rightsOf } from './approval.ts';
export { formFaults, settledForm } from './check-form.ts';
export { compileForm, EFFECT_NAMES, type CompiledForm, type FormFault } from './compile.ts';
export { copiedValues, valuesIn } from './copied.ts';
export { cellsOf, columnsOf, tablesOf, valueFromCells, type Cell, type FieldColumn, type FormTable } from './ddl.ts';
export { derivedFrom, lookingRules } from './derived.ts';
export { withIds, withLabels } from './expression.ts';
export { exprNames } from './names.ts';
export { choiceSource, references, type ChoiceSource, type Reference } from './references.ts';
export { isList, type FieldValue } from './read-value.ts';
export {
  defaultOf,
  runForm,
  type FieldRight,
  type FieldState,
  type FormState,
  type Person,
  type RowState,
  type RunOptions,
} from './rules.ts';
export { validateRecord, type RecordProblem, type Verdict } from './validate.ts';
export { isValueField, listsOf, mainFields, placed, subforms, type Placed } from './walk.ts';
export {
  canPut,
  changeField,
  copyOf,
  fieldById,
  formChanges,
  insertField,
  moveField,
  newField,
  removeField,
  ROOT,
  shiftField,
  spotOf,
  withRulesOf,
  type Spot,
} from './edit.ts';
export { HEAD_TITLES, PARENT_NUMBER, RECORD_NUMBER, sheetsOf, textOfValue, valueOfText, type Sheet, type SheetColumn } from './excel.ts';
export { formFromTable, type TableColumn } from './from-table.ts';
