import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { further, IMPACT_DEPTH } from './impact.ts';
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

/** A column by the names that lineage has for it. */
export interface LineageColumn {
  readonly tableId: string;
  readonly columnName: string;
}

/** Ids of living objects of other modules that these columns reach, nearest first: as a value, a condition or a key. */
async function reachedFrom(ctx: Ctx, columns: readonly LineageColumn[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; distance: number }>`
    with recursive roots as (
      select * from json_to_recordset(${JSON.stringify(columns)}::json) as r("tableId" text, "columnName" text)
    ), walk (depth, to_type, to_id, to_column) as (
      select 1, e.to_type, e.to_id, e.to_column from roots r join metadata_lineage_edge e on e.from_id = r."tableId"
        where (e.from_column = r."columnName" or e.from_column is null) and e.to_id <> e.from_id
      union
      select w.depth + 1, e.to_type, e.to_id, e.to_column from walk w join lateral (${further}) e on true where w.depth < ${IMPACT_DEPTH}
    )
    select to_id as id, min(depth)::integer as distance from (select * from walk limit ${MAX_REACHED}) reached
    where to_type = 'object' and exists (select 1 from metadata_lineage_object o
      where o.id = to_id and o.deleted_at is null and o.is_transient = '0')
    group by to_id order by distance, to_id`.execute(ctx.db);
  return new Map(rows.map(({ id, distance }) => [id, distance]));
}

/**
 * What other modules make of columns, directly or through views, tables and each other. `seen` are those of the columns that the caller may see:
 * what only others lead to is counted and not named, like objects that the caller may not see.
 */
export async function consumersOfColumns(
  ctx: Ctx,
  { all, seen }: { all: readonly LineageColumn[]; seen: readonly LineageColumn[] },
): Promise<Consumers> {
  const reached = await reachedFrom(ctx, all);
  const named = seen.length === all.length ? reached : await reachedFrom(ctx, seen);
  const described = await describe(ctx, [...named.keys()]);
  const objects = [...named].flatMap(([id, distance]) => {
    const known = described.get(id);
    return known ? [{ ...known, distance }] : [];
  });
  return { objects, hidden: reached.size - objects.length };
}
