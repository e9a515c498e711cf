import { Segmented } from 'antd';
import { useMemo, useState, type DragEvent, type ReactNode } from 'react';
import { toast } from '../dialog.tsx';
import { count } from '../format.ts';
import { RemovalDialog } from '../table/RemovalDialog.tsx';
import { EmptyList, StateView } from '../parts/StateView.tsx';
import { ListTools } from '../table/ListTools.tsx';
import { Query } from '../table/Query.tsx';
import { tableColumns, useOpener, useRowActions, WIDTH } from '../table/table-columns.tsx';
import type { AnyRow, RowAction } from '../table/types.ts';
import { useBox } from '../table/use-box.ts';
import { buildTree, dropOf, idsToLevel, type Drop, type DropPlace } from './tree-data.ts';
import { TreeRows } from './TreeRows.tsx';
import type { EntityTree } from './use-entity-tree.ts';

const VIRTUAL_FROM = 200;
const LEVELS = [
  { value: 0, label: '收起' },
  { value: 1, label: '展开 1 级' },
  { value: 2, label: '2 级' },
  { value: Infinity, label: '全部' },
];

interface TreeTableProps<Row extends AnyRow> {
  tree: EntityTree<Row>;
  actions?: (row: Row) => readonly RowAction[];
  /** how many levels are open at first */
  startLevel?: number;
  /** enables dragging; answers why a drop is refused, null allows it */
  canDrop?: (drop: Drop<Row>) => string | null;
  onDrop?: (drop: Drop<Row>) => void;
  tools?: ReactNode;
}

/** Tree table: search keeps ancestors, levels expand at once, rows can be dragged. */
export function TreeTable<Row extends AnyRow>({ tree, actions, startLevel = 1, canDrop, onDrop, tools }: TreeTableProps<Row>) {
  const [boxRef, box] = useBox();
  const { actionsOf, actionsWidth } = useRowActions(tree, actions);
  const [opened, setOpened] = useState<{ level: number | null; ids: readonly string[] }>({ level: startLevel, ids: [] });
  const { options, state, update, settings, visible, parentOf } = tree;
  const { label, search = [] } = options;
  const nodes = useMemo(() => buildTree(visible, parentOf), [visible, parentOf]);
  const expanded = tree.isSearching ? idsToLevel(nodes, Infinity) : opened.level === null ? opened.ids : idsToLevel(nodes, opened.level);
  const openerOf = useOpener(tree);
  const drag = useRowDrag({ tree, canDrop, onDrop });

  const { antColumns, folded, width } = tableColumns<Row>(tree, {
    room: (box?.width ?? 0) - actionsWidth,
    openerOf,
    actionsOf,
    actionsWidth,
  });

  return (
    <div className="list-main">
      <Query fields={search} values={state.values} onSearch={(values) => update({ values })} />
      <div className="views">
        <div className="views-tabs tree-levels">
          <Segmented
            aria-label="展开层级"
            size="small"
            value={opened.level ?? -1}
            options={LEVELS}
            disabled={tree.isSearching}
            onChange={(level) => setOpened({ level, ids: [] })}
          />
        </div>
        {tools}
        <ListTools list={tree} folded={folded} />
      </div>
      <div className={`list-table ${settings.density}`} ref={boxRef} aria-busy={tree.fetching}>
        {tree.error && <StateView kind="error" error={tree.error} onRetry={() => void tree.refresh()} />}
        {tree.loading && <StateView kind="loading" />}
        {tree.rows && !tree.error && (
          <TreeRows
            tree={tree}
            nodes={nodes}
            columns={antColumns as never}
            expanded={expanded}
            onExpand={(ids) => setOpened({ level: null, ids })}
            actionsOf={actionsOf}
            openerOf={openerOf}
            rowProps={drag.rowProps}
            scroll={{ x: width + actionsWidth, y: box ? Math.max(box.height - WIDTH.head, WIDTH.least) : undefined }}
            isVirtual={visible.length > VIRTUAL_FROM}
            empty={<EmptyList isFiltered={tree.isSearching} noun={label} onClear={() => update({ values: {} })} />}
          />
        )}
      </div>
      <div className="foot">
        <span className="total">
          共 <span className="num">{count(visible.length)}</span> 条
        </span>
      </div>
      <RemovalDialog list={tree} />
    </div>
  );
}

interface DragOptions<Row extends AnyRow> {
  tree: EntityTree<Row>;
  canDrop?: (drop: Drop<Row>) => string | null;
  onDrop?: (drop: Drop<Row>) => void;
}

/** Drag and drop of rows: the upper and lower quarter of a row mean before and after, the middle means inside. */
function useRowDrag<Row extends AnyRow>({ tree, canDrop, onDrop }: DragOptions<Row>) {
  const [dragged, setDragged] = useState<Row | null>(null);
  const [over, setOver] = useState<{ id: string; place: DropPlace; refused: string | null } | null>(null);
  const rawOf = (id: string) => tree.all.find((row) => row.id === id);
  const stop = () => {
    setDragged(null);
    setOver(null);
  };
  const dropAt = (event: DragEvent<HTMLElement>, target: Row): { drop: Drop<Row> | null; place: DropPlace } => {
    const bounds = event.currentTarget.getBoundingClientRect();
    const part = (event.clientY - bounds.top) / bounds.height;
    const place: DropPlace = part < 0.25 ? 'before' : part > 0.75 ? 'after' : 'inside';
    return { place, drop: dragged && dropOf(tree.all, dragged, target, place, tree.parentOf) };
  };
  const reasonOf = (drop: Drop<Row> | null): string | null => (drop ? (canDrop?.(drop) ?? null) : '不能移动到自己的下级');

  const rowProps = (node: Row) => {
    const row = rawOf(node.id);
    // a filtered tree hides siblings, so a drop position would be ambiguous
    if (!onDrop || !row || tree.isSearching) return {};
    return {
      draggable: true,
      className: over?.id === row.id ? `drop-${over.refused ? 'refused' : over.place}` : undefined,
      onDragStart: () => setDragged(row),
      onDragEnd: stop,
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (!dragged || dragged.id === row.id) return;
        event.preventDefault();
        const { drop, place } = dropAt(event, row);
        setOver({ id: row.id, place, refused: reasonOf(drop) });
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        event.preventDefault();
        const { drop } = dropAt(event, row);
        const reason = reasonOf(drop);
        stop();
        if (reason) toast.warning(reason);
        else if (drop) onDrop(drop);
      },
    };
  };
  return { rowProps };
}
