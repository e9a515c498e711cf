import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import type { LineageObjectType } from './modules.ts';

const DEPTH = 6;
const MAX_REACHED = 20_000;

/** A column of a table whose values come out of an object. */
export interface ColumnBehind {
  /** column of the object that shows it; null = it may be in any of them */
  readonly output: string | null;
  readonly tableId: string;
  /** null = any column of the table */
  readonly column: string | null;
}
export interface Behind {
  readonly columns: readonly ColumnBehind[];
  /** false = part of the object comes from where nobody knows */
  readonly isWhole: boolean;
}

/**
 * The columns of tables whose values an object of another module shows, through whatever objects lie between: of all its columns, or of
 * `outputs`. It names what its reader may not see: callers say levels and counts of it, not names.
 */
export async function columnsBehind(
  db: Db,
  { type, key }: { type: LineageObjectType; key: string },
  outputs: readonly string[] | null = null,
): Promise<Behind> {
  const root = await db
    .selectFrom('metadataLineageObject')
    .select('id')
    .where('objectType', '=', type)
    .where('objectKey', '=', key)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!root) return { columns: [], isWhole: false };
  const ofOutputs = outputs === null ? sql`true` : sql`(e.to_column is null or e.to_column = any(${[...outputs]}::text[]))`;
  const { rows } = await sql<{ output: string | null; type: 'table' | 'object'; id: string; column: string | null; isLeaf: boolean }>`
    with recursive walk (output, depth, type, id, col) as (
      select e.to_column, 1, e.from_type, e.from_id, e.from_column from metadata_lineage_edge e
        where e.to_id = ${root.id} and e.from_id <> ${root.id} and e.kind = 'value' and ${ofOutputs}
      union
      select w.output, w.depth + 1, e.from_type, e.from_id, e.from_column from walk w join metadata_lineage_edge e on e.to_id = w.id
        where w.type = 'object' and w.depth < ${DEPTH} and e.kind = 'value' and e.from_id <> w.id
          and (w.col is null or e.to_column is null or e.to_column = w.col)
    )
    select distinct output, type, id, col as "column",
      type = 'object' and not exists (select 1 from metadata_lineage_edge e where e.to_id = r.id and e.kind = 'value') as "isLeaf"
    from (select * from walk limit ${MAX_REACHED}) r`.execute(db);
  const objects = [root.id, ...rows.flatMap((row) => (row.type === 'object' ? [row.id] : []))];
  const open = await db
    .selectFrom('metadataLineageUnresolved as q')
    .innerJoin('metadataLineageUnit as u', 'u.id', 'q.unitId')
    .select('q.id')
    .where('q.state', '=', 'open')
    .where('u.deletedAt', 'is', null)
    .where((e) =>
      e.exists(
        e
          .selectFrom('metadataLineageObject as o')
          .select('o.id')
          .where('o.id', 'in', [...new Set(objects)])
          .whereRef('u.originKey', '=', sql`o.object_type || ':' || o.object_key`),
      ),
    )
    .where('u.origin', '=', 'module')
    .limit(1)
    .executeTakeFirst();
  const columns = rows.flatMap(({ output, type: at, id, column }) => (at === 'table' ? [{ output, tableId: id, column }] : []));
  return { columns, isWhole: columns.length > 0 && open === undefined && !rows.some(({ isLeaf }) => isLeaf) };
}
