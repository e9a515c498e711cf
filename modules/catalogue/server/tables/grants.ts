import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { OBJECT_LABELS } from '#modules/gate/contract/authorize.ts';
import { inForce, ofVisibleSource } from '#modules/sources/server/index.ts';

const MAX = 200;

interface GrantRow {
  id: string;
  subjectType: string;
  subjectName: string;
  objectType: string;
  objectName: string;
  actions: string[];
  rowFilter: string | null;
  endTime: Date | null;
}

/** Grants in force that reach a table: on its source, its schema, itself or its columns. */
export async function grantsOnTable(
  ctx: Ctx,
  table: { id: string; sourceId: string; schemaName: string; sourceName: string; tableName: string },
): Promise<GrantRow[]> {
  const { rows } = await sql<GrantRow>`
    select g.id, g.subject_type as "subjectType", g.object_type as "objectType", g.actions, g.row_filter as "rowFilter", g.end_time as "endTime",
      coalesce(case g.subject_type when 'role' then (select role_name from sys_role where id = g.subject_id)
        when 'dept' then (select dept_name from sys_dept where id = g.subject_id)
        else (select nickname from sys_user where id = g.subject_id) end, g.subject_id) as "subjectName",
      case g.object_type when 'column' then (select column_name from metadata_column where id = g.object_id) else null end as "objectName"
    from metadata_authorize g
    where g.source_id = ${table.sourceId} and ${inForce(ctx.now, 'g')} and ${ofVisibleSource(ctx, 'g.source_id', ['metadata:dataauthorize:list'])}
      and (g.object_type = 'database' or g.table_id = ${table.id} or (g.object_type = 'schema' and g.object_id = ${`${table.sourceId}.${table.schemaName}`}))
    order by array_position(array['database', 'schema', 'table', 'column'], g.object_type), g.subject_type, g.id limit ${MAX}`.execute(
    ctx.db,
  );
  const names: Record<string, string> = { database: table.sourceName, schema: table.schemaName, table: table.tableName };
  return rows.map((row) => ({
    ...row,
    objectName: `${OBJECT_LABELS[row.objectType as 'table']} ${row.objectName ?? names[row.objectType] ?? ''}`,
  }));
}
