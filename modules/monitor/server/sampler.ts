import { hostname } from 'node:os';
import { sql } from 'kysely';
import { addClasses, quantile } from '../core/quantile.ts';
import { BOUNDS_MS, type MeterWindow, type RouteFigures } from '#kit/server/call-meter.ts';
import type { App } from '#kit/server/ctx.ts';
import { poolFigures } from '#kit/server/db/prepared.ts';
import { cacheFigures } from '#kit/server/named-cache.ts';
import { diskFigures, processFigures, type ProcessFigures } from './process-figures.ts';

const MINUTE_MS = 60_000;
/** A new process has figures soon, not only after its first minute. */
const FIRST_MS = 3_000;
const KEEP_HOURS = 48;
/** Routes that are stored per minute; the rest of a busy minute is in its totals. */
const MAX_ROUTES = 60;
/** The slowest calls that are stored per minute. */
const MAX_SLOW = 20;

/** Calls of a route as they are stored: short, there is one per route and minute. */
export interface StoredRoute {
  m: string;
  p: string;
  n: number;
  /** failures */
  f: number;
  sum: number;
  max: number;
  /** calls per class of the bounds, from the first that has any */
  c: number[];
}
/** A cache as it is stored. */
export interface StoredCache {
  name: string;
  label: string;
  summary: string;
  size: number;
  max: number;
  hits: number;
  misses: number;
  since: number;
}

export interface Sampler {
  /** Writes what happened since the last time as the present minute of this node. */
  sample(): Promise<void>;
  readonly startTime: Date;
  stop(): Promise<void>;
}

const storedRoutes = (window: MeterWindow): StoredRoute[] =>
  window.routes
    .toSorted((a, b) => b.sumMs - a.sumMs)
    .slice(0, MAX_ROUTES)
    .map(({ method, path, calls, failures, sumMs, maxMs, classes }) => ({
      m: method,
      p: path,
      n: calls,
      f: failures,
      sum: Math.round(sumMs * 10) / 10,
      max: Math.round(maxMs * 10) / 10,
      c: classes,
    }));

/** Two samples of one minute as one. */
function together(before: MeterWindow, after: MeterWindow): MeterWindow {
  const keyOf = ({ method, path }: RouteFigures) => `${method} ${path}`;
  const routes = new Map(before.routes.map((row) => [keyOf(row), row]));
  for (const row of after.routes) {
    const known = routes.get(keyOf(row));
    const { calls, failures, sumMs, maxMs, classes } = row;
    routes.set(
      keyOf(row),
      known
        ? {
            ...row,
            calls: known.calls + calls,
            failures: known.failures + failures,
            sumMs: known.sumMs + sumMs,
            maxMs: Math.max(known.maxMs, maxMs),
            classes: addClasses(known.classes, classes),
          }
        : row,
    );
  }
  const slow = [...before.slow, ...after.slow].toSorted((a, b) => b.ms - a.ms).slice(0, MAX_SLOW);
  return { routes: [...routes.values()], slow };
}

/** Jobs that wait and run on all nodes. */
export async function jobFigures(app: App): Promise<{ waiting: number; running: number }> {
  const { waiting, running } = await app.db
    .selectFrom('kitJob')
    .select([
      sql<number>`count(*) filter (where state = 'waiting')::int`.as('waiting'),
      sql<number>`count(*) filter (where state = 'running')::int`.as('running'),
    ])
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow();
  return { waiting, running };
}

/** One row per node and minute, as long as the process lives. */
export function startSampler(app: App): Sampler {
  const startTime = new Date(app.now().getTime() - Math.round(process.uptime() * 1000));
  const figures = processFigures();
  let writing: Promise<void> = Promise.resolve();
  let last: { minute: number; window: MeterWindow } = { minute: 0, window: { routes: [], slow: [] } };

  const write = async (): Promise<void> => {
    const measured: ProcessFigures = figures.take();
    const minute = new Date(Math.floor(app.now().getTime() / MINUTE_MS) * MINUTE_MS);
    // the row of a minute holds all of it, however often it is written
    const window = last.minute === minute.getTime() ? together(last.window, app.meter.take()) : app.meter.take();
    last = { minute: minute.getTime(), window };
    const all = window.routes.reduce<number[]>((sum, row) => addClasses(sum, row.classes), []);
    const longest = Math.max(0, ...window.routes.map((row) => row.maxMs));
    const share = (q: number) => quantile(BOUNDS_MS, all, q, longest);
    const pool = poolFigures(app.db);
    const [disk, jobs] = await Promise.all([diskFigures(app.settings.dataDir), jobFigures(app)]);
    const row = {
      host: hostname().slice(0, 100),
      version: app.settings.version,
      startTime,
      ...measured,
      diskFreeBytes: disk?.free ?? null,
      diskTotalBytes: disk?.total ?? null,
      poolMax: pool?.max ?? 0,
      poolUsed: pool?.used ?? 0,
      poolIdle: pool?.idle ?? 0,
      poolWaiting: pool?.waiting ?? 0,
      jobsWaiting: jobs.waiting,
      jobsRunning: jobs.running,
      calls: window.routes.reduce((sum, { calls }) => sum + calls, 0),
      failures: window.routes.reduce((sum, { failures }) => sum + failures, 0),
      p50Ms: share(0.5),
      p95Ms: share(0.95),
      p99Ms: share(0.99),
      routes: JSON.stringify(storedRoutes(window)),
      slow: JSON.stringify(window.slow),
      caches: JSON.stringify(cacheFigures() satisfies StoredCache[]),
    };
    await app.db
      .insertInto('monitorSample')
      .values({ node: app.node, minute, ...row })
      .onConflict((conflict) => conflict.columns(['node', 'minute']).doUpdateSet(row))
      .execute();
    await app.db
      .deleteFrom('monitorSample')
      .where('minute', '<', sql<Date>`now() - make_interval(hours => ${KEEP_HOURS})`)
      .execute();
  };
  const sample = (): Promise<void> => {
    writing = writing.then(write);
    return writing;
  };
  const guarded = () =>
    void sample().catch((error: unknown) => {
      writing = Promise.resolve();
      app.log.warn({ error: String(error) }, 'service figures were not saved');
    });
  const first = setTimeout(guarded, FIRST_MS);
  const timer = setInterval(guarded, MINUTE_MS);
  first.unref();
  timer.unref();
  return {
    sample,
    startTime,
    async stop() {
      clearTimeout(first);
      clearInterval(timer);
      figures.stop();
      await writing.catch(() => undefined);
    },
  };
}
