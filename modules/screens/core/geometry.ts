import type { ScreenNode } from '../contract/screen-config.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}
/** A rectangle along the axes of the screen. */
export interface Rect extends Point {
  readonly w: number;
  readonly h: number;
}
/** A rectangle turned by `r` degrees clockwise about its centre. */
export interface Box extends Rect {
  readonly r: number;
}

/** The smallest side that a gesture leaves. */
export const MIN_SIDE = 4;

/** Where a handle stands: -1 = left or top edge, 0 = middle, 1 = right or bottom edge. */
export const HANDLES = {
  nw: [-1, -1],
  n: [0, -1],
  ne: [1, -1],
  e: [1, 0],
  se: [1, 1],
  s: [0, 1],
  sw: [-1, 1],
  w: [-1, 0],
} as const;
export type Handle = keyof typeof HANDLES;

/** Hundredths of a pixel are exact enough, and documents stay short. */
export const round = (value: number): number => Math.round(value * 100) / 100 || 0;

/** Brings an angle into (-180, 180]. */
export const normalizeAngle = (degrees: number): number => {
  const rest = ((degrees % 360) + 360) % 360;
  return round(rest > 180 ? rest - 360 : rest);
};

/** Turns a point about another by degrees clockwise (y points down). */
export function turn(point: Point, about: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const [dx, dy] = [point.x - about.x, point.y - about.y];
  return { x: about.x + dx * cos - dy * sin, y: about.y + dx * sin + dy * cos };
}

export const centreOf = (rect: Rect): Point => ({ x: rect.x + rect.w / 2, y: rect.y + rect.h / 2 });
export const boxOf = ({ x, y, w, h, r }: ScreenNode | Box): Box => ({ x, y, w, h, r });

/** Corners clockwise from the top left one. */
export function cornersOf(box: Box): readonly Point[] {
  const { x, y, w, h, r } = box;
  const corners = [
    { x, y },
    { x: x + w, y },
    { x: x + w, y: y + h },
    { x, y: y + h },
  ];
  if (r === 0) return corners;
  const centre = centreOf(box);
  return corners.map((corner) => turn(corner, centre, r));
}

/** The upright rectangle around a box. */
export function boundsOf(box: Box): Rect {
  if (box.r === 0) return { x: box.x, y: box.y, w: box.w, h: box.h };
  const corners = cornersOf(box);
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

/** The upright rectangle around several; null of none. */
export function unionOf(rects: readonly Rect[]): Rect | null {
  if (rects.length === 0) return null;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, w, h } of rects) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + w);
    bottom = Math.max(bottom, y + h);
  }
  return { x: left, y: top, w: right - left, h: bottom - top };
}

export const overlaps = (a: Rect, b: Rect): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

export interface ResizeHow {
  readonly keepRatio?: boolean;
  /** both sides move, the centre stays */
  readonly fromCentre?: boolean;
}

/**
 * The box after its handle was dragged by (dx, dy) on the screen. The opposite corner or edge stays where it is, also of a turned box;
 * a side never gets shorter than MIN_SIDE.
 */
export function resized(box: Box, handle: Handle, dx: number, dy: number, { keepRatio, fromCentre }: ResizeHow = {}): Box {
  const [hx, hy] = HANDLES[handle];
  const local = turn({ x: dx, y: dy }, { x: 0, y: 0 }, -box.r);
  const reach = fromCentre ? 2 : 1;
  let w = Math.max(MIN_SIDE, box.w + hx * local.x * reach);
  let h = Math.max(MIN_SIDE, box.h + hy * local.y * reach);
  if (keepRatio) {
    const [sx, sy] = [w / box.w, h / box.h];
    const scale =
      hx === 0 ? sy : hy === 0 ? sx : Math.max(Math.abs(sx - 1) > Math.abs(sy - 1) ? sx : sy, MIN_SIDE / Math.min(box.w, box.h));
    [w, h] = [Math.max(MIN_SIDE, box.w * scale), Math.max(MIN_SIDE, box.h * scale)];
  }
  const centre = centreOf(box);
  if (fromCentre) return { x: round(centre.x - w / 2), y: round(centre.y - h / 2), w: round(w), h: round(h), r: box.r };
  // what stays: the point opposite the handle, in the axes of the box measured from its centre
  const away = turn({ x: (-hx * box.w) / 2, y: (-hy * box.h) / 2 }, { x: 0, y: 0 }, box.r);
  const back = turn({ x: (hx * w) / 2, y: (hy * h) / 2 }, { x: 0, y: 0 }, box.r);
  const next = { x: centre.x + away.x + back.x, y: centre.y + away.y + back.y };
  return { x: round(next.x - w / 2), y: round(next.y - h / 2), w: round(w), h: round(h), r: box.r };
}

/**
 * Carries a box along when the rectangle around several is changed: places and sizes keep their ratios.
 * A turned box keeps its angle; its sides grow by what the change means along them.
 */
export function scaledWith(box: Box, from: Rect, to: Rect): Box {
  const [sx, sy] = [from.w === 0 ? 1 : to.w / from.w, from.h === 0 ? 1 : to.h / from.h];
  const centre = centreOf(box);
  const angle = (box.r * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const w = Math.max(MIN_SIDE, box.w * Math.hypot(sx * cos, sy * sin));
  const h = Math.max(MIN_SIDE, box.h * Math.hypot(sx * sin, sy * cos));
  const next = { x: to.x + (centre.x - from.x) * sx, y: to.y + (centre.y - from.y) * sy };
  return { x: round(next.x - w / 2), y: round(next.y - h / 2), w: round(w), h: round(h), r: box.r };
}

/** A box turned by degrees about a point that need not be its centre. */
export function rotateAbout(box: Box, about: Point, degrees: number): Box {
  const centre = turn(centreOf(box), about, degrees);
  return { x: round(centre.x - box.w / 2), y: round(centre.y - box.h / 2), w: box.w, h: box.h, r: normalizeAngle(box.r + degrees) };
}
