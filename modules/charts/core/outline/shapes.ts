import type { ChartTypeKey } from '../../contract/chart-types.ts';

/** Attributes of the tones that a schematic is drawn in, from strong to faint, and of its lines. */
export interface SketchTones {
  readonly p1: string;
  readonly p2: string;
  readonly p3: string;
  readonly p4: string;
  /** rings and curves */
  readonly s1: string;
  readonly s2: string;
  readonly s3: string;
  readonly line: string;
}
const ink = (accent: string, curve: string, quiet: string): SketchTones => ({
  p1: `fill='${accent}' opacity='.75'`,
  p2: `fill='${accent}' opacity='.4'`,
  p3: `fill='${accent}' opacity='.2'`,
  p4: `fill='${quiet}' opacity='.35'`,
  s1: `fill='none' stroke='${curve}' opacity='.75'`,
  s2: `fill='none' stroke='${curve}' opacity='.4'`,
  s3: `fill='none' stroke='${curve}' opacity='.2'`,
  line: `fill='none' stroke='${quiet}' opacity='.6'`,
});
/** Tones that stand out from the light and the dark page alike: a picture does not know on which it is shown. */
export const PAGE_TONES = ink('#2f6bff', '#2f6bff', '#8592a8');
export const SCREEN_TONES = ink('#3f8cff', '#36c8e8', '#6f9ad6');

type Tone = keyof SketchTones;
type Box = readonly [x: number, y: number, w: number, h: number, tone: Tone, rx?: number];
type Dot = readonly [x: number, y: number, r: number, tone: Tone];
type Ring = readonly [r: number, width: number, dash: string, turn: number, tone: Tone];

const boxes = (by: SketchTones, list: readonly Box[]): string =>
  list.map(([x, y, w, h, tone, rx = 2]) => `<rect x='${x}' y='${y}' width='${w}' height='${h}' rx='${rx}' ${by[tone]}/>`).join('');
const dots = (by: SketchTones, list: readonly Dot[]): string =>
  list.map(([x, y, r, tone]) => `<circle cx='${x}' cy='${y}' r='${r}' ${by[tone]}/>`).join('');
const rings = (by: SketchTones, list: readonly Ring[]): string =>
  list
    .map(
      ([r, width, dash, turn, tone]) =>
        `<circle cx='80' cy='50' r='${r}' stroke-width='${width}' stroke-dasharray='${dash}' transform='rotate(${turn} 80 50)' ${by[tone]}/>`,
    )
    .join('');
const path = (d: string, attributes: string): string => `<path d='${d}' ${attributes}/>`;
const curve = (by: SketchTones, d: string, width = 2.5): string => path(d, `${by.s1} stroke-width='${width}' stroke-linecap='round'`);

const bars = (by: SketchTones) =>
  boxes(
    by,
    [38, 62, 48, 78, 56, 70].map((height, n): Box => [34 + n * 16, 84 - height * 0.8, 10, height * 0.8, n === 3 ? 'p1' : 'p2']),
  ) + path('M26 84.5h108', by.line);
const lines = (by: SketchTones) =>
  path('M28 70C44 66 48 40 64 44s22 22 38 10 16-26 30-28V84H28Z', by.p3) +
  curve(by, 'M28 70C44 66 48 40 64 44s22 22 38 10 16-26 30-28') +
  path('M26 84.5h108', by.line);
const rows = (by: SketchTones, widths: readonly number[]) =>
  boxes(by, [
    [26, 20, 108, 12, 'p3'],
    ...widths.flatMap((width, n): Box[] => [
      [30, 38 + n * 12, width, 4, 'p4'],
      [84, 38 + n * 12, 18, 4, 'p4'],
      [112, 38 + n * 12, 18, 4, n === 0 ? 'p1' : 'p2'],
    ]),
  ]);
const rank = (by: SketchTones) =>
  boxes(
    by,
    [96, 80, 62, 50, 34].flatMap((width, n): Box[] => [
      [26, 22 + n * 13, 8, 6, 'p4'],
      [40, 22 + n * 13, width, 6, n === 0 ? 'p1' : 'p2'],
    ]),
  );
const pie = (by: SketchTones) =>
  rings(by, [
    [24, 14, '66 151', -90, 's1'],
    [24, 14, '48 151', 70, 's2'],
    [24, 14, '34 151', 187, 's3'],
  ]);
const gauge = (by: SketchTones) =>
  rings(by, [
    [28, 9, '132 176', 135, 's3'],
    [28, 9, '84 176', 135, 's1'],
  ]);
const kpi = (by: SketchTones) =>
  boxes(by, [
    [30, 30, 36, 5, 'p4'],
    [30, 42, 72, 18, 'p1', 3],
    [30, 68, 24, 5, 'p2'],
    [60, 68, 40, 5, 'p4'],
  ]);
const scatter = (by: SketchTones) =>
  dots(by, [
    [44, 62, 5, 'p1'],
    [60, 44, 8, 'p2'],
    [78, 66, 4, 'p2'],
    [92, 36, 6, 'p1'],
    [108, 52, 9, 'p2'],
    [122, 30, 5, 'p2'],
    [70, 30, 4, 'p1'],
  ]) + path('M30 16v68h104', by.line);
const flow = (by: SketchTones) =>
  path('M36 28C80 28 80 24 124 24v18C80 42 80 44 36 44Z', by.p3) +
  path('M36 50C80 50 80 54 124 54v22C80 76 80 72 36 72Z', by.p2) +
  boxes(by, [
    [30, 26, 6, 48, 'p1', 1],
    [124, 22, 6, 22, 'p1', 1],
    [124, 52, 6, 26, 'p1', 1],
  ]);
const tree = (by: SketchTones) =>
  curve(by, 'M48 50C66 50 62 26 84 26M48 50h36M48 50c18 0 14 24 36 24M100 26h14M100 74h14', 1.5) +
  dots(by, [
    [40, 50, 7, 'p1'],
    [92, 26, 7, 'p2'],
    [92, 50, 7, 'p2'],
    [92, 74, 7, 'p2'],
    [120, 26, 7, 'p3'],
    [120, 74, 7, 'p3'],
  ]);
/** one in the middle with others around it */
const hub = (by: SketchTones) => {
  const round = Array.from({ length: 9 }, (_, n) => [(n / 9) * 2 * Math.PI, n % 3 === 0 ? 'p1' : 'p2'] as const);
  const at = (turn: number): string => `${(80 + 44 * Math.cos(turn)).toFixed(1)} ${(50 + 30 * Math.sin(turn)).toFixed(1)}`;
  return (
    path(round.map(([turn]) => `M80 50L${at(turn)}`).join(''), `${by.s2} stroke-width='1'`) +
    rings(by, [[15, 1.5, '94 1', 0, 's1']]) +
    dots(by, [[80, 50, 10, 'p1'], ...round.map(([turn, tone]): Dot => [80 + 44 * Math.cos(turn), 50 + 30 * Math.sin(turn), 4, tone])])
  );
};
const cells = (by: SketchTones) => {
  const tones: readonly Tone[] = ['p1', 'p2', 'p3', 'p2', 'p1', 'p3', 'p2', 'p1', 'p2', 'p3', 'p1'];
  return boxes(
    by,
    Array.from({ length: 24 }, (_, n): Box => [26 + (n % 6) * 18.4, 20 + Math.floor(n / 6) * 16, 16, 13.5, tones[(n * 5) % 11]!, 1]),
  );
};
/** spans on a scale of time */
const spans = (by: SketchTones) =>
  boxes(
    by,
    [0, 10, 4, 22, 34, 18].flatMap((from, n): Box[] => [
      [24, 20 + n * 11.5, 20, 4, 'p4'],
      [50 + from, 19 + n * 11.5, 46, 6, 'p3'],
      [50 + from, 19 + n * 11.5, 40 - n * 5, 6, n % 3 === 0 ? 'p1' : 'p2'],
    ]),
  );
const mixed = (by: SketchTones) =>
  boxes(
    by,
    [30, 42, 36, 50, 44, 58, 48].map((height, n): Box => [28 + n * 15.5, 84 - height * 0.8, 8, height * 0.8, 'p2', 1]),
  ) +
  curve(by, 'M32 44C44 30 52 52 64 40s20-20 32-8 20 4 30-12', 2) +
  path('M24 84.5h112', by.line);
const web = (by: SketchTones) =>
  path('M80 18l34 25-13 40H59L46 43ZM80 34l19 14-7 22H68l-7-22Z', by.line) + path('M80 24l26 22-14 28-26 4-12-32Z', `${by.p2}`);
const stations = (by: SketchTones) =>
  path('M34 16v72', by.line) +
  dots(
    by,
    [0, 1, 2, 3, 4].map((n): Dot => [34, 22 + n * 15, 3, n % 2 ? 'p2' : 'p1']),
  ) +
  boxes(
    by,
    [64, 80, 52, 74, 60].map((width, n): Box => [44, 20 + n * 15, width, 4.5, 'p4']),
  );
const blocks = (by: SketchTones) =>
  boxes(by, [
    [30, 20, 50, 62, 'p1'],
    [83, 20, 48, 34, 'p2'],
    [83, 57, 28, 25, 'p3'],
    [114, 57, 17, 25, 'p4'],
  ]);
const funnel = (by: SketchTones) =>
  path('M36 22h88l-12 17H48Z', by.p1) + path('M50 42h60l-10 17H60Z', by.p2) + path('M62 62h36l-8 17H70Z', by.p3);
const map = (by: SketchTones) =>
  path('M34 40l14-14 20 4 12-10 22 6 10-6 16 12-6 16 4 14-16 4-8 14-18-4-12 6-14-10-16 2-6-14Z', by.p3) +
  path('M68 30l12-10 22 6 6 16-20 12-22-6Z', by.p2) +
  dots(by, [
    [96, 56, 4, 'p1'],
    [70, 62, 3, 'p1'],
  ]);
const words = (by: SketchTones) =>
  boxes(by, [
    [46, 26, 44, 10, 'p1', 5],
    [96, 28, 26, 6, 'p3', 3],
    [30, 44, 28, 6, 'p4', 3],
    [64, 42, 62, 12, 'p2', 6],
    [40, 62, 34, 8, 'p1', 4],
    [82, 62, 40, 6, 'p3', 3],
    [58, 78, 30, 6, 'p4', 3],
  ]);
const text = (by: SketchTones) =>
  boxes(by, [
    [28, 34, 104, 6, 'p4', 3],
    [28, 48, 88, 6, 'p4', 3],
    [28, 62, 96, 6, 'p4', 3],
  ]);
const picture = (by: SketchTones) =>
  path('M28 80L62 40l20 24 14-16 36 32Z', by.p3) + dots(by, [[112, 30, 8, 'p2']]) + path('M26 16h108v68H26Z', by.line);

const DRAWN = {
  bars,
  lines,
  table: (by: SketchTones) => rows(by, [40, 32, 44, 28]),
  rank,
  pie,
  gauge,
  kpi,
  scatter,
  flow,
  tree,
  hub,
  cells,
  spans,
  mixed,
  web,
  stations,
  blocks,
  funnel,
  map,
  words,
  text,
  picture,
} as const;
export type ShapeName = keyof typeof DRAWN;

/** What lies within this part of the drawing belongs to the shape. */
export const SHAPE_BOX = '20 12 120 78';
/** Shapes that fill any box; the others keep their proportions. */
export const STRETCHED: ReadonlySet<ShapeName> = new Set<ShapeName>([
  'bars',
  'lines',
  'table',
  'rank',
  'blocks',
  'flow',
  'text',
  'scatter',
  'cells',
  'spans',
  'mixed',
]);
/** The schematic of a kind of chart as SVG, without its frame. */
export const drawShape = (name: ShapeName, by: SketchTones): string => DRAWN[name](by);

const OF_TYPE: Readonly<Record<ChartTypeKey, ShapeName>> = {
  table: 'table',
  pivot: 'table',
  kpi: 'kpi',
  bar: 'bars',
  line: 'lines',
  dual: 'mixed',
  pie: 'pie',
  polar: 'pie',
  radar: 'web',
  scatter: 'scatter',
  heatmap: 'cells',
  calendar: 'cells',
  boxplot: 'bars',
  waterfall: 'bars',
  funnel: 'funnel',
  gauge: 'gauge',
  liquidFill: 'gauge',
  rank: 'rank',
  bullet: 'rank',
  treemap: 'blocks',
  sunburst: 'pie',
  tree: 'tree',
  sankey: 'flow',
  graph: 'hub',
  wordCloud: 'words',
  map: 'map',
  flowMap: 'map',
};
/** The schematic that stands for a type of chart; null for none. */
export const shapeOf = (type: ChartTypeKey | null): ShapeName | null => (type === null ? null : OF_TYPE[type]);
