import type * as z from 'zod';
import { BOUNDS_MS, type SlowCall } from '#kit/server/call-meter.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Minute, RANGES, ServerHistory } from '../contract/monitor.ts';
import { addClasses, quantile } from '../core/quantile.ts';
import type { StoredRoute } from './sampler.ts';
import { MINUTE_COLUMNS } from './state.ts';

const MINUTE_MS = 60_000;
/** Minutes looked back, and minutes per point: no chart needs more than about 180 points. */
const LOOK: Record<(typeof RANGES)[number], { minutes: number; step: number }> = {
  '1h': { minutes: 60, step: 1 },
  '6h': { minutes: 360, step: 2 },
  '24h': { minutes: 1440, step: 10 },
};
const MAX_ROUTES = 50;
const MAX_SLOW = 50;

type Point = z.input<typeof Minute> & { minute: Date };

const sum = (rows: readonly Point[], pick: (row: Point) => number): number => rows.reduce((total, row) => total + pick(row), 0);
const most = (rows: readonly Point[], pick: (row: Point) => number | null): number | null => {
  const values = rows.map(pick).filter((value) => value !== null);
  return values.length === 0 ? null : Math.max(...values);
};
const least = (rows: readonly Point[], pick: (row: Point) => number | null): number | null => {
  const values = rows.map(pick).filter((value) => value !== null);
  return values.length === 0 ? null : Math.min(...values);
};

/** Several minutes or nodes as one point: counts are added, times and fill levels are the worst of them. */
function joined(minute: Date, rows: readonly Point[]): Point {
  const worst = (pick: (row: Point) => number) => most(rows, pick) ?? 0;
  return {
    minute,
    lagP50Ms: worst((row) => row.lagP50Ms),
    lagP99Ms: worst((row) => row.lagP99Ms),
    cpuPercent: worst((row) => row.cpuPercent),
    gcMs: sum(rows, (row) => row.gcMs),
    rssBytes: worst((row) => row.rssBytes),
    heapUsedBytes: worst((row) => row.heapUsedBytes),
    heapTotalBytes: worst((row) => row.heapTotalBytes),
    diskFreeBytes: least(rows, (row) => row.diskFreeBytes),
    diskTotalBytes: most(rows, (row) => row.diskTotalBytes),
    poolMax: worst((row) => row.poolMax),
    poolUsed: worst((row) => row.poolUsed),
    poolIdle: worst((row) => row.poolIdle),
    poolWaiting: worst((row) => row.poolWaiting),
    jobsWaiting: worst((row) => row.jobsWaiting),
    jobsRunning: worst((row) => row.jobsRunning),
    calls: sum(rows, (row) => row.calls),
    failures: sum(rows, (row) => row.failures),
    p50Ms: most(rows, (row) => row.p50Ms),
    p95Ms: most(rows, (row) => row.p95Ms),
    p99Ms: most(rows, (row) => row.p99Ms),
  };
}

/** Adds up the stored minutes of each route; the quantiles come from the added classes, not from other quantiles. */
function routeLoads(stored: readonly StoredRoute[]): z.input<typeof ServerHistory>['routes'] {
  const byRoute = new Map<string, StoredRoute>();
  for (const row of stored) {
    const key = `${row.m} ${row.p}`;
    const known = byRoute.get(key);
    byRoute.set(
      key,
      known
        ? {
            ...known,
            n: known.n + row.n,
            f: known.f + row.f,
            sum: known.sum + row.sum,
            max: Math.max(known.max, row.max),
            c: addClasses(known.c, row.c),
          }
        : row,
    );
  }
  return [...byRoute.values()]
    .toSorted((a, b) => b.sum - a.sum)
    .slice(0, MAX_ROUTES)
    .map(({ m, p, n, f, sum: total, max, c }) => ({
      method: m,
      path: p,
      calls: n,
      failures: f,
      averageMs: Math.round((total / Math.max(1, n)) * 10) / 10,
      p50Ms: quantile(BOUNDS_MS, c, 0.5, max),
      p95Ms: quantile(BOUNDS_MS, c, 0.95, max),
      p99Ms: quantile(BOUNDS_MS, c, 0.99, max),
      maxMs: max,
    }));
}

/** The minutes of one node or of all, as points of a chart, with what the routes and the slowest calls took in that time. */
export async function serverHistory(
  ctx: Ctx,
  { range, node }: { range: (typeof RANGES)[number]; node?: number | undefined },
): Promise<z.input<typeof ServerHistory>> {
  const { minutes, step } = LOOK[range];
  const stepMs = step * MINUTE_MS;
  const since = new Date(Math.floor(ctx.now.getTime() / stepMs) * stepMs - (minutes - step) * MINUTE_MS);
  let query = ctx.db
    .selectFrom('monitorSample')
    .select(['node', 'routes', 'slow', ...MINUTE_COLUMNS])
    .where('minute', '>=', since)
    .orderBy('minute')
    .orderBy('node')
    .limit(minutes * 64);
  if (node !== undefined) query = query.where('node', '=', node);
  const rows = await query.execute();
  const groups = new Map<number, Point[]>();
  for (const { routes: _routes, slow: _slow, node: _node, ...row } of rows) {
    const at = Math.floor(row.minute.getTime() / stepMs) * stepMs;
    const group = groups.get(at);
    if (group) group.push(row);
    else groups.set(at, [row]);
  }
  return {
    points: [...groups].map(([at, group]) => joined(new Date(at), group)),
    stepMinutes: step,
    routes: routeLoads(rows.flatMap((row) => row.routes as StoredRoute[])),
    slow: rows
      .flatMap((row) => (row.slow as SlowCall[]).map((call) => ({ ...call, time: new Date(call.time), node: row.node })))
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, MAX_SLOW),
  };
}
