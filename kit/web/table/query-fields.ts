import type { SearchField } from './types.ts';

/** Cells of the grid that a field takes: a span of days needs two. */
const cellsOf = (field: SearchField) => (field.to ? 2 : 1);

/** How many fields stand in one row of so many cells; a single one left over gets a row of its own instead of a button. */
export function fieldsInSight(fields: readonly SearchField[], cells: number): number {
  let used = 0;
  const fits = fields.findIndex((field) => (used += Math.min(cellsOf(field), cells)) > cells);
  return fits === -1 || fits >= fields.length - 1 ? fields.length : Math.max(fits, 1);
}
