import type { DuckDBConnection } from '@duckdb/node-api';
import { FileProblem } from './protocol.ts';

/**
 * SQL stored inside a foreign database file, which the engine would execute: views, generated columns, macros. The gate checks statements
 * of people, not these, so they are checked once when the file is opened.
 */

/** Table functions that compute rows from their arguments only. */
const HARMLESS = new Set(['range', 'generate_series', 'unnest']);
/**
 * Functions that access files or addresses. Every open database refuses those anyway, so such a view fails while the rest of the file stays
 * usable.
 */
const CUT_OFF = /^(read_\w+|parquet_\w+|glob|sniff_csv|\w+_scan)$/;
/** Scalar functions that reveal details of this machine. */
const TELLING = new Set(['current_setting', 'getenv', 'getvariable', 'write_log', 'current_query']);
const SYSTEM_SCHEMAS = /^(information_schema|pg_catalog|system|temp)$/i;
const SYSTEM_TABLES = /^(duckdb_|pg_|pragma_|sqlite_)/i;

const str = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The first disallowed function in a parsed statement; null when there is none. */
function offenceIn(node: unknown, macros: ReadonlySet<string>): string | null {
  if (typeof node !== 'object' || node === null) return null;
  const { type, class: kind, ...rest } = node as Record<string, unknown>;
  if (type === 'TABLE_FUNCTION') {
    const call = rest['function'] as Record<string, unknown> | undefined;
    const name = str(call?.['function_name']).toLowerCase();
    if (macros.has(name) || !(HARMLESS.has(name) || CUT_OFF.test(name))) return name || '表函数';
    const inside = offenceIn(call?.['children'], macros);
    return inside;
  }
  if (type === 'SHOW_REF') return 'SHOW';
  if (type === 'BASE_TABLE') {
    const [schema, table] = [str(rest['schema_name']), str(rest['table_name'])];
    if (SYSTEM_SCHEMAS.test(schema) || SYSTEM_SCHEMAS.test(str(rest['catalog_name'])) || SYSTEM_TABLES.test(table)) return table;
  }
  if (kind === 'FUNCTION' || kind === 'WINDOW') {
    const name = str(rest['function_name']).toLowerCase();
    if (TELLING.has(name) || macros.has(name)) return name;
  }
  for (const value of Object.values(rest)) {
    const inside = offenceIn(value, macros);
    if (inside !== null) return inside;
  }
  return null;
}

/** Extracts the query from `CREATE VIEW s.v (a, b) AS SELECT …;` as DuckDB writes it; null for anything else. */
export function queryOfView(sql: string): string | null {
  let depth = 0;
  for (const { 0: part, index } of sql.matchAll(/"(?:[^"]|"")*"|[()]|\bas\b/gi)) {
    if (part === '(') depth++;
    else if (part === ')') depth--;
    else if (depth === 0 && part.toLowerCase() === 'as')
      return sql
        .slice(index + 2)
        .trim()
        .replace(/;$/, '');
  }
  return null;
}

/**
 * Refuses a database file whose views or columns call functions that read the engine or the machine, or whose macros shadow a function that
 * people may call (a macro of the file takes precedence over the built-in). `callable` = functions of the dialect, in lower case. Throws
 * FileProblem.
 */
export async function assertStoredText(connection: DuckDBConnection, callable: readonly string[]): Promise<void> {
  const ask = async (sql: string, ...values: string[]) => (await connection.runAndReadAll(sql, values)).getRowsJson();
  // only `duckdb_functions` is called here: any other function could be shadowed by a macro of the file
  const functions = (await ask(`select function_name, internal from system.main.duckdb_functions()`)).map(([name, isInternal]) => ({
    name: String(name).toLowerCase(),
    isOwn: isInternal === false,
  }));
  const macros = new Set(functions.filter(({ isOwn }) => isOwn).map(({ name }) => name));
  const known = new Set([...callable, ...functions.filter(({ isOwn }) => !isOwn).map(({ name }) => name)]);
  for (const name of macros) if (known.has(name)) throw new FileProblem(`DuckDB 文件中的宏 ${name} 与内置函数同名，请删除或改名后重新上传`);
  const texts = [
    ...(await ask(`select view_name, sql from duckdb_views() where database_name = current_database() and not internal`)).map(
      ([name, sql]) => ({ what: `视图 ${String(name)}`, query: queryOfView(String(sql)) }),
    ),
    ...(
      await ask(`select table_name || '.' || column_name, column_default from duckdb_columns()
        where database_name = current_database() and not internal and column_default is not null`)
    ).map(([name, expression]) => ({ what: `字段 ${String(name)}`, query: `select ${String(expression)}` })),
  ];
  for (const { what, query } of texts) {
    const [row] = query === null ? [] : await ask('select json_serialize_sql($1::varchar)', query);
    const parsed = row ? (JSON.parse(String(row[0])) as { error?: boolean; statements?: unknown }) : { error: true };
    if (parsed.error === true) throw new FileProblem(`DuckDB 文件中的${what} 无法识别，请删除后重新上传`);
    const offence = offenceIn(parsed.statements, macros);
    if (offence !== null) throw new FileProblem(`DuckDB 文件中的${what} 使用了不允许的 ${offence}，请删除后重新上传`);
  }
}
