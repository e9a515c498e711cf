import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Db } from '../ctx.ts';

const LEASE_SECONDS = 15;

type Ask = (text: string, values: readonly string[]) => Promise<{ readonly rows: readonly unknown[] }>;
const askOf = (on: pg.Pool | Db): Ask =>
  'executeQuery' in on
    ? (text, values) => on.executeQuery(CompiledQuery.raw(text, [...values]))
    : (text, values) => on.query(text, [...values]);

/**
 * Mutual exclusion across nodes by a leased row (advisory locks do not exist on every supported server). Waits until the lease is free or
 * `signal` is aborted, renews it while `work` runs; the lease of a crashed node expires.
 */
export async function withLease<T>(on: pg.Pool | Db, name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const ask = askOf(on);
  const owner = randomUUID();
  const take = `insert into kit_lease (name, owner, lease_until) values ($1, $2, now() + interval '${LEASE_SECONDS} seconds')
    on conflict (name) do update set owner = excluded.owner, lease_until = excluded.lease_until
    where kit_lease.lease_until < now() or kit_lease.owner = excluded.owner returning owner`;
  while ((await ask(take, [name, owner])).rows.length === 0) {
    signal?.throwIfAborted();
    await sleep(150);
  }
  const renewal = setInterval(() => void ask(take, [name, owner]).catch(() => undefined), (LEASE_SECONDS * 1000) / 3);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await ask('delete from kit_lease where name = $1 and owner = $2', [name, owner]);
  }
}

/** Creates the lease table. Two nodes may try concurrently; the loser retries. */
export async function ensureLeaseTable(pool: pg.Pool): Promise<void> {
  const create = 'create table if not exists kit_lease (name text primary key, owner text not null, lease_until timestamptz not null)';
  for (let attempt = 1; ; attempt++) {
    try {
      await pool.query(create);
      return;
    } catch (error) {
      // `if not exists` is not atomic: a concurrent creation shows as a unique violation in the catalogue.
      if (attempt === 5) throw error;
      await sleep(100);
    }
  }
}
