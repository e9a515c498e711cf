/** Upper bounds of the histogram buckets for durations, in milliseconds; the last bucket is unbounded. */
export const BOUNDS_MS = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000, 7000, 10_000, 15_000, 30_000, 60_000,
] as const;
const SLOW_MS = 1_000;
const MAX_SLOW = 20;

/** One answered call. `path` is the route template (`/posts/:id`), never the concrete URL, so that the number of series stays bounded. */
export interface MeteredCall {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly requestId: string;
}
export interface SlowCall extends MeteredCall {
  readonly time: number;
}

/** Counters and histogram of one route. */
export interface RouteFigures {
  readonly method: string;
  readonly path: string;
  calls: number;
  /** responses with status 500 and above */
  failures: number;
  sumMs: number;
  maxMs: number;
  /** calls per bucket of `BOUNDS_MS`; one element more than there are bounds */
  readonly classes: number[];
  /** calls per status class: `{ 2: 10, 4: 1 }` = ten 2xx, one 4xx */
  readonly statuses: Record<number, number>;
}

export interface MeterWindow {
  readonly routes: RouteFigures[];
  readonly slow: SlowCall[];
}

/** Measures the calls that this node answers. */
export interface CallMeter {
  note(call: MeteredCall): void;
  /** counters since the process started */
  total(): readonly RouteFigures[];
  /** counters since the previous `take()`; resets the window */
  take(): MeterWindow;
}

const classOf = (ms: number): number => {
  const at = BOUNDS_MS.findIndex((bound) => ms <= bound);
  return at < 0 ? BOUNDS_MS.length : at;
};

function count(figures: Map<string, RouteFigures>, { method, path, status, ms }: MeteredCall): void {
  const key = `${method} ${path}`;
  let row = figures.get(key);
  if (!row) {
    row = { method, path, calls: 0, failures: 0, sumMs: 0, maxMs: 0, classes: Array<number>(BOUNDS_MS.length + 1).fill(0), statuses: {} };
    figures.set(key, row);
  }
  const at = classOf(ms);
  const hundred = Math.floor(status / 100);
  row.calls += 1;
  if (status >= 500) row.failures += 1;
  row.sumMs += ms;
  row.maxMs = Math.max(row.maxMs, ms);
  row.classes[at] = (row.classes[at] ?? 0) + 1;
  row.statuses[hundred] = (row.statuses[hundred] ?? 0) + 1;
}

/** Makes the in-memory call meter of a node. `now` answers epoch milliseconds (injected by tests). */
export function callMeter(now: () => number = Date.now): CallMeter {
  const all = new Map<string, RouteFigures>();
  let window = new Map<string, RouteFigures>();
  let slow: SlowCall[] = [];
  return {
    note(call) {
      count(all, call);
      count(window, call);
      if (call.ms < SLOW_MS) return;
      slow.push({ ...call, ms: Math.round(call.ms), time: now() });
      if (slow.length > MAX_SLOW) slow = slow.toSorted((a, b) => b.ms - a.ms).slice(0, MAX_SLOW);
    },
    total: () => [...all.values()],
    take() {
      const taken = { routes: [...window.values()], slow };
      window = new Map();
      slow = [];
      return taken;
    },
  };
}
