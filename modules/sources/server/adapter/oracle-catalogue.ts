import type { Catalogue, SchemaRows } from './engine-harvest.ts';
import type { HarvestedRoutine } from './types.ts';

/** Schemas of the engines themselves. */
const SYSTEM = `'SYS','SYSTEM','OUTLN','DBSNMP','APPQOSSYS','CTXSYS','DBSFWUSER','DVSYS','DVF','GSMADMIN_INTERNAL','LBACSYS','MDSYS','OJVMSYS','OLAPSYS',
  'ORDDATA','ORDPLUGINS','ORDSYS','SI_INFORMTN_SCHEMA','WMSYS','XDB','AUDSYS','REMOTE_SCHEDULER_AGENT','SYSAUDITOR','SYSSSO','CTISYS','SYSDBO'`;

const SCHEMAS = `select owner, count(*) from (select owner, table_name from all_tables union all select owner, view_name from all_views)
  where owner not in (${SYSTEM}) group by owner order by owner`;
const TABLES = `select t.table_name, 'table', c.comments, t.num_rows, t.blocks * 8192, null, t.partitioned
    from all_tables t left join all_tab_comments c on c.owner = t.owner and c.table_name = t.table_name where t.owner = :1
  order by 1`;
const VIEWS = `select v.view_name, c.comments, v.text
    from all_views v left join all_tab_comments c on c.owner = v.owner and c.table_name = v.view_name where v.owner = :1 order by 1`;
const MATERIALIZED = `select mview_name, query from all_mviews where owner = :1`;
const COLUMNS = `select c.table_name, c.column_name, c.column_id, c.data_type, c.char_length, c.data_precision, c.data_scale, c.nullable, c.data_default, m.comments
    from all_tab_columns c left join all_col_comments m on m.owner = c.owner and m.table_name = c.table_name and m.column_name = c.column_name
  where c.owner = :1 order by c.table_name, c.column_id`;
const KEYS = `select k.table_name, k.constraint_name, k.constraint_type, c.column_name, r.owner, r.table_name, rc.column_name
    from all_constraints k
    join all_cons_columns c on c.owner = k.owner and c.constraint_name = k.constraint_name
    left join all_constraints r on r.owner = k.r_owner and r.constraint_name = k.r_constraint_name
    left join all_cons_columns rc on rc.owner = r.owner and rc.constraint_name = r.constraint_name and rc.position = c.position
  where k.owner = :1 and k.constraint_type in ('P', 'U', 'R') order by k.table_name, k.constraint_name, c.position`;
const INDEXES = `select i.table_name, i.index_name, i.uniqueness, i.index_type, c.column_name
    from all_indexes i join all_ind_columns c on c.index_owner = i.owner and c.index_name = i.index_name
  where i.table_owner = :1 order by i.table_name, i.index_name, c.column_position`;
/** Numbers may come again after an object is gone, so its time of birth stands beside it; neither changes with the name. */
const IDENTITIES = `select object_name, object_id || ':' || to_char(created, 'YYYYMMDDHH24MISS') from all_objects
  where owner = :1 and object_type in ('TABLE', 'VIEW') order by object_name`;
const SOURCES = `select type, name, text from all_source where owner = :1 and type in ('PROCEDURE', 'FUNCTION', 'PACKAGE', 'PACKAGE BODY', 'TRIGGER')
  order by type, name, line`;

const ROUTINES: Readonly<Record<string, HarvestedRoutine['kind']>> = {
  PROCEDURE: 'procedure',
  FUNCTION: 'function',
  PACKAGE: 'package',
  'PACKAGE BODY': 'package',
  TRIGGER: 'trigger',
};
const isText = (type: string): boolean => /CHAR|CLOB|RAW|TEXT/.test(type);

/** ALL_SOURCE has a row for each line. */
function routinesOf(schema: string, lines: readonly unknown[][]): HarvestedRoutine[] {
  const found = new Map<string, HarvestedRoutine & { body: string }>();
  for (const [type, name, line] of lines) {
    const key = `${String(type)} ${String(name)}`;
    const known = found.get(key);
    if (known) known.body += String(line ?? '');
    else
      found.set(key, {
        schema,
        name: String(name),
        kind: ROUTINES[String(type)] ?? 'procedure',
        language: 'plsql',
        // a package and its body share their name
        signature: type === 'PACKAGE BODY' ? 'body' : '',
        body: String(line ?? ''),
        comment: null,
      });
  }
  return [...found.values()];
}

/** The dictionary of Oracle, which 达梦 has too. `hasMaterialized` = the engine knows ALL_MVIEWS. */
export const oracleCatalogue = (hasMaterialized: boolean): Catalogue => ({
  // ALL_ views show what the account may see, not what exists
  reach: { seesAllSchemas: false },
  schemas: async (session) => (await session.rows(SCHEMAS)).map(([schema, count]) => [String(schema), Number(count)]),
  async read(session, schema): Promise<SchemaRows> {
    const ask = (sql: string) => session.rows(sql, [schema]);
    const tables = await ask(TABLES);
    const views = await ask(VIEWS);
    const materialized = new Map((hasMaterialized ? await ask(MATERIALIZED) : []).map(([name, query]) => [String(name), query]));
    const columns = await ask(COLUMNS);
    const keys = await ask(KEYS);
    const indexes = await ask(INDEXES);
    const owned = new Set(keys.filter(([, , type]) => type !== 'R').map(([table, name]) => `${String(table)}.${String(name)}`));
    return {
      tables: [
        ...tables.map(([name, , comment, rows, bytes, , partitioned]): SchemaRows['tables'][number] => [
          name,
          materialized.has(String(name)) ? 'materialized' : partitioned === 'YES' ? 'partitioned' : 'table',
          comment,
          rows,
          bytes,
          materialized.get(String(name)) ?? null,
        ]),
        ...views.map(([name, comment, query]): SchemaRows['tables'][number] => [name, 'view', comment, null, null, query]),
      ],
      columns: columns.map(([table, name, position, type, length, precision, scale, nullable, byDefault, comment]) => ({
        table,
        name,
        position,
        type: String(type)
          .toLowerCase()
          .replace(/\(\d+\)/, ''),
        length: isText(String(type)) && Number(length) > 0 ? length : null,
        precision,
        scale,
        isNullable: nullable === 'Y',
        defaultText: typeof byDefault === 'string' ? byDefault.trim() : byDefault,
        comment,
      })),
      keys: keys.map(([table, name, type, column, refOwner, refTable, refColumn]) => ({
        table,
        name,
        kind: type === 'P' ? 'primary' : type === 'U' ? 'unique' : 'foreign',
        column,
        refTable: refTable === null || refTable === undefined ? null : `${String(refOwner)}.${String(refTable)}`,
        refColumn,
      })),
      // the index behind a key says nothing new
      indexes: indexes
        .filter(([table, name]) => !owned.has(`${String(table)}.${String(name)}`))
        .map(([table, name, unique, method, column]) => ({ table, name, isUnique: unique === 'UNIQUE', column, method })),
      // 达梦 has the view too, but what its numbers mean was never tried
      ...(hasMaterialized && { identities: { rows: await ask(IDENTITIES), hasMovingPositions: true } }),
      routines: routinesOf(schema, await ask(SOURCES)),
    };
  },
});
