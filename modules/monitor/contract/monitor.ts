import * as z from 'zod';
import { Time } from '#kit/contract/fields.ts';
import { bytes, defineContract, ownToken, perm, route } from '#kit/contract/route.ts';

const count = z.number().int();
const nullable = z.number().nullable();

/** What one node measured in one minute. */
const figures = {
  lagP50Ms: z.number(),
  lagP99Ms: z.number(),
  cpuPercent: z.number(),
  gcMs: z.number(),
  rssBytes: z.number(),
  heapUsedBytes: z.number(),
  heapTotalBytes: z.number(),
  diskFreeBytes: nullable,
  diskTotalBytes: nullable,
  poolMax: count,
  poolUsed: count,
  poolIdle: count,
  poolWaiting: count,
  jobsWaiting: count,
  jobsRunning: count,
  calls: count,
  failures: count,
  p50Ms: nullable,
  p95Ms: nullable,
  p99Ms: nullable,
};
export const Minute = z.object({ minute: Time, ...figures });

/** 节点: a process of the product and its newest minute. */
export const NodeState = z.object({
  node: count,
  host: z.string(),
  version: z.string(),
  startTime: Time,
  /** newest measurement not older than two minutes */
  isAlive: z.boolean(),
  /** the one that answers this call */
  isHere: z.boolean(),
  latest: Minute,
});

export const ServerState = z.object({
  /** what is wrong although the node that answers works: Chinese sentences that say what to do */
  warnings: z.array(z.string()),
  nodes: z.array(NodeState),
  database: z.object({
    bytes: nullable,
    connections: nullable,
    maxConnections: nullable,
    version: z.string().nullable(),
    tables: z.array(z.object({ name: z.string(), comment: z.string().nullable(), bytes: z.number(), rows: z.number() })),
  }),
  jobs: z.array(
    z.object({
      kind: z.string(),
      waiting: count,
      running: count,
      failed: count,
      oldestWaitingSeconds: nullable,
      longestRunningSeconds: nullable,
    }),
  ),
  /** background work of modules */
  work: z.array(
    z.object({
      title: z.string(),
      path: z.string().nullable(),
      figures: z.array(z.object({ label: z.string(), value: count, isBad: z.boolean() })),
      items: z.array(z.object({ title: z.string(), detail: z.string(), time: Time })),
    }),
  ),
  runtime: z.object({ node: z.string(), platform: z.string(), cpus: count, memoryBytes: z.number() }),
});

export const RANGES = ['1h', '6h', '24h'] as const;

export const RouteLoad = z.object({
  method: z.string(),
  path: z.string(),
  calls: count,
  failures: count,
  averageMs: z.number(),
  p50Ms: nullable,
  p95Ms: nullable,
  p99Ms: nullable,
  maxMs: z.number(),
});

export const ServerHistory = z.object({
  /** one point per `stepMinutes`, oldest first; several nodes are added up, times are the worst of them */
  points: z.array(Minute),
  stepMinutes: count,
  routes: z.array(RouteLoad),
  slow: z.array(
    z.object({ time: Time, node: count, method: z.string(), path: z.string(), status: count, ms: z.number(), requestId: z.string() }),
  ),
});

/** 缓存 of one node, without what is in it. */
export const CacheState = z.object({
  name: z.string(),
  label: z.string(),
  summary: z.string(),
  nodes: z.array(
    z.object({ node: count, size: count, max: count, hits: z.number(), misses: z.number(), since: Time, isHere: z.boolean() }),
  ),
  clearTime: Time.nullable(),
});

export const monitor = defineContract({
  server: route.get('/monitor/server', {
    summary: '服务监控：节点、数据库与作业',
    isPassive: true,
    access: perm('monitor:server:view'),
    reply: ServerState,
  }),
  history: route.get('/monitor/server/history', {
    summary: '服务监控：历史曲线、接口耗时与慢调用',
    isPassive: true,
    access: perm('monitor:server:view'),
    query: z.object({ range: z.enum(RANGES).default('1h'), node: z.coerce.number().int().min(0).max(1023).optional() }),
    reply: ServerHistory,
  }),
  caches: route.get('/monitor/caches', {
    summary: '缓存监控',
    isPassive: true,
    access: perm('monitor:cache:view'),
    reply: z.array(CacheState),
  }),
  clearCache: route.delete('/monitor/caches/:name', {
    summary: '清除缓存（全部节点）',
    access: perm('monitor:cache:clear'),
    params: z.object({ name: z.string().max(100) }),
    reply: z.null(),
    audit: '清除缓存',
  }),
  // A scraper has no session: the handler takes either the scrape token or a session whose account holds monitor:metrics:view.
  metrics: route.get('/metrics', {
    summary: 'Prometheus 指标（会话需 monitor:metrics:view 权限，或使用抓取令牌）',
    isPassive: true,
    access: ownToken,
    replies: 'stream',
    reply: bytes,
  }),
});
