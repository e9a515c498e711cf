/** Code that reads a kind of database; several kinds share one. */
export type DriverName = 'postgres' | 'mysql' | 'oracle' | 'mssql' | 'clickhouse' | 'trino' | 'dm' | 'sqlite' | 'files';
/** Grammar of the SQL parser, and the rules of names and functions that go with it. */
export type DialectName = 'postgres' | 'mysql' | 'doris' | 'starrocks' | 'oracle' | 'tsql' | 'clickhouse' | 'trino' | 'sqlite' | 'duckdb';

/** A kind of source by its code in dictionary data_db_type. */
export interface DbKind {
  readonly code: string;
  readonly label: string;
  readonly driver: DriverName;
  readonly dialect: DialectName;
  /** null = made of uploaded files */
  readonly port: number | null;
  /** tested against a live server; false shows 未经实测 */
  readonly isProven: boolean;
}

const kind = (
  code: string,
  label: string,
  driver: DriverName,
  dialect: DialectName,
  port: number | null,
  isProven = false,
): readonly [string, DbKind] => [code, { code, label, driver, dialect, port, isProven }];

/** Codes 1 to 14 are those of the family (8, 其他, never worked there; 14, the embedded cluster, is a PostgreSQL with host @embedded). */
export const DB_KINDS: ReadonlyMap<string, DbKind> = new Map([
  kind('1', 'MySQL', 'mysql', 'mysql', 3306),
  kind('2', 'MariaDB', 'mysql', 'mysql', 3306, true),
  kind('3', 'Oracle 11g及以下', 'oracle', 'oracle', 1521),
  kind('4', 'Oracle 12c及以上', 'oracle', 'oracle', 1521),
  kind('5', 'PostgreSQL', 'postgres', 'postgres', 5432, true),
  kind('6', 'SQL Server 2008及以下', 'mssql', 'tsql', 1433),
  kind('7', 'SQL Server 2012及以上', 'mssql', 'tsql', 1433),
  kind('9', 'SQLite 文件', 'sqlite', 'sqlite', null, true),
  kind('10', '达梦 DM8', 'dm', 'oracle', 5236),
  kind('11', '人大金仓 KingbaseES', 'postgres', 'postgres', 54321),
  kind('12', 'ClickHouse', 'clickhouse', 'clickhouse', 8123),
  kind('13', 'Apache Doris', 'mysql', 'doris', 9030),
  kind('15', 'StarRocks', 'mysql', 'starrocks', 9030),
  kind('16', 'TiDB', 'mysql', 'mysql', 4000),
  kind('17', 'OceanBase（MySQL 模式）', 'mysql', 'mysql', 2881),
  kind('18', 'Greenplum', 'postgres', 'postgres', 5432),
  kind('19', 'openGauss / GaussDB', 'postgres', 'postgres', 5432),
  kind('20', 'Trino', 'trino', 'trino', 8080),
  kind('21', '数据文件（CSV、Parquet、Excel、DuckDB）', 'files', 'duckdb', null, true),
]);
