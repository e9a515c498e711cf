import { textWidth } from '../option/model.ts';
import type { Bounds, Flat } from './geo-map.ts';

/** A rectangle on the screen, pixels. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** The largest rectangle of the proportions of a map inside a room, in its middle. */
export function fit(bounds: Bounds, room: Rect): Rect {
  const scale = Math.min(room.w / bounds.w, room.h / bounds.h);
  const [w, h] = [bounds.w * scale, bounds.h * scale];
  return { x: room.x + (room.w - w) / 2, y: room.y + (room.h - h) / 2, w, h };
}

/** Where a point of a map stands on the screen. */
export const pixelOf = (bounds: Bounds, rect: Rect, [x, y]: Flat): Flat => [
  rect.x + ((x - bounds.x) / bounds.w) * rect.w,
  rect.y + ((y - bounds.y) / bounds.h) * rect.h,
];

/** A text that wants to stand somewhere. */
export interface Wish<T> {
  readonly of: T;
  readonly text: string;
  readonly at: Flat;
  readonly size: number;
  /** higher ones choose first */
  readonly rank: number;
  /** shifts of its middle, in units of its own width and height, best first */
  readonly spots: readonly Flat[];
}
export interface Placed<T> {
  readonly of: T;
  readonly text: string;
  readonly size: number;
  /** shift of its middle from the point, pixels */
  readonly offset: Flat;
}

/** Middle of an area, then a little to each side. */
export const AREA_SPOTS: readonly Flat[] = [
  [0, 0],
  [0, -0.5],
  [0, 0.5],
  [-0.25, 0],
  [0.25, 0],
];
/** Beside a point. */
export const POINT_SPOTS: readonly Flat[] = [
  [0, -1.05],
  [0.5, 0],
  [-0.5, 0],
  [0, 1.05],
];

/** Places texts so that none covers another or leaves the picture: by rank, each at its first free spot; what finds none is left out. */
export function placeTexts<T>(wishes: readonly Wish<T>[], frame: Rect, taken: readonly Rect[] = [], gap = 8): Placed<T>[] {
  const boxes: Rect[] = [...taken];
  const isFree = (box: Rect) =>
    box.x >= frame.x &&
    box.y >= frame.y &&
    box.x + box.w <= frame.x + frame.w &&
    box.y + box.h <= frame.y + frame.h &&
    boxes.every((one) => box.x >= one.x + one.w || one.x >= box.x + box.w || box.y >= one.y + one.h || one.y >= box.y + box.h);
  return wishes
    .toSorted((a, b) => b.rank - a.rank)
    .flatMap(({ of, text, at, size, spots }): Placed<T>[] => {
      const lines = text.split('\n');
      const w = Math.max(...lines.map((line) => textWidth(line, size))) + 2;
      const h = lines.length * size * 1.15;
      for (const [sx, sy] of spots) {
        // beside a point there is a gap as wide as its mark
        const offset: Flat = [
          sx * w + (Math.abs(sx) >= 0.5 ? Math.sign(sx) * gap : 0),
          sy * h + (Math.abs(sy) > 1 ? Math.sign(sy) * (gap - 6) : 0),
        ];
        const box = { x: at[0] + offset[0] - w / 2, y: at[1] + offset[1] - h / 2, w, h };
        if (!isFree(box)) continue;
        boxes.push(box);
        return [{ of, text, size, offset }];
      }
      return [];
    });
}
