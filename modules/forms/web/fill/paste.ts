import type { ValueField } from '../../contract/field.ts';
import { valueOfText } from '../../core/index.ts';
import { newRow, type FillRow } from './store.ts';

interface Target {
  readonly rows: readonly FillRow[];
  readonly columns: readonly ValueField[];
  readonly row: number;
  readonly column: number;
  readonly most: number;
  readonly blank: () => Readonly<Record<string, unknown>>;
}
/** The rows after cells were pasted at a place: rows are added as far as there may be more. */
export function pasted(cells: readonly (readonly string[])[], { rows, columns, row, column, most, blank }: Target): FillRow[] {
  const result = [...rows];
  for (const [down, line] of cells.entries()) {
    const at = row + down;
    if (at >= most) break;
    const changes = Object.fromEntries(
      line.flatMap((text, right) => {
        const field = columns[column + right];
        return field && field.type !== 'formula' ? [[field.key, valueOfText(field, text)] as const] : [];
      }),
    );
    result[at] = { ...(result[at] ?? newRow(blank())), ...changes };
  }
  return result;
}
