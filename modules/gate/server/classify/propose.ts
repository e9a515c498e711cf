import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';

/** A class that the standard of a column says it has. */
export interface StandardClass {
  readonly columnId: string;
  readonly classId: string;
  /** which standard says so, as a Chinese sentence */
  readonly reason: string;
}

/**
 * Proposes classes that standards say columns have; a steward decides about each, so no level moves by itself. Columns that a person has
 * classified, that have the class already or whose level is higher than that of the class are left alone, and what was rejected stays so.
 * Open proposals of standards for these columns that are not among them any more are taken back. Answers how many are new.
 */
export async function proposeClasses(
  { app, db, now }: { app: App; db: Db; now: Date },
  columnIds: readonly string[],
  wanted: readonly StandardClass[],
): Promise<number> {
  if (columnIds.length === 0) return 0;
  const rows = JSON.stringify(wanted.map((one) => ({ id: app.ids.next(), ...one })));
  const relation = sql`json_to_recordset(${rows}::json) as r(id text, "columnId" text, "classId" text, reason text)`;
  await sql`delete from metadata_class_hit h where h.column_id = any(${[...columnIds]}::text[]) and h.origin = 'standard' and h.state = 'proposed'
    and not exists (select from ${relation} where r."columnId" = h.column_id and r."classId" = h.class_id)`.execute(db);
  const made = await sql<{ id: string }>`
    insert into metadata_class_hit (id, column_id, class_id, source_id, origin, reason, create_time)
    select r.id, c.id, k.id, c.source_id, 'standard', r.reason, ${now} from ${relation}
    join metadata_column c on c.id = r."columnId" and c.deleted_at is null
    join metadata_class k on k.id = r."classId" and k.deleted_at is null and k.status = '1'
    where c.level_by is distinct from 'manual' and c.class_id is distinct from k.id and k.level >= coalesce(c.level, 'L0')
    order by c.id, k.id
    on conflict (column_id, class_id) do nothing returning id`.execute(db);
  return made.rows.length;
}
