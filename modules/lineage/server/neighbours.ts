import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';

const DEPTH = 3;
const MOST = 50;
const MAX_REACHED = 2000;

/**
 * Tables that a table is made from and those that are made from it, some steps away, nearest first. Whoever shows them looks up what its reader
 * may see.
 */
export async function tablesAround(db: Db, tableId: string): Promise<{ readonly upstream: string[]; readonly downstream: string[] }> {
  const walk = async (near: 'from_id' | 'to_id', far: 'from_id' | 'to_id', type: 'from_type' | 'to_type') => {
    const [here, there, kind] = [sql.ref(`e.${near}`), sql.ref(`e.${far}`), sql.ref(`e.${type}`)];
    const { rows } = await sql<{ id: string }>`
      with recursive walk (depth, type, id) as (
        select 1, ${kind}, ${there} from metadata_lineage_edge e where ${here} = ${tableId} and ${there} <> ${tableId}
        union
        select w.depth + 1, ${kind}, ${there} from walk w join metadata_lineage_edge e on ${here} = w.id
        where w.depth < ${DEPTH} and ${there} not in (w.id, ${tableId})
      )
      select id from (select * from walk limit ${MAX_REACHED}) reached where type = 'table'
      group by id order by min(depth), id limit ${MOST}`.execute(db);
    return rows.map(({ id }) => id);
  };
  return { upstream: await walk('to_id', 'from_id', 'from_type'), downstream: await walk('from_id', 'to_id', 'to_type') };
}
