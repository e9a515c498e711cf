import { sql } from 'kysely';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { describe } from './nodes.ts';

const DEPTH = 3;
const MAX = 50;
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
      group by id order by min(depth), id limit ${MAX}`.execute(db);
    return rows.map(({ id }) => id);
  };
  return { upstream: await walk('to_id', 'from_id', 'from_type'), downstream: await walk('from_id', 'to_id', 'to_type') };
}

/**
 * Tables that data sets or charts are made from, by the key of the object: directly, or through other objects. Objects that the caller may not see
 * have no entry. Whoever shows the tables looks up what its reader may see.
 */
export async function tablesBehind(ctx: Ctx, type: 'dataset' | 'chart', keys: readonly string[]): Promise<Map<string, string[]>> {
  if (keys.length === 0) return new Map();
  const objects = await ctx.db
    .selectFrom('metadataLineageObject')
    .select(['id', 'objectKey'])
    .where('objectType', '=', type)
    .where('objectKey', 'in', [...new Set(keys)])
    .where('deletedAt', 'is', null)
    .execute();
  const seen = await describe(
    ctx,
    objects.map(({ id }) => id),
  );
  const own = objects.filter(({ id }) => seen.has(id));
  const { rows } = await sql<{ root: string; id: string }>`
    with recursive walk (root, depth, type, id) as (
      select e.to_id, 1, e.from_type, e.from_id from metadata_lineage_edge e where e.to_id = any(${own.map(({ id }) => id)}::text[])
      union
      select w.root, w.depth + 1, e.from_type, e.from_id from walk w join metadata_lineage_edge e on e.to_id = w.id
      where w.type <> 'table' and w.depth < ${DEPTH}
    )
    select distinct root, id from (select * from walk limit ${MAX_REACHED}) reached where type = 'table' order by root, id`.execute(ctx.db);
  return new Map(own.map(({ id, objectKey }) => [objectKey, rows.filter(({ root }) => root === id).map((row) => row.id)]));
}
