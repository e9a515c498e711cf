import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from './ctx.ts';
import { PUSH_KEEP_MS } from './push-feed.ts';

const EVERY_MS = 3_600_000;
const PUSH_EVERY_MS = 60_000;

/**
 * Periodic clean-up of the kit's tables: idempotency keys after a day, ended jobs and call statistics after ninety days, push messages
 * after minutes.
 */
export function startSweep(db: Db, now: () => Date, log: Pick<Logger, 'warn'>): () => Promise<void> {
  const days = (count: number) => new Date(now().getTime() - count * 86_400_000);
  const sweep = async () => {
    await db.deleteFrom('kitIdempotency').where('createTime', '<', days(1)).execute();
    await db.deleteFrom('kitJob').where('endTime', '<', days(90)).execute();
    await db.deleteFrom('kitCallStat').where('hour', '<', days(90)).execute();
  };
  const sweepPush = () =>
    db
      .deleteFrom('kitPush')
      .where('createTime', '<', sql<Date>`now() - make_interval(secs => ${PUSH_KEEP_MS / 1000})`)
      .execute();
  const guarded = (work: () => Promise<unknown>) => work().catch((error: unknown) => log.warn({ error: String(error) }, 'sweep failed'));
  const timers = [setInterval(() => void guarded(sweep), EVERY_MS), setInterval(() => void guarded(sweepPush), PUSH_EVERY_MS)];
  for (const timer of timers) timer.unref();
  void guarded(sweep);
  return async () => timers.forEach((timer) => clearInterval(timer));
}
