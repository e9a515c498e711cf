import type { Flavour } from './postgres-flavour.ts';

/** Schemas that belong to the product and hold nothing of its users. */
const SYSTEM_SCHEMAS: Readonly<Record<Flavour['product'], readonly string[]>> = {
  postgres: [],
  greenplum: ['gp_toolkit'],
  opengauss: [
    'blockchain',
    'coverage',
    'cstore',
    'db4ai',
    'dbe_perf',
    'dbe_pldebugger',
    'dbe_pldeveloper',
    'dbe_sql_util',
    'pkg_service',
    'snapshot',
    'sqladvisor',
    'sys',
  ],
  kingbase: ['anon', 'dbms_job', 'dbms_scheduler', 'dbms_sql', 'kdb_schedule', 'perf', 'sys', 'sysaudit', 'sysmac', 'xlog_record_read'],
};

/** Patterns of a scope (see `inScope`) as regular expressions over `schema.table` that the server itself applies. */
export const scopeExpressions = (patterns: readonly string[]): string[] =>
  patterns
    .map((pattern) => (pattern.includes('.') ? pattern : `*.${pattern}`))
    .map((pattern) => `^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);

/** Catalogue statements for one flavour. `$1` schemas, `$2` include, `$3` exclude (regular expressions over `schema.table`). */
export interface CatalogueSql {
  /** relations in scope and schemas that exist, as one row */
  readonly overview: string;
  /** one row per relation, columns, keys and indexes as JSON: one pass over the catalogue instead of queries per table */
  readonly relations: string;
  /** one row per function and procedure */
  readonly routines: string;
  /** what the account may do, as one row; takes no parameters */
  readonly account: string;
}

/**
 * The statements that a server understands (comments are read from `pg_description` itself: `col_description` starts a statement per column,
 * half of the time of a large source):
 * - partitions are told by `relispartition` since 10; Greenplum 6 keeps them in `pg_partition_rule`; openGauss does not list them at all
 * - `prokind` came with 11 (openGauss has it), `indnkeyatts` with 11, `pg_partition_tree` with 12, SQL bodies with 14
 * - a KingbaseES without PostgreSQL names calls everything `sys_…`
 */
export function catalogueSql(flavour: Flavour): CatalogueSql {
  const { major, product } = flavour;
  const hasTree = major >= 12;
  const hasKind = major >= 11 || product === 'opengauss';
  const isChild =
    major >= 10
      ? 'c.relispartition'
      : product === 'greenplum'
        ? 'exists (select 1 from pg_partition_rule r where r.parchildrelid = c.oid)'
        : 'false';
  const system = SYSTEM_SCHEMAS[product].map((name) => `'${name}'`).join(', ');
  const ofUsers = `n.nspname !~ '^(pg_|${product === 'kingbase' ? 'sys_|' : ''}information_schema$)'${system ? ` and n.nspname not in (${system})` : ''}`;
  const inScope = `($1::text[] = '{}' or n.nspname = any($1))
  and ($2::text[] = '{}' or (n.nspname || '.' || c.relname) ~* any($2)) and not ((n.nspname || '.' || c.relname) ~* any($3))`;
  const where = `c.relkind in ('r', 'v', 'm', 'f', 'p') and not ${isChild} and ${ofUsers} and ${inScope}`;
  const names = (numbers: string, relation: string) =>
    `(select json_agg(a.attname order by i) from generate_subscripts(${numbers}, 1) i join pg_attribute a on a.attrelid = ${relation} and a.attnum = ${numbers}[i])`;
  const leaves = (what: string) =>
    `(select ${what} from pg_partition_tree(x.oid) t join pg_class l on l.oid = t.relid where t.isleaf and l.oid <> x.oid)`;
  const partitions = hasTree
    ? leaves('count(*)')
    : product === 'opengauss'
      ? `(select count(*) from pg_partition t where t.parentid = x.oid and t.parttype = 'p')`
      : '(select count(*) from pg_inherits t where t.inhparent = x.oid)';
  const children = hasTree
    ? 'pg_partition_tree(x.oid) t join pg_class l on l.oid = t.relid and l.oid <> x.oid'
    : 'pg_inherits t join pg_class l on l.oid = t.inhrelid and t.inhparent = x.oid';
  const order = (relation: string) =>
    `(select json_agg(a.attname order by a.attnum) from pg_attribute a where a.attrelid = ${relation} and a.attnum > 0 and not a.attisdropped)`;
  /** partitions by name, with their columns where the order is another one */
  const named =
    major >= 10
      ? `case when x.relkind = 'p' then (select json_agg(json_build_array(ln.nspname, l.relname,
      case when ${order('l.oid')}::text <> ${order('x.oid')}::text then ${order('l.oid')} end)) from ${children} join pg_namespace ln on ln.oid = l.relnamespace) end`
      : 'null';
  const isPartitioned = product === 'opengauss' ? `x.relkind = 'r'` : `x.relkind = 'p'`;

  const text = {
    overview: `
select (select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${where}) as total,
  (select string_agg(n.nspname, chr(10)) from pg_namespace n where ${ofUsers}) as schemas`,
    relations: `
select x.nspname, x.relname, x.relkind, obj_description(x.oid, 'pg_class'),
  ${hasTree ? `case when x.relkind = 'p' then ${leaves('sum(greatest(l.reltuples, 0))')} else x.reltuples end` : 'x.reltuples'},
  case when x.relkind in ('r', 'm') then pg_total_relation_size(x.oid)${hasTree ? ` when x.relkind = 'p' then ${leaves('sum(pg_total_relation_size(l.oid))')}` : ''} end,
  coalesce(has_schema_privilege(x.relnamespace, 'usage') and (has_table_privilege(x.oid, 'select') or has_any_column_privilege(x.oid, 'select')), false),
  (select json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attnum,
      case when a.atthasdef then (select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d where d.adrelid = x.oid and d.adnum = a.attnum) end,
      (select m.description from pg_description m where m.objoid = x.oid and m.classoid = 'pg_class'::regclass and m.objsubid = a.attnum)) order by a.attnum)
    from pg_attribute a
    where a.attrelid = x.oid and a.attnum > 0 and not a.attisdropped),
  (select json_agg(json_build_array(k.conname, k.contype, ${names('k.conkey', 'k.conrelid')},
      case when k.contype = 'f' then (select rn.nspname || '.' || rc.relname from pg_class rc join pg_namespace rn on rn.oid = rc.relnamespace where rc.oid = k.confrelid) end,
      case when k.contype = 'f' then ${names('k.confkey', 'k.confrelid')} end) order by k.contype, k.conname)
    from pg_constraint k where k.conrelid = x.oid and k.contype in ('p', 'u', 'f')),
  (select json_agg(json_build_array(ic.relname, i.indisunique, am.amname,
      (select json_agg(pg_get_indexdef(i.indexrelid, p, true) order by p) from generate_series(1, i.${major >= 11 ? 'indnkeyatts' : 'indnatts'}) p)) order by ic.relname)
    from pg_index i join pg_class ic on ic.oid = i.indexrelid join pg_am am on am.oid = ic.relam
    where i.indrelid = x.oid and not exists
      (select 1 from pg_constraint k where k.conrelid = x.oid and k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))),
  case when x.relkind in ('v', 'm') then pg_get_viewdef(x.oid) end,
  case when ${isPartitioned} then ${partitions} else 0 end,
  (select d.oid from pg_database d where d.datname = current_database())::text || '.' || x.oid::text,
  ${named}
from (select c.oid, c.relnamespace, c.relname, c.relkind, c.reltuples, n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where ${where} order by n.nspname, c.relname offset 0) x`,
    routines: `
select n.nspname, p.proname, ${hasKind ? 'p.prokind' : `'f'`}, l.lanname, pg_get_function_identity_arguments(p.oid),
  case when l.lanname not in ('c', 'internal') then ${major >= 14 ? 'coalesce(pg_get_function_sqlbody(p.oid), p.prosrc)' : 'p.prosrc'} end,
  obj_description(p.oid, 'pg_proc'), format_type(p.prorettype, null) in ('trigger', 'event_trigger')
from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
where ${ofUsers} and ($1::text[] = '{}' or n.nspname = any($1)) and ${hasKind ? `p.prokind in ('f', 'p')` : 'not p.proisagg'}
  and not exists (select 1 from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')
order by n.nspname, p.proname, p.oid`,
    account: `
select current_database() as database, r.rolsuper as super, r.rolcreaterole or r.rolcreatedb as creator,
  (select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'v', 'm', 'f', 'p') and not ${isChild} and ${ofUsers}) as tables,
  (select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'v', 'm', 'f', 'p') and not ${isChild} and ${ofUsers} and has_schema_privilege(n.oid, 'usage')
      and (has_table_privilege(c.oid, 'select') or has_any_column_privilege(c.oid, 'select'))) as readable,
  (select string_agg(n.nspname, chr(10) order by n.nspname) from pg_namespace n where ${ofUsers} and has_schema_privilege(n.oid, 'usage')) as schemas,
  (select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and ${ofUsers} and has_table_privilege(c.oid, 'insert, update, delete, truncate')) as writable
from pg_roles r where r.rolname = current_user`,
  };
  if (flavour.prefix === 'pg_') return text;
  const renamed = (sql: string) => sql.replaceAll(/\bpg_(?=[a-z])/g, 'sys_').replaceAll("'^(sys_|sys_|", "'^(pg_|sys_|");
  return {
    overview: renamed(text.overview),
    relations: renamed(text.relations),
    routines: renamed(text.routines),
    account: renamed(text.account),
  };
}
