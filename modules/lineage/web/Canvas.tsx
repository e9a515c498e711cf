import '@xyflow/react/dist/base.css';
import {
  Background,
  BackgroundVariant,
  Controls,
  MarkerType,
  MiniMap,
  ReactFlow,
  useReactFlow,
  type AriaLabelConfig,
  type EdgeTypes,
  type NodeTypes,
} from '@xyflow/react';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import type { ColumnEdge, LineageNode, TableEdge } from '../contract/lineage.ts';
import { FlowEdge, type FlowEdgeType } from './FlowEdge.tsx';
import type { Positions } from './stack.ts';
import { CARD, portOf, type CardShape, type CardState, type Focus } from './model.ts';
import { TableCard, type CardData, type CardNode } from './TableCard.tsx';

const nodeTypes: NodeTypes = { card: TableCard };
const edgeTypes: EdgeTypes = { flow: FlowEdge };
/** The whole drawing is shown at once while it stays readable; a larger one opens at its start. */
const WHOLE_UP_TO = 12;
const SHIFT = 420;
/** What the library says about its parts to those who hear the page. */
const WORDS: Partial<AriaLabelConfig> = {
  'node.a11yDescription.default': '按回车或空格选中表，按 Esc 取消选中',
  'node.a11yDescription.keyboardDisabled': '按回车或空格选中表，按方向键移动，按 Esc 取消选中',
  'node.a11yDescription.ariaLiveMessage': ({ x, y }) => `表已移动到横 ${Math.round(x)}、纵 ${Math.round(y)}`,
  'edge.a11yDescription.default': '按回车或空格选中连线，按 Esc 取消选中',
  'controls.ariaLabel': '缩放',
  'controls.zoomIn.ariaLabel': '放大',
  'controls.zoomOut.ariaLabel': '缩小',
  'controls.fitView.ariaLabel': '显示全图',
  'minimap.ariaLabel': '缩略图',
  'handle.ariaLabel': '连接点',
};
const TABLE = { 'aria-roledescription': '表' };
const FLOW = { 'aria-roledescription': '数据流向' };
/** More lines than this are drawn thin and pale. */
const MANY_LINES = 60;

export interface CanvasProps {
  nodes: readonly LineageNode[];
  edges: readonly TableEdge[];
  /** drawn instead of the edges between cards when a column is in focus */
  columnEdges: readonly ColumnEdge[] | null;
  positions: Positions;
  /** the positions are those of this drawing, not of the one before */
  isPlaced: boolean;
  shapes: ReadonlyMap<string, CardShape>;
  stateOf: (key: string) => CardState;
  linked: ReadonlyMap<string, ReadonlySet<string>>;
  start: string;
  focus: Focus | null;
  leftOf: (node: LineageNode) => { up: number; down: number };
  /** stays where it is on the screen when the cards move */
  anchor: string | null;
  small?: boolean;
  actions: Pick<CardData, 'onState' | 'onExpand' | 'onColumn' | 'onOpen'>;
  onEdge: (edgeId: string) => void;
  children?: ReactNode;
}

/** The cards and their edges on a surface that can be moved and scaled. */
export function Canvas(props: CanvasProps) {
  const { nodes, edges, columnEdges, positions, shapes, stateOf, linked, start, focus, leftOf, small, actions, onEdge, children } = props;
  const drawn = useMemo(
    () =>
      nodes.flatMap((node): CardNode[] => {
        const position = positions[node.key];
        const shape = shapes.get(node.key);
        if (!position || !shape) return [];
        const left = leftOf(node);
        return [
          {
            id: node.key,
            type: 'card',
            position,
            width: CARD.width,
            height: shape.height,
            draggable: !small,
            ariaLabel: node.name,
            domAttributes: TABLE,
            data: {
              node,
              shape,
              state: stateOf(node.key),
              linked: linked.get(node.key),
              isStart: node.key === start,
              focus,
              upLeft: focus ? 0 : left.up,
              downLeft: focus ? 0 : left.down,
              ...actions,
            },
          },
        ];
      }),
    [nodes, positions, shapes, stateOf, linked, start, focus, leftOf, small, actions],
  );
  const lines = useMemo(() => {
    const names = new Map(nodes.map(({ key, name }) => [key, name]));
    const port = (key: string, column: string | null) => {
      const shape = shapes.get(key);
      return shape ? portOf(shape, column, stateOf(key)) : CARD.head / 2;
    };
    const line = (
      id: string,
      from: string,
      to: string,
      at: { fromY: number; toY: number; look: 'value' | 'indirect' | 'inferred'; isStrong: boolean },
    ): FlowEdgeType => ({
      id,
      source: from,
      target: to,
      type: 'flow',
      ariaLabel: `${names.get(from) ?? '表'} 流向 ${names.get(to) ?? '表'}`,
      domAttributes: FLOW,
      data: at,
      markerEnd: { type: MarkerType.ArrowClosed, width: 14, height: 14, color: at.isStrong ? 'var(--c-accent)' : 'var(--c-ink4)' },
    });
    if (columnEdges)
      return columnEdges.map((edge) =>
        line(edge.id, edge.from, edge.to, {
          fromY: port(edge.from, edge.fromColumn),
          toY: port(edge.to, edge.toColumn),
          look: edge.kind === 'value' ? (edge.confidence === 'inferred' ? 'inferred' : 'value') : 'indirect',
          isStrong: true,
        }),
      );
    return edges.map((edge) =>
      line(edge.edgeId, edge.from, edge.to, {
        fromY: CARD.head / 2,
        toY: CARD.head / 2,
        look: !edge.kinds.includes('value') ? 'indirect' : edge.confidence === 'inferred' ? 'inferred' : 'value',
        isStrong: false,
      }),
    );
  }, [nodes, edges, columnEdges, shapes, stateOf]);
  return (
    <ReactFlow<CardNode, FlowEdgeType>
      className={lines.length > MANY_LINES ? 'lin-many' : undefined}
      nodes={drawn}
      edges={lines}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      onlyRenderVisibleElements
      minZoom={0.05}
      maxZoom={1.5}
      nodesConnectable={false}
      deleteKeyCode={null}
      zoomOnDoubleClick={false}
      preventScrolling={!small}
      zoomOnScroll={!small}
      proOptions={{ hideAttribution: true }}
      onEdgeClick={(_event, edge) => onEdge(edge.id)}
      aria-label="血缘图"
      ariaLabelConfig={WORDS}
    >
      <View {...props} count={drawn.length} />
      <Background variant={BackgroundVariant.Dots} gap={20} size={1} color="var(--c-line)" />
      {!small && drawn.length > 6 && (
        <MiniMap<CardNode>
          pannable
          zoomable
          nodeColor={(node) => (node.data.isStart ? 'var(--c-accent)' : 'var(--c-lineStrong)')}
          maskColor="color-mix(in srgb, var(--c-canvas) 60%, transparent)"
          bgColor="var(--c-surface)"
        />
      )}
      <Controls showInteractive={false} />
      {children}
    </ReactFlow>
  );
}

/** Where the eye is: at the start first, then wherever the person went; an opened card keeps its place, a column shows all of its path. */
function View({ start, positions, isPlaced, anchor, count, shapes, focus }: CanvasProps & { count: number }) {
  const flow = useReactFlow();
  const shown = useRef<string | null>(null);
  const before = useRef<Positions>({});
  useEffect(() => {
    const subject = focus?.key ?? start;
    if (!positions[subject] || count === 0 || !isPlaced) return;
    const view = `${start} ${focus ? JSON.stringify(focus) : ''}`;
    const isMoved = before.current !== positions;
    // while a column is followed, edges that arrive later lay its path out anew: all of it is shown each time
    if (shown.current !== view || (focus && isMoved)) {
      const isFirst = shown.current === null || !shown.current.startsWith(`${start} `);
      shown.current = view;
      if (count <= WHOLE_UP_TO) void flow.fitView({ maxZoom: 1, padding: 0.12, duration: isFirst ? 0 : 200 });
      else {
        // with nothing on one side the start makes room for the other
        const xs = Object.values(positions).map((one) => one.x);
        const at = positions[subject]!;
        const side = (xs.some((x) => x > at.x) ? 0 : -1) + (xs.some((x) => x < at.x) ? 0 : 1);
        const x = at.x + CARD.width / 2 + side * SHIFT;
        void flow.setCenter(x, at.y + (shapes.get(subject)?.height ?? CARD.head) / 2, { zoom: 0.8 });
      }
    } else if (isMoved && anchor && before.current[anchor] && positions[anchor]) {
      // only after a new layout: setting the viewport ends an animation that is under way
      const { x, y, zoom } = flow.getViewport();
      const [old, now] = [before.current[anchor], positions[anchor]];
      void flow.setViewport({ x: x + (old.x - now.x) * zoom, y: y + (old.y - now.y) * zoom, zoom });
    }
    before.current = positions;
  }, [flow, start, positions, isPlaced, anchor, count, shapes, focus]);
  return null;
}
