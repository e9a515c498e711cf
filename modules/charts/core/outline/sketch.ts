import type { ChartTypeKey } from '../../contract/chart-types.ts';
import { drawShape, PAGE_TONES, SHAPE_BOX, shapeOf, STRETCHED, type SketchTones, type ShapeName } from './shapes.ts';

/** Answers the type of a stored chart, null when there is none. */
export type TypeOf = (chartId: string) => ChartTypeKey | null;

/** Size of thumbnails in units of the drawing; a board shows its upper part, as many rows as fit. */
export const WIDTH = 240;
export const HEIGHT = 150;
/** More parts than this cannot be told apart in a picture of this size. */
export const MAX_PARTS = 80;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
/** Rounded to a tenth: miniatures are stored in lists and stay short. */
export const toTenth = (value: number): number => Math.round(value * 10) / 10;
/** Position and size as attributes of SVG. */
export const at = ({ x, y, w, h }: Box): string => `x='${toTenth(x)}' y='${toTenth(y)}' width='${toTenth(w)}' height='${toTenth(h)}'`;
/** An SVG document of this size around `body`. */
export const svg = (width: number, height: number, body: string): string =>
  `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${width} ${height}' width='${width}' height='${height}'>${body}</svg>`;

/** Each shape is drawn once and placed as often as it occurs. */
export class Shapes {
  private readonly used = new Set<ShapeName>();
  private readonly ink: SketchTones;
  constructor(ink: SketchTones) {
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
  const shapes = new Shapes(PAGE_TONES);
  const drawn = shapes.place(shapeOf(type)!, { x: 40, y: 25, w: 160, h: 100 });
  return svg(WIDTH, HEIGHT, shapes.symbols() + drawn);
}
