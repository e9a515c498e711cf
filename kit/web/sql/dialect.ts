import { MSSQL, MySQL, PLSQL, PostgreSQL, SQLite, StandardSQL, type SQLDialect } from '@codemirror/lang-sql';

interface Writing {
  /** colours and keywords of the editor */
  readonly grammar: SQLDialect;
  readonly quotes: readonly [open: string, close: string];
  /** names that need no quotes in this dialect */
  readonly plain: RegExp;
}
const DOUBLE = ['"', '"'] as const;
const BACKTICK = ['`', '`'] as const;
// case-insensitive or compared as written
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
/** Reserved words of any dialect; quoting a few more does no harm. */
const RESERVED = new Set(
  `all alter and any as asc between by case check column constraint create cross current_date current_time current_timestamp database default
   delete desc distinct drop else end except exists false fetch for foreign from full grant group having if in index inner insert intersect
   interval into is join key left like limit natural not null offset on or order outer primary rank references right row rows select set
   size table then to true union unique update user using values view when where window with`.split(/\s+/),
);
const writingOf = (dialect: string | undefined): Writing => WRITINGS[dialect ?? ''] ?? standard;

/** CodeMirror grammar for a kind of database. */
export const grammarOf = (dialect: string | undefined): SQLDialect => writingOf(dialect).grammar;

/** A name as written in a statement of a dialect, quoted where necessary. */
export function written(name: string, dialect: string | undefined): string {
  const { quotes, plain } = writingOf(dialect);
  if (plain.test(name) && !RESERVED.has(name.toLowerCase())) return name;
  const [open, close] = quotes;
  return open + name.replaceAll(close, close + close) + close;
}
