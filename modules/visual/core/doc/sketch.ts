import { BOARD_COLUMNS, type BoardConfig, type BoardItem } from '../../contract/board-config.ts';
import type { ChartTypeKey } from '../../contract/chart-types.ts';
import type { ScreenConfig, ScreenNode, WidgetType } from '../../contract/screen-config.ts';
import { restingPages } from '../screen/pages.ts';
import { drawShape, PAGE_INK, SCREEN_INK, SHAPE_BOX, shapeOf, STRETCHED, type Ink, type ShapeName } from './shapes.ts';

/** Answers the type of a stored chart, null when there is none. */
export type TypeOf = (chartId: string) => ChartTypeKey | null;

/** Size of thumbnails in units of the drawing; a board shows its upper part, as many rows as fit. */
const WIDTH = 240;
const HEIGHT = 150;
/** A grid row is 40 pixels with its gap, a column about 50 on a usual window. */
const COLUMN = WIDTH / BOARD_COLUMNS;
const ROW = COLUMN * 0.8;
/** More parts than this cannot be told apart in a picture of this size. */
const MOST_PARTS = 80;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
const short = (value: number): number => Math.round(value * 10) / 10;
const at = ({ x, y, w, h }: Box): string => `x='${short(x)}' y='${short(y)}' width='${short(w)}' height='${short(h)}'`;
const svg = (width: number, height: number, body: string): string =>
  `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${width} ${height}' width='${width}' height='${height}'>${body}</svg>`;

/** Each shape is drawn once and placed as often as it occurs. */
class Shapes {
  private readonly used = new Set<ShapeName>();
  private readonly ink: Ink;
  constructor(ink: Ink) {
    this.ink = ink;
  }
  place(name: ShapeName, box: Box): string {
    if (box.w <= 0 || box.h <= 0) return '';
    this.used.add(name);
    return `<use href='#${name}' ${at(box)}/>`;
  }
  symbols(): string {
    const one = (name: ShapeName) =>
      `<symbol id='${name}' viewBox='${SHAPE_BOX}'${STRETCHED.has(name) ? " preserveAspectRatio='none'" : ''}>${drawShape(name, this.ink)}</symbol>`;
    return [...this.used].map(one).join('');
  }
}

/** The schematic of a chart: its type alone. */
export function chartSketch(type: ChartTypeKey): string {
  const shapes = new Shapes(PAGE_INK);
  const drawn = shapes.place(shapeOf(type)!, { x: 40, y: 25, w: 160, h: 100 });
  return svg(WIDTH, HEIGHT, shapes.symbols() + drawn);
}

const TILE_SHAPES: Readonly<Record<BoardItem['kind'], ShapeName>> = {
  chart: 'bars',
  text: 'text',
  filter: 'text',
  section: 'text',
  image: 'picture',
};
const PAD = 4;
const HEAD = 7;

function tile(item: BoardItem, typeOf: TypeOf, shapes: Shapes): string {
  const box = { x: item.x * COLUMN + 1.5, y: item.y * ROW + 1.5, w: item.w * COLUMN - 3, h: item.h * ROW - 3 };
  if (item.kind === 'section') return `<rect ${at({ ...box, w: Math.min(60, box.w), h: 4, y: box.y + 2 })} rx='2' ${PAGE_INK.p2}/>`;
  const frame = `<rect ${at(box)} rx='3' fill='#8592a8' opacity='.14'/>`;
  if (item.kind === 'filter') {
    const fields = [0, 1, 2].map(
      (n) => `<rect ${at({ x: box.x + PAD + n * 38, y: box.y + 3, w: 32, h: box.h - 6 })} rx='2' ${PAGE_INK.p4}/>`,
    );
    return frame + fields.slice(0, Math.max(1, Math.floor(box.w / 40))).join('');
  }
  const type = item.chart?.chartType ?? (item.chartId ? typeOf(item.chartId) : null);
  const shape = item.kind === 'chart' ? shapeOf(type) : TILE_SHAPES[item.kind];
  const hasHead = item.kind === 'chart' && !item.hideTitle && box.h > 24;
  const head = hasHead
    ? `<rect ${at({ x: box.x + PAD, y: box.y + PAD, w: Math.min(36, box.w * 0.4), h: 3 })} rx='1.5' ${PAGE_INK.p4}/>`
    : '';
  const top = hasHead ? HEAD + PAD : PAD;
  const inner = { x: box.x + PAD, y: box.y + top, w: box.w - 2 * PAD, h: box.h - top - PAD };
  return frame + head + (shape === null ? '' : shapes.place(shape, inner));
}

/** The schematic of a board: the places of the tiles on its first tab and the types of their charts; no words, no figures. */
export function boardSketch(board: BoardConfig, typeOf: TypeOf): string | null {
  const layout = board.tabs.find((tab) => tab.layout.length > 0)?.layout ?? [];
  if (layout.length === 0) return null;
  const shapes = new Shapes(PAGE_INK);
  const seen = layout.filter((item) => item.y * ROW < HEIGHT).slice(0, MOST_PARTS);
  const drawn = seen.map((item) => tile(item, typeOf, shapes)).join('');
  return svg(WIDTH, HEIGHT, shapes.symbols() + drawn);
}

const WIDGET_SHAPES: Readonly<Partial<Record<WidgetType, ShapeName>>> = {
  text: 'text',
  image: 'picture',
  video: 'picture',
  frame: 'text',
  kpi: 'kpi',
  flip: 'kpi',
  cards: 'kpi',
  rank: 'rank',
  scrollTable: 'table',
  ticker: 'text',
  timeline: 'stations',
  gantt: 'spans',
  ring: 'gauge',
  segments: 'rank',
  progress: 'rank',
  scorecard: 'table',
  heroMap: 'map',
  relation: 'hub',
  statusGrid: 'cells',
  thumbs: 'cells',
};
const FRAMES: ReadonlySet<WidgetType> = new Set<WidgetType>(['panel', 'border']);
const BARS: ReadonlySet<WidgetType> = new Set<WidgetType>(['header', 'screenTabs', 'filter', 'decoration', 'time']);

function part(node: ScreenNode, scale: number, typeOf: TypeOf, shapes: Shapes): string {
  const box = { x: node.x * scale, y: node.y * scale, w: node.w * scale, h: node.h * scale };
  if (FRAMES.has(node.type)) return `<rect ${at(box)} rx='1.5' fill='#2f6bd8' fill-opacity='.12' stroke='#2f6bd8' stroke-opacity='.7'/>`;
  if (BARS.has(node.type)) {
    const h = Math.min(box.h, 5);
    const w = node.type === 'header' ? box.w * 0.4 : box.w;
    const middle = { x: box.x + (box.w - w) / 2, y: box.y + (box.h - h) / 2, w, h };
    return `<rect ${at(middle)} rx='2' ${node.type === 'header' ? SCREEN_INK.p1 : SCREEN_INK.p3}/>`;
  }
  const type = node.chart?.chartType ?? (node.chartId ? typeOf(node.chartId) : null) ?? node.chartType ?? null;
  const shape = node.type === 'chart' ? shapeOf(type) : (WIDGET_SHAPES[node.type] ?? null);
  return shape === null ? '' : shapes.place(shape, box);
}

/** Back to front, as the stage draws them: what lies in a panel comes after the panel; of a carousel its first page. */
function ordered(screen: ScreenConfig): ScreenNode[] {
  const depth = (node: ScreenNode, steps = 0): number => {
    const above = node.parent === null ? undefined : screen.nodes[node.parent];
    return above && steps < 20 ? depth(above, steps + 1) + 1 : 0;
  };
  const resting = restingPages(screen.nodes, []);
  const isElsewhere = ({ id, parent }: ScreenNode, steps = 0): boolean => {
    const above = parent === null ? undefined : screen.nodes[parent];
    return resting.has(id) || (above !== undefined && steps < 20 && isElsewhere(above, steps + 1));
  };
  return Object.values(screen.nodes)
    .filter((node) => !node.hide && node.type !== 'group' && !isElsewhere(node))
    .map((node) => ({ node, deep: depth(node) }))
    .toSorted((a, b) => a.deep - b.deep || a.node.z - b.node.z)
    .map(({ node }) => node);
}

/** The schematic of a screen: the places and kinds of its parts on its ground; no words, no figures. */
export function screenSketch(screen: ScreenConfig, typeOf: TypeOf): string | null {
  const nodes = ordered(screen).slice(0, MOST_PARTS);
  if (nodes.length === 0) return null;
  const scale = WIDTH / screen.width;
  const height = short(screen.height * scale);
  const shapes = new Shapes(SCREEN_INK);
  const ground = /^#[\da-f]{3,8}$/i.test(screen.background.color) ? screen.background.color : '#030B1E';
  const drawn = nodes.map((node) => part(node, scale, typeOf, shapes)).join('');
  return svg(WIDTH, height, `${shapes.symbols()}<rect width='${WIDTH}' height='${height}' fill='${ground}'/>${drawn}`);
}

/** A drawing as the address of a picture. */
export const asPicture = (drawing: string): string => `data:image/svg+xml,${drawing.replaceAll(/[<>#%]/g, encodeURIComponent)}`;
