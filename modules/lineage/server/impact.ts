import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';

/** How far an analysis follows the edges. */
export const IMPACT_DEPTH = 8;
/** Steps that one analysis reads at most. */
const MAX_STEPS = 20_000;

/** One edge on the way down: what is reached, from where. */
export interface Step {
  readonly depth: number;
  readonly fromId: string;
  readonly fromColumn: string | null;
  readonly toType: 'table' | 'object';
  readonly toId: string;
  readonly toColumn: string | null;
  readonly isValue: boolean;
}

/** The edges from where the walk stands, each by the index that finds it: an OR over columns would read every edge of the table. */
export const further = sql`
  select x.from_id, x.from_column, x.to_type, x.to_id, x.to_column, x.kind from metadata_lineage_edge x
    where x.from_id = w.to_id and x.from_column = w.to_column and x.to_id <> x.from_id
  union all
  select x.from_id, x.from_column, x.to_type, x.to_id, x.to_column, x.kind from metadata_lineage_edge x
    where x.from_id = w.to_id and x.from_column is null and x.to_id <> x.from_id
  union all
  select x.from_id, x.from_column, x.to_type, x.to_id, x.to_column, x.kind from metadata_lineage_edge x
    where w.to_column is null and x.from_id = w.to_id and x.from_column is not null and x.to_id <> x.from_id`;

/**
 * What depends on a table (`column` null) or on one of its columns. From a column the analysis follows that column; from an object that is
 * only filtered or joined by it, everything the object feeds, because the object itself breaks. UNION drops what was met on the same
 * level, the depth ends circles.
 */
export async function impactSteps(
  db: Db,
  tableId: string,
  column: string | null,
  most = MAX_STEPS,
): Promise<{ steps: Step[]; capped: boolean }> {
  const { rows } = await sql<Step>`
    with recursive walk (depth, from_id, from_column, to_type, to_id, to_column, is_value) as (
      select 1, e.from_id, e.from_column, e.to_type, e.to_id, e.to_column, e.kind = 'value'
      from metadata_lineage_edge e
      where e.from_id = ${tableId} and e.to_id <> e.from_id and (${column}::text is null or e.from_column = ${column} or e.from_column is null)
      union
      select w.depth + 1, e.from_id, e.from_column, e.to_type, e.to_id, e.to_column, e.kind = 'value'
      from (select distinct depth, to_id, to_column from walk) w
      join lateral (${further}) e on true
      where w.depth < ${IMPACT_DEPTH} and e.to_id <> ${tableId}
    )
    select depth, from_id, from_column, to_type, to_id, to_column, is_value from walk limit ${most + 1}`.execute(db);
  return { steps: rows.slice(0, most), capped: rows.length > most };
}

/** Number of objects downstream of a table, or of one of its columns (`column` by name). Counts all objects, whatever the caller may see. */
export async function impactCount(db: Db, tableId: string, column: string | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with recursive walk (depth, to_id, to_column) as (
      select 1, e.to_id, e.to_column
      from metadata_lineage_edge e
      where e.from_id = ${tableId} and e.to_id <> e.from_id and (${column}::text is null or e.from_column = ${column} or e.from_column is null)
      union
      select w.depth + 1, e.to_id, e.to_column
      from walk w
      join lateral (${further}) e on true
      where w.depth < ${IMPACT_DEPTH} and e.to_id <> ${tableId}
    )
    select count(distinct to_id)::integer as n from (select to_id from walk limit ${MAX_STEPS}) reached`.execute(db);
  return rows[0]?.n ?? 0;
}
