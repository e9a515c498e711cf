import { sql } from 'kysely';

/** Of a grant: the name of the role, department or account that it is made out to. */
export const subjectNameOf = sql<string | null>`case subject_type when 'role' then (select role_name from sys_role where id = subject_id)
  when 'dept' then (select dept_name from sys_dept where id = subject_id)
  else (select nickname || '（' || username || '）' from sys_user where id = subject_id) end`;
/** Of a grant, joined with its source, table and column: the full name of the object. */
export const objectNameOf = sql<string | null>`case metadata_authorize.object_type when 'database' then metadata_source.source_name
  when 'schema' then substr(metadata_authorize.object_id, length(metadata_authorize.source_id) + 2)
  when 'table' then metadata_table.schema_name || '.' || metadata_table.table_name
  else metadata_table.schema_name || '.' || metadata_table.table_name || '.' || metadata_column.column_name end`;
