import type { DraftColumn } from './draft.ts';
import { HTML_TYPES, QUERY_TYPES } from '../../contract/column.ts';
import { controlOf, typeOf, typeText } from './column-type.ts';

type Flag = 'isRequired' | 'isUnique' | 'isList';

/** A cell of the grid of columns: what it edits and how. */
export type GridCell =
  | { readonly kind: 'text'; readonly field: 'columnName' | 'columnComment'; readonly title: string; readonly isMono?: true }
  | { readonly kind: 'type'; readonly field: 'columnType'; readonly title: string }
  | { readonly kind: 'binding'; readonly field: 'binding'; readonly title: string }
  | { readonly kind: 'flag'; readonly field: Flag; readonly title: string }
  | { readonly kind: 'dict'; readonly field: 'queryType' | 'htmlType'; readonly title: string; readonly dict: string };

export const GRID_CELLS: readonly GridCell[] = [
  { kind: 'text', field: 'columnName', title: '列名', isMono: true },
  { kind: 'text', field: 'columnComment', title: '中文名' },
  { kind: 'type', field: 'columnType', title: '类型' },
  { kind: 'binding', field: 'binding', title: '数据标准' },
  { kind: 'flag', field: 'isRequired', title: '必填' },
  { kind: 'flag', field: 'isUnique', title: '唯一' },
  { kind: 'flag', field: 'isList', title: '列表' },
  { kind: 'dict', field: 'queryType', title: '查询', dict: 'data_query_type' },
  { kind: 'dict', field: 'htmlType', title: '控件', dict: 'data_html_type' },
];

/** Labels of the codes of a dictionary, as the grid reads and writes them. */
export type Labels = Readonly<Record<string, readonly { readonly value: string; readonly label: string }[]>>;

/** A cell as text, for the clipboard. */
export function textOfCell(column: DraftColumn, cell: GridCell, labels: Labels): string {
  switch (cell.kind) {
    case 'text':
      return column[cell.field];
    case 'type':
      return typeText(column);
    case 'flag':
      return column[cell.field] === '1' ? '是' : '否';
    case 'dict': {
      const code = cell.field === 'queryType' && column.isQuery !== '1' ? null : column[cell.field];
      return labels[cell.dict]?.find(({ value }) => value === code)?.label ?? code ?? '';
    }
    case 'binding':
      return '';
  }
}

/** How a list asks for a column, in words. */
export const QUERY_LABELS: Readonly<Record<DraftColumn['queryType'], string>> = {
  eq: '等于',
  ne: '不等于',
  gt: '大于',
  ge: '不小于',
  lt: '小于',
  le: '不大于',
  like: '包含',
  between: '区间',
};
/** The same as the signs that the product family writes. */
const SIGNS: Readonly<Record<string, DraftColumn['queryType']>> = { '=': 'eq', '!=': 'ne', '>': 'gt', '>=': 'ge', '<': 'lt', '<=': 'le' };

const YES = new Set(['1', '是', 'y', 'yes', 'true', '√', '✓', 'v', '必填', '唯一']);
const NO = new Set(['0', '否', 'n', 'no', 'false', '×', '-', '—', '']);

/** The column after a text was put into one of its cells; what means nothing there changes nothing. */
export function withText(column: DraftColumn, cell: GridCell, given: string, labels: Labels): DraftColumn {
  const text = given.trim();
  switch (cell.kind) {
    case 'text':
      return { ...column, [cell.field]: cell.field === 'columnName' ? text.toLowerCase() : text };
    case 'type': {
      const type = typeOf(text);
      if (type === null) return column;
      // a control that only followed from the type follows again
      const follows = column.htmlType === controlOf(column.columnType);
      return { ...column, ...type, ...(follows && { htmlType: controlOf(type.columnType) }) };
    }
    case 'flag':
      return YES.has(text.toLowerCase())
        ? { ...column, [cell.field]: '1' }
        : NO.has(text.toLowerCase())
          ? { ...column, [cell.field]: '0' }
          : column;
    case 'dict': {
      const code = labels[cell.dict]?.find(({ value, label }) => label === text || value === text.toLowerCase())?.value;
      if (cell.field === 'queryType') {
        if (NO.has(text.toLowerCase())) return { ...column, isQuery: '0' };
        const queryType = SIGNS[text] ?? QUERY_TYPES.find((one) => one === code);
        return queryType === undefined ? column : { ...column, isQuery: '1', queryType };
      }
      const htmlType = HTML_TYPES.find((one) => one === code);
      return htmlType === undefined ? column : { ...column, htmlType };
    }
    case 'binding':
      return column;
  }
}
