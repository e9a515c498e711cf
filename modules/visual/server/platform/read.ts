import { CompiledQuery, sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';

export interface PlatformRows {
  readonly rows: unknown[][];
  readonly truncated: boolean;
  readonly ms: number;
}

/**
 * Runs a compiled statement over the platform's own tables: read only, within a time limit, at most `maxRows` rows. The signal counts until
 * the statement starts; a running one ends by the time limit. Throws source.timeout.
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
        await sql`set local statement_timeout = ${sql.lit(Math.trunc(timeoutMs))}`.execute(trx);
        await sql`set local time zone 'Asia/Shanghai'`.execute(trx);
        const { rows } = await trx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement.text, [...statement.params]));
        const all = rows.slice(0, maxRows).map((row) => Object.values(row).map(plain));
        return { rows: all, truncated: rows.length > maxRows, ms: performance.now() - started };
      });
  } catch (error) {
    if ((error as { code?: string }).code === '57014') throw new AppError('source.timeout', undefined, null, { cause: error });
    throw error;
  }
}

/** Moments as texts of the zone; times without a zone are texts already. */
function plain(value: unknown): unknown {
  if (!(value instanceof Date)) return value;
  return new Date(value.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}
