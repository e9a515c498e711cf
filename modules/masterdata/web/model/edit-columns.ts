import { newColumn, type DraftColumn } from './draft.ts';
import { GRID_CELLS, withText, type GridCell, type Labels } from './grid-cells.ts';

/** Most columns of a model besides those of the platform. */
export const MAX_COLUMNS = 200;
type Columns = readonly DraftColumn[];

export const changedColumn = (columns: Columns, key: string, part: Partial<DraftColumn>): Columns =>
  columns.map((column) => (column.key === key ? { ...column, ...part } : column));

/** Moves a column by some places; system columns are not among them. */
export function movedColumn(columns: Columns, key: string, by: number): Columns {
  const from = columns.findIndex((column) => column.key === key);
  const to = Math.max(0, Math.min(columns.length - 1, from + by));
  const column = columns[from];
  if (!column || from === to) return columns;
  const rest = columns.toSpliced(from, 1);
  return rest.toSpliced(to, 0, column);
}

/** Puts a new column after the row (at the end without one). */
export const addedColumn = (columns: Columns, after?: number): { columns: Columns; column: DraftColumn } => {
  const column = newColumn();
  return { columns: columns.toSpliced(after === undefined ? columns.length : after + 1, 0, column), column };
};

/** The cells whose titles stand in the first line of what was copied; null when it has none. */
function headingOf(line: readonly string[]): (GridCell | null)[] | null {
  const cells = line.map((title) => GRID_CELLS.find((cell) => cell.title === title.trim()) ?? null);
  return cells.some((cell) => cell?.field === 'columnName') && cells.filter(Boolean).length > 1 ? cells : null;
}

/**
 * The columns after cells of a spreadsheet were pasted at a place. Rows below the last become new columns. A first line of titles says which
 * column of the sheet is which, wherever it is pasted.
 */
export function pastedColumns(columns: Columns, cells: readonly (readonly string[])[], at: { row: number; cell: number }, labels: Labels) {
  const heading = cells[0] ? headingOf(cells[0]) : null;
  const lines = (heading ? cells.slice(1) : cells).filter((line) => line.some((text) => text.trim() !== ''));
  const targets = heading ?? GRID_CELLS.slice(at.cell);
  const result = [...columns];
  // with titles whole columns come: they are added, not written over others
  const start = heading ? result.length : at.row;
  for (const [down, line] of lines.entries()) {
    const row = start + down;
    if (row >= MAX_COLUMNS) break;
    result[row] = line.reduce((column, text, right) => {
      const cell = targets[right];
      return cell ? withText(column, cell, text, labels) : column;
    }, result[row] ?? newColumn());
  }
  return { columns: result as Columns, count: Math.min(lines.length, Math.max(0, MAX_COLUMNS - start)) };
}
