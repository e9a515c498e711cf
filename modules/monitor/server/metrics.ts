import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { may, type Access } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { BOUNDS_MS, type RouteFigures } from '#kit/server/call-meter.ts';
import type { App, Ctx } from '#kit/server/ctx.ts';
import { poolFigures } from '#kit/server/db/prepared.ts';
import { cacheFigures } from '#kit/server/named-cache.ts';
import { maskFailures } from '#kit/server/masks/failures.ts';
import type { StreamReply } from '#kit/server/http/stream-reply.ts';
import { authenticate, readSecretConfig } from '#modules/system/server/index.ts';
import { metricsText, type Family } from '../core/prometheus.ts';
import { jobFigures } from './sampler.ts';

export const METRICS_TOKEN = 'monitor.metricsToken';
const PERMISSION: Access = { kind: 'perm', anyOf: ['monitor:metrics:view'] };
/** Bounds that scrapers get: fewer series, still enough for quantiles. */
const SCRAPED_MS: readonly number[] = [5, 10, 30, 100, 300, 1000, 3000, 10_000];

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Admits the scrape token, or a session whose account holds the permission; refuses in the order of every other call. */
export async function assertMayScrape(ctx: Ctx): Promise<void> {
  const bearer = /^Bearer\s+(\S{1,512})$/i.exec(ctx.request.headers.authorization ?? '')?.[1];
  if (bearer === undefined) throw new AppError('auth.required');
  const token = await readSecretConfig(ctx.app, ctx.app.db, METRICS_TOKEN);
  // digests have one length: how much of a guess was right cannot be timed
  if (token !== null && token !== '' && timingSafeEqual(digest(token), digest(bearer))) return;
  const caller = await authenticate(ctx.app, bearer, ctx.request);
  if (!caller) throw new AppError('auth.required');
  if (caller.session.locked) throw new AppError('auth.locked');
  if (caller.session.mustChangePassword) throw new AppError('auth.mustChangePassword');
  if (!may(caller.user, PERMISSION)) throw new AppError('auth.noPermission');
}

function callFamilies(routes: readonly RouteFigures[]): Family[] {
  const labels = ({ method, path }: RouteFigures) => ({ method, route: path });
  return [
    {
      name: 'databrain_http_requests_total',
      help: 'Answered calls by route template and class of the status.',
      type: 'counter',
      values: routes.flatMap((row) =>
        Object.entries(row.statuses).map(([hundred, value]) => ({ labels: { ...labels(row), status: `${hundred}xx` }, value })),
      ),
    },
    {
      name: 'databrain_http_request_duration_seconds',
      help: 'Duration of answered calls by route template.',
      type: 'histogram',
      values: routes.flatMap((row) => [
        ...SCRAPED_MS.map((bound) => ({
          suffix: '_bucket',
          labels: { ...labels(row), le: String(bound / 1000) },
          value: row.classes.slice(0, BOUNDS_MS.findIndex((one) => one === bound) + 1).reduce((sum, n) => sum + n, 0),
        })),
        { suffix: '_bucket', labels: { ...labels(row), le: '+Inf' }, value: row.calls },
        { suffix: '_sum', labels: labels(row), value: row.sumMs / 1000 },
        { suffix: '_count', labels: labels(row), value: row.calls },
      ]),
    },
  ];
}

/** What the node counted since it started. */
const countFamilies = (app: App): Family[] => [
  ...app.modules.flatMap((module) => module.metrics?.(app) ?? []).map((family) => ({ ...family, name: `databrain_${family.name}` })),
  {
    name: 'databrain_mask_failures_total',
    help: 'Values that no mask could be made of, hidden whole.',
    type: 'counter',
    values: maskFailures(app).map(({ algorithm, count }) => ({ labels: { algorithm }, value: count })),
  },
  ...callFamilies(app.meter.total()),
];

async function families(app: App): Promise<Family[]> {
  const memory = process.memoryUsage();
  const cpu = process.cpuUsage();
  const pool = poolFigures(app.db);
  const caches = cacheFigures();
  const [jobs, latest, nodes] = await Promise.all([
    jobFigures(app),
    app.db
      .selectFrom('monitorSample')
      .select(['lagP50Ms', 'lagP99Ms', 'gcMs', 'diskFreeBytes', 'diskTotalBytes'])
      .where('node', '=', app.node)
      .orderBy('minute', 'desc')
      .limit(1)
      .executeTakeFirst(),
    app.db
      .selectFrom('kitNode')
      .select((e) => e.fn.countAll<string>().as('n'))
      .where('leaseUntil', '>', sql<Date>`now()`)
      .executeTakeFirstOrThrow(),
  ]);
  const gauge = (name: string, help: string, ...values: Family['values']): Family => ({
    name: `databrain_${name}`,
    help,
    type: 'gauge',
    values,
  });
  return [
    gauge('info', 'Version of this node.', { labels: { version: app.settings.version, node: app.node }, value: 1 }),
    gauge('process_start_time_seconds', 'When the process began, seconds since 1970.', {
      value: Math.round(Date.now() / 1000 - process.uptime()),
    }),
    {
      name: 'databrain_process_cpu_seconds_total',
      help: 'CPU time of the process.',
      type: 'counter',
      values: [
        { labels: { mode: 'user' }, value: cpu.user / 1e6 },
        { labels: { mode: 'system' }, value: cpu.system / 1e6 },
      ],
    },
    gauge('warnings', 'What is wrong although the node works; the sentences stand in 服务监控.', { value: app.conditions.list().length }),
    gauge('process_resident_memory_bytes', 'Resident memory.', { value: memory.rss }),
    gauge(
      'process_heap_bytes',
      'JavaScript heap.',
      { labels: { kind: 'used' }, value: memory.heapUsed },
      { labels: { kind: 'total' }, value: memory.heapTotal },
    ),
    gauge(
      'event_loop_lag_seconds',
      'Delay of the event loop during the last measured minute.',
      ...(latest
        ? [
            { labels: { quantile: '0.5' }, value: latest.lagP50Ms / 1000 },
            { labels: { quantile: '0.99' }, value: latest.lagP99Ms / 1000 },
          ]
        : []),
    ),
    gauge('gc_seconds', 'Time in garbage collection during the last measured minute.', ...(latest ? [{ value: latest.gcMs / 1000 }] : [])),
    gauge(
      'disk_bytes',
      'Disk of the data folder.',
      ...(latest?.diskTotalBytes
        ? [
            { labels: { kind: 'free' }, value: latest.diskFreeBytes ?? 0 },
            { labels: { kind: 'total' }, value: latest.diskTotalBytes },
          ]
        : []),
    ),
    gauge(
      'db_pool_connections',
      'Connections of this node to the database.',
      ...(pool ? Object.entries(pool).map(([state, value]) => ({ labels: { state }, value })) : []),
    ),
    gauge(
      'jobs',
      'Jobs of all nodes.',
      { labels: { state: 'waiting' }, value: jobs.waiting },
      { labels: { state: 'running' }, value: jobs.running },
    ),
    gauge('nodes', 'Nodes on the database with a valid lease.', { value: Number(nodes.n) }),
    gauge('cache_entries', 'Entries of the named caches.', ...caches.map(({ name, size }) => ({ labels: { cache: name }, value: size }))),
    {
      name: 'databrain_cache_requests_total',
      help: 'Lookups in the named caches since they were last emptied.',
      type: 'counter',
      values: caches.flatMap(({ name, hits, misses }) => [
        { labels: { cache: name, result: 'hit' }, value: hits },
        { labels: { cache: name, result: 'miss' }, value: misses },
      ]),
    },
    ...countFamilies(app),
  ];
}

/** GET /metrics: this node in the text format of Prometheus. */
export async function metrics(ctx: Ctx): Promise<StreamReply> {
  await assertMayScrape(ctx);
  return {
    body: metricsText(await families(ctx.app)),
    type: 'text/plain; version=0.0.4; charset=utf-8',
    headers: { 'cache-control': 'no-store' },
  };
}
