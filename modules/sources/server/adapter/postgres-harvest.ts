import type pg from 'pg';
import Cursor from 'pg-cursor';
import { catalogueSql, scopeExpressions } from './postgres-catalogue.ts';
import { connectOnce } from './postgres-connect.ts';
import { sourceError } from './postgres-errors.ts';
import { readFlavour } from './postgres-flavour.ts';
import { valueTypes } from './postgres-values.ts';
import type { Connection, HarvestBatch, HarvestedColumn, HarvestedRoutine, HarvestedTable, HarvestScope } from './types.ts';

const BATCH = 300;
const STATEMENT_MS = 300_000;
const KINDS: Readonly<Record<string, HarvestedTable['kind']>> = {
  r: 'table',
  v: 'view',
  m: 'materialized',
  f: 'foreign',
  p: 'partitioned',
};

const SHORT: readonly (readonly [RegExp, string])[] = [
  [/^character varying/, 'varchar'],
  [/^character(?=\(|$)/, 'char'],
  [/^timestamp(\(\d\))? without time zone/, 'timestamp$1'],
  [/^timestamp(\(\d\))? with time zone/, 'timestamptz$1'],
  [/^time(\(\d\))? without time zone/, 'time$1'],
  [/^time(\(\d\))? with time zone/, 'timetz$1'],
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
type RawIndex = [name: string, isUnique: boolean, method: string, columns: string[]];
type RawRelation = [
  schema: string,
  name: string,
  kind: string,
  comment: string | null,
  tuples: number | string | null,
  bytes: string | null,
  readable: boolean,
  columns: string | null,
  keys: string | null,
  indexes: string | null,
  viewSql: string | null,
  partitions: string | number | null,
  identity: string | null,
  named: string | null,
];
type RawPartition = [schema: string, name: string, columns: string[] | null];
type RawRoutine = [
  schema: string,
  name: string,
  kind: string,
  language: string,
  signature: string,
  body: string | null,
  comment: string | null,
  isTrigger: boolean,
];

const listed = <T>(json: string | null): T[] => (json ? (JSON.parse(json) as T[]) : []);

function tableOf(row: unknown[]): HarvestedTable {
  const [schema, name, kind, comment, tuples, bytes, readable, columns, keys, indexes, viewSql, partitions, identity, named] =
    row as RawRelation;
  const rawKeys = listed<RawKey>(keys);
  const primary = new Set(rawKeys.filter(([, type]) => type === 'p').flatMap(([, , names]) => names));
  const partitionCount = Number(partitions ?? 0);
  return {
    schema,
    name,
    // openGauss keeps partitioned tables among the ordinary ones
    kind: partitionCount > 0 ? 'partitioned' : (KINDS[kind] ?? 'table'),
    comment,
    // -1 (or 0 before 14) means never analysed
    rowEstimate: tuples !== null && Number(tuples) >= 0 && kind !== 'v' ? Math.round(Number(tuples)) : null,
    sizeBytes: bytes === null ? null : Number(bytes),
    isReadable: readable,
    keys: rawKeys.map(([keyName, type, names, refTable, refColumns]) => ({
      name: keyName,
      kind: type === 'p' ? 'primary' : type === 'u' ? 'unique' : 'foreign',
      columns: names ?? [],
      refTable,
      refColumns: refColumns ?? [],
    })),
    columns: listed<RawColumn>(columns).map(([column, type, notNull, position, defaultText, columnComment]): HarvestedColumn => ({
      name: column,
      comment: columnComment,
      isKey: primary.has(column),
      isNullable: !notNull,
      position,
      ...typeParts(type),
      defaultText,
    })),
    indexes: listed<RawIndex>(indexes).map(([indexName, isUnique, method, names]) => ({
      name: indexName,
      isUnique,
      columns: names ?? [],
      method,
    })),
    viewSql: viewSql?.trim() || null,
    partitionCount,
    partitions: listed<RawPartition>(named).map(([childSchema, child, own]) => ({
      schema: childSchema,
      name: child,
      ...(own && { columns: own }),
    })),
    identity,
  };
}

function routineOf(row: unknown[]): HarvestedRoutine {
  const [schema, name, kind, language, signature, body, comment, isTrigger] = row as RawRoutine;
  return {
    schema,
    name,
    kind: isTrigger ? 'trigger' : kind === 'p' ? 'procedure' : 'function',
    language,
    signature,
    body: body?.trim() || null,
    comment,
  };
}

/** Rows of a statement in portions, asked for one portion ahead of its use by the server's own buffering. */
async function* portions(client: pg.Client, text: string, params: unknown[], signal: AbortSignal): AsyncGenerator<unknown[][]> {
  const cursor = client.query(new Cursor<unknown[]>(text, params, { rowMode: 'array', types: valueTypes }));
  for (;;) {
    signal.throwIfAborted();
    const rows = await cursor.read(BATCH);
    yield rows;
    if (rows.length < BATCH) break;
  }
  await cursor.close();
}

/** Reads the catalogue of a source in batches, on a connection of its own. */
export async function* harvest(connection: Connection, scope: HarvestScope, signal: AbortSignal): AsyncGenerator<HarvestBatch> {
  const { client } = await connectOnce(connection);
  const socket = (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;
  const onAbort = () => socket.destroy();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    const sql = catalogueSql(await readFlavour(client));
    await client.query('begin read only');
    await client.query(`select set_config('statement_timeout', $1, true), set_config('search_path', '', true)`, [String(STATEMENT_MS)]);
    const params = [[...scope.schemas], scopeExpressions(scope.include), scopeExpressions(scope.exclude)];
    const overview = await client.query<{ total: string; schemas: string | null }>(sql.overview, params);
    const total = Number(overview.rows[0]?.total ?? 0);
    // the names of all schemas are readable to everybody, whatever the rights on them
    const schemas = overview.rows[0]?.schemas?.split('\n') ?? [];
    const seen = { total, schemas, seesAllSchemas: true };
    for await (const rows of portions(client, sql.relations, params, signal)) yield { ...seen, tables: rows.map(tableOf), routines: [] };
    for await (const rows of portions(client, sql.routines, params.slice(0, 1), signal))
      yield { ...seen, tables: [], routines: rows.map(routineOf) };
    await client.query('rollback');
  } catch (error) {
    signal.throwIfAborted();
    throw sourceError(error);
  } finally {
    signal.removeEventListener('abort', onAbort);
    await client.end().catch(() => undefined);
  }
}
