import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Table, type TableColumnsType } from 'antd';
import { Suspense, type HTMLAttributes, type ReactNode } from 'react';
import { Cards } from '../table/cards.ts';
import type { CardListProps } from '../table/CardList.tsx';
import { HeaderCell } from '../table/HeaderCell.tsx';
import { StateView } from '../parts/StateView.tsx';
import type { OpenerOf } from '../table/table-columns.tsx';
import type { AnyRow, RowAction } from '../table/types.ts';
import { usePhone } from '../use-phone.ts';
import { openRows, type Node } from './tree-data.ts';
import type { EntityTree } from './use-entity-tree.ts';

const INDENT = 20;

interface TreeRowsProps<Row extends AnyRow> {
  tree: EntityTree<Row>;
  nodes: Node<Row>[];
  columns: TableColumnsType<Node<Row>>;
  expanded: readonly string[];
  onExpand: (ids: string[]) => void;
  actionsOf: (row: Row) => readonly RowAction[];
  openerOf: OpenerOf<Row>;
  rowProps: (row: Row) => HTMLAttributes<HTMLElement>;
  scroll: { x: number; y: number | undefined };
  isVirtual: boolean;
  empty: ReactNode;
}

/** The rows of a tree: a table with indented names, on a phone cards that are indented. */
export function TreeRows<Row extends AnyRow>(props: TreeRowsProps<Row>) {
  const { nodes, columns, expanded, onExpand, openerOf, scroll, isVirtual, empty } = props;
  const isPhone = usePhone();
  if (isPhone && nodes.length > 0) return <TreeCards {...props} />;
  return (
    <Table<Node<Row>>
      size="middle"
      rowKey="id"
      tableLayout="fixed"
      pagination={false}
      dataSource={nodes}
      columns={columns}
      virtual={isVirtual}
      components={{ header: { cell: HeaderCell } }}
      scroll={scroll}
      expandable={{
        expandedRowKeys: expanded,
        indentSize: INDENT,
        onExpandedRowsChange: (keys) => onExpand(keys.map(String)),
        expandIcon: ({ expanded: isOpen, onExpand: toggle, record, expandable }) =>
          expandable ? <Toggle isOpen={isOpen} onClick={(event) => toggle(record, event)} /> : <span className="tree-toggle" />,
      }}
      onRow={(row) => ({ onDoubleClick: openerOf(row), ...props.rowProps(row) })}
      locale={{ emptyText: empty }}
    />
  );
}

interface ToggleProps {
  isOpen: boolean;
  /** whose children it shows, where no row says so */
  name?: string;
  onClick: (event: React.MouseEvent<HTMLElement>) => void;
}

function Toggle({ isOpen, name = '', onClick }: ToggleProps) {
  return (
    <button type="button" className="tree-toggle" aria-expanded={isOpen} aria-label={(isOpen ? '收起' : '展开') + name} onClick={onClick}>
      {isOpen ? <DownOutlined /> : <RightOutlined />}
    </button>
  );
}

function TreeCards<Row extends AnyRow>({ tree, nodes, expanded, onExpand, actionsOf, openerOf }: TreeRowsProps<Row>) {
  const open = new Set(expanded);
  const rows = openRows(nodes, open);
  const toggle = (id: string) => onExpand(open.has(id) ? expanded.filter((one) => one !== id) : [...expanded, id]);
  const lead = new Map(
    rows.map(({ row, depth }) => [
      row.id,
      <span key={row.id} className="card-lead" style={{ paddingInlineStart: depth * INDENT }}>
        {row.children ? <Toggle isOpen={open.has(row.id)} name={tree.nameOf(row)} onClick={() => toggle(row.id)} /> : null}
      </span>,
    ]),
  );
  const cards: CardListProps<Row> = {
    list: tree,
    rows: rows.map(({ row }) => row),
    actionsOf,
    openerOf,
    leadOf: (row) => lead.get(row.id),
  };
  return (
    <Suspense fallback={<StateView kind="loading" />}>
      <Cards {...(cards as CardListProps<any>)} />
    </Suspense>
  );
}
