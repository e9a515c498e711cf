import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { callMeter } from '#kit/server/call-meter.ts';
import { callStats, type CallStats } from '#kit/server/call-stats.ts';
import { conditions } from '#kit/server/conditions.ts';
import type { App, Settings } from '#kit/server/ctx.ts';
import { databaseClock } from '#kit/server/db/clock.ts';
import { takeNodeNumber } from '#kit/server/db/node-number.ts';
import { migrate } from '#kit/server/db/migrate.ts';
import { startSealing } from '#kit/server/log-chain/seal.ts';
import type { Database } from '#kit/server/db/open.ts';
import { withLease } from '#kit/server/db/lease.ts';
import { buildHttp, type Authenticate } from '#kit/server/http/build.ts';
import { closeHttp, type NodeLife } from '#kit/server/http/life.ts';
import { idMaker, type IdMaker } from '#kit/server/ids.ts';
import { jobQueue } from '#kit/server/job-queue.ts';
import { startJobWorker } from '#kit/server/job-worker.ts';
import type { AnyJob, AnyJobKind } from '#kit/server/jobs.ts';
import { inOrder, migrationSets, type ServerModule } from '#kit/server/module.ts';
import type { SecretBox } from '#kit/server/secret-box.ts';
import { pushOf } from '#kit/server/push.ts';
import { pushFeed } from '#kit/server/push-feed.ts';
import { startSweep } from '#kit/server/sweep.ts';
import { platform } from '#kit/contract/platform.ts';
import type { NamedRoute } from '#kit/contract/openapi.ts';
import { platformRoutes } from './platform-routes.ts';
import { assertSameKey } from './seal.ts';

export const BASE = '/sjzt-datax';
/** What is still under way so long after the drain is left behind. */
const LEAVE_MS = 5_000;

export interface Parts {
  readonly settings: Settings;
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly log: Logger;
  readonly modules: readonly ServerModule[];
  readonly authenticate: Authenticate;
  /** fills the platform tables after migration: menus, dictionaries, the first administrator, the demo company */
  readonly seed: (app: App, progress: (phase: string, percent: number) => void) => Promise<void>;
  /** what needs the job worker and must be done before anybody is let in */
  readonly settle?: (app: App, progress: (phase: string, percent: number) => void) => Promise<void>;
  readonly now?: () => Date;
  /** the pages of the front end, when this node serves them */
  readonly page?: Page;
  /** hears what is wrong although the node works, in Chinese, for the person at the console */
  readonly announce?: (text: string) => void;
}

export type Page = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | null;

export interface Node {
  readonly app: App;
  readonly http: FastifyInstance;
  readonly life: NodeLife;
  /** Migrates, seeds and starts the modules; until then every call but health answers 503. */
  prepare(options?: {
    /** how long the modules may make their first calls quick before the node takes any; what is left goes on in the background */
    readonly warmMs?: number;
  }): Promise<void>;
  /**
   * Hands work over and ends. For `drainMs` calls are still answered while the health check says no. Whatever does not end by itself is cut
   * five seconds after that: leases of what was left run out, and other nodes go on with it.
   */
  stop(options?: { readonly drainMs?: number }): Promise<void>;
}

/** Every route of the product, for the API document. */
function* namedRoutes(modules: readonly ServerModule[]): Iterable<NamedRoute> {
  for (const module of modules)
    for (const { contract } of module.routes) for (const [name, route] of Object.entries(contract)) yield [module.name, name, route];
  for (const [name, route] of Object.entries(platform)) yield ['platform', name, route];
}

/** Puts one app node together: services, HTTP server, background work. The caller opens the database and listens. */
export async function compose(parts: Parts): Promise<Node> {
  const { settings, database, log } = parts;
  const modules = inOrder(parts.modules);
  const life: NodeLife = { waiting: { phase: '连接数据库', percent: 0 }, stopping: null };
  const conditionLog = conditions(log, parts.announce);
  const clock = databaseClock(database.pool, conditionLog);
  const now = parts.now ?? clock.now;
  // The number of this node is only known after migration; nothing asks for ids before that.
  let maker: IdMaker | undefined;
  let node = 0;
  const nextId = () => {
    if (!maker) throw new Error('ids are not ready before migration');
    return maker.next();
  };
  const app: App = {
    settings,
    db: database.db,
    log,
    ids: { next: nextId },
    secrets: parts.secrets,
    jobs: jobQueue(nextId, () => app),
    push: pushOf(nextId, pushFeed(database.db, log)),
    meter: callMeter(),
    conditions: conditionLog,
    modules,
    get node() {
      return node;
    },
    now,
  };
  let stats: CallStats | undefined;
  const served = [
    platformRoutes(
      life,
      () => database.reach(),
      settings.version,
      BASE,
      () => namedRoutes(modules),
      () => app.conditions.list().length,
    ),
    ...modules.flatMap((module) => module.routes),
  ];
  const http = await buildHttp({
    app,
    served,
    authenticate: parts.authenticate,
    base: BASE,
    stats: { count: (failed) => stats?.count(failed) },
    life,
    page: parts.page,
  });
  const stops: (() => Promise<void>)[] = [];
  let stopJobs: () => Promise<void> = async () => undefined;
  const quietly = (work: Promise<void>) => work.catch((error: unknown) => log.warn({ error: String(error) }, 'stop failed'));
  const cooling = new AbortController();
  const warmUp = async () => {
    for (const module of modules) {
      if (cooling.signal.aborted) return;
      await module.warm?.(app, cooling.signal).catch((error: unknown) => {
        if (!cooling.signal.aborted) log.warn({ error: String(error), module: module.name }, 'warming up failed');
      });
    }
  };
  const leave = async (drainMs: number) => {
    cooling.abort();
    // jobs go to other nodes at once, while calls are still answered
    await Promise.all([quietly(closeHttp(http, life, drainMs)), quietly(stopJobs())]);
    await quietly(app.push.feed.stop());
    for (const stop of stops.toReversed()) await quietly(stop());
  };
  return {
    app,
    http,
    life,
    async prepare({ warmMs = 0 } = {}) {
      const phase = (name: string, percent: number) => {
        life.waiting = { phase: name, percent };
      };
      await migrate(database.pool, migrationSets(modules), (done, of) => phase('升级数据库', Math.round((done / of) * 20)));
      await clock.look();
      stops.push(async () => clock.stop());
      await assertSameKey(database.pool, parts.secrets.fingerprint);
      const number = await takeNodeNumber(database.pool);
      node = number.node;
      const ids = idMaker(node, Date.now, number.after);
      maker = ids;
      number.follow(ids.latest);
      stops.push(number.release);
      await withLease(database.pool, 'seed', () => parts.seed(app, phase));
      stats = callStats(database.db, node, now, log);
      const counting = stats;
      stops.push(() => counting.stop());
      stops.push(startSweep(database.db, now, log));
      stops.push(startSealing(app));
      for (const module of modules) if (module.start) stops.push(await module.start(app));
      const handlers = new Map<string, AnyJob | AnyJobKind>(modules.flatMap((module) => Object.entries(module.jobs ?? {})));
      stopJobs = startJobWorker(app, handlers);
      await parts.settle?.(app, phase);
      if (warmMs > 0) {
        phase('预热', 99);
        // what it has not done when the node stops fails quietly
        await withinMs(warmUp(), warmMs);
      }
      life.waiting = null;
    },
    async stop({ drainMs = 0 } = {}) {
      await withinMs(leave(drainMs), drainMs + LEAVE_MS);
      await database.close();
    },
  };
}

/** Waits for work, but no longer than that. */
async function withinMs(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}
