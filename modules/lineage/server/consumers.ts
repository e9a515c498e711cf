import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { IMPACT_DEPTH } from './impact.ts';
import { describe, type Described } from './nodes.ts';

/** Objects that one call follows at most. */
const MAX_REACHED = 20_000;

/** Who builds on a table. */
export interface Consumers {
  /** data sets, charts, boards, screens … that the caller may see, nearest first */
  readonly objects: readonly (Described & { readonly distance: number })[];
  /** number of those that the caller may not see */
  readonly hidden: number;
}

/**
 * What other modules make of tables, directly or through views and further tables: data sets, charts, boards and screens, not the tables in
 * between. Every table of `tableIds` has an entry. The caller must be allowed to see the tables.
 */
export async function consumersOf(ctx: Ctx, tableIds: readonly string[]): Promise<Map<string, Consumers>> {
  const { rows } = await sql<{ root: string; id: string; distance: number }>`
    with recursive walk (root, depth, to_type, to_id) as (
      select e.from_id, 1, e.to_type, e.to_id from metadata_lineage_edge e
      where e.from_id = any(${[...tableIds]}::text[]) and e.to_id <> e.from_id
      union
      select w.root, w.depth + 1, e.to_type, e.to_id from walk w join metadata_lineage_edge e on e.from_id = w.to_id
      where w.depth < ${IMPACT_DEPTH} and e.to_id not in (w.root, w.to_id)
    )
    select root, to_id as id, min(depth)::integer as distance from (select * from walk limit ${MAX_REACHED}) reached
    where to_type = 'object' and exists (select 1 from metadata_lineage_object o
      where o.id = to_id and o.deleted_at is null and o.is_transient = '0')
    group by root, to_id order by distance, to_id`.execute(ctx.db);
  const described = await describe(ctx, [...new Set(rows.map((row) => row.id))]);
  return new Map(
    tableIds.map((root) => {
      const own = rows.filter((row) => row.root === root);
      const objects = own.flatMap(({ id, distance }) => {
        const known = described.get(id);
        return known ? [{ ...known, distance }] : [];
      });
      return [root, { objects, hidden: own.length - objects.length }];
    }),
  );
}
