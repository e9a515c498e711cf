import type { Point, Ring } from './decode.ts';

const area = (ring: Ring): number => {
  let sum = 0;
  for (let i = 0; i < ring.length; i++) {
    const [a, b] = [ring[i]!, ring[(i + 1) % ring.length]!];
    sum += a[0] * b[1] - b[0] * a[1];
  }
  return Math.abs(sum / 2);
};

const isInside = ([x, y]: Point, rings: Ring[]): boolean => {
  let inside = false;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [a, b] = [ring[i]!, ring[j]!];
      if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
    }
  }
  return inside;
};

/** Distance to the nearest border; height counts double because names are wide. */
const room = ([x, y]: Point, rings: Ring[]): number => {
  let least = Infinity;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [a, b] = [ring[i]!, ring[j]!];
      const [dx, dy] = [(b[0] - a[0]) * 0.55, b[1] - a[1]];
      const [px, py] = [(x - a[0]) * 0.55, y - a[1]];
      const t = Math.max(0, Math.min(1, (px * dx + py * dy) / (dx * dx + dy * dy || 1)));
      least = Math.min(least, Math.hypot(px - t * dx, py - t * dy));
    }
  }
  return least;
};

/** The point of the largest part with the most room around it for a name: a grid, made finer four times around the best cell. */
export function labelPoint(polygons: Ring[][]): Point {
  const rings = polygons.toSorted((a, b) => area(b[0]!) - area(a[0]!))[0]!;
  const thin = rings.map((ring) => ring.filter((_, i) => i % Math.ceil(ring.length / 200) === 0));
  const xs = thin[0]!.map(([x]) => x);
  const ys = thin[0]!.map(([, y]) => y);
  let [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  let best: Point = [(west + east) / 2, (south + north) / 2];
  for (let round = 0; round < 4; round++) {
    let most = -1;
    const [w, h] = [(east - west) / 16, (north - south) / 16];
    for (let i = 0; i <= 16; i++)
      for (let j = 0; j <= 16; j++) {
        const point: Point = [west + i * w, south + j * h];
        if (!isInside(point, thin)) continue;
        const distance = room(point, thin);
        if (distance > most) [most, best] = [distance, point];
      }
    [west, east, south, north] = [best[0] - w, best[0] + w, best[1] - h, best[1] + h];
  }
  return best;
}
