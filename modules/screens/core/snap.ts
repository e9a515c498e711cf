import type { Rect } from './geometry.ts';

/** A line that something snapped to: `at` on its axis, drawn from `from` to `to` on the other one. */
export interface SnapLine {
  readonly axis: 'x' | 'y';
  readonly at: number;
  readonly from: number;
  readonly to: number;
}
/** Equal gaps that were met, each from edge to edge at `cross` on the other axis. */
export interface SnapGap {
  readonly axis: 'x' | 'y';
  readonly from: number;
  readonly to: number;
  readonly cross: number;
}
export interface Snapped {
  readonly dx: number;
  readonly dy: number;
  readonly lines: readonly SnapLine[];
  readonly gaps: readonly SnapGap[];
}

interface Edge {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}
/** The rectangles along one axis, by where they start and by where they end. */
interface Sides {
  readonly starts: readonly Rect[];
  readonly ends: readonly Rect[];
}
/** Edges and centres of everything that stays, sorted along each axis; built once when a gesture begins, so that moves need not look at all. */
export interface SnapIndex {
  readonly x: readonly Edge[];
  readonly y: readonly Edge[];
  readonly sides: { readonly x: Sides; readonly y: Sides };
}

const AXES = {
  x: { size: 'w', cross: 'y', crossSize: 'h' },
  y: { size: 'h', cross: 'x', crossSize: 'w' },
} as const;
const endOf = (rect: Rect, axis: 'x' | 'y'): number => rect[axis] + rect[AXES[axis].size];
const byPlace = (a: Edge, b: Edge) => a.at - b.at;
const sidesOf = (rects: readonly Rect[], axis: 'x' | 'y'): Sides => ({
  starts: rects.toSorted((a, b) => a[axis] - b[axis]),
  ends: rects.toSorted((a, b) => endOf(a, axis) - endOf(b, axis)),
});

/** The index over the rectangles that stay, the screen and its guides. */
export function snapIndex(
  rects: readonly Rect[],
  screen: { width: number; height: number; guides: { x: readonly number[]; y: readonly number[] } },
): SnapIndex {
  const { width, height, guides } = screen;
  const x: Edge[] = [0, width / 2, width, ...guides.x].map((at) => ({ at, from: 0, to: height }));
  const y: Edge[] = [0, height / 2, height, ...guides.y].map((at) => ({ at, from: 0, to: width }));
  for (const { x: left, y: top, w, h } of rects) {
    for (const at of [left, left + w / 2, left + w]) x.push({ at, from: top, to: top + h });
    for (const at of [top, top + h / 2, top + h]) y.push({ at, from: left, to: left + w });
  }
  return { x: x.sort(byPlace), y: y.sort(byPlace), sides: { x: sidesOf(rects, 'x'), y: sidesOf(rects, 'y') } };
}

/** The first of a sorted list at or after a place. */
function firstOf<T>(list: readonly T[], place: (one: T) => number, at: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (place(list[middle]!) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
const firstFrom = (edges: readonly Edge[], at: number): number => firstOf(edges, (edge) => edge.at, at);

function nearest(edges: readonly Edge[], at: number): Edge | null {
  const i = firstFrom(edges, at);
  const [after, before] = [edges[i], edges[i - 1]];
  if (!after || !before) return after ?? before ?? null;
  return after.at - at < at - before.at ? after : before;
}

const SAME = 0.01;
/** The line through every edge at a place, as long as they and the moved rectangle together. */
function lineAt(edges: readonly Edge[], axis: 'x' | 'y', at: number, from: number, to: number): SnapLine {
  let [least, most] = [from, to];
  for (let i = firstFrom(edges, at - SAME); i < edges.length && edges[i]!.at <= at + SAME; i++) {
    least = Math.min(least, edges[i]!.from);
    most = Math.max(most, edges[i]!.to);
  }
  return { axis, at, from: least, to: most };
}

/** A single edge that is dragged: the place it snaps to within `reach`, or null. */
export function snapEdge(index: SnapIndex, axis: 'x' | 'y', at: number, reach: number): number | null {
  const edge = nearest(index[axis], at);
  return edge && Math.abs(edge.at - at) <= reach ? edge.at : null;
}

/** Lines to draw for edges of a rectangle that lie on edges of others. */
export function linesOf(index: SnapIndex, rect: Rect): SnapLine[] {
  return (['x', 'y'] as const).flatMap((axis) => {
    const { size, cross, crossSize } = AXES[axis];
    return [0, 0.5, 1].flatMap((part) => {
      const at = rect[axis] + rect[size] * part;
      const near = nearest(index[axis], at);
      return near && Math.abs(near.at - at) < SAME ? [lineAt(index[axis], axis, near.at, rect[cross], rect[cross] + rect[crossSize])] : [];
    });
  });
}

interface SnapCandidate {
  readonly by: number;
  readonly gaps: readonly (readonly [from: number, to: number])[];
}

/** On the other axis at the same height. */
function isBeside(one: Rect, rect: Rect, axis: 'x' | 'y'): boolean {
  const { cross, crossSize } = AXES[axis];
  return one[cross] < rect[cross] + rect[crossSize] && rect[cross] < one[cross] + one[crossSize];
}
/** What lies beside a rectangle and ends last before a place. */
function before({ ends }: Sides, rect: Rect, axis: 'x' | 'y', place: number): Rect | undefined {
  const end = (one: Rect) => endOf(one, axis);
  let i = firstOf(ends, end, place);
  while (i < ends.length && end(ends[i]!) <= place) i++;
  while (--i >= 0) if (isBeside(ends[i]!, rect, axis)) return ends[i];
  return undefined;
}
/** What lies beside a rectangle and starts first from a place on. */
function after({ starts }: Sides, rect: Rect, axis: 'x' | 'y', place: number): Rect | undefined {
  for (let i = firstOf(starts, (one) => one[axis], place); i < starts.length; i++) if (isBeside(starts[i]!, rect, axis)) return starts[i];
  return undefined;
}

/** Places where the gaps to the neighbours are equal: in the middle between two, or as far from one as that one from the next. */
function gapOffers({ sides }: SnapIndex, rect: Rect, axis: 'x' | 'y'): SnapCandidate[] {
  const { size } = AXES[axis];
  const [start, end] = [rect[axis], rect[axis] + rect[size]];
  const left = before(sides[axis], rect, axis, start + rect[size] / 2);
  const right = after(sides[axis], rect, axis, end - rect[size] / 2);
  const offers: SnapCandidate[] = [];
  if (left && right) {
    const gap = (right[axis] - endOf(left, axis) - rect[size]) / 2;
    const at = endOf(left, axis) + gap;
    if (gap > 0) offers.push({ by: at - start, gaps: [[endOf(left, axis), at], [at + rect[size], right[axis]]] }); // prettier-ignore
  }
  const beyond = left && before(sides[axis], rect, axis, left[axis]);
  if (left && beyond) {
    const gap = left[axis] - endOf(beyond, axis);
    const at = endOf(left, axis) + gap;
    if (gap > 0) offers.push({ by: at - start, gaps: [[endOf(beyond, axis), left[axis]], [endOf(left, axis), at]] }); // prettier-ignore
  }
  const farther = right && after(sides[axis], rect, axis, endOf(right, axis));
  if (right && farther) {
    const gap = farther[axis] - endOf(right, axis);
    const at = right[axis] - gap - rect[size];
    if (gap > 0) offers.push({ by: at - start, gaps: [[at + rect[size], right[axis]], [endOf(right, axis), farther[axis]]] }); // prettier-ignore
  }
  return offers;
}

interface AxisSnap {
  readonly by: number;
  readonly gaps: SnapCandidate['gaps'];
}

function snapAxis(index: SnapIndex, rect: Rect, axis: 'x' | 'y', reach: number, grid: number): AxisSnap {
  const { size } = AXES[axis];
  let best: AxisSnap | null = null;
  for (const part of [0, 0.5, 1]) {
    const at = rect[axis] + rect[size] * part;
    const edge = nearest(index[axis], at);
    const by = edge ? edge.at - at : Infinity;
    if (Math.abs(by) <= reach && (best === null || Math.abs(by) < Math.abs(best.by))) best = { by, gaps: [] };
  }
  for (const offer of gapOffers(index, rect, axis))
    if (Math.abs(offer.by) <= reach && (best === null || Math.abs(offer.by) < Math.abs(best.by) - SAME)) best = offer;
  if (best) return best;
  return { by: grid > 0 ? Math.round(rect[axis] / grid) * grid - rect[axis] : 0, gaps: [] };
}

/**
 * Where a moved rectangle snaps to: edges and centres of others, of the screen and of guides, then equal gaps, then the grid.
 * `reach` is how far it may jump, in units of the screen; 0 switches edges and gaps off.
 */
export function snapMove(index: SnapIndex, rect: Rect, reach: number, grid: number): Snapped {
  if (reach <= 0) return { dx: 0, dy: 0, lines: [], gaps: [] };
  const [x, y] = [snapAxis(index, rect, 'x', reach, grid), snapAxis(index, rect, 'y', reach, grid)];
  const at = { ...rect, x: rect.x + x.by, y: rect.y + y.by };
  const gaps = [
    ...x.gaps.map(([from, to]) => ({ axis: 'x' as const, from, to, cross: at.y + at.h / 2 })),
    ...y.gaps.map(([from, to]) => ({ axis: 'y' as const, from, to, cross: at.x + at.w / 2 })),
  ];
  return { dx: x.by, dy: y.by, lines: linesOf(index, at), gaps };
}

/** The way from a rectangle to its nearest neighbour, or to the edge of the screen, on each side. */
export function distancesOf({ sides }: SnapIndex, rect: Rect, screen: { width: number; height: number }): SnapGap[] {
  const found: SnapGap[] = [];
  for (const axis of ['x', 'y'] as const) {
    const { size, cross, crossSize } = AXES[axis];
    const left = before(sides[axis], rect, axis, rect[axis] + SAME);
    const right = after(sides[axis], rect, axis, rect[axis] + rect[size] - SAME);
    const low = Math.max(0, left ? endOf(left, axis) : 0);
    const most = axis === 'x' ? screen.width : screen.height;
    const high = Math.min(most, right ? right[axis] : most);
    const middle = rect[cross] + rect[crossSize] / 2;
    if (rect[axis] - low >= 1) found.push({ axis, from: low, to: rect[axis], cross: middle });
    if (high - rect[axis] - rect[size] >= 1) found.push({ axis, from: rect[axis] + rect[size], to: high, cross: middle });
  }
  return found;
}
