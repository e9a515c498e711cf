import '@xyflow/react/dist/base.css';
import {
  Background,
  BackgroundVariant,
  Controls,
  Handle,
  MarkerType,
  Position,
  ReactFlow,
  type AriaLabelConfig,
  type Edge,
  type Node,
  type NodeProps,
  type NodeTypes,
  type ReactFlowInstance,
} from '@xyflow/react';
import { useEffect, useMemo, useState } from 'react';
import { Tag } from '#kit/web/Tag.tsx';
import type { Chain, ChainStep } from '../../../contract/chain.ts';
import { linesOf } from './edit.ts';

const WIDTH = 200;
const HEIGHT = 64;
const MOVE = 20;
const FIT = { maxZoom: 1, padding: 0.2 };
/** What the library says about its parts to those who hear the page. */
const WORDS: Partial<AriaLabelConfig> = {
  'node.a11yDescription.default': '按回车选中步骤，按方向键移动，按删除键删除',
  'node.a11yDescription.keyboardDisabled': '按回车选中步骤',
  'node.a11yDescription.ariaLiveMessage': ({ x, y }) => `步骤已移动到横 ${Math.round(x)}、纵 ${Math.round(y)}`,
  'edge.a11yDescription.default': '按回车选中连线，按删除键断开',
  'controls.ariaLabel': '缩放',
  'controls.zoomIn.ariaLabel': '放大',
  'controls.zoomOut.ariaLabel': '缩小',
  'controls.fitView.ariaLabel': '显示全图',
  'handle.ariaLabel': '连接点',
};
const STEP = { 'aria-roledescription': '步骤' };

type StepNode = Node<{ step: ChainStep }, 'step'>;
const nodeTypes: NodeTypes = { step: StepCard };

function StepCard({ data: { step }, selected }: NodeProps<StepNode>) {
  return (
    <div className={selected ? 'service-step chosen' : 'service-step'}>
      <Handle type="target" position={Position.Left} />
      <b className="cut">{step.name}</b>
      <span className="market-inline">
        <Tag tone={step.kind === 'api' ? 'calm' : 'line'}>{step.kind === 'api' ? '数据API' : '服务'}</Tag>
        <span className="mono muted cut">{step.id}</span>
        {step.condition && <Tag tone="warn">有条件</Tag>}
      </span>
      <Handle type="source" position={Position.Right} />
    </div>
  );
}

function useNodes(steps: readonly ChainStep[], chosen: string | null): StepNode[] {
  return useMemo(
    () =>
      steps.map((step): StepNode => ({
        id: step.id,
        type: 'step',
        position: { x: step.x, y: step.y },
        width: WIDTH,
        height: HEIGHT,
        selected: step.id === chosen,
        ariaLabel: `步骤 ${step.name}`,
        domAttributes: STEP,
        data: { step },
      })),
    [steps, chosen],
  );
}
function useEdges(chain: Chain): Edge[] {
  return useMemo(
    () =>
      linesOf(chain).map(({ from, to, isData }): Edge => ({
        id: `${from} ${to}`,
        source: from,
        target: to,
        // what is read cannot be taken away here, only where it is read
        deletable: !isData,
        className: isData ? 'service-data' : 'service-order',
        markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16, color: isData ? 'var(--c-accent)' : 'var(--c-ink4)' },
      })),
    [chain],
  );
}

/** All steps stay in sight when the panel of one takes room; the surface knows its new width a frame later. */
function useFit(flow: ReactFlowInstance<StepNode, Edge> | null, chosen: string | null): void {
  const isNarrow = chosen !== null;
  useEffect(() => {
    if (!flow || !isNarrow) return undefined;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => void flow.fitView(FIT));
    });
    return () => cancelAnimationFrame(frame);
  }, [flow, isNarrow]);
}

interface Props {
  chain: Chain;
  chosen: string | null;
  onChoose: (id: string | null) => void;
  onMove: (id: string, x: number, y: number) => void;
  onConnect: (from: string, to: string) => void;
  onDisconnect: (from: string, to: string) => void;
  onRemove: (id: string) => void;
}
/** The steps of a chain and which waits for which; drawn by mouse and keyboard alike. */
export function ChainCanvas({ chain, chosen, onChoose, onMove, onConnect, onDisconnect, onRemove }: Props) {
  const nodes = useNodes(chain.steps, chosen);
  const edges = useEdges(chain);
  const [flow, setFlow] = useState<ReactFlowInstance<StepNode, Edge> | null>(null);
  useFit(flow, chosen);
  return (
    <div className="service-canvas">
      <ReactFlow<StepNode, Edge>
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        fitView
        fitViewOptions={FIT}
        onInit={setFlow}
        minZoom={0.3}
        maxZoom={1.5}
        snapToGrid
        snapGrid={[MOVE, MOVE]}
        deleteKeyCode={['Delete', 'Backspace']}
        zoomOnDoubleClick={false}
        zoomOnScroll={false}
        preventScrolling={false}
        proOptions={{ hideAttribution: true }}
        aria-label="服务编排"
        ariaLabelConfig={WORDS}
        onNodesChange={(changes) => {
          for (const one of changes) {
            if (one.type === 'position' && one.position) onMove(one.id, one.position.x, one.position.y);
            if (one.type === 'select' && one.selected) onChoose(one.id);
          }
        }}
        onPaneClick={() => onChoose(null)}
        onConnect={({ source, target }) => onConnect(source, target)}
        onEdgesDelete={(gone) => {
          for (const { source, target } of gone) onDisconnect(source, target);
        }}
        onNodesDelete={(gone) => {
          for (const { id } of gone) onRemove(id);
        }}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1} color="var(--c-line)" />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  );
}
