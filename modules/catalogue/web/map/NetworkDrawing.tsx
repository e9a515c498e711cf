import { FullscreenOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { useMemo, type KeyboardEvent } from 'react';
import { useBox } from '#kit/web/table/use-box.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';
import { layerClass, layerIndex } from './colours.ts';
import { curveOf, LABEL, labelsAt, layoutOf, type NetworkLayout, type PlacedNode } from './network-layout.ts';
import { useViewBox } from './use-view-box.ts';
import './network.css';

export type Network = CallReply<typeof api.map.network>;
type Table = Network['nodes'][number];
const ASPECT = 1.6;
/** Longest name in letters; the panel and the pointer tell the whole. */
const LETTERS = 9;
const shortName = (name: string): string => ([...name].length > LETTERS ? `${[...name].slice(0, LETTERS).join('')}…` : name);
export const nameOf = (table: Pick<Table, 'name' | 'cnName'>): string => table.cnName ?? table.name;

interface NetworkDrawingProps {
  data: Network;
  selected: string | null;
  onSelect: (id: string | null) => void;
}

/** Tables as circles in the regions of their domains, with curves along which data flow. */
export function NetworkDrawing({ data, selected, onSelect }: NetworkDrawingProps) {
  const [ref, box] = useBox();
  const aspect = box && box.height > 0 ? box.width / box.height : ASPECT;
  const layout = useNetworkLayout(data, aspect);
  const { svg, scale, viewBox, zoomIn, zoomOut, showAll, dragging } = useViewBox(layout, box);
  const labels = useMemo(() => (scale >= 1 ? null : labelsAt(layout.nodes, scale)), [layout, scale]);
  const tables = new Map(data.nodes.map((node) => [node.id, node]));
  const placed = new Map(layout.nodes.map((node) => [node.id, node]));
  const near = new Set(data.links.flatMap(({ from, to }) => (from === selected ? [to] : to === selected ? [from] : [])));
  const letters = LABEL.size / Math.min(1, scale);
  return (
    <div className="map-network" ref={ref}>
      <svg ref={svg} viewBox={viewBox} {...dragging} aria-label="数据表的关系网络" role="group">
        <Arrows />
        {layout.regions.map((region) => (
          <g key={region.name} className="map-region">
            <rect x={region.x} y={region.y} width={region.width} height={region.height} rx={10} />
            <text x={region.x + 12} y={region.y + 8 + letters} fontSize={letters}>
              {region.name}
            </text>
          </g>
        ))}
        <Lines links={data.links} placed={placed} selected={selected} />
        {layout.nodes.map((node) => (
          <Circle
            key={node.id}
            node={node}
            table={tables.get(node.id)!}
            letters={letters}
            isOn={node.id === selected}
            isPale={selected !== null && node.id !== selected && !near.has(node.id)}
            isNamed={labels === null || labels.has(node.id) || node.id === selected || near.has(node.id)}
            onSelect={onSelect}
          />
        ))}
      </svg>
      <Zoom onIn={zoomIn} onOut={zoomOut} onAll={showAll} />
    </div>
  );
}

interface CircleProps {
  node: PlacedNode;
  table: Table;
  letters: number;
  isOn: boolean;
  isPale: boolean;
  isNamed: boolean;
  onSelect: (id: string | null) => void;
}

function Circle({ node, table, letters, isOn, isPale, isNamed, onSelect }: CircleProps) {
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onSelect(null);
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onSelect(isOn ? null : node.id);
  };
  const full = nameOf(table);
  return (
    <g
      role="button"
      tabIndex={0}
      aria-pressed={isOn}
      aria-label={`${full}，${node.degree} 条关系${table.changes > 0 ? '，有待确认变更' : ''}`}
      className={['map-node', layerClass(table.layer), isOn && 'on', isPale && 'pale'].filter(Boolean).join(' ')}
      onClick={() => onSelect(isOn ? null : node.id)}
      onKeyDown={handleKey}
    >
      <title>{`${full}（${table.group}.${table.name}）`}</title>
      <circle className="map-node-ring" cx={node.x} cy={node.y} r={node.r + 4} />
      <circle className="map-node-fill" cx={node.x} cy={node.y} r={node.r} />
      {table.changes > 0 && <circle className="map-node-due" cx={node.x + node.r * 0.8} cy={node.y - node.r * 0.8} r={3.5} />}
      {isNamed && (
        <text x={node.x} y={node.y + node.r + LABEL.gap + letters * 0.9} fontSize={letters}>
          {node.label}
        </text>
      )}
    </g>
  );
}

function useNetworkLayout(data: Network, aspect: number): NetworkLayout {
  return useMemo(() => {
    const nodes = data.nodes.map((node) => ({
      id: node.id,
      label: shortName(nameOf(node)),
      group: node.domainName ?? '未归入主题域',
      layer: layerIndex(node.layer),
    }));
    return layoutOf(nodes, data.links, Math.round(aspect * 10) / 10);
  }, [data, aspect]);
}

const Arrows = () => (
  <defs>
    {['plain', 'strong'].map((kind) => (
      <marker
        key={kind}
        id={`map-arrow-${kind}`}
        viewBox="0 0 8 8"
        refX="1"
        refY="4"
        markerWidth="7"
        markerHeight="7"
        markerUnits="userSpaceOnUse"
        orient="auto"
      >
        <path d="M0,0 L8,4 L0,8 z" className={`map-arrow ${kind}`} />
      </marker>
    ))}
  </defs>
);

interface LinesProps {
  links: Network['links'];
  placed: ReadonlyMap<string, PlacedNode>;
  selected: string | null;
}

/** The curves; those of the chosen table last, so that they lie above the others. */
function Lines({ links, placed, selected }: LinesProps) {
  return [false, true].map((isStrong) =>
    links
      .filter(({ from, to }) => (from === selected || to === selected) === isStrong)
      .map((link) => {
        const [from, to] = [placed.get(link.from), placed.get(link.to)];
        if (!from || !to) return null;
        const look = ['map-edge', isStrong && 'strong', selected && !isStrong && 'pale', link.kind === 'foreignKey' && 'dashed'];
        return (
          <path
            key={`${link.kind} ${link.from} ${link.to}`}
            className={look.filter(Boolean).join(' ')}
            d={curveOf(from, to)}
            markerEnd={`url(#map-arrow-${isStrong ? 'strong' : 'plain'})`}
          />
        );
      }),
  );
}

const Zoom = ({ onIn, onOut, onAll }: { onIn: () => void; onOut: () => void; onAll: () => void }) => (
  <div className="map-zoom">
    <button type="button" className="icon-button" aria-label="放大" onClick={onIn}>
      <PlusOutlined />
    </button>
    <button type="button" className="icon-button" aria-label="缩小" onClick={onOut}>
      <MinusOutlined />
    </button>
    <button type="button" className="icon-button" aria-label="显示全图" onClick={onAll}>
      <FullscreenOutlined />
    </button>
  </div>
);
