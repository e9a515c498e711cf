import { wallClock } from '#kit/core/text/wall-clock.ts';
import { CompiledQuery, sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';

export interface PlatformRows {
  readonly rows: unknown[][];
  readonly truncated: boolean;
  readonly ms: number;
}

/** Stops what a connection does when the signal aborts. The result ends that; until it has settled the connection is not given to others. */
function cancelOn(signal: AbortSignal, app: App, pid: number): () => Promise<void> {
  let cancelling: Promise<unknown> = Promise.resolve();
  const onAbort = () => {
    cancelling = sql`select pg_cancel_backend(${pid})`.execute(app.db).catch((error: unknown) => {
      app.log.warn({ error }, 'a statement over the platform was not stopped');
    });
  };
  signal.addEventListener('abort', onAbort, { once: true });
  return async () => {
    signal.removeEventListener('abort', onAbort);
    await cancelling;
  };
}

/**
 * Runs a compiled statement over the platform's own tables: read only, within a time limit, at most `maxRows` rows. An abort stops it in
 * the database. Throws source.timeout, the reason of the signal.
 */
export async function readPlatform(
  app: App,
  statement: { text: string; params: readonly unknown[] },
  { maxRows, timeoutMs, signal }: { maxRows: number; timeoutMs: number; signal: AbortSignal },
): Promise<PlatformRows> {
  const started = performance.now();
  signal.throwIfAborted();
  try {
    return await app.db
      .transaction()
      .setAccessMode('read only')
      .execute(async (trx) => {
        const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid,
          set_config('statement_timeout', ${String(Math.trunc(timeoutMs))}, true), set_config('TimeZone', 'Asia/Shanghai', true)`.execute(
          trx,
        );
        signal.throwIfAborted();
        const ended = cancelOn(signal, app, own[0]!.pid);
        const { rows } = await trx
          .executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement.text, [...statement.params]))
          .finally(ended);
        const all = rows.slice(0, maxRows).map((row) => Object.values(row).map(plain));
        return { rows: all, truncated: rows.length > maxRows, ms: performance.now() - started };
      });
  } catch (error) {
    signal.throwIfAborted();
    if ((error as { code?: string }).code === '57014') throw new AppError('source.timeout', undefined, null, { cause: error });
    throw error;
  }
}

/** Moments as texts of the zone; times without a zone are texts already. */
function plain(value: unknown): unknown {
  if (!(value instanceof Date)) return value;
  return wallClock(value);
}
