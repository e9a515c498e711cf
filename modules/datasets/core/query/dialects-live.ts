import type { Scalar } from '../../contract/query.ts';
import type { SqlDialect } from './dialects.ts';
import { joined, QueryProblem, raw, sql, type Bind, type BindAs, type Sql } from './sql.ts';

const doubleQuoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Text between plain quotes. A backslash means different things to different servers, so it is refused. */
export function plainLiteral(value: Scalar, _as: BindAs): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (value === null) return 'null';
  if (/[\0\\]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(value))
    throw new QueryProblem('该类数据源的取值中不能含有反斜杠等特殊字符');
  return `'${value.replaceAll("'", "''")}'`;
}
export const nullsByCase = (column: string, direction: 'asc' | 'desc'): string =>
  direction === 'desc' ? `${column} desc` : `case when ${column} is null then 1 else 0 end, ${column} asc`;
export const nullsLast = (column: string, direction: 'asc' | 'desc'): string =>
  direction === 'desc' ? `${column} desc nulls last` : `${column} asc nulls last`;
export const byLimit = (select: Sql, n: number): Sql => sql`${select} limit ${raw(String(n))}`;
const empty = (value: Sql): Sql => sql`coalesce(${value}, '')`;
/** A whole number that fits the type. */
const isWhole = (value: Scalar, most: number): boolean => Number.isInteger(value) && Math.abs(value as number) <= most;

/** The type of a number decides which index serves and which operators exist. */
function postgresNumber(value: Scalar): string {
  return isWhole(value, 2_147_483_647) ? 'integer' : isWhole(value, Number.MAX_SAFE_INTEGER) ? 'bigint' : 'numeric';
}

export const postgres: SqlDialect = {
  name: 'postgres',
  quote: doubleQuoted,
  place({ bind: value, as, digits }: Bind, n) {
    const sent = typeof value === 'number' ? String(value) : value;
    if (as === 'value' && typeof value === 'number') {
      const type = postgresNumber(value);
      return [`cast($${n} as ${type})`, type === 'numeric' ? (digits ?? sent) : sent];
    }
    if (as === 'number') return [`cast($${n} as numeric)`, digits ?? sent];
    if (as === 'int') return [`cast($${n} as integer)`, sent];
    if (as === 'text') return [`cast($${n} as text)`, typeof value === 'string' ? value : String(value)];
    if (as === 'bool') return [`cast($${n} as boolean)`, sent];
    return [`$${n}`, sent];
  },
  literal: plainLiteral,
  trunc: (grain, column) => sql`date_trunc('${raw(grain)}', ${column})`,
  part: (part, column) =>
    part === 'WEEKDAY'
      ? sql`(cast(${column} as date) - cast(date_trunc('week', ${column}) as date) + 1)`
      : sql`cast(extract(${raw(part.toLowerCase())} from ${column}) as integer)`,
  toText: (value) => sql`cast(${value} as text)`,
  toNumber: (value) => sql`cast(${value} as numeric)`,
  toDate: (value) => sql`cast(${value} as date)`,
  addDays: (value, days) => sql`(cast(${value} as date) + ${[{ bind: days, as: 'int' }]})`,
  daysBetween: (from, to) => sql`(cast(${to} as date) - cast(${from} as date))`,
  concat: (parts) =>
    sql`(${joined(
      parts.map((part) => empty(sql`cast(${part} as text)`)),
      ' || ',
    )})`,
  length: (value) => sql`char_length(${value})`,
  right: (value, n) => sql`right(${value}, ${n})`,
  round: (value, n) => sql`round(cast(${value} as numeric), ${n})`,
  floor: (value) => sql`floor(${value})`,
  ceil: (value) => sql`ceil(${value})`,
  divide: (a, b) => sql`(cast(${a} as numeric) / nullif(${b}, 0))`,
  modulo: (a, b) => sql`mod(cast(${a} as numeric), nullif(cast(${b} as numeric), 0))`,
  averaged: (value) => value,
  median: (value) => sql`percentile_cont(0.5) within group (order by ${value})`,
  stddev: (value) => sql`stddev_samp(${value})`,
  hasRoot: true,
  order: nullsLast,
  limit: byLimit,
  alias: (name) => `as ${name}`,
};

const TEXT_STARTS = { year: '%Y-01-01', month: '%Y-%m-01', hour: '%Y-%m-%d %H:00:00', minute: '%Y-%m-%d %H:%i:00' } as const;

/** MySQL, MariaDB and their kin. */
export const mysql: SqlDialect = {
  name: 'mysql',
  quote: (name) => `\`${name.replaceAll('`', '``')}\``,
  place: ({ bind: value }) => ['?', typeof value === 'boolean' ? Number(value) : value],
  literal: plainLiteral,
  trunc(grain, column) {
    if (grain === 'quarter') return sql`concat(year(${column}), '-', lpad(quarter(${column}) * 3 - 2, 2, '0'), '-01')`;
    if (grain === 'week') return sql`date_sub(date(${column}), interval weekday(${column}) day)`;
    if (grain === 'day') return sql`date(${column})`;
    return sql`date_format(${column}, '${raw(TEXT_STARTS[grain])}')`;
  },
  part: (part, column) => (part === 'WEEKDAY' ? sql`(weekday(${column}) + 1)` : sql`${raw(part.toLowerCase())}(${column})`),
  toText: (value) => sql`cast(${value} as char)`,
  toNumber: (value) => sql`(${value} + 0e0)`,
  toDate: (value) => sql`date(${value})`,
  addDays: (value, days) => sql`date_add(date(${value}), interval ${[{ bind: days, as: 'int' }]} day)`,
  daysBetween: (from, to) => sql`datediff(${to}, ${from})`,
  concat: (parts) =>
    sql`concat(${joined(
      parts.map((part) => empty(sql`cast(${part} as char)`)),
      ', ',
    )})`,
  length: (value) => sql`char_length(${value})`,
  right: (value, n) => sql`right(${value}, ${n})`,
  round: (value, n) => sql`round(${value}, ${n})`,
  floor: (value) => sql`floor(${value})`,
  ceil: (value) => sql`ceiling(${value})`,
  divide: (a, b) => sql`((${a} + 0e0) / nullif(${b}, 0))`,
  modulo: (a, b) => sql`mod(${a}, nullif(${b}, 0))`,
  averaged: (value) => sql`(${value} + 0e0)`,
  median: null,
  stddev: (value) => sql`stddev_samp(${value})`,
  hasRoot: true,
  order: nullsByCase,
  limit: byLimit,
  alias: (name) => `as ${name}`,
};

/** Files of DuckDB: uploads and extracts. */
export const duckdb: SqlDialect = {
  ...postgres,
  name: 'duckdb',
  place({ bind: value, as }: Bind, n) {
    if (as === 'date' || as === 'datetime') return [`cast($${n} as timestamp)`, value];
    if (as === 'text') return [`cast($${n} as varchar)`, String(value)];
    if (as === 'int') return [`cast($${n} as integer)`, value];
    if (as === 'number' || typeof value === 'number') return [`cast($${n} as double)`, value];
    return [`$${n}`, value];
  },
  trunc: (grain, column, type) =>
    type === 'string' ? sql`date_trunc('${raw(grain)}', cast(${column} as timestamp))` : sql`date_trunc('${raw(grain)}', ${column})`,
  toText: (value) => sql`cast(${value} as varchar)`,
  toNumber: (value) => sql`try_cast(${value} as double)`,
  daysBetween: (from, to) => sql`date_diff('day', cast(${from} as date), cast(${to} as date))`,
  concat: (parts) =>
    sql`(${joined(
      parts.map((part) => empty(sql`cast(${part} as varchar)`)),
      ' || ',
    )})`,
  length: (value) => sql`length(${value})`,
  round: (value, n) => sql`round(${value}, ${n})`,
  divide: (a, b) => sql`(cast(${a} as double) / nullif(${b}, 0))`,
  modulo: (a, b) => sql`(${a} % nullif(${b}, 0))`,
  median: (value) => sql`median(cast(${value} as double))`,
};

const SQLITE_FORMATS = { year: '%Y-01-01', month: '%Y-%m-01', hour: '%Y-%m-%d %H:00:00', minute: '%Y-%m-%d %H:%M:00' } as const;
const SQLITE_PARTS = { YEAR: '%Y', MONTH: '%m', DAY: '%d', HOUR: '%H' } as const;

/** SQLite files; times are texts in ISO form. */
export const sqlite: SqlDialect = {
  ...postgres,
  name: 'sqlite',
  place: ({ bind: value }) => ['?', typeof value === 'boolean' ? Number(value) : value],
  trunc(grain, column) {
    if (grain === 'week') return sql`date(${column}, 'weekday 0', '-6 days')`;
    if (grain === 'day') return sql`date(${column})`;
    if (grain === 'quarter')
      return sql`(strftime('%Y-', ${column}) || substr('0' || ((cast(strftime('%m', ${column}) as integer) - 1) / 3 * 3 + 1), -2) || '-01')`;
    return sql`strftime('${raw(SQLITE_FORMATS[grain])}', ${column})`;
  },
  part(part, column) {
    if (part === 'WEEKDAY') return sql`((cast(strftime('%w', ${column}) as integer) + 6) % 7 + 1)`;
    if (part === 'QUARTER') return sql`((cast(strftime('%m', ${column}) as integer) + 2) / 3)`;
    return sql`cast(strftime('${raw(SQLITE_PARTS[part])}', ${column}) as integer)`;
  },
  toNumber: (value) => sql`cast(${value} as real)`,
  toDate: (value) => sql`date(${value})`,
  addDays: (value, days) => sql`date(${value}, ${[{ bind: `${days >= 0 ? '+' : ''}${days} days`, as: 'text' }]})`,
  daysBetween: (from, to) => sql`cast(julianday(date(${to})) - julianday(date(${from})) as integer)`,
  length: (value) => sql`length(${value})`,
  right: (value, n) => sql`(case when ${n} = 0 then '' else substr(${value}, -${n}) end)`,
  round: (value, n) => sql`round(${value}, ${n})`,
  floor: (value) => sql`(cast(${value} as integer) - case when ${value} < cast(${value} as integer) then 1 else 0 end)`,
  ceil: (value) => sql`(cast(${value} as integer) + case when ${value} > cast(${value} as integer) then 1 else 0 end)`,
  divide: (a, b) => sql`(cast(${a} as real) / nullif(${b}, 0))`,
  modulo: (a, b) => sql`(${a} - ${b} * cast(cast(${a} as real) / nullif(${b}, 0) as integer))`,
  median: null,
  stddev: null,
  hasRoot: false,
  order: nullsByCase,
};
