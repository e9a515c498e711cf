import type { OwnedTable, Values } from '#modules/managed/server/index.ts';
import type { ValueField } from '../contract/field.ts';
import { cellsOf, columnsOf, valueFromCells, type FieldValue } from '../core/index.ts';

/** The columns of a table by field, a living one before one that is hidden. */
const columnsByField = (table: OwnedTable) =>
  new Map(table.columns.toSorted((a, b) => Number(b.isHidden) - Number(a.isHidden)).map((column) => [column.fieldId, column]));

/** What the columns of a row get for values by key; fields that the table no longer has are left out. */
export function toCells(table: OwnedTable, fields: readonly ValueField[], values: Readonly<Record<string, unknown>>): Values {
  const living = new Map(table.columns.filter((column) => !column.isHidden).map((column) => [column.fieldId, column]));
  const cells: Record<string, unknown> = {};
  for (const field of fields)
    for (const [fieldId, cell] of cellsOf(field, (values[field.key] ?? null) as FieldValue)) {
      const column = living.get(fieldId);
      if (column) cells[fieldId] = column.type.kind === 'json' && typeof cell === 'string' ? (JSON.parse(cell) as unknown) : cell;
    }
  return cells;
}

/** Values by key of a row that was read by fields. */
export function toValues(
  table: OwnedTable,
  fields: readonly ValueField[],
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const types = columnsByField(table);
  const cell = (fieldId: string): unknown => {
    const value = row[fieldId] ?? null;
    return value !== null && types.get(fieldId)?.type.kind === 'json' ? JSON.stringify(value) : value;
  };
  return Object.fromEntries(fields.map((field) => [field.key, valueFromCells(field, cell)]));
}

/** The ids of the columns of fields that a table has, hidden ones too: a record is shown as it was filled in. */
export function readable(table: OwnedTable, fields: readonly ValueField[]): string[] {
  const known = columnsByField(table);
  return fields.flatMap((field) => columnsOf(field).flatMap(({ fieldId }) => (known.has(fieldId) ? [fieldId] : [])));
}
