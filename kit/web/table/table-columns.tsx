import type { TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { useCan } from '../can.tsx';
import type { EntityList } from '../entity-page/use-entity-page.ts';
import { plainText } from '../format.ts';
import { NameLink } from '../parts/NameLink.tsx';
import { ACTIONS_IN_SIGHT, RowActions } from './RowActions.tsx';
import { cellOf } from './cell.tsx';
import { layOut } from './column-layout.ts';
import { foldColumns } from './fold-columns.ts';
import { nextSort, parseSort } from './sort.ts';
import { barredBy, type RowRule } from './barred.ts';
import type { AnyRow, Column, RowAction } from './types.ts';

/** Measures of list tables; head = --s-head and its hairline, least = three rows. */
export const WIDTH = { column: 140, choice: 48, head: 37, least: 120 } as const;
/** parts of the column 操作: its padding, a character, the gap between actions, the ellipsis */
const ACTION = { padding: 24, character: 13, gap: 12, ellipsis: 24, least: 72 } as const;

/** What opens the object of a row; undefined where there is nothing to open or this account may not. */
export type OpenerOf<Row> = (row: Row) => (() => void) | undefined;

interface ColumnParts<Row> {
  /** the columns can be ordered by; trees keep their own order */
  onSort?: (sort: string) => void;
  openerOf: OpenerOf<Row>;
  /** width available for data columns, in pixels; the remainder is distributed */
  room: number;
  actionsOf: (row: Row) => readonly RowAction[];
  /** 0 = no actions for this account */
  actionsWidth: number;
}

/** Opens the details of a row, where the list has details and this account may see them; `own` replaces that. */
export function useOpener<Row extends AnyRow>(list: EntityList<Row>, own?: OpenerOf<Row>): OpenerOf<Row> {
  const can = useCan();
  if (own) return own;
  const mayOpen = list.options.details !== false && list.api.get !== undefined && can(list.api.get);
  return (row) => (mayOpen ? () => list.open({ kind: 'detail', id: row.id }) : undefined);
}

/** Content of a cell; the name of a row opens it. */
export function contentOf<Row extends AnyRow>(list: EntityList<Row>, column: Column<Row>, row: Row, openerOf?: OpenerOf<Row>): ReactNode {
  const own = nameOf(list, column, row, openerOf) ?? cellOf(column, row);
  return column.render ? column.render(row, own) : own;
}

function nameOf<Row extends AnyRow>(list: EntityList<Row>, column: Column<Row>, row: Row, openerOf?: OpenerOf<Row>): ReactNode {
  if (column.field !== (list.options.nameField ?? list.options.columns[0]?.field)) return null;
  const name = plainText((row as Record<string, unknown>)[column.field]);
  const onOpen = openerOf?.(row);
  return name === null || !onOpen ? null : <NameLink name={name} mono={column.kind === 'mono'} onOpen={onOpen} />;
}

/** Distributes the available width over columns, never below their minimum. */
export function shareWidths(
  columns: readonly { field: string; width?: number }[],
  room: number,
  kept: Readonly<Record<string, number>>,
): number[] {
  const asked = columns.map((column) => column.width ?? WIDTH.column);
  const sum = (list: readonly number[]) => list.reduce((total, width) => total + width, 0);
  const elastic = columns.map((column) => kept[column.field] === undefined);
  const spare = room - sum(asked);
  const share = sum(asked.filter((_, index) => elastic[index]));
  if (spare <= 0 || share === 0) return asked;
  return asked.map((width, index) => (elastic[index] ? Math.floor(width + (spare * width) / share) : width));
}

/** antd columns of a list or tree: data columns, 操作 last, plus the folded columns and the minimum width. */
export function tableColumns<Row extends AnyRow>(
  list: EntityList<Row>,
  { onSort, openerOf, room, actionsOf, actionsWidth }: ColumnParts<Row>,
) {
  const { options, settings, settle, state } = list;
  const { layout } = settings;
  const laidOut = layOut(options.columns, layout);
  const { shown: columns, folded } = foldColumns(laidOut, {
    // unlimited before the first measurement
    room: room > 0 ? room : Infinity,
    keeps: [options.columns[0]?.field ?? '', options.nameField ?? ''],
    widthOf: (column) => column.width ?? WIDTH.column,
    priorities: layout.priorities,
  });
  const sort = onSort ? state.sort : '';
  const orders = parseSort(sort);
  const widths = shareWidths(columns, room, layout.widths);
  const resize = (field: string, width: number) => settle({ layout: { ...layout, widths: { ...layout.widths, [field]: width } } });
  const antColumns = columns.map((column, index): TableColumnType<Row> => ({
    key: column.field,
    width: widths[index],
    fixed: column.fixed,
    align: column.kind === 'number' ? 'right' : undefined,
    ellipsis: true,
    title: column.title,
    onHeaderCell: () => ({
      'aria-sort': ariaSort(orders.find((order) => order.field === column.field)?.direction),
      onResized: (width: number) => resize(column.field, width),
      sorting: column.sort &&
        onSort && {
          title: column.title,
          field: column.field,
          orders,
          onSort: (keep: boolean) => onSort(nextSort(sort, column.field, keep)),
        },
    }),
    render: (_, row) => contentOf(list, column, row, openerOf),
  }));
  if (actionsWidth > 0)
    antColumns.push({
      key: '_actions',
      title: '操作',
      width: actionsWidth,
      fixed: 'right',
      render: (_, row) => <RowActions actions={actionsOf(row)} />,
    });
  return { antColumns, folded, width: widths.reduce((sum, width) => sum + width, 0) };
}

const ariaSort = (direction: 'asc' | 'desc' | undefined) =>
  direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined;

interface RowRules<Row> {
  canEdit?: RowRule<Row>;
  canRemove?: RowRule<Row>;
}

/** Row actions: 修改, the page's own, 详情, 删除; without own actions 删除 comes second. */
export function useRowActions<Row extends AnyRow>(
  list: EntityList<Row>,
  own?: (row: Row) => readonly RowAction[],
  rules: RowRules<Row> = {},
) {
  const { update, get, remove } = list.api;
  const can = useCan();
  const permitted = (actions: readonly RowAction[]) => actions.filter((action) => !action.call || can(action.call));
  // null = a placeholder row, with the actions of every row
  const standard = (row: Row | null) => {
    const id = row?.id ?? '';
    const edit: RowAction = {
      key: 'edit',
      label: '修改',
      call: update,
      disabled: row !== null && barredBy(rules.canEdit, row),
      onClick: () => list.open({ kind: 'edit', id }),
    };
    const detail: RowAction = { key: 'detail', label: '详情', call: get, onClick: () => list.open({ kind: 'detail', id }) };
    const removal: RowAction = {
      key: 'remove',
      label: '删除',
      call: remove,
      danger: true,
      disabled: row !== null && barredBy(rules.canRemove, row),
      onClick: () => row && list.askRemove([row]),
    };
    return { edit: update ? [edit] : [], detail: get && list.options.details !== false ? [detail] : [], removal: remove ? [removal] : [] };
  };
  const actionsOf = (row: Row) => {
    const extra = own?.(row) ?? [];
    const { edit, detail, removal } = standard(row);
    return permitted(extra.length > 0 ? [...edit, ...extra, ...detail, ...removal] : [...edit, ...removal, ...detail]);
  };
  const rows = list.rows ?? [];
  const { edit, removal, detail } = standard(null);
  // an empty list keeps its 操作 column, so that the header does not change when rows arrive
  const widths = rows.length > 0 ? rows.map((row) => widthOf(actionsOf(row))) : [widthOf(permitted([...edit, ...removal, ...detail]))];
  return { actionsOf, actionsWidth: Math.max(0, ...widths) };
}

function widthOf(actions: readonly RowAction[]): number {
  if (actions.length === 0) return 0;
  const labels = actions.slice(0, ACTIONS_IN_SIGHT).map((action) => action.label.length * ACTION.character);
  const parts = actions.length > ACTIONS_IN_SIGHT ? [...labels, ACTION.ellipsis] : labels;
  return Math.max(ACTION.least, ACTION.padding + parts.reduce((sum, part) => sum + part, 0) + (parts.length - 1) * ACTION.gap + 2);
}
