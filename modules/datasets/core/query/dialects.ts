import type { FieldType, Grain } from '../../contract/field.ts';
import { clickhouse, oracle, trino, tsql } from './dialects-servers.ts';
import { duckdb, mysql, postgres, sqlite } from './dialects-live.ts';
import { QueryProblem, type Bind, type BindAs, type Sql } from './sql.ts';
import type { Scalar } from '../../contract/query.ts';

export type SqlDialectName =
  | 'postgres'
  | 'mysql'
  | 'doris'
  | 'starrocks'
  | 'sqlite'
  | 'duckdb'
  | 'tsql'
  | 'oracle'
  | 'clickhouse'
  | 'trino';
export type DatePart = 'YEAR' | 'QUARTER' | 'MONTH' | 'DAY' | 'WEEKDAY' | 'HOUR';

/** In what one kind of database differs when queries are written. */
export interface SqlDialect {
  readonly name: SqlDialectName;
  quote(name: string): string;
  /** placeholder of the n-th value (from 1) with what is sent, null = values are written as literals */
  readonly place: ((bound: Bind, n: number) => readonly [text: string, value: unknown]) | null;
  /** a value as text of the statement; throws QueryProblem for what cannot be written safely */
  literal(value: Scalar, as: BindAs): string;
  trunc(grain: Grain, column: Sql, type: FieldType): Sql;
  part(part: DatePart, column: Sql): Sql;
  toText(value: Sql): Sql;
  toNumber(value: Sql): Sql;
  toDate(value: Sql): Sql;
  addDays(value: Sql, days: number): Sql;
  daysBetween(from: Sql, to: Sql): Sql;
  concat(parts: readonly Sql[]): Sql;
  length(value: Sql): Sql;
  right(value: Sql, n: Sql): Sql;
  round(value: Sql, n: Sql): Sql;
  floor(value: Sql): Sql;
  ceil(value: Sql): Sql;
  divide(a: Sql, b: Sql): Sql;
  modulo(a: Sql, b: Sql): Sql;
  /** a value that is averaged: no digits are lost */
  averaged(value: Sql): Sql;
  /** null = by windows */
  median: ((value: Sql) => Sql) | null;
  stddev: ((value: Sql) => Sql) | null;
  /** by windows: the root is taken in the statement, or (where there is none) of what comes back */
  readonly hasRoot: boolean;
  order(column: string, direction: 'asc' | 'desc'): string;
  limit(select: Sql, n: number): Sql;
  /** name of a derived table */
  alias(name: string): string;
}

const DIALECTS: Readonly<Record<SqlDialectName, SqlDialect>> = {
  postgres,
  mysql,
  doris: { ...mysql, name: 'doris', place: null },
  starrocks: { ...mysql, name: 'starrocks', place: null },
  sqlite,
  duckdb,
  tsql,
  oracle,
  clickhouse,
  trino,
};
export const sqlDialect = (name: SqlDialectName): SqlDialect => DIALECTS[name];

export interface Written {
  readonly text: string;
  readonly params: readonly unknown[];
}

/** The text of a statement with its values beside it, or in it as literals where the driver takes none. */
export function written(statement: Sql, dialect: SqlDialect): Written {
  let text = '';
  const params: unknown[] = [];
  for (const piece of statement) {
    if (typeof piece === 'string') text += piece;
    else if (piece.bind === null) text += 'null';
    else if (dialect.place) {
      if (typeof piece.bind === 'string' && piece.bind.includes('\0')) throw new QueryProblem('取值中不能含有空字符');
      const [place, value] = dialect.place(piece, params.length + 1);
      text += place;
      params.push(value);
    } else text += dialect.literal(piece.bind, piece.as);
  }
  return { text, params };
}
