import { Button, Skeleton } from 'antd';
import { ReactFlowProvider } from '@xyflow/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { FailedRows } from '#kit/web/table/ListStates.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { HEADS_ONLY_FROM, type LineageNode } from '../contract/lineage.ts';
import { Canvas } from './Canvas.tsx';
import { EdgeDrawer } from './EdgeDrawer.tsx';
import { Legend } from './Legend.tsx';
import { ListView } from './ListView.tsx';
import { CARD, filtered, pathsOf, portOf, shapeOf, type CardState, type Filter, type Focus } from './model.ts';
import { savePicture } from './svg.ts';
import { Toolbar } from './Toolbar.tsx';
import { useLayout } from './use-layout.ts';
import { useLineage, type Direction, type Start } from './use-lineage.ts';
import './graph.css';
import './lineage.css';

export interface ViewState {
  readonly direction: Direction;
  readonly depth: number;
  /** graph or list */
  readonly view: 'graph' | 'list';
  readonly column: string | null;
}
interface Props {
  start: Start;
  state: ViewState;
  onState: (change: Partial<ViewState>) => void;
  /** another object becomes the start */
  onStart: (node: LineageNode) => void;
  onImpact?: (columnId: string | null) => void;
  small?: boolean;
}
const NO_FILTER: Filter = { kinds: [], origins: [], hideTransient: true };

/** The lineage of one object: drawing or list, expanded step by step. */
export function LineageView({ start, state, onState, onStart, onImpact, small }: Props) {
  const { answer, graph, expand, addColumn, loadColumns, loadWhole, expanding, leftOf, drawn, left } = useLineage(
    start,
    state,
    state.view === 'list' || state.column !== null,
  );
  const [filter, setFilter] = useState<Filter>(NO_FILTER);
  const [cards, setCards] = useState<ReadonlyMap<string, Partial<CardState>>>(new Map());
  const [anchor, setAnchor] = useState<string | null>(null);
  const [edgeId, setEdgeId] = useState<string | null>(null);
  const [isFull, setFull] = useState(false);
  const [picked, setPicked] = useState<Focus | null>(null);

  const shown = useMemo(() => graph && filtered(graph, graph.focus, filter), [graph, filter]);
  const focus = useMemo<Focus | null>(
    () => picked ?? (state.column && graph ? { key: graph.focus, column: state.column } : null),
    [picked, state.column, graph],
  );
  const paths = useMemo(() => (shown && focus ? pathsOf(shown, focus) : null), [shown, focus]);
  const nodes = useMemo(
    () =>
      paths && shown
        ? shown.nodes.flatMap((node) => {
            const own = paths.columns.get(node.key);
            return own ? [{ ...node, columns: node.columns.filter((column) => own.has(column.name)) }] : [];
          })
        : (shown?.nodes ?? []),
    [shown, paths],
  );
  const linked = useMemo(() => {
    const map = new Map<string, Set<string>>();
    const add = (key: string, column: string | null) => {
      if (column === null) return;
      const set = map.get(key);
      if (set) set.add(column);
      else map.set(key, new Set([column]));
    };
    for (const node of shown?.nodes ?? []) for (const column of node.linked ?? []) add(node.key, column);
    for (const edge of shown?.columnEdges ?? []) {
      add(edge.from, edge.fromColumn);
      add(edge.to, edge.toColumn);
    }
    return map;
  }, [shown]);
  const isDense = nodes.length > HEADS_ONLY_FROM || small;
  const startKey = graph?.focus ?? '';
  const stateOf = useCallback(
    (key: string): CardState => ({
      mode: paths || key === startKey || !isDense ? 'brief' : 'head',
      filter: '',
      scroll: 0,
      ...(paths ? {} : cards.get(key)),
    }),
    [cards, paths, isDense, startKey],
  );
  const shapes = useMemo(
    () => new Map(nodes.map((node) => [node.key, shapeOf(node, linked.get(node.key), stateOf(node.key))])),
    [nodes, linked, stateOf],
  );
  const edges = useMemo(() => {
    const keys = new Set(nodes.map((node) => node.key));
    return (shown?.edges ?? []).filter((edge) => keys.has(edge.from) && keys.has(edge.to));
  }, [shown, nodes]);
  const sizes = nodes.map((node) => `${node.key} ${shapes.get(node.key)?.height}`).join('|');
  const input = useMemo(
    () =>
      nodes.length === 0
        ? null
        : {
            nodes: nodes.map((node) => ({ key: node.key, width: CARD.width, height: shapes.get(node.key)?.height ?? CARD.head })),
            edges: edges.map(({ from, to }) => ({ from, to })),
          },
    // scrolling inside a card moves edges, not cards
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [sizes, edges],
  );
  const layout = useLayout(input);
  const positions = layout?.positions ?? null;
  const host = useRef<HTMLDivElement>(null);
  // the row that was clicked may be gone from the screen, and the keys with it
  useEffect(() => {
    if (picked && document.activeElement === document.body) host.current?.focus({ preventScroll: true });
  }, [picked, positions]);

  const onCard = useCallback(
    (key: string, change: Partial<CardState>) => {
      if (change.mode) setAnchor(key);
      setCards((old) => new Map(old).set(key, { ...old.get(key), ...change }));
      const node = graph?.nodes.find((one) => one.key === key);
      if (node && node.columns.length === 0 && change.mode && change.mode !== 'head') void loadColumns(node);
    },
    [graph, loadColumns],
  );
  const onExpand = useCallback(
    (node: LineageNode, direction: 'up' | 'down') => {
      setAnchor(node.key);
      void expand(node, direction, drawn.get(node.key)?.[direction] ?? 0);
    },
    [expand, drawn],
  );
  const onColumn = useCallback(
    (node: LineageNode, column: string) => {
      if (focus?.key === node.key && focus.column === column) {
        setPicked(null);
        onState({ column: null });
        return;
      }
      const show = () => {
        setAnchor(node.key);
        setPicked({ key: node.key, column });
      };
      const { id } = node.columns.find((one) => one.name === column) ?? { id: null };
      // a drawing without edges of columns would shrink to one card until they are there
      if (graph?.isBrief && id) void addColumn(node, id).then(show);
      else {
        show();
        if (graph?.isBrief) loadWhole();
        if (id) void addColumn(node, id);
      }
    },
    [focus, graph, addColumn, loadWhole, onState],
  );
  const actions = useMemo(() => ({ onState: onCard, onExpand, onColumn, onOpen: onStart }), [onCard, onExpand, onColumn, onStart]);
  const clearFocus = () => {
    setPicked(null);
    onState({ column: null });
  };
  const save = async (format: 'png' | 'svg') => {
    if (!positions) return;
    const start_ = nodes.find((node) => node.key === startKey);
    const port = (key: string, column: string | null) => portOf(shapes.get(key)!, column, stateOf(key));
    const lines = paths
      ? paths.edges.map((edge) => ({
          from: edge.from,
          to: edge.to,
          fromY: port(edge.from, edge.fromColumn),
          toY: port(edge.to, edge.toColumn),
          isIndirect: edge.kind !== 'value',
        }))
      : edges.map((edge) => ({
          from: edge.from,
          to: edge.to,
          fromY: CARD.head / 2,
          toY: CARD.head / 2,
          isIndirect: !edge.kinds.includes('value'),
        }));
    try {
      await savePicture(
        format,
        `血缘_${start_?.name ?? ''}`,
        nodes.flatMap((node) => (positions[node.key] ? [{ node, shape: shapes.get(node.key)!, ...positions[node.key]! }] : [])),
        lines,
      );
    } catch {
      toast.error('图片过大，请导出 SVG 或缩小范围');
    }
  };

  if (answer.error) return <FailedRows error={answer.error} onRetry={() => void answer.refetch()} />;
  const startNode = graph?.nodes.find((node) => node.key === startKey);
  const focusColumn = focus ? graph?.nodes.find((node) => node.key === focus.key)?.columns.find((one) => one.name === focus.column) : null;
  return (
    <div
      ref={host}
      tabIndex={-1}
      className={`lin-view${isFull ? ' lin-full' : ''}${small ? ' lin-small' : ''}`}
      onKeyDown={(event) => {
        if (event.target instanceof HTMLInputElement) return;
        if (event.key === 'Escape') {
          if (focus) clearFocus();
          else setFull(false);
        }
        if (event.key === 'f' && !event.ctrlKey && !event.metaKey) setFull((old) => !old);
      }}
    >
      {!small && (
        <Toolbar
          start={start}
          state={state}
          onState={onState}
          filter={filter}
          onFilter={setFilter}
          focus={focus}
          onClearFocus={clearFocus}
          isFull={isFull}
          onFull={() => setFull(!isFull)}
          onSave={(format) => void save(format)}
          onImpact={onImpact && (() => onImpact(focusColumn?.id ?? null))}
          count={nodes.length}
          left={left}
          busy={expanding || answer.isFetching}
          hasTransient={graph?.nodes.some((node) => node.isTransient) ?? false}
        />
      )}
      {!graph || !shown ? (
        <Skeleton active className="page-skeleton" paragraph={{ rows: 8 }} />
      ) : state.view === 'list' && !small ? (
        <ListView graph={shown} paths={paths} onEdge={setEdgeId} />
      ) : (
        <div className="lin-canvas">
          {graph.nodes.length === 1 && startNode?.upCount === 0 && startNode.downCount === 0 && (
            <p className="lin-none">
              还没有采集到与它有关的血缘。视图、存储过程、SQL工作台的写入和导入的 SQL 会自动成为血缘，也可以手工补充。
            </p>
          )}
          {positions && (
            <ReactFlowProvider>
              <Canvas
                nodes={nodes}
                edges={edges}
                columnEdges={paths?.edges ?? null}
                positions={positions}
                isPlaced={layout?.of === input}
                shapes={shapes}
                stateOf={stateOf}
                linked={linked}
                start={startKey}
                focus={focus}
                leftOf={leftOf}
                anchor={anchor}
                small={small}
                actions={actions}
                onEdge={setEdgeId}
              >
                {!small && <Legend />}
              </Canvas>
            </ReactFlowProvider>
          )}
          {left > 0 && !small && (
            <div className="lin-left">
              {`还有 ${left} 个对象未画出`}
              <Button type="link" size="small" onClick={() => onState({ view: 'list' })}>
                查看列表
              </Button>
            </div>
          )}
        </div>
      )}
      {edgeId && <EdgeDrawer id={edgeId} onClose={() => setEdgeId(null)} onEdge={setEdgeId} />}
    </div>
  );
}
