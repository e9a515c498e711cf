import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from './ctx.ts';

const EVERY_MS = 3_600_000;

/** Removes what the kit itself no longer needs: idempotency keys after a day, ended jobs and call figures after ninety. */
export function startSweep(db: Db, now: () => Date, log: Pick<Logger, 'warn'>): () => Promise<void> {
  const days = (count: number) => new Date(now().getTime() - count * 86_400_000);
  const sweep = async () => {
    await db.deleteFrom('kitIdempotency').where('createTime', '<', days(1)).execute();
    await db.deleteFrom('kitJob').where('endTime', '<', days(90)).execute();
    await db.deleteFrom('kitCallStat').where('hour', '<', days(90)).execute();
    await db
      .deleteFrom('kitNode')
      .where('leaseUntil', '<', sql<Date>`now() - interval '1 day'`)
      .execute();
  };
  const guarded = () => sweep().catch((error: unknown) => log.warn({ error: String(error) }, 'sweep failed'));
  const timer = setInterval(() => void guarded(), EVERY_MS);
  timer.unref();
  void guarded();
  return async () => clearInterval(timer);
}
