import Cursor from 'pg-cursor';
import { connectOnce } from './postgres-connect.ts';
import { sourceError } from './postgres-errors.ts';
import { valueTypes } from './postgres-values.ts';
import type { Connection, HarvestBatch, HarvestedColumn, HarvestedTable, HarvestScope } from './types.ts';

const BATCH = 300;
const STATEMENT_MS = 300_000;
const KINDS: Readonly<Record<string, HarvestedTable['kind']>> = {
  r: 'table',
  v: 'view',
  m: 'materialized',
  f: 'foreign',
  p: 'partitioned',
};

const WHERE = `
  c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and (cardinality($1::text[]) = 0 or n.nspname = any($1))`;

/** One row per relation, columns and keys as JSON: one pass over the catalogue instead of queries per table. */
const ALL = `
select n.nspname, c.relname, c.relkind, obj_description(c.oid, 'pg_class'), c.reltuples,
  case when c.relkind in ('r', 'm') then pg_total_relation_size(c.oid) end,
  has_schema_privilege(n.oid, 'usage') and (has_table_privilege(c.oid, 'select') or has_any_column_privilege(c.oid, 'select')),
  (select json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attnum,
      pg_get_expr(d.adbin, d.adrelid), col_description(c.oid, a.attnum)) order by a.attnum)
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
  (select json_agg(json_build_array(k.conname, k.contype,
      (select json_agg(a.attname order by u.i) from unnest(k.conkey) with ordinality u(num, i) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.num),
      case when k.contype = 'f' then (select rn.nspname || '.' || rc.relname from pg_class rc join pg_namespace rn on rn.oid = rc.relnamespace where rc.oid = k.confrelid) end,
      case when k.contype = 'f' then (select json_agg(a.attname order by u.i) from unnest(k.confkey) with ordinality u(num, i) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.num) end
      ) order by k.contype, k.conname)
    from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f'))
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where ${WHERE} order by n.nspname, c.relname`;

const SHORT: readonly (readonly [RegExp, string])[] = [
  [/^character varying/, 'varchar'],
  [/^character(?=\(|$)/, 'char'],
  [/^timestamp(\(\d\))? without time zone/, 'timestamp'],
  [/^timestamp(\(\d\))? with time zone/, 'timestamptz'],
  [/^time(\(\d\))? without time zone/, 'time'],
  [/^time(\(\d\))? with time zone/, 'timetz'],
];

/** `character varying(50)` → varchar, length 50; `numeric(18,2)` → numeric, 18, 2. */
function typeParts(formatted: string): { type: string; length: string | null; precision: string | null; scale: string | null } {
  const short = SHORT.reduce((text, [pattern, name]) => text.replace(pattern, name), formatted);
  const match = /^([^(]+)\((\d+)(?:,(-?\d+))?\)(.*)$/.exec(short);
  if (!match) return { type: short, length: null, precision: null, scale: null };
  const [, base, first, second, rest] = match;
  const type = `${base!.trim()}${rest ?? ''}`;
  return /^numeric/.test(type)
    ? { type, length: null, precision: first!, scale: second ?? '0' }
    : { type, length: first!, precision: null, scale: null };
}

type RawColumn = [name: string, type: string, notNull: boolean, position: number, defaultText: string | null, comment: string | null];
type RawKey = [name: string, kind: 'p' | 'u' | 'f', columns: string[], refTable: string | null, refColumns: string[] | null];

function tableOf(row: unknown[]): HarvestedTable {
  const [schema, name, kind, comment, tuples, bytes, readable, columns, keys] = row as [
    string,
    string,
    string,
    string | null,
    number | string,
    string | null,
    boolean,
    string | null,
    string | null,
  ];
  const rawKeys = (keys ? JSON.parse(keys) : []) as RawKey[];
  const primary = new Set(rawKeys.filter(([, type]) => type === 'p').flatMap(([, , names]) => names));
  return {
    schema,
    name,
    kind: KINDS[kind] ?? 'table',
    comment,
    // -1 (or 0 before 14) means never analysed
    rowEstimate: Number(tuples) >= 0 && kind !== 'v' ? Math.round(Number(tuples)) : null,
    sizeBytes: bytes === null ? null : Number(bytes),
    isReadable: readable,
    keys: rawKeys.map(([keyName, type, names, refTable, refColumns]) => ({
      name: keyName,
      kind: type === 'p' ? 'primary' : type === 'u' ? 'unique' : 'foreign',
      columns: names,
      refTable,
      refColumns: refColumns ?? [],
    })),
    columns: ((columns ? JSON.parse(columns) : []) as RawColumn[]).map(
      ([column, type, notNull, position, defaultText, columnComment]): HarvestedColumn => ({
        name: column,
        comment: columnComment,
        isKey: primary.has(column),
        isNullable: !notNull,
        position,
        ...typeParts(type),
        defaultText,
      }),
    ),
    indexes: [],
    viewSql: null,
    partitionCount: 0,
  };
}

/** Reads the catalogue of a source in batches, on a connection of its own. */
export async function* harvest(connection: Connection, { schemas }: HarvestScope, signal: AbortSignal): AsyncGenerator<HarvestBatch> {
  const { client } = await connectOnce(connection);
  const socket = (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;
  const onAbort = () => socket.destroy();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await client.query('begin read only');
    await client.query(`select set_config('statement_timeout', $1, true), set_config('search_path', '', true)`, [String(STATEMENT_MS)]);
    const counted = await client.query<{ n: string }>(
      `select count(*) as n from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${WHERE}`,
      [schemas],
    );
    const total = Number(counted.rows[0]?.n ?? 0);
    const cursor = client.query(new Cursor<unknown[]>(ALL, [schemas], { rowMode: 'array', types: valueTypes }));
    for (;;) {
      signal.throwIfAborted();
      const rows = await cursor.read(BATCH);
      yield { tables: rows.map(tableOf), routines: [], total };
      if (rows.length < BATCH) break;
    }
    await cursor.close();
    await client.query('rollback');
  } catch (error) {
    signal.throwIfAborted();
    throw sourceError(error);
  } finally {
    signal.removeEventListener('abort', onAbort);
    await client.end().catch(() => undefined);
  }
}
