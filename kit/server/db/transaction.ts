import type pg from 'pg';
import { retryConflicts } from './retry.ts';

/** Explicit isolation level, whatever the server's default is: our locking and checks assume READ COMMITTED. */
export const BEGIN = 'begin isolation level read committed';

/**
 * Runs work in a transaction on a raw pool connection without session timeouts, for migrations and restores, whose statements may rewrite
 * large tables. Retried after a serialisation failure or deadlock.
 */
export function longTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return retryConflicts(async () => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(BEGIN);
      await client.query("select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)");
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((lost: Error) => (broken = lost));
      throw error;
    } finally {
      client.release(broken);
    }
  });
}
