import type { FieldChange } from '../../core/structure.ts';
import type { Relation } from '../harvest/sync-found.ts';
import type { FoundChange } from './record.ts';

/** The change of a table as a whole. */
export const wholeTable = (
  tableId: string,
  schema: string,
  name: string,
  changeKind: 'added' | 'removed' | 'renamed',
  ...[oldValue, newValue, changeVersion]: [string | null, string | null, number]
): FoundChange => ({
  tableId,
  objectType: 'table',
  objectId: tableId,
  objectName: `${schema}.${name}`,
  changeKind,
  fieldName: 'tableName',
  oldValue,
  newValue,
  changeVersion,
  column: null,
});

/** A change of structure as a record of its table. */
export const structureRecord = (
  tableId: string,
  found: Relation,
  changeVersion: number,
  idsOf: (column: string) => string | undefined,
  change: FieldChange,
): FoundChange => ({
  tableId,
  objectType: change.objectType,
  objectId: change.objectType === 'column' ? (idsOf(change.objectName ?? '') ?? tableId) : tableId,
  objectName: [`${found.schema}.${found.name}`, ...(change.objectName === null ? [] : [change.objectName])].join('.'),
  changeKind: change.changeKind,
  fieldName: change.field,
  oldValue: change.oldValue,
  newValue: change.newValue,
  changeVersion,
  // what flows on from a column that got another name still names the old one
  column: change.objectType !== 'column' ? null : change.changeKind === 'renamed' ? change.oldValue : change.objectName,
});
