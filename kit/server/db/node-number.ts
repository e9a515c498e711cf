import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { NODE_LIMIT } from '../ids.ts';

const LEASE_SECONDS = 60;

export interface NodeNumber {
  readonly node: number;
  /** the last millisecond in which the number made ids before, by the clock of whoever held it; 0 = never */
  readonly after: number;
  /** Says which millisecond was used last, now and whenever the lease is renewed. */
  follow(latest: () => number): void;
  /** Gives the number back. */
  release(): Promise<void>;
}

/**
 * Takes a node number that no other living process on this database holds, and keeps it while the process lives. With it goes the time up to
 * which it may have made ids: a process renews that ahead of its clock for as long as its lease holds, so that whoever follows it, after a
 * power cut or on another host whose clock is behind, begins after it.
 */
export async function takeNodeNumber(pool: pg.Pool): Promise<NodeNumber> {
  const owner = randomUUID();
  const lease = `now() + interval '${LEASE_SECONDS} seconds'`;
  for (let attempt = 0; attempt < NODE_LIMIT; attempt++) {
    const { rows } = await pool.query<{ node: number }>(
      `select n::int as node from generate_series(0, ${NODE_LIMIT - 1}) n
       where not exists (select 1 from kit_node k where k.node = n and k.lease_until > now()) order by n limit 1 offset $1`,
      [attempt === 0 ? 0 : Math.floor(attempt * 1.5)],
    );
    const node = rows[0]?.node;
    if (node === undefined) break;
    const taken = await pool.query<{ used: string }>(
      `insert into kit_node (node, owner, lease_until, file_place) values ($1, $2, ${lease}, '')
       on conflict (node) do update set owner = excluded.owner, lease_until = excluded.lease_until, file_place = excluded.file_place where kit_node.lease_until <= now() returning used_until as used`,
      [node, owner],
    );
    if (taken.rowCount === 0) continue;
    const after = Number(taken.rows[0]?.used ?? 0);
    let latest = () => after;
    let renewed: Promise<unknown> = Promise.resolve();
    const renew = () => {
      renewed = pool
        .query(`update kit_node set lease_until = ${lease}, used_until = greatest(used_until, $3) where node = $1 and owner = $2`, [
          node,
          owner,
          Math.max(latest(), Date.now()) + LEASE_SECONDS * 1000,
        ])
        .catch(() => undefined);
    };
    const renewal = setInterval(renew, (LEASE_SECONDS * 1000) / 4);
    renewal.unref();
    return {
      node,
      after,
      follow(made) {
        latest = made;
        renew();
      },
      async release() {
        clearInterval(renewal);
        await renewed;
        // what was kept ahead is not needed any more: the last id is known
        await pool
          .query('update kit_node set lease_until = now(), used_until = $3 where node = $1 and owner = $2', [node, owner, latest()])
          .catch(() => undefined);
      },
    };
  }
  throw new Error('no free node number');
}
