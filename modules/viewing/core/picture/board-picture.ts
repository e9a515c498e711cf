import { BOARD_COLUMNS, BOARD_GAP, BOARD_ROW, type BoardItem } from '#modules/boards/contract/board-config.ts';
import { palette } from '#kit/core/palette.ts';
import { box, line, type Place } from './svg-text.ts';

/** Width of the picture of a board, as on a usual window. */
export const BOARD_WIDTH = 1440;
const EDGE = 24;
const TOP = 68;
const HEAD = 36;
const PAD = 12;
const MAX_LINES = 40;
const COLUMN = (BOARD_WIDTH - 2 * EDGE + BOARD_GAP) / BOARD_COLUMNS;

const light = palette.light;

/** Where a tile stands in the picture. */
const placeOf = ({ x, y, w, h }: BoardItem): Place => ({
  x: EDGE + x * COLUMN,
  y: TOP + y * (BOARD_ROW + BOARD_GAP),
  w: w * COLUMN - BOARD_GAP,
  h: h * BOARD_ROW + (h - 1) * BOARD_GAP,
});

/** The room that the chart of a tile has. */
export function roomOf(item: BoardItem): { w: number; h: number } {
  const { w, h } = placeOf(item);
  return { w: Math.round(w - 2 * PAD), h: Math.round(h - (item.hideTitle ? PAD : HEAD) - PAD) };
}

export interface DrawnTile {
  readonly item: BoardItem;
  readonly title: string;
  /** a drawing in the room of the tile */
  readonly svg: string;
}

function tileSvg({ item, title, svg }: DrawnTile): string {
  const at = placeOf(item);
  if (item.kind === 'section') return line(title, { x: at.x, y: at.y + 20, size: 15, color: light.ink, width: at.w, weight: 600 });
  if (item.kind === 'text')
    return (item.text ?? '')
      .split('\n')
      .slice(0, MAX_LINES)
      .map((text, n) => {
        const size = item.style?.fontSize ?? 14;
        return line(text, { x: at.x + 4, y: at.y + size + n * size * 1.6, size, color: item.style?.color ?? light.ink, width: at.w - 8 });
      })
      .join('');
  if (item.kind !== 'chart') return '';
  const top = item.hideTitle ? PAD : HEAD;
  return [
    box(at, light.surface, `rx="8" stroke="${light.line}"`),
    item.hideTitle ? '' : line(title, { x: at.x + PAD + 4, y: at.y + 26, size: 14, color: light.ink, width: at.w - 32, weight: 600 }),
    `<g transform="translate(${at.x + PAD} ${at.y + top})">${svg}</g>`,
  ].join('');
}

/** The picture of one tab of a board: its name, what is said of it, and its tiles where they stand. */
export function boardPicture(name: string, note: string, tiles: readonly DrawnTile[], font: string): { svg: string; w: number; h: number } {
  const end = tiles.reduce((most, { item }) => Math.max(most, placeOf(item).y + placeOf(item).h), TOP);
  const h = Math.round(end + EDGE);
  const body = [
    box({ x: 0, y: 0, w: BOARD_WIDTH, h }, light.canvas),
    line(name, { x: EDGE, y: 40, size: 20, color: light.ink, width: BOARD_WIDTH * 0.6, weight: 600 }),
    line(note, { x: BOARD_WIDTH - EDGE, y: 40, size: 12, color: light.ink3, width: BOARD_WIDTH * 0.36, anchor: 'end' }),
    ...tiles.map(tileSvg),
  ].join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${BOARD_WIDTH}" height="${h}" viewBox="0 0 ${BOARD_WIDTH} ${h}" font-family="${font}">${body}</svg>`;
  return { svg, w: BOARD_WIDTH, h };
}
