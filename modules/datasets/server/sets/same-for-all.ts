import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { SENSITIVE_LEVELS } from '#modules/gate/server/index.ts';

/**
 * Which of these data sets give everybody who can open a document over them the same rows in the clear: those of the platform and of uploaded
 * files, which no gate stands before, and those of a shared source that read no column that anybody could see masked. What a set reads is
 * told by its lineage; a set of the platform whose text asks who is looking (`personal`, by code) is none of them, a set with a table or column that the catalogue does not know is none of them, nor is one that names a table as a
 * whole when any column of it is sensitive.
 */
export async function sameForAll(db: Db, setIds: readonly string[], personal: readonly string[]): Promise<ReadonlySet<string>> {
  if (setIds.length === 0) return new Set();
  const isSensitive = sql`coalesce(c.level, class.level, '') in (${sql.join(SENSITIVE_LEVELS)})`;
  const columns = sql`metadata_column c left join metadata_class class on class.id = c.class_id and class.deleted_at is null
    where c.table_id = t.id and c.deleted_at is null`;
  const { rows } = await sql<{ id: string }>`select s.id from visual_data_set s
    left join metadata_source source on source.id = s.source_id and source.deleted_at is null and source.is_shared = '1'
    left join metadata_lineage_unit unit on unit.origin = 'module' and unit.origin_key = 'dataset:' || s.id
      and unit.deleted_at is null and unit.state = 'parsed'
    where s.id in (${sql.join(setIds)}) and s.deleted_at is null and (s.set_kind = 'file' or (s.set_kind = 'platform' and s.model -> 'origin' ->> 'code' not in (${sql.join(['', ...personal])})) or (source.id is not null
      and exists (select 1 from metadata_lineage_edge e where e.unit_id = unit.id)
      and not exists (select 1 from metadata_lineage_edge e
        left join metadata_table t on t.id = e.from_id and e.from_type = 'table' and t.deleted_at is null
        where e.unit_id = unit.id and (t.id is null
          or (e.from_column is null and exists (select 1 from ${columns} and ${isSensitive}))
          or (e.from_column is not null and not exists (select 1 from ${columns} and c.column_name = e.from_column and not ${isSensitive}))))))`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}
