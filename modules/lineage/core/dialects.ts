/** Other names under which a dialect is asked for, and what its text is parsed as. */
const ALIASES: Readonly<Record<string, string>> = {
  ansi: 'generic',
  sql: 'generic',
  standard: 'generic',
  postgresql: 'postgres',
  pg: 'postgres',
  gaussdb: 'postgres',
  opengauss: 'postgres',
  kingbase: 'postgres',
  kingbasees: 'postgres',
  greenplum: 'postgres',
  cockroach: 'cockroachdb',
  vertica: 'postgres',
  netezza: 'postgres',
  mariadb: 'mysql',
  oceanbase: 'mysql',
  polardb: 'mysql',
  adb: 'mysql',
  sparksql: 'spark',
  'spark-sql': 'spark',
  spark2: 'spark',
  spark3: 'spark',
  flink: 'spark',
  flinksql: 'spark',
  impala: 'hive',
  maxcompute: 'hive',
  odps: 'hive',
  inceptor: 'hive',
  mssql: 'tsql',
  sqlserver: 'tsql',
  'sql server': 'tsql',
  't-sql': 'tsql',
  transactsql: 'tsql',
  sybase: 'tsql',
  dm: 'oracle',
  dameng: 'oracle',
  plsql: 'oracle',
  db2: 'generic',
  hana: 'generic',
  h2: 'generic',
  derby: 'generic',
  prestodb: 'presto',
  prestosql: 'trino',
  ck: 'clickhouse',
  sqlite3: 'sqlite',
  selectdb: 'doris',
};
const PARSED = new Set(
  'generic postgres mysql bigquery snowflake duckdb sqlite hive spark trino presto redshift tsql oracle clickhouse databricks athena teradata doris starrocks materialize risingwave singlestore cockroachdb tidb druid exasol fabric drill dremio solr tableau dune'.split(
    ' ',
  ),
);

/** The grammar for a dialect by any of its names; unknown ones are read as standard SQL. */
export function dialectOf(name: string): string {
  const key = name.trim().toLowerCase();
  const dialect = ALIASES[key] ?? key;
  return PARSED.has(dialect) ? dialect : 'generic';
}

/** Grammars that are closest to one, tried first when it refuses a text. */
const NEAR: Readonly<Record<string, readonly string[]>> = {
  generic: ['postgres', 'spark', 'tsql'],
  oracle: ['postgres', 'mysql'],
  hive: ['spark'],
  spark: ['databricks', 'hive'],
  starrocks: ['doris', 'mysql'],
  doris: ['starrocks', 'mysql'],
  mysql: ['tidb', 'singlestore'],
  trino: ['presto', 'athena'],
  presto: ['trino', 'athena'],
  athena: ['trino', 'hive'],
  redshift: ['postgres'],
  databricks: ['spark'],
};
const ALL = [
  'generic',
  'spark',
  'postgres',
  'mysql',
  'tsql',
  'oracle',
  'snowflake',
  'hive',
  'clickhouse',
  'starrocks',
  'doris',
  'bigquery',
  'teradata',
  'duckdb',
];
export const nearGrammars = (dialect: string): readonly string[] => NEAR[dialect] ?? ['generic'];
/** All grammars to try after the dialect's own, nearest first. */
export const otherGrammars = (dialect: string): string[] =>
  [...new Set([...nearGrammars(dialect), ...ALL])].filter((name) => name !== dialect);

const EVERYWHERE = [
  'default',
  'current_date',
  'current_timestamp',
  'current_time',
  'current_user',
  'session_user',
  'localtime',
  'localtimestamp',
];
const PSEUDO: Readonly<Record<string, ReadonlySet<string>>> = {
  oracle: new Set([
    ...EVERYWHERE,
    'rownum',
    'rowid',
    'level',
    'sysdate',
    'systimestamp',
    'user',
    'uid',
    'connect_by_isleaf',
    'connect_by_iscycle',
    'ora_rowscn',
    'sqlcode',
    'sqlerrm',
    'sessiontimezone',
    'dbtimezone',
  ]),
  hive: new Set([...EVERYWHERE, 'input__file__name', 'block__offset__inside__file', 'grouping__id']),
  tsql: new Set([...EVERYWHERE, '$action', '$identity', '$rowguid', '$partition']),
  snowflake: new Set([...EVERYWHERE, 'sysdate']),
  postgres: new Set([...EVERYWHERE, 'ctid', 'tableoid', 'user']),
};
const REST = new Set([...EVERYWHERE, 'rownum', 'sysdate', 'systimestamp', 'grouping__id']);
/** A name without a table behind it, in a dialect: `sysdate`, `rownum`. */
export const isPseudoColumn = (name: string, dialect: string): boolean =>
  (PSEUDO[dialect === 'spark' || dialect === 'databricks' ? 'hive' : dialect] ?? REST).has(name);

const ROWS = new Set(['postgres', 'redshift', 'duckdb', 'bigquery', 'cockroachdb', 'materialize', 'risingwave', 'generic']);
/** Whether the name of a relation may stand for its row. */
export const namesRows = (dialect: string): boolean => ROWS.has(dialect);
/** Whether SELECT … INTO writes variables (Oracle, MySQL, and bodies everywhere but T-SQL) instead of making a table. */
export const selectsIntoVariables = (dialect: string, inBody: boolean): boolean =>
  ['oracle', 'mysql', 'tidb', 'singlestore', 'doris', 'starrocks', 'hive', 'bigquery', 'teradata'].includes(dialect) ||
  (inBody && dialect !== 'tsql' && dialect !== 'fabric');

/** Whether "…" is a string and not a name, although the parser takes it for one. */
export const quotesStrings = (dialect: string): boolean => dialect === 'doris' || dialect === 'starrocks';

const KEEPING = new Set(['postgres', 'cockroachdb', 'materialize', 'risingwave']);
/** Names without quotes are stored in capitals. */
const CAPITAL = new Set(['oracle', 'snowflake']);
/** Whether a quoted name is another one than the same letters without quotes. */
export const keepsQuotedCase = (dialect: string): boolean => KEEPING.has(dialect) || CAPITAL.has(dialect);
/** How the engine spells a name that a catalogue holds: in lower case, unless only quotes can mean it. */
export const spelling = (name: string, dialect: string): string =>
  KEEPING.has(dialect) || (CAPITAL.has(dialect) && name !== name.toUpperCase()) ? name : name.toLowerCase();
