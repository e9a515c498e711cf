import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { NODE_LIMIT } from '../ids.ts';

const LEASE_SECONDS = 60;
/**
 * A number whose lease has ended is left alone for so long: after an outage of the database its process lives and goes on making ids with it.
 * A node that stops in order gives its number back at once.
 */
const REST = "interval '10 minutes'";

export interface NodeNumber {
  readonly node: number;
  /** the last millisecond for which this node number may have generated ids, by the clock of its former holder; 0 = never */
  readonly after: number;
  /** Registers the function that answers the last used millisecond; it is stored with every renewal of the lease. */
  follow(latest: () => number): void;
  /** Releases the node number. */
  release(): Promise<void>;
}

/**
 * Leases a node number (0–1023) that no other live process on this database holds, and renews it while the process lives. The lease also
 * stores a high-water mark for ids, ahead of the clock: a successor on another host with a slower clock, or after a power failure, starts
 * after it and generates no duplicate.
 */
export async function takeNodeNumber(pool: pg.Pool): Promise<NodeNumber> {
  const owner = randomUUID();
  const lease = `now() + interval '${LEASE_SECONDS} seconds'`;
  for (let attempt = 0; attempt < NODE_LIMIT; attempt++) {
    const { rows } = await pool.query<{ node: number }>(
      `select n::int as node from generate_series(0, ${NODE_LIMIT - 1}) n
       where not exists (select 1 from kit_node k where k.node = n and k.lease_until > now() - ${REST}) order by n limit 1 offset $1`,
      [attempt === 0 ? 0 : Math.floor(attempt * 1.5)],
    );
    const node = rows[0]?.node;
    if (node === undefined) break;
    const taken = await pool.query<{ used: string }>(
      `insert into kit_node (node, owner, lease_until, file_place) values ($1, $2, ${lease}, '')
       on conflict (node) do update set owner = excluded.owner, lease_until = excluded.lease_until, file_place = excluded.file_place where kit_node.lease_until <= now() - ${REST} returning used_until as used`,
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
        // the last id is known now: the reserved high-water mark shrinks to it
        await pool
          .query(`update kit_node set lease_until = now() - ${REST}, used_until = $3 where node = $1 and owner = $2`, [
            node,
            owner,
            latest(),
          ])
          .catch(() => undefined);
      },
    };
  }
  throw new Error('no free node number');
}
