/** Something on a map that wants a label beside it. */
export interface CalloutRequest {
  readonly key: string;
  readonly x: number;
  readonly y: number;
}
export interface Room {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
export type Side = 'left' | 'right';
export interface Callout extends CalloutRequest {
  readonly side: Side;
  /** upper left corner of the label */
  readonly left: number;
  readonly top: number;
  /** the leader: dot, bend, edge of the label */
  readonly leader: readonly (readonly [x: number, y: number])[];
}
export interface CalloutSetting {
  readonly size: { readonly w: number; readonly h: number };
  readonly gap: number;
  /** columns that labels may stand in, left and right of the map */
  readonly columns: Readonly<Record<Side, Room | null>>;
}

const places = (room: Room | null, { size, gap }: CalloutSetting): number =>
  room === null ? 0 : Math.max(0, Math.floor((room.h + gap) / (size.h + gap)));

/** Labels of one column from above to below in the order of their dots, each as near to its dot as those before and after leave it. */
function stacked(of: readonly CalloutRequest[], room: Room, { size, gap }: CalloutSetting): number[] {
  const step = size.h + gap;
  const tops = of.map(({ y }) => Math.min(room.y + room.h - size.h, Math.max(room.y, y - size.h / 2)));
  for (let i = 1; i < tops.length; i++) tops[i] = Math.max(tops[i]!, tops[i - 1]! + step);
  // what was pushed below the room goes up again, and takes the ones above with it
  let limit = room.y + room.h - size.h;
  for (let i = tops.length - 1; i >= 0; i--) {
    tops[i] = Math.min(tops[i]!, limit);
    limit = tops[i]! - step;
  }
  return tops;
}

const turn = (a: readonly [number, number], b: readonly [number, number], c: readonly [number, number]): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
type Segment = readonly [readonly [number, number], readonly [number, number]];
const cross = ([a, b]: Segment, [c, d]: Segment): boolean => turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
const segmentsOf = ({ leader }: Callout): Segment[] => leader.slice(1).map((to, i) => [leader[i]!, to]);
/** True when the leaders of two labels cross. */
export const areCrossing = (a: Callout, b: Callout): boolean => segmentsOf(a).some((one) => segmentsOf(b).some((two) => cross(one, two)));

const BEND = 28;
function calloutOf(of: CalloutRequest, side: Side, top: number, room: Room, size: CalloutSetting['size']): Callout {
  const left = room.x;
  const edge: readonly [number, number] = [side === 'right' ? left - 8 : left + size.w + 8, top + size.h / 2];
  const bend: readonly [number, number] = [side === 'right' ? edge[0] - BEND : edge[0] + BEND, edge[1]];
  return { ...of, side, left, top, leader: [[of.x, of.y], bend, edge] };
}

/** Order within a column that keeps leaders apart: two labels whose leaders cross change places, until none do. Each change shortens the leaders, so it ends; the limit is for dots behind the bend. */
function untangled(column: readonly Callout[], side: Side, room: Room, size: CalloutSetting['size']): Callout[] {
  let found = [...column];
  for (let round = 0; round < found.length ** 2; round++) {
    const pair = found.flatMap((a, i) => found.slice(i + 1).flatMap((b, j) => (areCrossing(a, b) ? [[i, i + 1 + j] as const] : [])))[0];
    if (!pair) return found;
    const [i, j] = pair;
    const [a, b] = [found[i]!, found[j]!];
    const next = [...found];
    next[i] = calloutOf(b, side, a.top, room, size);
    next[j] = calloutOf(a, side, b.top, room, size);
    found = next;
  }
  return found;
}

/**
 * Labels beside the map: dots go to the nearer column while it has room; in a column labels stand in the order of their dots. No two labels
 * overlap, whatever the dots. Requests beyond the room of both columns are left out, the last ones first.
 */
export function placeCallouts(requests: readonly CalloutRequest[], setting: CalloutSetting): Callout[] {
  const room = { left: places(setting.columns.left, setting), right: places(setting.columns.right, setting) };
  const kept = requests.slice(0, room.left + room.right);
  const middle = (side: Side): number => {
    const column = setting.columns[side];
    if (!column) return Infinity;
    return side === 'left' ? column.x + setting.size.w : column.x;
  };
  // those that gain most by their nearer side choose first
  const away = ({ x }: CalloutRequest): number => Math.abs(x - middle('left')) - Math.abs(middle('right') - x);
  const taken: Record<Side, CalloutRequest[]> = { left: [], right: [] };
  for (const one of kept.toSorted((a, b) => Math.abs(away(b)) - Math.abs(away(a)))) {
    const wanted: Side = away(one) > 0 ? 'right' : 'left';
    const other: Side = wanted === 'right' ? 'left' : 'right';
    taken[taken[wanted].length < room[wanted] ? wanted : other].push(one);
  }
  return (['left', 'right'] as const).flatMap((side) => {
    const column = setting.columns[side];
    if (!column) return [];
    const ordered = taken[side].toSorted((a, b) => a.y - b.y || a.x - b.x);
    const tops = stacked(ordered, column, setting);
    return untangled(
      ordered.map((one, i) => calloutOf(one, side, tops[i]!, column, setting.size)),
      side,
      column,
      setting.size,
    );
  });
}

/** A word on the map: its middle, its size, and how far it may move from there without leaving its area. */
export interface MapName {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly slack: { readonly x: number; readonly y: number };
}
const NAME_STEP = 6;
const DIRECTIONS = [[0, 1], [0, -1], [1, 0], [-1, 0], [1, 1], [-1, 1], [1, -1], [-1, -1]] as const; // prettier-ignore

const isUnder = ({ x, y, w, h }: Pick<MapName, 'x' | 'y' | 'w' | 'h'>, segment: Segment): boolean => {
  const [left, right, top, bottom] = [x - w / 2, x + w / 2, y - h / 2, y + h / 2];
  const [from] = segment;
  if (from[0] > left && from[0] < right && from[1] > top && from[1] < bottom) return true;
  const corners = [[left, top], [right, bottom], [left, bottom], [right, top]] as const; // prettier-ignore
  return cross(segment, [corners[0], corners[1]]) || cross(segment, [corners[2], corners[3]]);
};

/** Where a name stands so that no leader goes through it: the nearest such place within its slack, its own where there is none. */
export function clearOfLeaders(name: MapName, callouts: readonly Callout[]): { readonly x: number; readonly y: number } {
  const segments = callouts.flatMap(segmentsOf);
  const isClear = (at: { x: number; y: number }) => !segments.some((one) => isUnder({ ...name, ...at }, one));
  if (isClear(name)) return { x: name.x, y: name.y };
  const most = Math.max(name.slack.x, name.slack.y);
  for (let far = NAME_STEP; far <= most; far += NAME_STEP)
    for (const [dx, dy] of DIRECTIONS) {
      const at = { x: name.x + dx * far, y: name.y + dy * far };
      if (Math.abs(dx * far) <= name.slack.x && Math.abs(dy * far) <= name.slack.y && isClear(at)) return at;
    }
  return { x: name.x, y: name.y };
}
