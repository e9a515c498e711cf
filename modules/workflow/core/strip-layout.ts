/** A node of a drawing that runs from left to right. */
export interface StripNode {
  readonly id: string;
  readonly width: number;
}
export interface StripFlow {
  readonly from: string;
  readonly to: string;
}
export interface StripLayout {
  readonly width: number;
  /** rows that nodes and ways lie in, the main way in the first */
  readonly lanes: number;
  readonly places: ReadonlyMap<string, { readonly x: number; readonly lane: number }>;
  /** ways with the points that they pass, as x and row */
  readonly ways: readonly {
    readonly from: string;
    readonly to: string;
    readonly points: readonly (readonly [x: number, lane: number])[];
  }[];
}

/** Distance between two columns; ways turn in its middle. */
const GAP = 30;

/** Flows without those that lead back to where the way came from. */
function withoutLoops(nodes: readonly StripNode[], flows: readonly StripFlow[]): StripFlow[] {
  const known = new Set(nodes.map(({ id }) => id));
  const open = new Set<string>();
  const done = new Set<string>();
  const kept: StripFlow[] = [];
  const from = (id: string) => flows.filter((flow) => flow.from === id && known.has(flow.to));
  // by a list of its own: processes of hundreds of nodes would be too deep for calls within calls
  const stack: { id: string; left: StripFlow[] }[] = [];
  const enter = (id: string) => {
    open.add(id);
    stack.push({ id, left: from(id) });
  };
  for (const { id } of nodes) {
    if (done.has(id)) continue;
    enter(id);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const flow = top.left.shift();
      if (!flow) {
        open.delete(top.id);
        done.add(top.id);
        stack.pop();
        continue;
      }
      if (open.has(flow.to)) continue;
      kept.push(flow);
      if (!done.has(flow.to)) enter(flow.to);
    }
  }
  return kept;
}

/** How many steps each node lies behind the first, by the longest way. */
function columnsOf(nodes: readonly StripNode[], flows: readonly StripFlow[]): Map<string, number> {
  const columns = new Map(nodes.map(({ id }) => [id, 0]));
  const waiting = new Map(nodes.map(({ id }) => [id, flows.filter(({ to }) => to === id).length]));
  const open = nodes.flatMap(({ id }) => (waiting.get(id) === 0 ? id : []));
  for (let id = open.shift(); id !== undefined; id = open.shift())
    for (const { from, to } of flows) {
      if (from !== id) continue;
      columns.set(to, Math.max(columns.get(to) ?? 0, (columns.get(id) ?? 0) + 1));
      waiting.set(to, (waiting.get(to) ?? 1) - 1);
      if (waiting.get(to) === 0) open.push(to);
    }
  return columns;
}

/** Rows of columns that are taken already. */
class Lanes {
  private readonly taken: Set<number>[] = [];
  count = 1;
  /** The nearest free row from this one on, in all of these columns. */
  take(columns: readonly number[], from: number): number {
    let lane = from;
    while (columns.some((column) => this.taken[column]?.has(lane))) lane += 1;
    for (const column of columns) (this.taken[column] ??= new Set()).add(lane);
    this.count = Math.max(this.count, lane + 1);
    return lane;
  }
}
const between = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from - 1) }, (_, n) => from + 1 + n);

/** Places nodes in columns and rows so that no way runs through a node; `order` of flows out of a node says which goes straight on. */
export function stripLayout(nodes: readonly StripNode[], all: readonly StripFlow[]): StripLayout {
  const flows = withoutLoops(nodes, all);
  const columns = columnsOf(nodes, flows);
  const column = (id: string) => columns.get(id) ?? 0;
  const widths: number[] = [];
  for (const { id, width } of nodes) widths[column(id)] = Math.max(widths[column(id)] ?? 0, width);
  const starts = widths.map((_, n) => widths.slice(0, n).reduce((sum, width) => sum + width + GAP, 0));
  const lanes = new Lanes();
  const laneOf = new Map<string, number>();
  const wanted = new Map<string, number>();
  for (const { id } of nodes.toSorted((a, b) => column(a.id) - column(b.id))) {
    const lane = lanes.take([column(id)], wanted.get(id) ?? 0);
    laneOf.set(id, lane);
    for (const { from, to } of flows) if (from === id) wanted.set(to, Math.min(wanted.get(to) ?? Infinity, lane));
  }
  // a way past other nodes keeps a row of its own until it is there
  const ways = flows.map(({ from, to }) => {
    const passed = between(column(from), column(to));
    return { from, to, lane: passed.length > 0 ? lanes.take(passed, laneOf.get(from) ?? 0) : (laneOf.get(from) ?? 0) };
  });
  const places = new Map(
    nodes.map(({ id, width }) => [id, { x: starts[column(id)]! + (widths[column(id)]! - width) / 2, lane: laneOf.get(id) ?? 0 }]),
  );
  const widthOf = new Map(nodes.map(({ id, width }) => [id, width]));
  return {
    width: Math.max(0, (starts.at(-1) ?? 0) + (widths.at(-1) ?? 0)),
    lanes: lanes.count,
    places,
    ways: ways.map(({ from, to, lane }) => {
      const [a, b] = [places.get(from)!, places.get(to)!];
      const [begin, end] = [a.x + widthOf.get(from)!, b.x];
      const [turn, back] = [starts[column(from)]! + widths[column(from)]! + GAP / 2, starts[column(to)]! - GAP / 2];
      const mid = column(to) - column(from) > 1 ? lane : b.lane;
      const points: [number, number][] = [[begin, a.lane]];
      if (mid !== a.lane) points.push([turn, a.lane], [turn, mid]);
      if (mid !== b.lane) points.push([back, mid], [back, b.lane]);
      points.push([end, b.lane]);
      return { from, to, points };
    }),
  };
}
