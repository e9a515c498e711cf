import type { Scalar } from '../../contract/query.ts';
import { byLimit, nullsByCase, nullsLast, plainLiteral, postgres } from './dialects-live.ts';
import type { SqlDialect } from './dialects.ts';
import { joined, raw, sql, type BindAs } from './sql.ts';

const isMoment = (as: BindAs): boolean => as === 'date' || as === 'datetime';
const full = (value: Scalar): string => {
  const text = String(value);
  return text.length === 10 ? `${text} 00:00:00` : text;
};
const number = (value: Scalar): string => plainLiteral(value, 'number');

/** SQL Server: values are literals, because its variables never pass the gate. */
export const tsql: SqlDialect = {
  ...postgres,
  name: 'tsql',
  quote: (name) => `[${name.replaceAll(']', ']]')}]`,
  place: null,
  literal(value, as) {
    if (typeof value !== 'string') return plainLiteral(value, as);
    const text = `N${plainLiteral(value, as)}`;
    return isMoment(as) ? `cast(${text} as datetime2)` : text;
  },
  trunc(grain, column) {
    switch (grain) {
      case 'year':
        return sql`datefromparts(year(${column}), 1, 1)`;
      case 'quarter':
        return sql`datefromparts(year(${column}), (month(${column}) - 1) / 3 * 3 + 1, 1)`;
      case 'month':
        return sql`datefromparts(year(${column}), month(${column}), 1)`;
      case 'week':
        // day 0 of SQL Server, 1900-01-01, is a Monday
        return sql`cast(cast(cast(${column} as date) as datetime) - cast(cast(cast(${column} as date) as datetime) as int) % 7 as date)`;
      case 'day':
        return sql`cast(${column} as date)`;
      case 'hour':
        return sql`concat(convert(varchar(13), ${column}, 120), ':00:00')`;
      case 'minute':
        return sql`concat(convert(varchar(16), ${column}, 120), ':00')`;
    }
  },
  part(part, column) {
    if (part === 'QUARTER') return sql`((month(${column}) + 2) / 3)`;
    if (part === 'WEEKDAY') return sql`(cast(cast(cast(${column} as date) as datetime) as int) % 7 + 1)`;
    if (part === 'HOUR') return sql`cast(convert(varchar(2), ${column}, 108) as int)`;
    return sql`${raw(part.toLowerCase())}(${column})`;
  },
  toText: (value) => sql`cast(${value} as nvarchar(4000))`,
  toNumber: (value) => sql`cast(${value} as float)`,
  addDays: (value, days) => sql`cast(cast(cast(${value} as date) as datetime) + ${[{ bind: days, as: 'int' }]} as date)`,
  daysBetween: (from, to) =>
    sql`(cast(cast(cast(${to} as date) as datetime) as int) - cast(cast(cast(${from} as date) as datetime) as int))`,
  concat: (parts) => sql`concat(${joined(parts, ', ')})`,
  length: (value) => sql`len(${value})`,
  round: (value, n) => sql`round(${value}, ${n})`,
  ceil: (value) => sql`ceiling(${value})`,
  divide: (a, b) => sql`(cast(${a} as float) / nullif(${b}, 0))`,
  modulo: (a, b) => sql`(${a} % nullif(${b}, 0))`,
  averaged: (value) => sql`cast(${value} as float)`,
  median: null,
  stddev: (value) => sql`stdev(${value})`,
  order: nullsByCase,
  // a derived table may not be ordered: TOP stands at the outermost SELECT only
  limit: (select, n) => sql`${select} offset 0 rows fetch next ${raw(String(n))} rows only`,
};

const ORACLE_UNITS = { year: 'YYYY', quarter: 'Q', month: 'MM', week: 'IW', day: 'DD', hour: 'HH24', minute: 'MI' } as const;

/** Oracle and 达梦. */
export const oracle: SqlDialect = {
  ...postgres,
  name: 'oracle',
  place: null,
  literal: (value, as) =>
    isMoment(as) && typeof value === 'string'
      ? `to_timestamp(${plainLiteral(full(value), as)}, 'YYYY-MM-DD HH24:MI:SS')`
      : plainLiteral(value, as),
  trunc: (grain, column) => sql`trunc(${column}, '${raw(ORACLE_UNITS[grain])}')`,
  part(part, column) {
    if (part === 'QUARTER') return sql`to_number(to_char(${column}, 'Q'))`;
    if (part === 'WEEKDAY') return sql`(trunc(${column}) - trunc(${column}, 'IW') + 1)`;
    if (part === 'HOUR') return sql`to_number(to_char(${column}, 'HH24'))`;
    return sql`extract(${raw(part.toLowerCase())} from ${column})`;
  },
  toText: (value) => sql`to_char(${value})`,
  toNumber: (value) => sql`to_number(${value})`,
  toDate: (value) => sql`trunc(${value})`,
  addDays: (value, days) => sql`(trunc(${value}) + ${[{ bind: days, as: 'int' }]})`,
  daysBetween: (from, to) => sql`(trunc(${to}) - trunc(${from}))`,
  concat: (parts) => sql`(${joined(parts, ' || ')})`,
  length: (value) => sql`length(${value})`,
  right: (value, n) => sql`substr(${value}, -${n})`,
  round: (value, n) => sql`round(${value}, ${n})`,
  divide: (a, b) => sql`(${a} / nullif(${b}, 0))`,
  modulo: (a, b) => sql`mod(${a}, nullif(${b}, 0))`,
  median: (value) => sql`median(${value})`,
  order: nullsLast,
  limit: (select, n) => sql`${select} fetch first ${raw(String(n))} rows only`,
  alias: (name) => name,
};

const STARTS = {
  year: 'toStartOfYear',
  quarter: 'toStartOfQuarter',
  month: 'toStartOfMonth',
  week: 'toMonday',
  day: 'toDate',
  hour: 'toStartOfHour',
} as const;
const CLICKHOUSE_PARTS = {
  YEAR: 'toYear',
  QUARTER: 'toQuarter',
  MONTH: 'toMonth',
  DAY: 'toDayOfMonth',
  WEEKDAY: 'toDayOfWeek',
  HOUR: 'toHour',
} as const;

export const clickhouse: SqlDialect = {
  ...postgres,
  name: 'clickhouse',
  quote: (name) => `\`${name.replaceAll('`', '``')}\``,
  place: null,
  literal: (value, as) =>
    isMoment(as) && typeof value === 'string' ? `toDateTime(${plainLiteral(full(value), as)})` : plainLiteral(value, as),
  trunc: (grain, column) => (grain === 'minute' ? sql`date_trunc('minute', ${column})` : sql`${raw(STARTS[grain])}(${column})`),
  part: (part, column) => sql`${raw(CLICKHOUSE_PARTS[part])}(${column})`,
  toText: (value) => sql`toString(${value})`,
  toNumber: (value) => sql`toFloat64(${value})`,
  toDate: (value) => sql`toDate(${value})`,
  addDays: (value, days) => sql`addDays(toDate(${value}), ${[{ bind: days, as: 'int' }]})`,
  daysBetween: (from, to) => sql`(toDate(${to}) - toDate(${from}))`,
  concat: (parts) =>
    sql`concat(${joined(
      parts.map((part) => sql`ifNull(toString(${part}), '')`),
      ', ',
    )})`,
  length: (value) => sql`lengthUTF8(${value})`,
  right: (value, n) => sql`substringUTF8(${value}, -${n})`,
  round: (value, n) => sql`round(${value}, ${n})`,
  divide: (a, b) => sql`(${a} / nullif(${b}, 0))`,
  modulo: (a, b) => sql`(${a} % nullif(${b}, 0))`,
  median: (value) => sql`median(${value})`,
  order: nullsLast,
  limit: byLimit,
};

export const trino: SqlDialect = {
  ...postgres,
  name: 'trino',
  place: null,
  literal: (value, as) =>
    isMoment(as) && typeof value === 'string'
      ? `cast(${plainLiteral(full(value), as)} as timestamp)`
      : typeof value === 'boolean'
        ? String(value)
        : typeof value === 'number' && !Number.isInteger(value)
          ? `cast(${plainLiteral(number(value), as)} as double)`
          : plainLiteral(value, as),
  trunc: (grain, column) => sql`date_trunc('${raw(grain)}', ${column})`,
  part: (part, column) => sql`${raw(part === 'WEEKDAY' ? 'day_of_week' : part.toLowerCase())}(${column})`,
  toText: (value) => sql`cast(${value} as varchar)`,
  toNumber: (value) => sql`try_cast(${value} as double)`,
  addDays: (value, days) => sql`date_add('day', ${[{ bind: days, as: 'int' }]}, cast(${value} as date))`,
  daysBetween: (from, to) => sql`date_diff('day', cast(${from} as date), cast(${to} as date))`,
  concat: (parts) =>
    sql`concat(${joined(
      parts.map((part) => sql`coalesce(cast(${part} as varchar), '')`),
      ', ',
    )})`,
  length: (value) => sql`length(${value})`,
  right: (value, n) => sql`substr(${value}, -${n})`,
  round: (value, n) => sql`round(${value}, ${n})`,
  divide: (a, b) => sql`(cast(${a} as double) / nullif(${b}, 0))`,
  modulo: (a, b) => sql`(${a} % nullif(${b}, 0))`,
  averaged: (value) => sql`cast(${value} as double)`,
  median: null,
};
