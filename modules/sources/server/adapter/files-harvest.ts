import type { Engine } from '#kit/server/duckdb/engine.ts';
import { openFiles } from './files-open.ts';
import { filesError } from './files-errors.ts';
import { inBatches } from './harvest-tools.ts';
import { inScope } from './in-scope.ts';
import type { Connection, HarvestBatch, HarvestedTable, HarvestScope, Probe } from './types.ts';

async function rows(engine: Engine, text: string, signal: AbortSignal): Promise<unknown[][]> {
  const result = await engine.query({ text, params: [], searchPath: [] }, signal);
  const all: unknown[][] = [];
  for (;;) {
    const batch = await result.read(5_000);
    if (batch.length === 0) return all;
    for (const row of batch) all.push(row);
  }
}

const OURS = `database_name = current_database() and not internal`;
const TABLES = `select schema_name, table_name, 'table', comment, estimated_size, null from duckdb_tables() where ${OURS} and not temporary
  union all select schema_name, view_name, 'view', comment, null, sql from duckdb_views() where ${OURS} and not temporary order by 1, 2`;
const COLUMNS = `select schema_name, table_name, column_name, column_index, data_type, is_nullable, column_default, comment,
    character_maximum_length, numeric_precision, numeric_scale
  from duckdb_columns() where ${OURS} order by 1, 2, column_index`;
const KEYS = `select schema_name, table_name, constraint_type, constraint_column_names, referenced_table, referenced_column_names, constraint_name
  from duckdb_constraints() where database_name = current_database() and constraint_type in ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY')`;
const INDEXES = `select schema_name, table_name, index_name, is_unique, expressions from duckdb_indexes() where database_name = current_database()`;

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
const list = (value: unknown): string[] => (value === null ? [] : (JSON.parse(String(value)) as string[]));
const KINDS: Readonly<Record<string, 'primary' | 'unique' | 'foreign'>> = {
  'PRIMARY KEY': 'primary',
  UNIQUE: 'unique',
  'FOREIGN KEY': 'foreign',
};

/** `DECIMAL(18,2)` → decimal, 18, 2 */
function typeOf(type: string): Pick<HarvestedTable['columns'][number], 'type' | 'length' | 'precision' | 'scale'> {
  const decimal = /^DECIMAL\((\d+),(\d+)\)$/i.exec(type);
  return decimal
    ? { type: 'decimal', length: null, precision: decimal[1]!, scale: decimal[2]! }
    : { type: type.toLowerCase(), length: null, precision: null, scale: null };
}

async function catalogue(engine: Engine, signal: AbortSignal): Promise<HarvestedTable[]> {
  const [relations, columns, keys, indexes] = [
    await rows(engine, TABLES, signal),
    await rows(engine, COLUMNS, signal),
    await rows(engine, KEYS, signal),
    await rows(engine, INDEXES, signal),
  ];
  const tables = new Map<string, HarvestedTable>();
  for (const [schema, name, kind, comment, estimate, sql] of relations)
    tables.set(`${schema}.${name}`, {
      schema: String(schema),
      name: String(name),
      kind: kind === 'view' ? 'view' : 'table',
      comment: text(comment),
      rowEstimate: estimate === null ? null : Number(estimate),
      sizeBytes: null,
      isReadable: true,
      keys: [],
      columns: [],
      indexes: [],
      viewSql: text(sql),
      partitionCount: 0,
    });
  for (const [schema, name, kind, names, refTable, refColumns, keyName] of keys)
    tables.get(`${schema}.${name}`)?.keys.push({
      name: text(keyName) ?? `${String(name)}_${String(kind).toLowerCase().replace(' ', '_')}`,
      kind: KINDS[String(kind)]!,
      columns: list(names),
      refTable: text(refTable) === null ? null : `${schema}.${refTable}`,
      refColumns: list(refColumns),
    });
  for (const [schema, name, column, position, type, nullable, byDefault, comment] of columns) {
    const table = tables.get(`${schema}.${name}`);
    table?.columns.push({
      name: String(column),
      comment: text(comment),
      isKey: table.keys.some((key) => key.kind === 'primary' && key.columns.includes(String(column))),
      isNullable: nullable === true,
      position: Number(position),
      ...typeOf(String(type)),
      defaultText: text(byDefault),
    });
  }
  for (const [schema, name, index, unique, expressions] of indexes)
    tables.get(`${schema}.${name}`)?.indexes.push({
      name: String(index),
      isUnique: unique === true,
      columns: String(expressions ?? '')
        .replace(/^\[|\]$/g, '')
        .split(', ')
        .map((part) => part.replace(/^['"]+|['"]+$/g, '')),
      method: 'art',
    });
  return [...tables.values()];
}

export async function probeDuckDb(connection: Connection): Promise<Probe> {
  const { engine, problems } = await openFiles(connection);
  const signal = AbortSignal.timeout(60_000);
  try {
    const [[version] = []] = await rows(engine, 'select version()', signal);
    const tables = await catalogue(engine, signal);
    return {
      version: `DuckDB ${String(version).replace(/^v/, '')}`,
      database: connection.files.map((file) => file.originalName).join('、'),
      tls: false,
      tables: tables.length,
      readable: tables.length,
      schemas: [...new Set(tables.map((table) => table.schema))],
      warnings: [...problems],
      features: { views: true, routines: false, comments: true, statistics: true, cancel: true },
    };
  } catch (error) {
    throw filesError(error);
  } finally {
    engine.close();
  }
}

export async function* harvestDuckDb(connection: Connection, scope: HarvestScope, signal: AbortSignal): AsyncGenerator<HarvestBatch> {
  signal.throwIfAborted();
  const { engine } = await openFiles(connection);
  try {
    const isWanted = inScope(scope);
    const all = await catalogue(engine, signal);
    const schemas = [...new Set(['main', ...all.map((table) => table.schema)])];
    const tables = all.filter((table) => isWanted(table.schema, table.name));
    yield* inBatches(tables, [], { signal, schemas, seesAllSchemas: true });
  } catch (error) {
    signal.throwIfAborted();
    throw filesError(error);
  } finally {
    engine.close();
  }
}
