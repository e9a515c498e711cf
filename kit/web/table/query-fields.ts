import type { SearchField } from './types.ts';

/** Grid cells of a field: a date range takes two. */
const cellsOf = (field: SearchField) => (field.to ? 2 : 1);

/** Number of fields in the first row; a single remaining field gets its own row instead of an expand button. */
export function fieldsInSight(fields: readonly SearchField[], cells: number): number {
  let used = 0;
  const fits = fields.findIndex((field) => (used += Math.min(cellsOf(field), cells)) > cells);
  return fits === -1 || fits >= fields.length - 1 ? fields.length : Math.max(fits, 1);
}
