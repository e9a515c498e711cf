import type { CreateText } from './types.ts';

/** One row with everything that the statement needs; `$1` schema, `$2` name. PostgreSQL 12 and later; others refuse it. */
const FACTS = `
with t as (
  select c.* from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relname = $2 and c.relkind in ('r', 'p', 'f', 'm')
), parts as (
  select p.relid, p.level from t, pg_partition_tree(t.oid) p where t.relkind = 'p' and p.level > 0
)
select json_build_object(
  'name', t.oid::regclass::text, 'kind', t.relkind, 'isUnlogged', t.relpersistence = 'u', 'options', t.reloptions,
  'definition', case when t.relkind = 'm' then pg_get_viewdef(t.oid) end,
  'partitionBy', case when t.relkind = 'p' then pg_get_partkeydef(t.oid) end,
  'comment', obj_description(t.oid, 'pg_class'),
  'inherits', (select json_agg(i.inhparent::regclass::text order by i.inhseqno) from pg_inherits i where i.inhrelid = t.oid and not t.relispartition),
  'server', (select quote_ident(s.srvname) from pg_foreign_table f join pg_foreign_server s on s.oid = f.ftserver where f.ftrelid = t.oid),
  'serverOptions', (select json_agg(quote_ident(o.option_name) || ' ' || quote_literal(o.option_value))
    from pg_foreign_table f, pg_options_to_table(f.ftoptions) o where f.ftrelid = t.oid),
  'columns', (select json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod), 'isNotNull', a.attnotnull,
      'isLocal', a.attislocal, 'identity', a.attidentity, 'generated', a.attgenerated, 'default', pg_get_expr(d.adbin, d.adrelid),
      'collation', (select quote_ident(cn.nspname) || '.' || quote_ident(co.collname) from pg_collation co join pg_namespace cn on cn.oid = co.collnamespace
        where co.oid = a.attcollation and a.attcollation <> y.typcollation),
      'options', (select json_agg(quote_ident(o.option_name) || ' ' || quote_literal(o.option_value)) from pg_options_to_table(a.attfdwoptions) o),
      'comment', col_description(t.oid, a.attnum)) order by a.attnum)
    from pg_attribute a join pg_type y on y.oid = a.atttypid left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
    where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped),
  'sequences', (select json_agg(json_build_object('name', s.seqrelid::regclass::text, 'column', quote_ident(a.attname), 'isIdentity', a.attidentity <> '',
      'isOwned', o.deptype is not null, 'type', format_type(s.seqtypid, null), 'start', s.seqstart::text, 'step', s.seqincrement::text,
      'least', s.seqmin::text, 'most', s.seqmax::text, 'cache', s.seqcache::text, 'cycles', s.seqcycle) order by a.attnum)
    from pg_attribute a
    join lateral (select u.refobjid as seq from pg_attrdef d join pg_depend u on u.classid = 'pg_attrdef'::regclass and u.objid = d.oid
        and u.refclassid = 'pg_class'::regclass where d.adrelid = t.oid and d.adnum = a.attnum
      union select i.objid from pg_depend i where i.classid = 'pg_class'::regclass and i.refclassid = 'pg_class'::regclass and i.refobjid = t.oid
        and i.refobjsubid = a.attnum and i.deptype = 'i') used on true
    join pg_sequence s on s.seqrelid = used.seq
    left join pg_depend o on o.classid = 'pg_class'::regclass and o.objid = s.seqrelid and o.refobjid = t.oid and o.refobjsubid = a.attnum and o.deptype = 'a'
    where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped),
  'constraints', (select json_agg('constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid)
      order by array_position(array['p', 'u', 'x', 'c', 'f'], k.contype::text), k.conname)
    from pg_constraint k where k.conrelid = t.oid and k.conislocal and k.contype in ('p', 'u', 'x', 'c', 'f')),
  'indexes', (select json_agg(json_build_array(pg_get_indexdef(i.indexrelid), i.indexrelid::regclass::text, obj_description(i.indexrelid, 'pg_class'))
      order by i.indexrelid::regclass::text)
    from pg_index i where i.indrelid = t.oid and not exists (select 1 from pg_constraint k where k.conrelid = t.oid and k.conindid = i.indexrelid)),
  'partitionCount', (select count(*) from parts),
  'partitions', (select json_agg(json_build_array(l.oid::regclass::text, h.inhparent::regclass::text, pg_get_expr(l.relpartbound, l.oid),
      case when l.relkind = 'p' then pg_get_partkeydef(l.oid) end,
      (select quote_ident(s.srvname) from pg_foreign_table f join pg_foreign_server s on s.oid = f.ftserver where f.ftrelid = l.oid)) order by p.level, l.oid)
    from (select * from parts order by level, relid limit 200) p join pg_class l on l.oid = p.relid join pg_inherits h on h.inhrelid = l.oid)
)::text
from t`;

interface Sequence {
  readonly name: string;
  readonly column: string;
  readonly isIdentity: boolean;
  readonly isOwned: boolean;
  readonly type: string;
  readonly start: string;
  readonly step: string;
  readonly least: string;
  readonly most: string;
  readonly cache: string;
  readonly cycles: boolean;
}
interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNotNull: boolean;
  readonly isLocal: boolean;
  readonly identity: string;
  readonly generated: string;
  readonly default: string | null;
  readonly collation: string | null;
  readonly options: readonly string[] | null;
  readonly comment: string | null;
}
interface Facts {
  readonly name: string;
  readonly kind: 'r' | 'p' | 'f' | 'm';
  readonly isUnlogged: boolean;
  readonly options: readonly string[] | null;
  readonly definition: string | null;
  readonly partitionBy: string | null;
  readonly comment: string | null;
  readonly inherits: readonly string[] | null;
  readonly server: string | null;
  readonly serverOptions: readonly string[] | null;
  readonly columns: readonly Column[] | null;
  readonly sequences: readonly Sequence[] | null;
  readonly constraints: readonly string[] | null;
  readonly indexes: readonly (readonly [text: string, name: string, comment: string | null])[] | null;
  readonly partitionCount: number;
  readonly partitions:
    | readonly (readonly [name: string, parent: string, bound: string, partitionBy: string | null, server: string | null])[]
    | null;
}

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const MAX: Readonly<Record<string, string>> = { smallint: '32767', integer: '2147483647', bigint: '9223372036854775807' };
const MIN: Readonly<Record<string, string>> = { smallint: '-32768', integer: '-2147483648', bigint: '-9223372036854775808' };

/** What of a sequence is not as it would be by itself. */
function counting({ type, start, step, least, most, cache, cycles }: Sequence): string {
  const isDown = step.startsWith('-');
  const usualLeast = isDown ? MIN[type] : '1';
  const usualMost = isDown ? '-1' : MAX[type];
  return [
    ...(step === '1' ? [] : [`increment by ${step}`]),
    ...(least === usualLeast ? [] : [`minvalue ${least}`]),
    ...(most === usualMost ? [] : [`maxvalue ${most}`]),
    ...(start === (isDown ? most : least) ? [] : [`start with ${start}`]),
    ...(cache === '1' ? [] : [`cache ${cache}`]),
    ...(cycles ? ['cycle'] : []),
  ].join(' ');
}

function columnLine(column: Column, sequences: readonly Sequence[]): string {
  const own = sequences.find((one) => one.column === column.name && one.isIdentity);
  const options = own ? counting(own) : '';
  const value =
    column.identity !== ''
      ? ` generated ${column.identity === 'a' ? 'always' : 'by default'} as identity${options === '' ? '' : ` (${options})`}`
      : column.generated === ''
        ? column.default === null
          ? ''
          : ` default ${column.default}`
        : ` generated always as (${column.default}) ${column.generated === 's' ? 'stored' : 'virtual'}`;
  return [
    `  ${column.name} ${column.type}`,
    column.options ? ` options (${column.options.join(', ')})` : '',
    column.collation ? ` collate ${column.collation}` : '',
    value,
    column.isNotNull ? ' not null' : '',
  ].join('');
}

/** The statements that make a table as the facts tell; names in them are written with their schemas. */
function written(facts: Facts): string {
  const { name, kind, columns, sequences, options } = facts;
  const counted = sequences ?? [];
  const statements: string[] = [];
  const using = options ? ` with (${options.join(', ')})` : '';
  if (kind === 'm') statements.push(`create materialized view ${name}${using} as\n${facts.definition!.trim().replace(/;$/, '')};`);
  else {
    for (const one of counted)
      if (!one.isIdentity)
        statements.push(`create sequence if not exists ${one.name} as ${one.type}${[' ', counting(one)].join('').trimEnd()};`);
    // a column that comes from a parent alone is written there
    const lines = (columns ?? []).filter(({ isLocal }) => isLocal).map((column) => columnLine(column, counted));
    lines.push(...(facts.constraints ?? []).map((one) => `  ${one}`));
    statements.push(
      `create ${facts.isUnlogged ? 'unlogged ' : ''}${kind === 'f' ? 'foreign ' : ''}table ${name} (\n${lines.join(',\n')}\n)${
        facts.inherits ? `\ninherits (${facts.inherits.join(', ')})` : ''
      }${facts.partitionBy ? `\npartition by ${facts.partitionBy}` : ''}${
        kind === 'f' ? `\nserver ${facts.server}${facts.serverOptions ? ` options (${facts.serverOptions.join(', ')})` : ''}` : using
      };`,
    );
    for (const one of counted)
      if (!one.isIdentity && one.isOwned) statements.push(`alter sequence ${one.name} owned by ${name}.${one.column};`);
  }
  // an index of a partitioned table is made before its partitions, which then get theirs by themselves
  for (const [index, indexName, comment] of facts.indexes ?? []) {
    statements.push(`${index.replace(/ ON ONLY /, ' ON ')};`);
    if (comment !== null) statements.push(`comment on index ${indexName} is ${text(comment)};`);
  }
  const relation = kind === 'm' ? 'materialized view' : kind === 'f' ? 'foreign table' : 'table';
  if (facts.comment !== null) statements.push(`comment on ${relation} ${name} is ${text(facts.comment)};`);
  for (const column of columns ?? [])
    if (column.comment !== null) statements.push(`comment on column ${name}.${column.name} is ${text(column.comment)};`);
  for (const [part, parent, bound, partitionBy, server] of facts.partitions ?? [])
    statements.push(
      `create ${server ? 'foreign ' : ''}table ${part} partition of ${parent} ${bound}${partitionBy ? ` partition by ${partitionBy}` : ''}${server ? ` server ${server}` : ''};`,
    );
  const left = facts.partitionCount - (facts.partitions?.length ?? 0);
  if (left > 0) statements.push(`-- 另有 ${left} 个分区未列出`);
  return `${statements.join('\n')}\n`;
}

/**
 * The server keeps no text of a table; the statements are put together from its catalogue, names with their schemas (the search path is
 * empty). Triggers, policies, statistics, rights and what only partitions have are not among them.
 */
export const postgresCreate: CreateText = ({ schema, name }) => ({
  text: FACTS,
  params: [schema, name],
  written: ([row]) => (typeof row?.[0] === 'string' ? written(JSON.parse(row[0]) as Facts) : null),
});
