import type { Catalogue, SchemaRows } from './engine-harvest.ts';
import type { HarvestedRoutine } from './types.ts';

const SYSTEM = `'sys', 'INFORMATION_SCHEMA', 'guest', 'db_owner', 'db_accessadmin', 'db_securityadmin', 'db_ddladmin', 'db_backupoperator',
  'db_datareader', 'db_datawriter', 'db_denydatareader', 'db_denydatawriter'`;
const OURS = `o.schema_id = schema_id(@p1) and o.is_ms_shipped = 0`;

const SCHEMAS = `select s.name, count(o.object_id) from sys.schemas s join sys.objects o on o.schema_id = s.schema_id
  where o.type in ('U', 'V') and o.is_ms_shipped = 0 and s.name not in (${SYSTEM}) group by s.name order by s.name`;
/** Tables and views of all schemas that the account may select from as a whole; sys.objects shows those that it has any right on. */
export const READABLE = `select count(*) from sys.objects o join sys.schemas s on s.schema_id = o.schema_id
  where o.type in ('U', 'V') and o.is_ms_shipped = 0 and s.name not in (${SYSTEM})
    and has_perms_by_name(quotename(s.name) + '.' + quotename(o.name), 'OBJECT', 'SELECT') = 1`;
const TABLES = `select o.name, o.type, cast(e.value as nvarchar(4000)), p.row_count, p.bytes, m.definition, p.partitions,
    (select count(*) from sys.indexes i where i.object_id = o.object_id and i.index_id = 1)
  from sys.objects o
    left join sys.extended_properties e on e.class = 1 and e.major_id = o.object_id and e.minor_id = 0 and e.name = 'MS_Description'
    left join sys.sql_modules m on m.object_id = o.object_id
    left join (select object_id, sum(case when index_id in (0, 1) then row_count end) as row_count, sum(reserved_page_count) * 8192 as bytes,
        count(distinct partition_number) as partitions from sys.dm_db_partition_stats group by object_id) p on p.object_id = o.object_id
  where o.type in ('U', 'V') and ${OURS} order by o.name`;
/** the same for an account that may not see the state of the database */
const TABLES_PLAIN = `select o.name, o.type, cast(e.value as nvarchar(4000)), p.row_count, null, m.definition, p.partitions, 0
  from sys.objects o
    left join sys.extended_properties e on e.class = 1 and e.major_id = o.object_id and e.minor_id = 0 and e.name = 'MS_Description'
    left join sys.sql_modules m on m.object_id = o.object_id
    left join (select object_id, sum(rows) as row_count, count(distinct partition_number) as partitions from sys.partitions
        where index_id in (0, 1) group by object_id) p on p.object_id = o.object_id
  where o.type in ('U', 'V') and ${OURS} order by o.name`;
const COLUMNS = `select o.name, c.name, c.column_id, t.name, c.max_length, c.precision, c.scale, c.is_nullable, d.definition,
    cast(e.value as nvarchar(4000))
  from sys.columns c join sys.objects o on o.object_id = c.object_id join sys.types t on t.user_type_id = c.user_type_id
    left join sys.default_constraints d on d.object_id = c.default_object_id
    left join sys.extended_properties e on e.class = 1 and e.major_id = c.object_id and e.minor_id = c.column_id and e.name = 'MS_Description'
  where o.type in ('U', 'V') and ${OURS} order by o.name, c.column_id`;
const KEYS = `select o.name, k.name, k.type, c.name, null, null, null, ic.key_ordinal
  from sys.key_constraints k join sys.objects o on o.object_id = k.parent_object_id
    join sys.index_columns ic on ic.object_id = k.parent_object_id and ic.index_id = k.unique_index_id
    join sys.columns c on c.object_id = ic.object_id and c.column_id = ic.column_id
  where ${OURS}
  union all
  select o.name, f.name, 'F', c.name, schema_name(r.schema_id), r.name, rc.name, fc.constraint_column_id
  from sys.foreign_keys f join sys.objects o on o.object_id = f.parent_object_id join sys.objects r on r.object_id = f.referenced_object_id
    join sys.foreign_key_columns fc on fc.constraint_object_id = f.object_id
    join sys.columns c on c.object_id = fc.parent_object_id and c.column_id = fc.parent_column_id
    join sys.columns rc on rc.object_id = fc.referenced_object_id and rc.column_id = fc.referenced_column_id
  where ${OURS} order by 1, 2, 8`;
const INDEXES = `select o.name, i.name, i.is_unique, i.type_desc, c.name
  from sys.indexes i join sys.objects o on o.object_id = i.object_id
    join sys.index_columns ic on ic.object_id = i.object_id and ic.index_id = i.index_id and ic.is_included_column = 0
    join sys.columns c on c.object_id = ic.object_id and c.column_id = ic.column_id
  where i.type > 0 and i.is_primary_key = 0 and i.is_unique_constraint = 0 and ${OURS} order by o.name, i.name, ic.key_ordinal`;
/** Numbers may come again after an object is gone, so its time of birth stands beside it; neither changes with the name. */
const IDENTITIES = `select o.name, concat(db_id(), ':', o.object_id, ':', convert(nvarchar(30), o.create_date, 126))
  from sys.objects o where o.type in ('U', 'V') and ${OURS} order by o.name`;
const ROUTINES = `select o.name, o.type, m.definition, cast(e.value as nvarchar(4000))
  from sys.objects o left join sys.sql_modules m on m.object_id = o.object_id
    left join sys.extended_properties e on e.class = 1 and e.major_id = o.object_id and e.minor_id = 0 and e.name = 'MS_Description'
  where o.type in ('P', 'FN', 'IF', 'TF', 'TR') and ${OURS} order by o.name`;

const ROUTINE_KINDS: Readonly<Record<string, HarvestedRoutine['kind']>> = {
  P: 'procedure',
  FN: 'function',
  IF: 'function',
  TF: 'function',
  TR: 'trigger',
};
const WIDE = new Set(['nchar', 'nvarchar']);
const SIZED = new Set(['char', 'varchar', 'binary', 'varbinary', 'nchar', 'nvarchar']);

/** max_length counts bytes; -1 means without limit. */
function lengthOf(type: string, bytes: number): string | null {
  if (!SIZED.has(type)) return null;
  return bytes < 0 ? 'max' : String(WIDE.has(type) ? bytes / 2 : bytes);
}
/** `create view v as select …` → the query */
const viewQuery = (definition: unknown): unknown =>
  typeof definition === 'string' ? (/\bas\b\s+((?:with|select)\b[\s\S]+)$/i.exec(definition)?.[1] ?? definition) : null;
const kindOf = (type: string): string => type.trim();

/** The catalogue views of SQL Server, in a few statements for a whole schema. */
export const mssqlCatalogue: Catalogue = {
  // sys.schemas is open to everybody, sys.objects shows what the account has a right on
  reach: { seesAllSchemas: false },
  schemas: async (session) => (await session.rows(SCHEMAS)).map(([schema, count]) => [String(schema), Number(count)]),
  async read(session, schema): Promise<SchemaRows> {
    const ask = (sql: string) => session.rows(sql, [schema]);
    const tables = await ask(TABLES).catch((error: unknown) => {
      // 297, 300: VIEW DATABASE STATE is missing
      if (![297, 300, 262].includes(Number((error as { number?: number }).number))) throw error;
      return ask(TABLES_PLAIN);
    });
    return {
      tables: tables.map(([name, type, comment, rows, bytes, definition, partitions, clustered]): SchemaRows['tables'][number] => {
        const isView = kindOf(String(type)) === 'V';
        const kind = isView ? (Number(clustered) > 0 ? 'materialized' : 'view') : Number(partitions) > 1 ? 'partitioned' : 'table';
        return [name, kind, comment, rows, isView && kind === 'view' ? null : bytes, isView ? viewQuery(definition) : null];
      }),
      columns: (await ask(COLUMNS)).map(([table, name, position, type, bytes, precision, scale, nullable, byDefault, comment]) => {
        const isDecimal = type === 'decimal' || type === 'numeric';
        return {
          table,
          name,
          position,
          type: String(type),
          length: lengthOf(String(type), Number(bytes)),
          precision: isDecimal ? precision : null,
          scale: isDecimal ? scale : null,
          isNullable: nullable === true || nullable === 1,
          defaultText: byDefault,
          comment,
        };
      }),
      keys: (await ask(KEYS)).map(([table, name, type, column, refSchema, refTable, refColumn]) => ({
        table,
        name,
        kind: kindOf(String(type)) === 'PK' ? 'primary' : kindOf(String(type)) === 'UQ' ? 'unique' : 'foreign',
        column,
        refTable: refTable === null ? null : `${String(refSchema)}.${String(refTable)}`,
        refColumn,
      })),
      indexes: (await ask(INDEXES)).map(([table, name, unique, method, column]) => ({
        table,
        name,
        isUnique: unique === true || unique === 1,
        column,
        method: String(method).toLowerCase(),
      })),
      identities: { rows: await ask(IDENTITIES), hasMovingPositions: false },
      routines: (await ask(ROUTINES)).map(([name, type, body, comment]) => ({
        schema,
        name: String(name),
        kind: ROUTINE_KINDS[kindOf(String(type))] ?? 'procedure',
        language: 'tsql',
        signature: '',
        body: body === null ? null : String(body),
        comment: comment === null ? null : String(comment),
      })),
    };
  },
};
