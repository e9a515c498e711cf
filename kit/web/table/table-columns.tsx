import type { TableColumnType } from 'antd';
import type { EntityList } from '../entity-page/use-entity-page.ts';
import { cellOf } from './cell.tsx';
import { SortTitle } from './HeaderCell.tsx';
import { nextSort, parseSort } from './sort.ts';
import type { AnyRow, Column, RowAction } from './types.ts';

/** Measures of list tables; head = --s-head and its hairline, least = three rows. */
export const WIDTH = { column: 140, choice: 44, actions: 140, head: 37, least: 120 } as const;

interface ColumnHandlers {
  sort?: string;
  onSort?: (sort: string) => void;
  onWidth: (field: string, width: number) => void;
}

/** Our columns as antd wants them. One column without a width takes what is left; the sum is the least width of the table. */
export function tableColumns<Row extends AnyRow>(columns: readonly Column<Row>[], { sort = '', onSort, onWidth }: ColumnHandlers) {
  const orders = parseSort(sort);
  const loose = columns.some((column) => column.width === undefined) ? undefined : columns.findLast((column) => !column.fixed)?.field;
  const antColumns = columns.map((column): TableColumnType<Row> => ({
    key: column.field,
    width: column.field === loose ? undefined : column.width,
    minWidth: column.width ?? WIDTH.column,
    fixed: column.fixed,
    align: column.kind === 'number' ? 'right' : undefined,
    ellipsis: true,
    title:
      column.sort && onSort ? (
        <SortTitle
          title={column.title}
          field={column.field}
          orders={orders}
          onSort={(keep) => onSort(nextSort(sort, column.field, keep))}
        />
      ) : (
        column.title
      ),
    onHeaderCell: () => ({
      'aria-sort': ariaSort(orders.find((order) => order.field === column.field)?.direction),
      onResized: (width: number) => onWidth(column.field, width),
    }),
    render: (_, row) => column.render?.(row) ?? cellOf(column, row),
  }));
  return { antColumns, width: columns.reduce((sum, column) => sum + (column.width ?? WIDTH.column), 0) };
}

const ariaSort = (direction: 'asc' | 'desc' | undefined) =>
  direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined;

interface RowRules<Row> {
  canEdit?: (row: Row) => boolean;
  canRemove?: (row: Row) => boolean;
}

/** 编辑, the page's own actions, 详情, 删除; without own actions 删除 stands second, where people expect it. */
export function useRowActions<Row extends AnyRow>(
  list: EntityList<Row>,
  own?: (row: Row) => readonly RowAction[],
  rules: RowRules<Row> = {},
) {
  const { update, get, remove } = list.api;
  return (row: Row): RowAction[] => {
    const extra = own?.(row) ?? [];
    const edit: RowAction[] = update
      ? [
          {
            key: 'edit',
            label: '编辑',
            call: update,
            disabled: rules.canEdit?.(row) === false,
            onClick: () => list.open({ kind: 'edit', id: row.id }),
          },
        ]
      : [];
    const detail: RowAction[] = get
      ? [{ key: 'detail', label: '详情', call: get, onClick: () => list.open({ kind: 'detail', id: row.id }) }]
      : [];
    const removal: RowAction[] = remove
      ? [
          {
            key: 'remove',
            label: '删除',
            call: remove,
            danger: true,
            disabled: rules.canRemove?.(row) === false,
            onClick: () => list.askRemove([row]),
          },
        ]
      : [];
    return extra.length > 0 ? [...edit, ...extra, ...detail, ...removal] : [...edit, ...removal, ...detail];
  };
}
