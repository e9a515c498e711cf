import type { ScreenConfig, ScreenNode, WidgetType } from '../contract/screen-config.ts';
import { hiddenCarouselPages } from './pages.ts';
import {
  SCREEN_TONES,
  shapeOf,
  type ShapeName,
  at,
  MAX_PARTS,
  Shapes,
  toTenth,
  svg,
  WIDTH,
  type TypeOf,
} from '#modules/charts/core/index.ts';

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
  paceLine: 'lines',
  paceBars: 'rank',
  gapBars: 'bars',
  calloutMap: 'map',
  riskList: 'rank',
  stageFlow: 'flow',
  pipeline: 'flow',
};
const FRAMES: ReadonlySet<WidgetType> = new Set<WidgetType>(['panel', 'border']);
const BARS: ReadonlySet<WidgetType> = new Set<WidgetType>(['header', 'screenTabs', 'filter', 'decoration', 'titleBar', 'time']);

function part(node: ScreenNode, scale: number, typeOf: TypeOf, shapes: Shapes): string {
  const box = { x: node.x * scale, y: node.y * scale, w: node.w * scale, h: node.h * scale };
  if (FRAMES.has(node.type)) return `<rect ${at(box)} rx='1.5' fill='#2f6bd8' fill-opacity='.12' stroke='#2f6bd8' stroke-opacity='.7'/>`;
  if (BARS.has(node.type)) {
    const h = Math.min(box.h, 5);
    const w = node.type === 'header' ? box.w * 0.4 : box.w;
    const middle = { x: box.x + (box.w - w) / 2, y: box.y + (box.h - h) / 2, w, h };
    return `<rect ${at(middle)} rx='2' ${node.type === 'header' ? SCREEN_TONES.p1 : SCREEN_TONES.p3}/>`;
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
  const resting = hiddenCarouselPages(screen.nodes, []);
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
  const nodes = ordered(screen).slice(0, MAX_PARTS);
  if (nodes.length === 0) return null;
  const scale = WIDTH / screen.width;
  const height = toTenth(screen.height * scale);
  const shapes = new Shapes(SCREEN_TONES);
  const surface = /^#[\da-f]{3,8}$/i.test(screen.background.color) ? screen.background.color : '#030B1E';
  const drawn = nodes.map((node) => part(node, scale, typeOf, shapes)).join('');
  return svg(WIDTH, height, `${shapes.symbols()}<rect width='${WIDTH}' height='${height}' fill='${surface}'/>${drawn}`);
}
