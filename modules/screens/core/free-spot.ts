import type { ScreenNode } from '../contract/screen-config.ts';
import { boundsOf, boxOf, overlaps, type Point, type Rect } from './geometry.ts';
import { isHidden, type Nodes } from './tree.ts';

const GAP = 16;
/** How far something new steps aside where there is no room left. */
const STEP = 24;
/** Something that covers more of the screen is its ground, and everything stands on it. */
const GROUND = 0.5;
/** Frames hold content: that may stand on them. */
const FRAMES = new Set<ScreenNode['type']>(['panel', 'border', 'decoration', 'carousel']);

/**
 * Where something new comes to stand: at the wished corner when nothing is there, else beside what is there, as near as there is room on the
 * screen; on a full screen a step aside, so that it never hides exactly what stood there. Frames make room for frames only.
 */
export function freeSpot(nodes: Nodes, type: ScreenNode['type'], options: Rect, screen: { width: number; height: number }): Point {
  const isFrame = FRAMES.has(type);
  const taken = Object.values(nodes)
    .filter((node) => node.type !== 'group' && !isHidden(nodes, node.id) && (isFrame || !FRAMES.has(node.type)))
    .map((node) => boundsOf(boxOf(node)))
    .filter(({ w, h }) => w * h < screen.width * screen.height * GROUND);
  const isFree = (at: Point) => {
    const rect = { ...options, ...at };
    const isInside = at.x >= 0 && at.y >= 0 && at.x + options.w <= screen.width && at.y + options.h <= screen.height;
    return isInside && taken.every((one) => !overlaps(one, rect));
  };
  if (isFree(options)) return { x: options.x, y: options.y };
  const near = taken
    .flatMap(({ x, y, w, h }): Point[] => {
      const [right, left, below, above] = [x + w + GAP, x - options.w - GAP, y + h + GAP, y - options.h - GAP];
      return [
        ...[y, options.y].flatMap((row) => [{ x: right, y: row }, { x: left, y: row }]),
        ...[x, options.x].flatMap((column) => [{ x: column, y: below }, { x: column, y: above }]),
      ]; // prettier-ignore
    })
    .map((at) => ({ at, way: Math.hypot(at.x - options.x, at.y - options.y) }))
    .toSorted((a, b) => a.way - b.way)
    .find(({ at }) => isFree(at));
  if (near) return near.at;
  let at: Point = { x: options.x, y: options.y };
  const stands = (point: Point) => Object.values(nodes).some(({ x, y }) => x === point.x && y === point.y);
  while (stands(at)) at = { x: at.x + STEP, y: at.y + STEP };
  return at;
}
