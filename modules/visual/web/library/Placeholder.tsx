import type { ReactNode } from 'react';
import type { ChartTypeKey } from '../../contract/chart-types.ts';
import type { DocKind } from '../../contract/item.ts';

const BARS = [38, 62, 48, 78, 56, 70];
const ring = (r: number, width: number, dash: string, turn: number, tone: string): ReactNode => (
  <circle
    key={`${r}${turn}`}
    cx="80"
    cy="50"
    r={r}
    fill="none"
    className={tone}
    strokeWidth={width}
    strokeDasharray={dash}
    transform={`rotate(${turn} 80 50)`}
  />
);
const bars = (
  <g>
    {BARS.map((height, n) => (
      <rect key={n} x={34 + n * 16} y={84 - height * 0.8} width="10" height={height * 0.8} rx="2" className={n === 3 ? 'p1' : 'p2'} />
    ))}
    <path d="M26 84.5h108" className="line" />
  </g>
);
const lines = (
  <g>
    <path d="M28 70C44 66 48 40 64 44s22 22 38 10 16-26 30-28V84H28Z" className="p3" />
    <path d="M28 70C44 66 48 40 64 44s22 22 38 10 16-26 30-28" className="stroke" />
    <path d="M26 84.5h108" className="line" />
  </g>
);
const rows = (widths: readonly number[]) => (
  <g>
    <rect x="26" y="20" width="108" height="12" rx="2" className="p3" />
    {widths.map((width, n) => (
      <g key={n}>
        <rect x="30" y={38 + n * 12} width={width} height="4" rx="2" className="p4" />
        <rect x="84" y={38 + n * 12} width="18" height="4" rx="2" className="p4" />
        <rect x="112" y={38 + n * 12} width="18" height="4" rx="2" className={n === 0 ? 'p1' : 'p2'} />
      </g>
    ))}
  </g>
);
const pie = <g>{[ring(24, 14, '66 151', -90, 's1'), ring(24, 14, '48 151', 70, 's2'), ring(24, 14, '34 151', 187, 's3')]}</g>;
const gauge = <g>{[ring(28, 9, '132 176', 135, 's3'), ring(28, 9, '84 176', 135, 's1')]}</g>;
const kpi = (
  <g>
    <rect x="30" y="30" width="36" height="5" rx="2.5" className="p4" />
    <rect x="30" y="42" width="72" height="18" rx="3" className="p1" />
    <rect x="30" y="68" width="24" height="5" rx="2.5" className="p2" />
    <rect x="60" y="68" width="40" height="5" rx="2.5" className="p4" />
  </g>
);
const dots = (
  <g>
    {[
      [44, 62, 5],
      [60, 44, 8],
      [78, 66, 4],
      [92, 36, 6],
      [108, 52, 9],
      [122, 30, 5],
      [70, 30, 4],
    ].map(([x, y, r], n) => (
      <circle key={n} cx={x} cy={y} r={r} className={n % 3 === 0 ? 'p1' : 'p2'} />
    ))}
    <path d="M30 16v68h104" className="line" fill="none" />
  </g>
);
const flow = (
  <g>
    <path d="M36 28C80 28 80 24 124 24v18C80 42 80 44 36 44Z" className="p3" />
    <path d="M36 50C80 50 80 54 124 54v22C80 76 80 72 36 72Z" className="p2" />
    <rect x="30" y="26" width="6" height="48" rx="1" className="p1" />
    <rect x="124" y="22" width="6" height="22" rx="1" className="p1" />
    <rect x="124" y="52" width="6" height="26" rx="1" className="p1" />
  </g>
);
const tree = (
  <g>
    <path d="M48 50C66 50 62 26 84 26M48 50h36M48 50c18 0 14 24 36 24M100 26h14M100 74h14" className="stroke thin" />
    {[
      [40, 50, 'p1'],
      [92, 26, 'p2'],
      [92, 50, 'p2'],
      [92, 74, 'p2'],
      [120, 26, 'p3'],
      [120, 74, 'p3'],
    ].map(([x, y, tone], n) => (
      <circle key={n} cx={x} cy={y} r="7" className={String(tone)} />
    ))}
  </g>
);
const blocks = (
  <g>
    <rect x="30" y="20" width="50" height="62" rx="2" className="p1" />
    <rect x="83" y="20" width="48" height="34" rx="2" className="p2" />
    <rect x="83" y="57" width="28" height="25" rx="2" className="p3" />
    <rect x="114" y="57" width="17" height="25" rx="2" className="p4" />
  </g>
);
const funnel = (
  <g>
    <path d="M36 22h88l-12 17H48Z" className="p1" />
    <path d="M50 42h60l-10 17H60Z" className="p2" />
    <path d="M62 62h36l-8 17H70Z" className="p3" />
  </g>
);
const map = (
  <g>
    <path d="M34 40l14-14 20 4 12-10 22 6 10-6 16 12-6 16 4 14-16 4-8 14-18-4-12 6-14-10-16 2-6-14Z" className="p3" />
    <path d="M68 30l12-10 22 6 6 16-20 12-22-6Z" className="p2" />
    <circle cx="96" cy="56" r="4" className="p1" />
    <circle cx="70" cy="62" r="3" className="p1" />
  </g>
);
const words = (
  <g>
    {[
      [46, 26, 44, 10],
      [96, 28, 26, 6],
      [30, 44, 28, 6],
      [64, 42, 62, 12],
      [40, 62, 34, 8],
      [82, 62, 40, 6],
      [58, 78, 30, 6],
    ].map(([x, y, w, h], n) => (
      <rect key={n} x={x} y={y} width={w} height={h} rx={Number(h) / 2} className={['p1', 'p3', 'p4', 'p2'][n % 4]} />
    ))}
  </g>
);
const board = (
  <g>
    <rect x="24" y="16" width="34" height="16" rx="3" className="p2" />
    <rect x="63" y="16" width="34" height="16" rx="3" className="p3" />
    <rect x="102" y="16" width="34" height="16" rx="3" className="p3" />
    <rect x="24" y="37" width="73" height="47" rx="3" className="p4" />
    <path d="M30 74c14-4 18-22 30-20s16 8 31-8" className="stroke" />
    <rect x="102" y="37" width="34" height="47" rx="3" className="p4" />
    {[0, 1, 2, 3].map((n) => (
      <rect key={n} x="107" y={44 + n * 9} width={24 - n * 5} height="4" rx="2" className="p1" />
    ))}
  </g>
);
const screen = (
  <g className="wall">
    <rect width="160" height="100" className="night" />
    <path d="M52 10h56l-6 8H58Z" className="p2" />
    {[
      [10, 24],
      [10, 62],
      [118, 24],
      [118, 62],
    ].map(([x, y], n) => (
      <g key={n}>
        <rect x={x} y={y} width="32" height="30" rx="1" className="frame" />
        <path d={`M${Number(x) + 4} ${Number(y) + 24}l7-9 7 4 10-12`} className="stroke thin" />
      </g>
    ))}
    <circle cx="80" cy="58" r="26" className="frame" />
    <circle cx="80" cy="58" r="15" className="p3" />
    <circle cx="80" cy="58" r="5" className="p1" />
  </g>
);

const SHAPES: Partial<Record<ChartTypeKey, ReactNode>> = {
  line: lines,
  dual: lines,
  pie,
  polar: pie,
  radar: pie,
  sunburst: pie,
  gauge,
  liquidFill: gauge,
  kpi,
  table: rows([40, 32, 44, 28]),
  pivot: rows([44, 30, 38, 34]),
  rank: rows([48, 42, 34, 26]),
  scatter: dots,
  heatmap: blocks,
  calendar: blocks,
  treemap: blocks,
  funnel,
  sankey: flow,
  tree,
  graph: tree,
  map,
  flowMap: map,
  wordCloud: words,
};

/** Stands in for a picture that nobody has taken yet: tells the type at a glance, in the colours of the page. */
export function Placeholder({ kind, type }: { kind: DocKind; type: ChartTypeKey | null }) {
  const shape = kind === 'board' ? board : kind === 'screen' ? screen : type === null ? null : (SHAPES[type] ?? bars);
  return (
    <svg
      className="lib-shape"
      viewBox={kind === 'screen' ? '0 0 160 100' : '0 -16 160 120'}
      aria-hidden="true"
      preserveAspectRatio={kind === 'screen' ? 'xMidYMid slice' : 'xMidYMid meet'}
    >
      {shape ?? <path d="M62 50h36M80 32v36" className="line" />}
    </svg>
  );
}
