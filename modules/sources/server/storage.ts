import { stat } from 'node:fs/promises';
import { dialectOf } from '../core/index.ts';
import type { DriverName } from '../contract/db-types.ts';
import { DB_KINDS } from '../contract/db-types.ts';
import { SourceError } from './adapter/types.ts';
import type { Source } from './load-source.ts';
import { pools } from './pools.ts';

/** A table as its source keeps it. */
export interface StoredTable {
  readonly schema: string;
  readonly name: string;
  /** null = neither the statistics of the source nor counting tell */
  readonly rows: number | null;
  readonly bytes: number | null;
  readonly isExact: boolean;
}
/** What a source keeps, in its own figures. */
export interface Storage {
  /** null where the kind of source does not tell */
  readonly usedBytes: number | null;
  readonly connections: number | null;
  /** how long the source took to answer the shortest question */
  readonly latencyMs: number;
  readonly tables: readonly StoredTable[];
}
interface Options {
  /** counts the rows of every table instead of believing the statistics of the source */
  readonly isExact: boolean;
  readonly signal: AbortSignal;
  /** told before each table that is counted, with how many there are */
  readonly onTable?: (index: number, of: number, name: string) => Promise<void>;
}

const TIMEOUT_MS = 30_000;
const COUNT_MS = 300_000;
const MAX_TABLES = 20_000;

async function ask(source: Source, text: string, { signal, timeoutMs = TIMEOUT_MS }: { signal: AbortSignal; timeoutMs?: number }) {
  const opened = await pools.of(source, Date.now()).open({ text, params: [], searchPath: [], timeoutMs, signal });
  try {
    return await opened.read(MAX_TABLES);
  } finally {
    await opened.close();
  }
}

/** Fixed questions about a whole database; nothing of a caller is part of them. */
interface Questions {
  /** columns: schema, table, rows by the statistics (below 0 = never analysed), bytes */
  readonly tables: string;
  /** the bytes of the database; absent = the sum of its tables */
  readonly size?: string;
  /** one row whose last column is the number of connections */
  readonly connections: string;
}
const POSTGRES: Questions = {
  tables: `select n.nspname, c.relname, c.reltuples::bigint,
    case c.relkind when 'p' then (select coalesce(sum(pg_total_relation_size(t.relid)), 0) from pg_partition_tree(c.oid) t)
      else pg_total_relation_size(c.oid) end
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'm', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')
    and n.nspname !~ '^pg_(toast|temp)' and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')
  order by 1, 2`,
  size: 'select pg_database_size(current_database())',
  connections: 'select numbackends from pg_stat_database where datname = current_database()',
};
const MYSQL: Questions = {
  tables: `select table_schema, table_name, coalesce(table_rows, -1), coalesce(data_length, 0) + coalesce(index_length, 0)
    from information_schema.tables where table_type = 'BASE TABLE' and table_schema = database() order by 1, 2`,
  connections: `show global status like 'Threads_connected'`,
};
/** Kinds whose questions were met live; of the others the harvest tells. */
const QUESTIONS: Readonly<Record<string, Questions>> = { '1': MYSQL, '2': MYSQL, '5': POSTGRES };
const EMBEDDED: readonly DriverName[] = ['sqlite', 'files'];

const numberOf = (value: unknown): number | null => {
  const number = value === null || value === undefined ? NaN : Number(value);
  return Number.isFinite(number) ? number : null;
};

async function harvested(source: Source, signal: AbortSignal): Promise<StoredTable[]> {
  const found: StoredTable[] = [];
  const scope = { schemas: [], include: [], exclude: [] };
  for await (const { tables } of source.adapter.harvest(source.connection, scope, signal))
    for (const { schema, name, kind, rowEstimate, sizeBytes, isReadable } of tables)
      if (kind !== 'view' && kind !== 'foreign' && isReadable)
        found.push({ schema, name, rows: rowEstimate, bytes: sizeBytes, isExact: false });
  return found;
}

async function tablesOf(source: Source, questions: Questions | undefined, signal: AbortSignal): Promise<StoredTable[]> {
  if (!questions) return harvested(source, signal);
  return (await ask(source, questions.tables, { signal })).map(([schema, name, rows, bytes]) => {
    const estimate = numberOf(rows);
    return {
      schema: String(schema),
      name: String(name),
      rows: estimate !== null && estimate >= 0 ? estimate : null,
      bytes: numberOf(bytes),
      isExact: false,
    };
  });
}

/** One table whose rows cannot be counted (no right, too large for the time) keeps what the statistics say. */
async function counted(source: Source, table: StoredTable, signal: AbortSignal): Promise<StoredTable> {
  const { quote } = dialectOf(source.adapter.dialect);
  const name = [table.schema, table.name].filter(Boolean).map(quote).join('.');
  try {
    const [row] = await ask(source, `select count(*) from ${name}`, { signal, timeoutMs: COUNT_MS });
    const rows = numberOf(row?.[0]);
    return rows === null ? table : { ...table, rows, isExact: true };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SourceError) || error.kind === 'unreachable') throw error;
    return table;
  }
}

async function bytesOf(source: Source, tables: readonly StoredTable[], { size }: Partial<Questions>, signal: AbortSignal) {
  const driver = DB_KINDS.get(source.row.dbType)?.driver;
  if (driver && EMBEDDED.includes(driver)) {
    const sizes = await Promise.all(source.connection.files.map(async ({ path }) => (await stat(path)).size));
    return sizes.reduce((sum, one) => sum + one, 0);
  }
  if (size) return numberOf((await ask(source, size, { signal }))[0]?.[0]);
  const known = tables.flatMap(({ bytes }) => bytes ?? []);
  return known.length === 0 && tables.length > 0 ? null : known.reduce((sum, one) => sum + one, 0);
}

/**
 * Measures what a source keeps, without a check of rights: tables that its account may read, their rows and bytes, connections, and how long
 * it takes to answer. No row is read. Throws SourceError.
 */
export async function storageOf(source: Source, { isExact, signal, onTable }: Options): Promise<Storage> {
  const questions = QUESTIONS[source.row.dbType];
  const ping = source.adapter.dialect === 'oracle' ? 'select 1 from dual' : 'select 1';
  // the first question may open the connection: the second one tells how long an answer takes
  await ask(source, ping, { signal });
  const begun = performance.now();
  await ask(source, ping, { signal });
  const latencyMs = Math.round((performance.now() - begun) * 100) / 100;
  const tables = await tablesOf(source, questions, signal);
  for (const [i, table] of tables.entries()) {
    if (!isExact && table.rows !== null) continue;
    signal.throwIfAborted();
    await onTable?.(i, tables.length, `${table.schema}.${table.name}`);
    tables[i] = await counted(source, table, signal);
  }
  const usedBytes = await bytesOf(source, tables, questions ?? {}, signal);
  const connections = questions ? numberOf((await ask(source, questions.connections, { signal }))[0]?.at(-1)) : null;
  return { usedBytes, connections, latencyMs, tables };
}
