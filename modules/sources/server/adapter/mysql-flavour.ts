/** Products that speak the MySQL protocol; they differ in limits, catalogue and transactions. */
export type FlavourName = 'mysql' | 'mariadb' | 'tidb' | 'oceanbase' | 'doris' | 'starrocks';

export interface Flavour {
  readonly name: FlavourName;
  /** product and version, for people */
  readonly label: string;
  /** major, minor, patch */
  readonly version: readonly [number, number, number];
  /** analytical products know no transactions for reading and cannot undo a write */
  readonly hasTransactions: boolean;
  /** generated columns have their expression in the catalogue */
  readonly hasGenerated: boolean;
  /** indexes on expressions have them in the catalogue */
  readonly hasIndexExpressions: boolean;
}

const numbers = (text: string): [number, number, number] => {
  const match = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text);
  return [Number(match?.[1] ?? 0), Number(match?.[2] ?? 0), Number(match?.[3] ?? 0)];
};
export const atLeast = ([a, b, c]: readonly [number, number, number], [x, y, z]: readonly [number, number, number]): boolean =>
  a !== x ? a > x : b !== y ? b > y : c >= z;

/** Which product answers `select version(), @@version_comment`. */
export function flavourOf(version: string, comment: string): Flavour {
  const name = (
    [
      [/mariadb/i, 'mariadb'],
      [/tidb/i, 'tidb'],
      [/oceanbase/i, 'oceanbase'],
      [/starrocks/i, 'starrocks'],
      [/doris/i, 'doris'],
    ] as const
  ).find(([pattern]) => pattern.test(version) || pattern.test(comment))?.[1];
  const isAnalytical = name === 'doris' || name === 'starrocks';
  // 5.5.5-10.11.6-MariaDB is how old proxies see a MariaDB; the others write their own version behind that of MySQL
  const told = `${version} ${comment}`;
  const own =
    name === 'mariadb' ? version.replace(/^5\.5\.5-/, '') : (/(?:tidb|oceanbase|doris|starrocks)\D*(\d[\w.]*)/i.exec(told)?.[1] ?? version);
  const found = numbers(own);
  const labels = { mariadb: 'MariaDB', tidb: 'TiDB', oceanbase: 'OceanBase', starrocks: 'StarRocks', doris: 'Apache Doris' } as const;
  return {
    name: name ?? 'mysql',
    label: `${name ? labels[name] : 'MySQL'} ${found.join('.')}`,
    version: found,
    hasTransactions: !isAnalytical,
    hasGenerated: name === 'mariadb' ? atLeast(found, [10, 2, 5]) : name === undefined ? atLeast(found, [5, 7, 6]) : name === 'tidb',
    hasIndexExpressions: name === undefined ? atLeast(found, [8, 0, 13]) : name === 'tidb',
  };
}

/** The assignment that makes the server itself end a statement; null when it has no such limit. */
export function timeLimit({ name, version }: Flavour, ms: number): string | null {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (name === 'mariadb') return `max_statement_time = ${(ms / 1000).toFixed(3)}`;
  if (name === 'doris' || name === 'starrocks') return `query_timeout = ${seconds}`;
  if (name === 'oceanbase') return `ob_query_timeout = ${ms * 1000}`;
  return name === 'tidb' || atLeast(version, [5, 7, 8]) ? `max_execution_time = ${Math.max(1, Math.round(ms))}` : null;
}

/** Words of sql_mode that change what a text means: the gate reads statements without them. */
const MEANINGS = new Set([
  'ANSI',
  'ANSI_QUOTES',
  'DB2',
  'HIGH_NOT_PRECEDENCE',
  'IGNORE_SPACE',
  'MAXDB',
  'MSSQL',
  'MYSQL323',
  'MYSQL40',
  'NO_BACKSLASH_ESCAPES',
  'ORACLE',
  'PIPES_AS_CONCAT',
  'POSTGRESQL',
  'REAL_AS_FLOAT',
  'PAD_CHAR_TO_FULL_LENGTH',
]);
export const plainMode = (mode: string): string =>
  mode
    .split(',')
    .filter((word) => /^\w+$/.test(word) && !MEANINGS.has(word.toUpperCase()))
    .join(',');

const quoted = (text: string): string => `'${text.replaceAll("'", '')}'`;

/** What a session is set to before it is used: text as UTF-8, times of China, statements as the gate reads them, limits. */
export function sessionText(flavour: Flavour, mode: string, limits: { timeoutMs: number; lockSeconds: number }): string {
  const limit = timeLimit(flavour, limits.timeoutMs);
  const parts = [`time_zone = '+08:00'`, ...(limit ? [limit] : [])];
  if (flavour.hasTransactions)
    parts.unshift(
      'character_set_client = utf8mb4',
      'character_set_results = utf8mb4',
      'character_set_connection = utf8mb4',
      `sql_mode = ${quoted(plainMode(mode))}`,
      'autocommit = 1',
    );
  if (flavour.name === 'mysql' || flavour.name === 'mariadb')
    parts.push(`lock_wait_timeout = ${limits.lockSeconds}`, `innodb_lock_wait_timeout = ${limits.lockSeconds}`);
  return `set ${parts.join(', ')}`;
}

/** Schemas that belong to the product, not to the people who use it. */
export const SYSTEM_SCHEMAS: readonly string[] = [
  'information_schema',
  'mysql',
  'performance_schema',
  'sys',
  'metrics_schema',
  '__internal_schema',
  '_statistics_',
  'oceanbase',
  'lbacsys',
  'oraauditor',
];
