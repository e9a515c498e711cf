import { MSSQL, MySQL, PLSQL, PostgreSQL, SQLite, StandardSQL, type SQLDialect } from '@codemirror/lang-sql';

interface Writing {
  /** colours and keywords of the editor */
  readonly grammar: SQLDialect;
  readonly quotes: readonly [open: string, close: string];
  /** names that the server reads as they are without quotes */
  readonly plain: RegExp;
}
const DOUBLE = ['"', '"'] as const;
const BACKTICK = ['`', '`'] as const;
// names of any case are one name, or are compared as they stand
const ANY_CASE = /^[a-z_][a-z0-9_]*$/i;
const mysql: Writing = { grammar: MySQL, quotes: BACKTICK, plain: ANY_CASE };
const standard: Writing = { grammar: StandardSQL, quotes: DOUBLE, plain: ANY_CASE };
const WRITINGS: Readonly<Record<string, Writing>> = {
  postgres: { grammar: PostgreSQL, quotes: DOUBLE, plain: /^[a-z_][a-z0-9_$]*$/ },
  mysql,
  doris: mysql,
  starrocks: mysql,
  tsql: { grammar: MSSQL, quotes: ['[', ']'], plain: ANY_CASE },
  oracle: { grammar: PLSQL, quotes: DOUBLE, plain: /^[A-Z][A-Z0-9_$#]*$/ },
  sqlite: { grammar: SQLite, quotes: DOUBLE, plain: ANY_CASE },
  clickhouse: { ...standard, quotes: BACKTICK },
  trino: standard,
  duckdb: standard,
};
/** Words that no kind of database takes as a name without quotes; quotes around a few more do no harm. */
const RESERVED = new Set(
  `all alter and any as asc between by case check column constraint create cross current_date current_time current_timestamp database default
   delete desc distinct drop else end except exists false fetch for foreign from full grant group having if in index inner insert intersect
   interval into is join key left like limit natural not null offset on or order outer primary rank references right row rows select set
   size table then to true union unique update user using values view when where window with`.split(/\s+/),
);
const writingOf = (dialect: string | undefined): Writing => WRITINGS[dialect ?? ''] ?? standard;

/** The grammar of the editor for a kind of database. */
export const grammarOf = (dialect: string | undefined): SQLDialect => writingOf(dialect).grammar;

/** A name as it must be written in a statement for a kind of database: quoted its way, where it has to be. */
export function written(name: string, dialect: string | undefined): string {
  const { quotes, plain } = writingOf(dialect);
  if (plain.test(name) && !RESERVED.has(name.toLowerCase())) return name;
  const [open, close] = quotes;
  return open + name.replaceAll(close, close + close) + close;
}
