import { availableParallelism, totalmem } from 'node:os';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Minute, ServerState } from '../contract/monitor.ts';

const ALIVE_MS = 130_000;
const SHOWN_MS = 3_600_000;
const MAX_TABLES = 12;

export const MINUTE_COLUMNS = [
  'minute',
  'lagP50Ms',
  'lagP99Ms',
  'cpuPercent',
  'gcMs',
  'rssBytes',
  'heapUsedBytes',
  'heapTotalBytes',
  'diskFreeBytes',
  'diskTotalBytes',
  'poolMax',
  'poolUsed',
  'poolIdle',
  'poolWaiting',
  'jobsWaiting',
  'jobsRunning',
  'calls',
  'failures',
  'p50Ms',
  'p95Ms',
  'p99Ms',
] as const satisfies readonly (keyof z.output<typeof Minute>)[];

async function nodes(ctx: Ctx): Promise<z.input<typeof ServerState>['nodes']> {
  const rows = await ctx.db
    .selectFrom('monitorSample')
    .select(['node', 'host', 'version', 'startTime', ...MINUTE_COLUMNS])
    .distinctOn('node')
    .where('minute', '>', new Date(ctx.now.getTime() - SHOWN_MS))
    .orderBy('node')
    .orderBy('minute', 'desc')
    .execute();
  return rows.map(({ node, host, version, startTime, ...latest }) => ({
    node,
    host,
    version,
    startTime,
    isAlive: ctx.now.getTime() - latest.minute.getTime() < ALIVE_MS,
    isHere: node === ctx.app.node,
    latest,
  }));
}

/** Asks what not every database of the PostgreSQL family answers. */
const orNull = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);

async function database(ctx: Ctx): Promise<z.input<typeof ServerState>['database']> {
  const { app } = ctx;
  const [size, connections, limit, version, tables] = await Promise.all([
    orNull(sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(app.db)),
    orNull(sql<{ n: number }>`select count(*)::int as n from pg_stat_activity where datname = current_database()`.execute(app.db)),
    orNull(sql<{ n: string }>`select current_setting('max_connections') as n`.execute(app.db)),
    orNull(sql<{ v: string }>`select current_setting('server_version') as v`.execute(app.db)),
    orNull(
      sql<{ name: string; comment: string | null; bytes: string; rows: number }>`
        select t.relname as name, obj_description(t.oid, 'pg_class') as comment, sum(pg_total_relation_size(c.oid)) as bytes,
          sum(greatest(c.reltuples, 0))::float8 as rows
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
          left join pg_inherits i on i.inhrelid = c.oid and c.relispartition
          join pg_class t on t.oid = coalesce(i.inhparent, c.oid)
        where c.relkind = 'r' and n.nspname = current_schema()
        group by t.oid, t.relname order by 3 desc, t.relname limit ${MAX_TABLES}`.execute(app.db),
    ),
  ]);
  return {
    bytes: size?.rows[0] ? Number(size.rows[0].bytes) : null,
    connections: connections?.rows[0]?.n ?? null,
    maxConnections: limit?.rows[0] ? Number(limit.rows[0].n) : null,
    version: version?.rows[0]?.v ?? null,
    tables: (tables?.rows ?? []).map(({ name, comment, bytes, rows }) => ({ name, comment, bytes: Number(bytes), rows })),
  };
}

/** Open jobs by kind, and those that failed within a day. */
async function jobs(ctx: Ctx): Promise<z.input<typeof ServerState>['jobs']> {
  const seconds = (column: string, state: string) =>
    sql<number | null>`round(extract(epoch from now() - min(${sql.ref(column)}) filter (where state = ${state})))::int`;
  return ctx.db
    .selectFrom('kitJob')
    .select([
      'kind',
      sql<number>`count(*) filter (where state = 'waiting')::int`.as('waiting'),
      sql<number>`count(*) filter (where state = 'running')::int`.as('running'),
      sql<number>`count(*) filter (where state = 'failed')::int`.as('failed'),
      seconds('createTime', 'waiting').as('oldestWaitingSeconds'),
      seconds('startTime', 'running').as('longestRunningSeconds'),
    ])
    .where((e) => e.or([e('state', 'in', ['waiting', 'running']), e('endTime', '>', sql<Date>`now() - interval '1 day'`)]))
    .groupBy('kind')
    .orderBy('kind')
    .limit(100)
    .execute();
}

/** What modules say of their background work; one that cannot answer is left out. */
async function work({ app }: Ctx): Promise<z.input<typeof ServerState>['work']> {
  const reports = await Promise.all(app.modules.map((module) => orNull(module.health?.(app) ?? Promise.resolve(null))));
  return reports.flatMap((report) =>
    report ? { ...report, figures: [...report.figures], items: report.items.map((item) => ({ ...item })) } : [],
  );
}

/** How the product stands at this moment: nodes, database, jobs. Nothing of the environment is told. */
export async function serverState(ctx: Ctx): Promise<z.input<typeof ServerState>> {
  const [nodeRows, databaseState, jobRows, workRows] = await Promise.all([nodes(ctx), database(ctx), jobs(ctx), work(ctx)]);
  return {
    warnings: ctx.app.conditions.list(),
    nodes: nodeRows,
    database: databaseState,
    jobs: jobRows,
    work: workRows,
    runtime: {
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      cpus: availableParallelism(),
      memoryBytes: totalmem(),
    },
  };
}
