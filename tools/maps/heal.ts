import type { Point, Ring } from './decode.ts';

const CELL = 32;
const cellKey = (cx: number, cy: number): number => cx * 1_000_003 + cy;

/** Points by the cell of a coarse grid that they lie in. */
class Grid<T> {
  private readonly cells = new Map<number, T[]>();
  add([x, y]: Point, value: T): void {
    const key = cellKey(Math.floor(x / CELL), Math.floor(y / CELL));
    const list = this.cells.get(key);
    if (list) list.push(value);
    else this.cells.set(key, [value]);
  }
  *near(west: number, south: number, east: number, north: number): Generator<T> {
    for (let cx = Math.floor(west / CELL); cx <= Math.floor(east / CELL); cx++)
      for (let cy = Math.floor(south / CELL); cy <= Math.floor(north / CELL); cy++) yield* this.cells.get(cellKey(cx, cy)) ?? [];
  }
}

const without = (ring: Ring): Ring => {
  const kept: Ring = [];
  for (const point of ring) {
    const last = kept.at(-1);
    if (last && last[0] === point[0] && last[1] === point[1]) continue;
    // there and back again is no border
    const before = kept.at(-2);
    if (before && before[0] === point[0] && before[1] === point[1]) kept.pop();
    else kept.push(point);
  }
  while (kept.length > 1 && kept[0]![0] === kept.at(-1)![0] && kept[0]![1] === kept.at(-1)![1]) kept.pop();
  return kept;
};

/**
 * Neighbours of the files were drawn separately: their common border differs by a few hundred metres. Points closer than `tolerance`
 * become one, and each border takes up the points of others that lie on it, so that both sides run through the same points.
 */
export function heal(areas: readonly Ring[][][], tolerance: number): Ring[][][] {
  const anchors = new Grid<Point>();
  const snap = (point: Point): Point => {
    const [x, y] = point;
    let best: Point | null = null;
    let least = tolerance;
    for (const other of anchors.near(x - tolerance, y - tolerance, x + tolerance, y + tolerance)) {
      const distance = Math.hypot(other[0] - x, other[1] - y);
      if (distance <= least) [best, least] = [other, distance];
    }
    if (best) return best;
    anchors.add(point, point);
    return point;
  };
  // an island smaller than the tolerance stays as it is: territory never disappears
  const snapped = areas.map((polygons) =>
    polygons.map((rings) =>
      rings.map((ring) => {
        const moved = without(ring.map(snap));
        return moved.length > 2 ? moved : ring;
      }),
    ),
  );
  const points = new Grid<{ point: Point; ring: Ring }>();
  for (const ring of snapped.flat(2)) for (const point of ring) points.add(point, { point, ring });
  const taken = (ring: Ring): Ring =>
    ring.flatMap((from, i) => {
      const to = ring[(i + 1) % ring.length]!;
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const length = dx * dx + dy * dy;
      const on: { t: number; point: Point }[] = [];
      for (const other of points.near(
        Math.min(from[0], to[0]) - tolerance,
        Math.min(from[1], to[1]) - tolerance,
        Math.max(from[0], to[0]) + tolerance,
        Math.max(from[1], to[1]) + tolerance,
      )) {
        if (other.ring === ring || other.point === from || other.point === to) continue;
        const [px, py] = [other.point[0] - from[0], other.point[1] - from[1]];
        const t = (px * dx + py * dy) / length;
        if (t <= 0 || t >= 1 || Math.hypot(px - t * dx, py - t * dy) > tolerance) continue;
        if (!on.some(({ point }) => point[0] === other.point[0] && point[1] === other.point[1])) on.push({ t, point: other.point });
      }
      return [from, ...on.toSorted((a, b) => a.t - b.t).map(({ point }) => point)];
    });
  return snapped.map((polygons) =>
    polygons.map((rings) =>
      rings.map((ring) => {
        const whole = without(taken(ring));
        return whole.length > 2 ? whole : ring;
      }),
    ),
  );
}
