import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import type { Inherited, Origin, Situation, ColumnLevel } from '../../core/inherit.ts';

/** An edge carries levels when it is certain, or when the source itself says it (the text of a view). */
const CARRIES = sql`e.kind = 'value' and e.from_type = 'table' and e.to_type = 'table' and (e.confidence in ('exact', 'manual')
  or exists (select 1 from metadata_lineage_unit u where u.id = e.unit_id and u.origin = 'view'))`;

export interface LevelRow {
  id: string;
  sourceId: string;
  tableId: string;
  level: string | null;
  classId: string | null;
  levelBy: string | null;
  isMaskedWhole: string;
  ownLevel: string | null;
  ownClassId: string | null;
  ownLevelBy: string | null;
  inheritedLevel: string | null;
  inheritedClassId: string | null;
  inheritedFrom: string | null;
  levelReason: string | null;
  /** columns that flow in and are sensitive, or that the level was inherited from */
  origins: Origin[];
  lineageDue: string;
  isFed: boolean;
  isSourceSensitive: boolean;
}

/** Columns with what decides about their level, in one statement. */
export async function levelRows(db: Db, columnIds: readonly string[]): Promise<LevelRow[]> {
  const { rows } = await sql<LevelRow>`select c.id, c.source_id, c.table_id, c.level, c.class_id, c.level_by, c.is_masked_whole,
      c.own_level, c.own_class_id, c.own_level_by, c.inherited_level, c.inherited_class_id, c.inherited_from, c.level_reason,
      t.lineage_due,
      coalesce((select json_agg(json_build_object('id', o.id, 'level', coalesce(o.level, k.level), 'classId', o.class_id,
          'isWhole', o.is_masked_whole = '1', 'expression', e.expression) order by o.id, e.id)
        from metadata_lineage_edge e
        join metadata_column o on o.table_id = e.from_id and o.column_name = e.from_column and o.deleted_at is null
        left join metadata_class k on k.id = o.class_id and k.deleted_at is null
        where e.to_id = c.table_id and e.to_column = c.column_name and ${CARRIES}
          and (coalesce(o.level, k.level) in ('L3', 'L4') or o.id = c.inherited_from)), '[]') as origins,
      exists (select 1 from metadata_lineage_edge e where e.to_id = c.table_id and e.to_column = c.column_name and e.kind = 'value') as is_fed,
      exists (select 1 from metadata_column s where s.source_id = c.source_id and s.deleted_at is null and s.level in ('L3', 'L4')
        and s.level_by is distinct from 'pending') as is_source_sensitive
    from metadata_column c join metadata_table t on t.id = c.table_id
    where c.id = any(${[...columnIds]}::text[]) and c.deleted_at is null
    order by c.id`.execute(db);
  return rows;
}

/** Living columns that the content of these flows into. */
export async function columnsBelow(db: Db, columnIds: readonly string[]): Promise<string[]> {
  if (columnIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`select distinct c.id
    from metadata_column o
    join metadata_lineage_edge e on e.from_id = o.table_id and e.from_column = o.column_name
    join metadata_column c on c.table_id = e.to_id and c.column_name = e.to_column and c.deleted_at is null
    where o.id = any(${[...columnIds]}::text[]) and ${CARRIES}`.execute(db);
  return rows.map((row) => row.id);
}

/** Columns of a source that wait for lineage, or that do not yet have the level of what flows into them. */
export async function unsettledColumns(db: Db, sourceId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from metadata_column
      where source_id = ${sourceId} and deleted_at is null and level_by = 'pending'
    union
    select c.id from metadata_column o
    join metadata_lineage_edge e on e.from_id = o.table_id and e.from_column = o.column_name
    join metadata_column c on c.table_id = e.to_id and c.column_name = e.to_column and c.deleted_at is null and c.source_id = ${sourceId}
    where o.deleted_at is null and o.level in ('L3', 'L4') and ${CARRIES} and (c.inherited_level is null or c.inherited_level < o.level)`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

const inheritedOf = (row: LevelRow): Inherited | null =>
  row.inheritedLevel === null || row.inheritedFrom === null
    ? null
    : { level: row.inheritedLevel, classId: row.inheritedClassId, from: row.inheritedFrom, isWhole: row.isMaskedWhole === '1' };

export const standingOf = (row: LevelRow): ColumnLevel => ({
  level: row.level,
  classId: row.classId,
  by: row.levelBy,
  isWhole: row.isMaskedWhole === '1',
  own: { level: row.ownLevel, classId: row.ownClassId, by: row.ownLevelBy },
  inherited: inheritedOf(row),
});
/** A view whose text was read in part: what nothing is known to flow into may still come from anywhere. */
export const situationOf = (row: LevelRow): Situation => ({
  origins: row.origins,
  isUnknown: row.isSourceSensitive && (row.lineageDue === '1' || (row.lineageDue === '2' && !row.isFed)),
});
