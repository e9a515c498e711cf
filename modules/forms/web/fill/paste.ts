import type { ValueField } from '../../contract/field.ts';
import { isList } from '../../core/index.ts';
import { newRow, type FillRow } from './store.ts';

/** Cells of what was copied in a spreadsheet; null when it is a single value. */
export function pastedCells(text: string): string[][] | null {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  return lines.length > 1 || text.includes('\t') ? lines.map((line) => line.split('\t')) : null;
}

/** What a cell of a spreadsheet means for a field: options by their names, numbers without thousands. */
export function valueOfText(field: ValueField, text: string): unknown {
  const given = text.trim();
  if (given === '') return null;
  switch (field.type) {
    case 'number':
    case 'money':
    case 'slider':
    case 'rate':
      return given.replace(/[,，¥￥\s]/g, '');
    case 'switch':
      return ['是', '1', 'true', 'TRUE', field.onText].includes(given);
    case 'date':
      return given
        .replace(/[/.年月]/g, '-')
        .replace('日', '')
        .replace(/-(\d)(?=-|$|\s)/g, '-0$1');
    case 'dateRange':
      return given.split(/\s*(?:至|~|到)\s*/);
    case 'cascader':
      return given.split(/\s*\/\s*/);
    case 'radio':
    case 'checkbox':
    case 'select': {
      const items = field.options.from === 'static' ? field.options.items : [];
      const valueOf = (name: string): string => items.find(({ label }) => label === name)?.value ?? name;
      return isList(field) ? given.split(/[、,，]/).map((one) => valueOf(one.trim())) : valueOf(given);
    }
    default:
      return isList(field) ? given.split(/[、,，]/) : given;
  }
}

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
