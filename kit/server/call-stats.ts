import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from './ctx.ts';

const FLUSH_MS = 5_000;
const HOUR_MS = 3_600_000;

/** Counts this node's calls per hour. Counters are flushed to the database every five seconds, so a crash loses at most that much. */
export interface CallStats {
  count(failed: boolean): void;
  stop(): Promise<void>;
}

/**
 * Starts counting calls for node number `node` into `kit_call_stat`; `stop()` flushes what is left. A failed flush is logged, not thrown.
 */
export function callStats(db: Db, node: number, now: () => Date, log: Pick<Logger, 'warn'>): CallStats {
  let open = new Map<number, { calls: number; failures: number }>();
  const flush = async () => {
    const full = open;
    open = new Map();
    for (const [hour, { calls, failures }] of full)
      await db
        .insertInto('kitCallStat')
        .values({ hour: new Date(hour), node, calls: String(calls), failures: String(failures) })
        .onConflict((conflict) =>
          conflict.columns(['hour', 'node']).doUpdateSet({
            calls: sql`kit_call_stat.calls + excluded.calls`,
            failures: sql`kit_call_stat.failures + excluded.failures`,
          }),
        )
        .execute();
  };
  const guarded = () => flush().catch((error: unknown) => log.warn({ error: String(error) }, 'call statistics were not saved'));
  const timer = setInterval(() => void guarded(), FLUSH_MS);
  timer.unref();
  return {
    count(failed) {
      const hour = Math.floor(now().getTime() / HOUR_MS) * HOUR_MS;
      const row = open.get(hour) ?? { calls: 0, failures: 0 };
      row.calls += 1;
      if (failed) row.failures += 1;
      open.set(hour, row);
    },
    async stop() {
      clearInterval(timer);
      await guarded();
    },
  };
}
