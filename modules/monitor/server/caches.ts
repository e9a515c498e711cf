import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx } from '#kit/server/ctx.ts';
import { cacheFigures, clearCache } from '#kit/server/named-cache.ts';
import type { CacheState } from '../contract/monitor.ts';
import type { StoredCache } from './sampler.ts';

const POLL_MS = 3_000;
const SHOWN_MS = 130_000;

/** The caches of all nodes: this one as it is now, the others as they were last minute. */
export async function cacheStates(ctx: Ctx): Promise<z.input<typeof CacheState>[]> {
  const own = cacheFigures();
  const [others, clears] = await Promise.all([
    ctx.db
      .selectFrom('monitorSample')
      .select(['node', 'caches'])
      .distinctOn('node')
      .where('minute', '>', new Date(ctx.now.getTime() - SHOWN_MS))
      .where('node', '!=', ctx.app.node)
      .orderBy('node')
      .orderBy('minute', 'desc')
      .execute(),
    ctx.db.selectFrom('monitorCacheClear').select(['name', 'clearTime']).limit(1000).execute(),
  ]);
  const clearTimes = new Map(clears.map(({ name, clearTime }) => [name, clearTime]));
  const byNode: [number, readonly StoredCache[]][] = [
    [ctx.app.node, own],
    ...others.map((row) => [row.node, row.caches as StoredCache[]] as [number, StoredCache[]]),
  ];
  return own
    .map(({ name, label, summary }) => ({
      name,
      label,
      summary,
      nodes: byNode.flatMap(([node, caches]) =>
        caches
          .filter((cache) => cache.name === name)
          .map(({ size, max, hits, misses, since }) => ({
            node,
            size,
            max,
            hits,
            misses,
            since: new Date(since),
            isHere: node === ctx.app.node,
          })),
      ),
      clearTime: clearTimes.get(name) ?? null,
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Orders that a node has followed: cache name → time of the order. */
const followedBy = new WeakMap<App, Map<string, number>>();

/** Orders every node to empty a cache; they follow within seconds, this one at once. */
export async function orderClear(ctx: Ctx, name: string): Promise<null> {
  const cache = cacheFigures().find((one) => one.name === name);
  if (!cache) throw new AppError('entity.notFound', '缓存不存在');
  const { clearTime } = await ctx.db
    .insertInto('monitorCacheClear')
    .values({ name, clearTime: sql<Date>`clock_timestamp()` })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ clearTime: sql<Date>`clock_timestamp()` }))
    .returning('clearTime')
    .executeTakeFirstOrThrow();
  ctx.audit.note(`清除缓存“${cache.label}”（全部节点）`);
  ctx.afterCommit(() => {
    followedBy.get(ctx.app)?.set(name, clearTime.getTime());
    clearCache(name);
  });
  return null;
}

/** Follows the orders of other nodes until stopped. */
export async function startClearing(app: App): Promise<() => Promise<void>> {
  const read = () => app.db.selectFrom('monitorCacheClear').select(['name', 'clearTime']).limit(1000).execute();
  const followed = new Map((await read()).map(({ name, clearTime }) => [name, clearTime.getTime()]));
  followedBy.set(app, followed);
  const follow = async (): Promise<void> => {
    for (const { name, clearTime } of await read()) {
      if (followed.get(name) === clearTime.getTime()) continue;
      followed.set(name, clearTime.getTime());
      clearCache(name);
    }
  };
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = follow().catch((error: unknown) => app.log.warn({ error: String(error) }, 'orders to empty caches were not read'));
  }, POLL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
