import type { Connection as Client } from 'mysql2';
import type { TableKey } from '../../contract/table-kind.ts';
import { inScope } from './in-scope.ts';
import { ask, connectOnce, end } from './mysql-connect.ts';
import { sourceError } from './mysql-errors.ts';
import { sessionText, SYSTEM_SCHEMAS, type Flavour } from './mysql-flavour.ts';
import { rightsOf } from './mysql-rights.ts';
import { Rows } from './mysql-rows.ts';
import {
  SourceError,
  type Connection,
  type HarvestBatch,
  type HarvestedColumn,
  type HarvestedIndex,
  type HarvestedRoutine,
  type HarvestedTable,
  type HarvestScope,
} from './types.ts';

const BATCH = 300;
const STATEMENT_MS = 300_000;
const MAX_TEXT = 2000;

type Cell = string | number | null;
const keyOf = (schema: unknown, name: unknown): string => `${String(schema)}\u0000${String(name)}`;
const textOrNull = (value: unknown): string | null => (value === null || value === undefined || value === '' ? null : String(value));

/** Limits a statement over the catalogue to the schemas in scope; the last words of every statement here. */
function where(column: string, schemas: readonly string[]): { text: string; values: readonly string[] } {
  if (schemas.length > 0) return { text: `where ${column} in (${schemas.map(() => '?').join(', ')})`, values: schemas };
  return { text: `where lower(${column}) not in (${SYSTEM_SCHEMAS.map(() => '?').join(', ')})`, values: SYSTEM_SCHEMAS };
}

function put<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** Primary and unique keys and foreign keys of all tables, one statement. */
async function readKeys(client: Client, schemas: readonly string[]): Promise<Map<string, TableKey[]>> {
  const limit = where('table_schema', schemas);
  const rows = await ask(
    client,
    `select table_schema, table_name, constraint_name, column_name, referenced_table_schema, referenced_table_name, referenced_column_name
      from information_schema.key_column_usage ${limit.text} order by table_schema, table_name, constraint_name, ordinal_position`,
    limit.values,
  );
  const all = new Map<string, TableKey[]>();
  for (const [schema, table, name, column, refSchema, refTable, refColumn] of rows as Cell[][]) {
    const key = keyOf(schema, table);
    const last = all.get(key)?.at(-1);
    if (last?.name === name) {
      last!.columns.push(String(column));
      if (refColumn !== null) last!.refColumns.push(String(refColumn));
      continue;
    }
    put(all, key, {
      name: String(name),
      kind: name === 'PRIMARY' ? 'primary' : refTable === null ? 'unique' : 'foreign',
      columns: [String(column)],
      refTable: refTable === null ? null : `${refSchema}.${refTable}`,
      refColumns: refColumn === null ? [] : [String(refColumn)],
    });
  }
  const order = { primary: 0, foreign: 1, unique: 2 };
  for (const keys of all.values()) keys.sort((a, b) => order[a.kind] - order[b.kind] || (a.name < b.name ? -1 : 1));
  return all;
}

async function readIndexes(client: Client, flavour: Flavour, schemas: readonly string[]): Promise<Map<string, HarvestedIndex[]>> {
  const limit = where('table_schema', schemas);
  const rows = await ask(
    client,
    `select table_schema, table_name, index_name, non_unique, column_name, sub_part, index_type, ${flavour.hasIndexExpressions ? 'expression' : 'null'}
      from information_schema.statistics ${limit.text} order by table_schema, table_name, index_name, seq_in_index`,
    limit.values,
  );
  const all = new Map<string, HarvestedIndex[]>();
  for (const [schema, table, name, nonUnique, column, part, method, expression] of rows as Cell[][]) {
    const shown = column === null ? `(${expression ?? ''})` : part === null ? String(column) : `${column}(${part})`;
    const last = all.get(keyOf(schema, table))?.at(-1);
    if (last?.name === name) last!.columns.push(shown);
    else
      put(all, keyOf(schema, table), {
        name: String(name),
        isUnique: Number(nonUnique) === 0,
        columns: [shown],
        method: textOrNull(method)?.toLowerCase() ?? null,
      });
  }
  return all;
}

/** Text of the views; an account without SHOW VIEW gets none. */
async function readViews(client: Client, schemas: readonly string[]): Promise<Map<string, string | null>> {
  const limit = where('table_schema', schemas);
  const rows = await ask(
    client,
    `select table_schema, table_name, view_definition from information_schema.views ${limit.text}`,
    limit.values,
  );
  return new Map(rows.map(([schema, name, text]) => [keyOf(schema, name), textOrNull(text)]));
}

async function readPartitions(client: Client, schemas: readonly string[]): Promise<Map<string, number>> {
  const limit = where('table_schema', schemas);
  const rows = await ask(
    client,
    `select table_schema, table_name, count(distinct partition_name) from information_schema.partitions ${limit.text}
      and partition_name is not null group by table_schema, table_name`,
    limit.values,
  );
  return new Map(rows.map(([schema, name, n]) => [keyOf(schema, name), Number(n)]));
}

async function readRoutines(client: Client, schemas: readonly string[]): Promise<HarvestedRoutine[]> {
  const routines = where('routine_schema', schemas);
  const triggers = where('trigger_schema', schemas);
  const rows = await ask(
    client,
    `select routine_schema, routine_name, lower(routine_type), routine_definition, routine_comment, dtd_identifier
      from information_schema.routines ${routines.text} order by 1, 2`,
    routines.values,
  );
  const fired = await ask(
    client,
    `select trigger_schema, trigger_name, action_timing, event_manipulation, event_object_schema, event_object_table, action_statement
      from information_schema.triggers ${triggers.text} order by 1, 2`,
    triggers.values,
  );
  return [
    ...rows
      .filter(([, , kind]) => kind === 'procedure' || kind === 'function')
      .map(([schema, name, kind, body, comment, type]): HarvestedRoutine => ({
        schema: String(schema),
        name: String(name),
        kind: kind as 'procedure' | 'function',
        language: 'sql',
        signature: kind === 'function' ? `returns ${String(type ?? '')}` : '',
        body: textOrNull(body),
        comment: textOrNull(comment),
      })),
    ...fired.map(([schema, name, timing, event, tableSchema, table, body]): HarvestedRoutine => ({
      schema: String(schema),
      name: String(name),
      kind: 'trigger',
      language: 'sql',
      signature: `${String(timing).toLowerCase()} ${String(event).toLowerCase()} on ${String(tableSchema)}.${String(table)}`,
      body: textOrNull(body),
      comment: null,
    })),
  ];
}

interface TableFacts {
  readonly type: string;
  readonly engine: string | null;
  readonly rows: number | null;
  readonly bytes: number | null;
  readonly comment: string | null;
  /** what a view says that the server cannot open */
  readonly brokenReason: string | null;
}
/** What servers write in place of a comment of a view: that it is one, or why it cannot be opened. */
const brokenOf = (type: Cell | undefined, comment: unknown): string | null =>
  /VIEW/.test(String(type)) && !/^(VIEW)?$/i.test(String(comment ?? '')) ? String(comment) : null;

async function readTables(client: Client, schemas: readonly string[]): Promise<Map<string, TableFacts>> {
  const limit = where('table_schema', schemas);
  const rows = await ask(
    client,
    `select table_schema, table_name, table_type, engine, table_rows, data_length + index_length, table_comment
      from information_schema.tables ${limit.text}`,
    limit.values,
  );
  return new Map(
    (rows as Cell[][])
      .filter(([, , type]) => type !== 'SEQUENCE' && type !== 'SYSTEM VIEW')
      .map(([schema, name, type, engine, count, bytes, comment]) => [
        keyOf(schema, name),
        {
          type: String(type),
          engine: engine === null ? null : String(engine),
          rows: count === null ? null : Number(count),
          bytes: bytes === null ? null : Number(bytes),
          // what a view has there says that it is one, or that it is broken
          comment: /VIEW/.test(String(type)) ? null : textOrNull(comment),
          brokenReason: brokenOf(type, comment),
        },
      ]),
  );
}

type RawColumn = [
  schema: string,
  table: string,
  name: string,
  position: Cell,
  defaultText: string | null,
  isNullable: string,
  dataType: string,
  columnType: string,
  length: Cell,
  precision: Cell,
  scale: Cell,
  key: string,
  extra: string,
  privileges: string,
  comment: string,
  generated: string | null,
];

function columnOf(row: RawColumn, flavour: Flavour): HarvestedColumn {
  const [, , name, position, defaultText, isNullable, dataType, columnType, length, precision, scale, key, extra, , comment, generated] =
    row;
  const type = dataType.toLowerCase();
  const isListed = type === 'enum' || type === 'set';
  const hasLength = /^(var)?(char|binary)$/.test(type) || type === 'bit';
  const isExact = /^(decimal|numeric)/.test(type);
  const fraction = /^(?:datetime|timestamp|time)\((\d)\)/.exec(columnType)?.[1] ?? null;
  const width = /^(?:tinyint)\(1\)/.test(columnType) ? '1' : null; // the only width that says something: yes or no
  // MariaDB writes the absence of a default as a word
  const stored = flavour.name === 'mariadb' && defaultText === 'NULL' ? null : textOrNull(defaultText);
  const shown = generated
    ? `generated always as (${generated}) ${/stored|persistent/i.test(extra) ? 'stored' : 'virtual'}`
    : /auto_increment/i.test(extra)
      ? 'auto_increment'
      : /on update/i.test(extra)
        ? `${stored ?? ''} ${extra.replace(/DEFAULT_GENERATED\s*/i, '').toLowerCase()}`.trim()
        : stored;
  return {
    name,
    comment: textOrNull(comment),
    isKey: key === 'PRI',
    isNullable: isNullable === 'YES',
    position: Number(position),
    type: isListed ? columnType.slice(0, MAX_TEXT) : `${type}${/unsigned/i.test(columnType) ? ' unsigned' : ''}`,
    length: hasLength ? String(type === 'bit' ? precision : length) : (fraction ?? width),
    precision: isExact ? String(precision) : null,
    scale: isExact ? String(scale ?? 0) : null,
    defaultText: shown?.slice(0, MAX_TEXT) ?? null,
  };
}

const grantsOf = async (client: Client): Promise<string[]> =>
  (await ask(client, 'show grants').catch(() => [])).map(([text]) => String(text)).toSorted((a, b) => (a < b ? -1 : 1));

/**
 * Reads the catalogue of a source: one statement each for tables, columns, keys, indexes, views, partitions, routines and triggers.
 * The catalogue shows an account only what it has rights on: rights that change while it is read end the run with an error, because
 * what is missing then was not dropped.
 */
export async function* harvest(connection: Connection, scope: HarvestScope, signal: AbortSignal): AsyncGenerator<HarvestBatch> {
  signal.throwIfAborted();
  const { client, flavour, mode } = await connectOnce(connection);
  const onAbort = () => (client as unknown as { stream: { destroy(): void } }).stream.destroy();
  signal.addEventListener('abort', onAbort, { once: true });
  const isWanted = inScope(scope);
  const { schemas } = scope;
  try {
    await ask(client, sessionText(flavour, mode, { timeoutMs: STATEMENT_MS, lockSeconds: 5 }));
    const before = await grantsOf(client);
    const rights = rightsOf(before);
    const known = new Set((await ask(client, 'select schema_name from information_schema.schemata')).map(([name]) => String(name)));
    const lost = schemas.filter((schema) => !known.has(schema));
    if (lost.length > 0) throw new SourceError('denied', `账号看不到模式 ${lost.slice(0, 5).join('、')}，请检查同步范围和账号权限`);
    const tables = await readTables(client, schemas);
    const keys = await readKeys(client, schemas);
    const indexes = flavour.hasTransactions ? await readIndexes(client, flavour, schemas) : new Map<string, HarvestedIndex[]>();
    const views = await readViews(client, schemas);
    const partitions = flavour.hasTransactions ? await readPartitions(client, schemas) : new Map<string, number>();
    const looked = [...known].filter(
      (schema) =>
        (schemas.length > 0 ? schemas.includes(schema) : !SYSTEM_SCHEMAS.includes(schema.toLowerCase())) && rights.seesAllOf(schema),
    );
    const unread: NonNullable<HarvestBatch['unread']>[number][] = [];
    if (!rights.seesRoutines) unread.push('routines');
    if ([...views.values()].includes(null)) unread.push('views');
    const total = [...tables.keys()].filter((key) => isWanted(...(key.split('\u0000') as [string, string]))).length;

    const limit = where('table_schema', schemas);
    const rows = new Rows(
      client,
      `select table_schema, table_name, column_name, ordinal_position, column_default, is_nullable, data_type, column_type,
        character_maximum_length, numeric_precision, numeric_scale, column_key, extra, privileges, column_comment,
        ${flavour.hasGenerated ? 'generation_expression' : 'null'}
        from information_schema.columns ${limit.text} order by table_schema, table_name, ordinal_position`,
      limit.values,
    );
    const met = new Set<string>();
    const tableOf = (group: readonly RawColumn[]): HarvestedTable | null => {
      const [schema, name] = group[0]!;
      const key = keyOf(schema, name);
      met.add(key);
      const facts = tables.get(key);
      if (!facts || !isWanted(schema, name)) return null;
      const isView = /VIEW/.test(facts.type);
      const partitionCount = partitions.get(key) ?? 0;
      return {
        schema,
        name,
        kind: isView ? 'view' : partitionCount > 0 ? 'partitioned' : 'table',
        comment: facts.comment,
        rowEstimate: isView ? null : facts.rows,
        sizeBytes: isView ? null : facts.bytes,
        isReadable: !flavour.hasTransactions || group.some((row) => /select/i.test(row[13])),
        keys: keys.get(key) ?? [],
        columns: group.map((row) => columnOf(row, flavour)),
        indexes: indexes.get(key) ?? [],
        viewSql: views.get(key) ?? null,
        partitionCount,
      };
    };
    let group: RawColumn[] = [];
    let batch: HarvestedTable[] = [];
    const close = () => {
      const table = group.length > 0 ? tableOf(group) : null;
      if (table) batch.push(table);
      group = [];
    };
    /** Views that cannot be opened any more have no columns there, though they still exist. */
    const columnless = (): HarvestedTable[] => columnlessViews({ tables, met, isWanted, views });
    for (;;) {
      signal.throwIfAborted();
      const found = (await rows.take(1000)) as RawColumn[];
      for (const row of found) {
        if (group.length > 0 && (group[0]![0] !== row[0] || group[0]![1] !== row[1])) close();
        group.push(row);
      }
      if (found.length === 0) {
        close();
        batch.push(...columnless());
      }
      if (batch.length >= BATCH || (found.length === 0 && batch.length > 0)) {
        yield { tables: batch, routines: [], total, schemas: looked };
        batch = [];
      }
      if (found.length === 0) break;
    }
    const routines = (await readRoutines(client, schemas)).filter(({ schema, name }) => isWanted(schema, name));
    for (let i = 0; i < Math.max(1, routines.length); i += BATCH)
      yield { tables: [], routines: routines.slice(i, i + BATCH), total, schemas: looked, unread };
    if ((await grantsOf(client)).join('\n') !== before.join('\n'))
      throw new SourceError('denied', '同步期间数据源账号的权限发生了变化，请重新同步');
  } catch (error) {
    signal.throwIfAborted();
    throw sourceError(error);
  } finally {
    signal.removeEventListener('abort', onAbort);
    await end(client);
  }
}

/** Views that cannot be opened any more have no columns there, though they still exist. */
function columnlessViews({
  tables,
  met,
  isWanted,
  views,
}: {
  tables: Map<string, TableFacts>;
  met: Set<string>;
  isWanted: (schema: string, table: string) => boolean;
  views: Map<string, string | null>;
}): HarvestedTable[] {
  return [...tables].flatMap(([key, facts]) => {
    const [schema, name] = key.split('\u0000') as [string, string];
    if (facts.brokenReason === null || met.has(key) || !isWanted(schema, name)) return [];
    return [
      {
        schema,
        name,
        kind: 'view' as const,
        comment: null,
        rowEstimate: null,
        sizeBytes: null,
        isReadable: true,
        keys: [],
        columns: [],
        indexes: [],
        viewSql: views.get(key) ?? null,
        partitionCount: 0,
        brokenReason: facts.brokenReason,
      },
    ];
  });
}
