import { BOARD_COLUMNS, type BoardConfig, type BoardItem } from '../contract/board-config.ts';
import { PAGE_TONES, shapeOf, type ShapeName, at, HEIGHT, MAX_PARTS, Shapes, svg, WIDTH, type TypeOf } from '#modules/charts/core/index.ts';

/** A grid row is 40 pixels with its gap, a column about 50 on a usual window. */
const COLUMN = WIDTH / BOARD_COLUMNS;
const ROW = COLUMN * 0.8;
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
  if (item.kind === 'section') return `<rect ${at({ ...box, w: Math.min(60, box.w), h: 4, y: box.y + 2 })} rx='2' ${PAGE_TONES.p2}/>`;
  const frame = `<rect ${at(box)} rx='3' fill='#8592a8' opacity='.14'/>`;
  if (item.kind === 'filter') {
    const fields = [0, 1, 2].map(
      (n) => `<rect ${at({ x: box.x + PAD + n * 38, y: box.y + 3, w: 32, h: box.h - 6 })} rx='2' ${PAGE_TONES.p4}/>`,
    );
    return frame + fields.slice(0, Math.max(1, Math.floor(box.w / 40))).join('');
  }
  const type = item.chart?.chartType ?? (item.chartId ? typeOf(item.chartId) : null);
  const shape = item.kind === 'chart' ? shapeOf(type) : TILE_SHAPES[item.kind];
  const hasHead = item.kind === 'chart' && !item.hideTitle && box.h > 24;
  const head = hasHead
    ? `<rect ${at({ x: box.x + PAD, y: box.y + PAD, w: Math.min(36, box.w * 0.4), h: 3 })} rx='1.5' ${PAGE_TONES.p4}/>`
    : '';
  const top = hasHead ? HEAD + PAD : PAD;
  const inner = { x: box.x + PAD, y: box.y + top, w: box.w - 2 * PAD, h: box.h - top - PAD };
  return frame + head + (shape === null ? '' : shapes.place(shape, inner));
}

/** The schematic of a board: the places of the tiles on its first tab and the types of their charts; no words, no figures. */
export function boardSketch(board: BoardConfig, typeOf: TypeOf): string | null {
  const layout = board.tabs.find((tab) => tab.layout.length > 0)?.layout ?? [];
  if (layout.length === 0) return null;
  const shapes = new Shapes(PAGE_TONES);
  const seen = layout.filter((item) => item.y * ROW < HEIGHT).slice(0, MAX_PARTS);
  const drawn = seen.map((item) => tile(item, typeOf, shapes)).join('');
  return svg(WIDTH, HEIGHT, shapes.symbols() + drawn);
}
