import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { NODE_LIMIT } from '../ids.ts';

const LEASE_SECONDS = 60;

export interface NodeNumber {
  readonly node: number;
  /** Gives the number back. */
  release(): Promise<void>;
}

/** Takes a node number that no other living process on this database holds, and keeps it while the process lives. */
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
    const taken = await pool.query(
      `insert into kit_node (node, owner, lease_until) values ($1, $2, ${lease})
       on conflict (node) do update set owner = excluded.owner, lease_until = excluded.lease_until where kit_node.lease_until <= now() returning node`,
      [node, owner],
    );
    if (taken.rowCount === 0) continue;
    const renew = () =>
      void pool.query(`update kit_node set lease_until = ${lease} where node = $1 and owner = $2`, [node, owner]).catch(() => undefined);
    const renewal = setInterval(renew, (LEASE_SECONDS * 1000) / 4);
    renewal.unref();
    return {
      node,
      async release() {
        clearInterval(renewal);
        await pool.query('delete from kit_node where node = $1 and owner = $2', [node, owner]).catch(() => undefined);
      },
    };
  }
  throw new Error('no free node number');
}
