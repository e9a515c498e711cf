import { EllipsisOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import type { ReactNode } from 'react';
import type { EntityList } from '../entity-page/use-entity-page.ts';
import { layOut } from './column-layout.ts';
import { priorityOf } from './fold-columns.ts';
import { contentOf, type OpenerOf } from './table-columns.tsx';
import { barredProps } from './barred.ts';
import type { AnyRow, Column, RowAction } from './types.ts';

/** number of values in the second line of a card */
const SECOND_LINE = 2;
const THIRD_LINE = 2;

export interface CardListProps<Row extends AnyRow> {
  list: EntityList<Row>;
  rows: readonly Row[];
  actionsOf: (row: Row) => readonly RowAction[];
  openerOf: OpenerOf<Row>;
  /** what stands before a card: in a tree the place of the row and what opens it */
  leadOf?: (row: Row) => ReactNode;
}

/** Distributes the columns of a list over a card, by their priority in the table. */
export function cardParts<Row extends AnyRow>(list: EntityList<Row>) {
  const { columns, nameField } = list.options;
  const shown = layOut(columns, list.settings.layout);
  const name = columns.find((column) => column.field === nameField) ?? columns[0];
  const state = shown.find((column) => /status$/i.test(column.field));
  const rest = shown
    .filter((column) => column !== name && column.field !== name?.field && column.field !== state?.field)
    .map((column, index) => ({ column, priority: priorityOf(column, index, list.settings.layout.priorities) }))
    .sort((a, b) => a.priority - b.priority)
    .map(({ column }) => column);
  return { name, state, second: rest.slice(0, SECOND_LINE), third: rest.slice(SECOND_LINE, SECOND_LINE + THIRD_LINE) };
}

/** A list on a phone: one card of three lines per row; actions in a menu. */
export function CardList<Row extends AnyRow>({ list, rows, actionsOf, openerOf, leadOf }: CardListProps<Row>) {
  const { name, state, second, third } = cardParts(list);
  if (!name) return null;
  const content = (column: Column<Row>, row: Row) => (
    <span key={column.field} title={column.title} className="card-part">
      {needsTitle(column) && <small>{column.title} </small>}
      {contentOf(list, column, row)}
    </span>
  );
  return (
    <ul className="cards" aria-label={`${list.options.label}列表`}>
      {rows.map((row) => (
        <li className="card" key={row.id}>
          {leadOf?.(row)}
          <div className="card-main">
            <div className="card-line">
              <b className="card-name">{contentOf(list, name, row, openerOf)}</b>
              {state && contentOf(list, state, row)}
            </div>
            {second.length > 0 && <div className="card-line calm">{second.map((column) => content(column, row))}</div>}
            {third.length > 0 && <div className="card-line apart">{third.map((column) => content(column, row))}</div>}
          </div>
          <CardMenu actions={actionsOf(row)} name={list.nameOf(row)} />
        </li>
      ))}
    </ul>
  );
}

/** Times and numbers say nothing without what they are of. */
const needsTitle = ({ kind }: { kind?: string | undefined }) => kind === 'number' || kind === 'time' || kind === 'second' || kind === 'day';

function CardMenu({ actions, name }: { actions: readonly RowAction[]; name: string }) {
  if (actions.length === 0) return null;
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: actions.map(({ key, label, danger, disabled }) => ({ key, label, danger, ...barredProps(disabled) })),
        onClick: ({ key }) => actions.find((action) => action.key === key)?.onClick(),
      }}
    >
      <button type="button" className="card-menu" aria-label={`${name}的操作`}>
        <EllipsisOutlined rotate={90} />
      </button>
    </Dropdown>
  );
}
