import type { DraftColumn } from './draft.ts';
import { addedColumn, changedColumn, movedColumn, pastedColumns } from './edit-columns.ts';
import { GRID_CELLS, textOfCell, withText, type Labels } from './grid-cells.ts';

export interface Spot {
  readonly row: number;
  readonly cell: number;
}
interface Input {
  readonly columns: readonly DraftColumn[];
  readonly labels: Labels;
  readonly onChange: (label: string, columns: readonly DraftColumn[]) => void;
}

/** What is done to the columns of a sheet at a place; each is one step that can be undone. */
export function gridEdits({ columns, labels, onChange }: Input) {
  const at = ({ row, cell }: Spot) => ({ column: columns[row], cell: GRID_CELLS[cell] });
  return {
    /** Puts a text into a cell. */
    put(spot: Spot, text: string): void {
      const { column, cell } = at(spot);
      if (!column || !cell) return;
      const next = withText(column, cell, text, labels);
      if (textOfCell(next, cell, labels) !== textOfCell(column, cell, labels)) onChange(`修改${cell.title}`, columns.with(spot.row, next));
    },
    /** Switches a flag. */
    flip(spot: Spot): void {
      const { column, cell } = at(spot);
      if (!column || cell?.kind !== 'flag') return;
      onChange(`修改${cell.title}`, changedColumn(columns, column.key, { [cell.field]: column[cell.field] === '1' ? '0' : '1' }));
    },
    /** Takes the same as the row above has. */
    likeAbove(spot: Spot): void {
      const { column, cell } = at(spot);
      const above = columns[spot.row - 1];
      if (!column || !above || !cell) return;
      onChange(`同上一行的${cell.title}`, columns.with(spot.row, withText(column, cell, textOfCell(above, cell, labels), labels)));
    },
    clear(spot: Spot): void {
      const { column, cell } = at(spot);
      if (!column || !cell || cell.kind === 'type') return;
      onChange(`清空${cell.title}`, columns.with(spot.row, withText(column, cell, '', labels)));
    },
    add(after?: number): void {
      onChange('新增列', addedColumn(columns, after).columns);
    },
    remove(row: number): void {
      const column = columns[row];
      if (column) onChange(`删除列 ${column.columnComment || column.columnName}`, columns.toSpliced(row, 1));
    },
    move(row: number, by: number): void {
      const column = columns[row];
      if (column) onChange('调整顺序', movedColumn(columns, column.key, by));
    },
    paste(spot: Spot, cells: readonly (readonly string[])[]): void {
      const { columns: next, count } = pastedColumns(columns, cells, spot, labels);
      onChange(count === 1 ? '粘贴' : `粘贴 ${count} 行`, next);
    },
  };
}
