import type { ModelColumn } from '../contract/column.ts';
import { textLength } from './table.ts';

/** The column that people know a record by: the first name among the texts of the list, else the first text. */
export function titleColumn<C extends ModelColumn>(columns: readonly C[]): C | null {
  const texts = columns.filter((column) => column.isList === '1' && textLength(column) !== null && column.refModelId === null);
  return texts.find(({ columnName, isBindDict }) => isBindDict === '0' && /(^|_)name$/.test(columnName)) ?? texts[0] ?? null;
}
