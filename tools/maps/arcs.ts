import type { Point, Ring } from './decode.ts';

const key = ([x, y]: Point): number => x * 1_000_000 + y;

/** Rings as lists of shared arcs; `~i` is arc i backwards. */
export interface Cut {
  arcs: Point[][];
  /** per area, per polygon, per ring */
  areas: number[][][][];
}

/** Points where borders part: those that two rings pass with different neighbours. */
function junctions(rings: Ring[]): Set<number> {
  const seen = new Map<number, string>();
  const found = new Set<number>();
  for (const ring of rings) {
    ring.forEach((point, i) => {
      const [a, b] = [key(ring.at(i - 1)!), key(ring[(i + 1) % ring.length]!)];
      const pair = a < b ? `${a} ${b}` : `${b} ${a}`;
      const at = key(point);
      const before = seen.get(at);
      if (before === undefined) seen.set(at, pair);
      else if (before !== pair) found.add(at);
    });
  }
  return found;
}

/** Cuts the rings of all areas where borders part, so that a border between two areas is one arc. */
export function cut(areas: readonly (readonly Ring[][])[]): Cut {
  const ends = junctions(areas.flat(2));
  const arcs: Point[][] = [];
  const known = new Map<string, number>();
  const arc = (points: Point[]): number => {
    const text = points.map(key).join(' ');
    const same = known.get(text);
    if (same !== undefined) return same;
    const back = known.get(points.map(key).toReversed().join(' '));
    if (back !== undefined) return ~back;
    known.set(text, arcs.length);
    return arcs.push(points) - 1;
  };
  const cutRing = (ring: Ring): number[] => {
    const start = ring.findIndex((point) => ends.has(key(point)));
    if (start < 0) {
      // an island, or a hole that another area fills: begins at its smallest point so that both find the same arc
      const first = ring.reduce((best, point, i) => (key(point) < key(ring[best]!) ? i : best), 0);
      const turned = [...ring.slice(first), ...ring.slice(0, first)];
      return [arc([...turned, turned[0]!])];
    }
    const turned = [...ring.slice(start), ...ring.slice(0, start), ring[start]!];
    const list: number[] = [];
    let from = 0;
    for (let i = 1; i < turned.length; i++) {
      if (i < turned.length - 1 && !ends.has(key(turned[i]!))) continue;
      list.push(arc(turned.slice(from, i + 1)));
      from = i;
    }
    return list;
  };
  return { areas: areas.map((polygons) => polygons.map((rings) => rings.map(cutRing))), arcs };
}

/** Two areas as one: borders between them go, the rest is joined to rings again. Holes do not occur among those that are merged. */
export function dissolve(polygons: number[][][], arcs: Point[][]): number[][][] {
  const all = polygons.flat(2);
  const left = new Set(all.filter((index) => !all.includes(~index)));
  const line = (index: number) => (index < 0 ? arcs[~index]!.toReversed() : arcs[index]!);
  const rings: number[][][] = [];
  while (left.size > 0) {
    const [first] = left as unknown as Iterable<number>;
    left.delete(first!);
    const ring = [first!];
    const goal = key(line(first!)[0]!);
    let end = key(line(first!).at(-1)!);
    while (end !== goal) {
      const next = [...left].find((index) => key(line(index)[0]!) === end);
      if (next === undefined) throw new Error('a merged border does not close');
      left.delete(next);
      ring.push(next);
      end = key(line(next).at(-1)!);
    }
    rings.push([ring]);
  }
  return rings;
}

/** How far each point lies from the line that would stand without it (Douglas–Peucker), in units of the source. */
function weights(points: Point[]): number[] {
  const found = points.map(() => Infinity);
  const squeeze = Math.cos(((points[0]![1] / 1024) * Math.PI) / 180);
  const away = (p: Point, a: Point, b: Point): number => {
    const [dx, dy] = [(b[0] - a[0]) * squeeze, b[1] - a[1]];
    const [px, py] = [(p[0] - a[0]) * squeeze, p[1] - a[1]];
    const length = Math.hypot(dx, dy);
    if (length === 0) return Math.hypot(px, py);
    const t = Math.max(0, Math.min(1, (px * dx + py * dy) / (length * length)));
    return Math.hypot(px - t * dx, py - t * dy);
  };
  const stack: [from: number, to: number, most: number][] = [[0, points.length - 1, Infinity]];
  while (stack.length > 0) {
    const [from, to, most] = stack.pop()!;
    let [best, far] = [-1, -1];
    for (let i = from + 1; i < to; i++) {
      const distance = away(points[i]!, points[from]!, points[to]!);
      if (distance > far) [best, far] = [i, distance];
    }
    if (best < 0) continue;
    const weight = Math.min(far, most);
    found[best] = weight;
    stack.push([from, best, weight], [best, to, weight]);
  }
  return found;
}

/** An island narrower than this many 1 / 1024 degrees (two kilometres) is drawn with three corners, a larger one with four at least. */
const ISLET = 20;

/** Arcs with only the points that matter more than `tolerance`; no island is dropped. */
export function simplifier({ arcs, areas }: Cut): (tolerance: number) => Point[][] {
  const weighed = arcs.map((points) => ({ points, weight: weights(points) }));
  // two borders between the same two points: as straight lines both would be the same, and the area between them gone
  const bent = new Set(areas.flat(2).flatMap((ring) => (ring.length < 3 ? ring.map((index) => (index < 0 ? ~index : index)) : [])));
  return (tolerance) =>
    weighed.map(({ points, weight }, index) => {
      const isClosed = key(points[0]!) === key(points.at(-1)!);
      const inner = weight.slice(1, -1).toSorted((a, b) => b - a);
      const corners = (inner[0] ?? 0) < ISLET ? 1 : 2;
      const least = isClosed ? (inner[Math.min(corners, inner.length - 1)] ?? 0) : bent.has(index) ? (inner[0] ?? 0) : Infinity;
      const limit = Math.min(tolerance, least);
      return points.filter((_, i) => weight[i]! >= limit);
    });
}
