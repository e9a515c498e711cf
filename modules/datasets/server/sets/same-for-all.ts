import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { SENSITIVE_LEVELS } from '#modules/gate/server/index.ts';

/**
 * Which of these data sets give everybody who can open a document over them the same rows in the clear: those of the platform and of uploaded
 * files, which no gate stands before, and those of a shared source whose tables have no column that anybody could see masked. A set whose
 * tables are not all known by its lineage is none of them.
 */
export async function sameForAll(db: Db, setIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (setIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select s.id from visual_data_set s
    left join metadata_source source on source.id = s.source_id and source.deleted_at is null and source.is_shared = '1'
    left join metadata_lineage_unit unit on unit.origin = 'module' and unit.origin_key = 'dataset:' || s.id
      and unit.deleted_at is null and unit.state = 'parsed'
    where s.id in (${sql.join(setIds)}) and s.deleted_at is null and (s.set_kind in ('platform', 'file') or (source.id is not null
      and exists (select 1 from metadata_lineage_edge e where e.unit_id = unit.id)
      and not exists (select 1 from metadata_lineage_edge e left join metadata_table t on t.id = e.from_id and e.from_type = 'table'
        where e.unit_id = unit.id and (t.id is null or t.deleted_at is not null))
      and not exists (select 1 from metadata_lineage_edge e
        join metadata_column c on c.table_id = e.from_id and c.deleted_at is null
        left join metadata_class class on class.id = c.class_id and class.deleted_at is null
        where e.unit_id = unit.id and e.from_type = 'table' and coalesce(c.level, class.level) in (${sql.join(SENSITIVE_LEVELS)}))))`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}
