import { Button } from 'antd';
import { ReactFlowProvider } from '@xyflow/react';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { toast } from '#kit/web/dialog.tsx';
import type { LineageGraph, LineageNode } from '../contract/lineage.ts';
import { Canvas } from './Canvas.tsx';
import { pictureOf } from './drawing.ts';
import { EdgeDrawer } from './EdgeDrawer.tsx';
import { Legend } from './Legend.tsx';
import { ListView } from './ListView.tsx';
import type { CardState, Filter, Focus } from './model.ts';
import { savePicture } from './svg.ts';
import { Toolbar } from './Toolbar.tsx';
import { useDrawing } from './use-drawing.ts';
import { useFocus } from './use-focus.ts';
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
export function LineageView({ start, state, onState, onStart, onImpact, small = false }: Props) {
  const lineage = useLineage(start, state, state.view === 'list' || state.column !== null);
  const { answer, graph } = lineage;
  const [filter, setFilter] = useState<Filter>(NO_FILTER);
  const [edgeId, setEdgeId] = useState<string | null>(null);
  const [isFull, setFull] = useState(false);
  const onClear = useCallback(() => onState({ column: null }), [onState]);
  const { addColumn, loadWhole } = lineage;
  const { focus, picked, pick, clear } = useFocus({ graph, column: state.column, onClear, addColumn, loadWhole });
  const { cards, anchor, actions } = useCards({ lineage, pick, onOpen: onStart });
  const drawing = useDrawing(graph, { filter, focus, cards, small });
  const host = useRef<HTMLDivElement>(null);
  useKeptFocus(host, picked, drawing.positions);

  if (answer.error) return <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    if (event.key === 'Escape') {
      if (focus) clear();
      else setFull(false);
    }
    if (event.key === 'f' && !event.ctrlKey && !event.metaKey) setFull((old) => !old);
  };
  return (
    <div ref={host} tabIndex={-1} className={`lin-view${isFull ? ' lin-full' : ''}${small ? ' lin-small' : ''}`} onKeyDown={onKeyDown}>
      {!small && (
        <Toolbar
          start={start}
          state={state}
          onState={onState}
          filter={filter}
          onFilter={setFilter}
          focus={focus}
          onClearFocus={clear}
          isFull={isFull}
          onFull={() => setFull(!isFull)}
          onSave={(format) => void saveDrawing(format, drawing, graph?.focus ?? '')}
          onImpact={onImpact && (() => onImpact(columnIdOf(graph, focus)))}
          count={drawing.nodes.length}
          left={lineage.left}
          busy={lineage.expanding || answer.isFetching}
          hasTransient={graph?.nodes.some((node) => node.isTransient) ?? false}
        />
      )}
      {!graph || !drawing.shown ? (
        <StateView className="page-skeleton" kind="loading" shape="block" />
      ) : state.view === 'list' && !small ? (
        <ListView graph={drawing.shown} paths={drawing.paths} onEdge={setEdgeId} />
      ) : (
        <Drawn
          graph={graph}
          drawing={drawing}
          focus={focus}
          anchor={anchor}
          small={small}
          leftOf={lineage.leftOf}
          left={lineage.left}
          actions={actions}
          onEdge={setEdgeId}
          onList={() => onState({ view: 'list' })}
        />
      )}
      {edgeId && <EdgeDrawer id={edgeId} onClose={() => setEdgeId(null)} onEdge={setEdgeId} />}
    </div>
  );
}

interface CardsOptions {
  lineage: ReturnType<typeof useLineage>;
  pick: ReturnType<typeof useFocus>['pick'];
  onOpen: (node: LineageNode) => void;
}

/** What was done to single cards by hand, which of them keeps its place on the screen (`anchor`), and what their buttons do. */
function useCards({ lineage, pick, onOpen }: CardsOptions) {
  const { graph, loadColumns, expand, drawn } = lineage;
  const [cards, setCards] = useState<ReadonlyMap<string, Partial<CardState>>>(new Map());
  const [anchor, setAnchor] = useState<string | null>(null);
  const onState = useCallback(
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
  const onColumn = useCallback((node: LineageNode, column: string) => pick(node, column, () => setAnchor(node.key)), [pick]);
  const actions = useMemo(() => ({ onState, onExpand, onColumn, onOpen }), [onState, onExpand, onColumn, onOpen]);
  return { cards, anchor, actions };
}

/** Following a column may take the clicked row off the screen and the keyboard focus with it: the view takes it then. */
function useKeptFocus(host: RefObject<HTMLDivElement | null>, picked: Focus | null, positions: Drawing['positions']) {
  useEffect(() => {
    if (picked && document.activeElement === document.body) host.current?.focus({ preventScroll: true });
  }, [host, picked, positions]);
}

type Drawing = ReturnType<typeof useDrawing>;

function columnIdOf(graph: LineageGraph | null, focus: Focus | null): string | null {
  const card = focus && graph?.nodes.find((node) => node.key === focus.key);
  return card?.columns.find((one) => one.name === focus?.column)?.id ?? null;
}

async function saveDrawing(format: 'png' | 'svg', drawing: Drawing, startKey: string): Promise<void> {
  const { positions, nodes } = drawing;
  if (!positions) return;
  const { cards, lines } = pictureOf({ ...drawing, positions, columnEdges: drawing.paths?.edges ?? null });
  try {
    await savePicture(format, `血缘_${nodes.find((node) => node.key === startKey)?.name ?? ''}`, cards, lines);
  } catch {
    toast.error('图片过大，请导出 SVG 或缩小范围');
  }
}

interface DrawnProps {
  graph: LineageGraph;
  drawing: Drawing;
  focus: Focus | null;
  anchor: string | null;
  small: boolean;
  leftOf: ReturnType<typeof useLineage>['leftOf'];
  /** objects that found no place on the drawing */
  left: number;
  actions: ReturnType<typeof useCards>['actions'];
  onEdge: (id: string) => void;
  onList: () => void;
}

function Drawn({ graph, drawing, focus, anchor, small, leftOf, left, actions, onEdge, onList }: DrawnProps) {
  const { nodes, edges, paths, shapes, stateOf, linked, positions, isPlaced } = drawing;
  const start = graph.nodes.find((node) => node.key === graph.focus);
  return (
    <div className="lin-canvas">
      {graph.nodes.length === 1 && start?.upCount === 0 && start.downCount === 0 && (
        <p className="lin-none">还没有采集到与它有关的血缘。视图、存储过程、SQL工作台的写入和导入的 SQL 会自动成为血缘，也可以手工补充。</p>
      )}
      {positions && (
        <ReactFlowProvider>
          <Canvas
            nodes={nodes}
            edges={edges}
            columnEdges={paths?.edges ?? null}
            positions={positions}
            isPlaced={isPlaced}
            shapes={shapes}
            stateOf={stateOf}
            linked={linked}
            start={graph.focus}
            focus={focus}
            leftOf={leftOf}
            anchor={anchor}
            small={small}
            actions={actions}
            onEdge={onEdge}
          >
            {!small && <Legend />}
          </Canvas>
        </ReactFlowProvider>
      )}
      {left > 0 && !small && (
        <div className="lin-left">
          {`还有 ${left} 个对象未画出`}
          <Button type="link" size="small" onClick={onList}>
            查看列表
          </Button>
        </div>
      )}
    </div>
  );
}
