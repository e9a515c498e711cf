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
export interface LabelRequest<T> {
  readonly of: T;
  readonly text: string;
  readonly at: Flat;
  readonly size: number;
  /** higher ones choose first */
  readonly rank: number;
  /** shifts of its middle, in units of its own width and height, best first; with `clear` directions from its mark, -1, 0 or 1 */
  readonly spots: readonly Flat[];
  /** half the room that its mark takes, pixels: its text stands beside that */
  readonly clear?: number;
}
/** A mark that no text may cover, nor stand nearer to than to its own. */
export interface Obstacle {
  readonly at: Flat;
  readonly r: number;
}
export interface Placed<T> {
  readonly of: T;
  readonly text: string;
  readonly size: number;
  /** shift of its middle from the point, pixels */
  readonly offset: Flat;
  readonly box: Rect;
}

/** Middle of an area, then a little to each side. */
export const AREA_SPOTS: readonly Flat[] = [
  [0, 0],
  [0, -0.5],
  [0, 0.5],
  [-0.25, 0],
  [0.25, 0],
];
/** Directions from a point. */
export const POINT_SPOTS: readonly Flat[] = [
  [0, -1],
  [1, 0],
  [-1, 0],
  [0, 1],
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
];

/** Pixels between a point and a box, 0 inside it. */
export const apart = ([x, y]: Flat, box: Rect): number =>
  Math.hypot(Math.max(box.x - x, 0, x - box.x - box.w), Math.max(box.y - y, 0, y - box.y - box.h));

function offsetAt([sx, sy]: Flat, { w, h }: { w: number; h: number }, clear: number | undefined): Flat {
  if (clear === undefined) return [sx * w, sy * h];
  // at a corner the room around a mark is less than beside it
  const room = (sx !== 0 && sy !== 0 ? clear * 0.72 : clear) + 1;
  return [sx * (w / 2 + room), sy * (h / 2 + room)];
}

/**
 * Places texts so that none covers another or a mark, stands nearer to a foreign mark than to its own, or leaves the picture: by rank, each
 * at its first free spot; what finds none is left out.
 */
export function placeTexts<T>(
  labels: readonly LabelRequest<T>[],
  frame: Rect,
  taken: readonly Rect[] = [],
  marks: readonly Obstacle[] = [],
): Placed<T>[] {
  const boxes: Rect[] = [...taken];
  const isFree = (box: Rect) =>
    box.x >= frame.x &&
    box.y >= frame.y &&
    box.x + box.w <= frame.x + frame.w &&
    box.y + box.h <= frame.y + frame.h &&
    boxes.every((one) => box.x >= one.x + one.w || one.x >= box.x + box.w || box.y >= one.y + one.h || one.y >= box.y + box.h);
  // of two marks on one spot a text belongs to both
  const isOwn = (at: Flat, box: Rect, clear: number | undefined) =>
    marks.every((mark) => {
      const far = apart(mark.at, box);
      if (far < mark.r) return false;
      // from edge to edge: a ring is large, and its name stands beside it all the same
      return clear === undefined || Math.hypot(mark.at[0] - at[0], mark.at[1] - at[1]) < 1 || far - mark.r > apart(at, box) - clear + 1;
    });
  return labels
    .toSorted((a, b) => b.rank - a.rank)
    .flatMap(({ of, text, at, size, spots, clear }): Placed<T>[] => {
      const lines = text.split('\n');
      const w = Math.max(...lines.map((line) => textWidth(line, size))) + 2;
      const h = lines.length * size * 1.15;
      for (const spot of spots) {
        const offset = offsetAt(spot, { w, h }, clear);
        const box = { x: at[0] + offset[0] - w / 2, y: at[1] + offset[1] - h / 2, w, h };
        if (!isFree(box) || !isOwn(at, box, clear)) continue;
        boxes.push(box);
        return [{ of, text, size, offset, box }];
      }
      return [];
    });
}
