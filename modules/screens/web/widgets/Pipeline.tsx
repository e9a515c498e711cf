import { pipelineOf, type PipelineBand, type PipelineEdge } from '../../core/drawings/pipeline.ts';
import { str, textOf, valueOf } from './read.ts';
import type { DataProps } from './types.ts';
import { wordsOf } from './wall-parts.ts';

const BAR = 16;
const HEAD = 56;
const LAST = 110;
const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

const shapeOf = ({ fromX, toX, fromY, toY, h }: PipelineBand): string => {
  const middle = (fromX + toX) / 2;
  return `M${fromX} ${fromY}C${middle} ${fromY} ${middle} ${toY} ${toX} ${toY}V${toY + h}C${middle} ${toY + h} ${middle} ${fromY + h} ${fromX} ${fromY + h}Z`;
};

/** Layers from upstream to downstream, with bands as wide as what flows between them. */
export function Pipeline({ node, props, table, onRow, isChosen }: DataProps) {
  const [from, to] = table.dims;
  const [count] = table.measures;
  const unit = str(props, 'unit') || (count?.format?.unit ?? '');
  const edges = table.rows.map((row): PipelineEdge => ({ from: textOf(row, from), to: textOf(row, to), count: valueOf(row, count) ?? 0 }));
  const rowOf = (band: PipelineEdge) => table.rows.find((row) => textOf(row, from) === band.from && textOf(row, to) === band.to);
  const pipeline = pipelineOf(edges, wordsOf(str(props, 'order')), { w: node.w - LAST, h: node.h - HEAD - 8, bar: BAR });
  const most = Math.max(1, ...pipeline.bands.map((band) => band.count));
  return (
    <svg
      className="sw-flow"
      width={node.w}
      height={node.h}
      role="img"
      aria-label={edges.map((edge) => `${edge.from} 到 ${edge.to} ${whole(edge.count)}${unit}`).join('，')}
    >
      <g transform={`translate(0 ${HEAD})`}>
        {pipeline.bands.map((band) => {
          const row = rowOf(band);
          return (
            <path
              key={`${band.from}>${band.to}`}
              d={shapeOf(band)}
              className="sw-pipe"
              data-back={band.isBack ? '' : undefined}
              data-chosen={row && isChosen(row) ? '' : undefined}
              onClick={onRow && row ? () => onRow(row) : undefined}
            >
              <title>{`${band.from} → ${band.to} ${whole(band.count)}${unit}`}</title>
            </path>
          );
        })}
        {pipeline.bands.map((band) =>
          band.count >= most * 0.2 && !band.isBack && band.h >= 22 && band.toX - band.fromX > 90 ? (
            <text key={`${band.from}-${band.to}`} x={band.fromX + 14} y={band.fromY + band.h / 2 + 6} className="sw-pipe-count">
              {whole(band.count)}
            </text>
          ) : null,
        )}
        {pipeline.nodes.map((layer) => (
          <rect key={layer.name} x={layer.x} y={layer.y} width={BAR} height={layer.h} className="sw-flow-bar" />
        ))}
      </g>
      {pipeline.nodes.map((layer) => (
        <g key={layer.name} transform={`translate(${layer.x} 0)`}>
          <text y="20" className="sw-pipe-name">
            {layer.name}
          </text>
          <text y="43" className="sw-flow-before">
            {layer.incoming > 0 ? `入 ${whole(layer.incoming)}` : `出 ${whole(layer.outgoing)}`}
            {unit}
          </text>
        </g>
      ))}
    </svg>
  );
}
