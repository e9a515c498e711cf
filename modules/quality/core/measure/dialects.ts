import type { RowFunction } from './tree.ts';

/** Kinds of SQL as the gate knows them. */
export type SqlDialectName =
  | 'postgres'
  | 'mysql'
  | 'doris'
  | 'starrocks'
  | 'oracle'
  | 'tsql'
  | 'clickhouse'
  | 'trino'
  | 'sqlite'
  | 'duckdb';

/** Quotes of a kind of database: `dialectOf(name)` of the sources fits. `literal` throws RangeError for what cannot stand in one. */
export interface SqlQuotes {
  readonly name: SqlDialectName;
  quote(name: string): string;
  literal(value: string): string;
}

/** How one kind of database writes what the trees hold; texts in, texts out. */
export interface SqlWords {
  /** expressions of one statement that every server of the kind takes in its stride */
  readonly mostExpressions: 60 | 40;
  readonly functions: Readonly<Record<RowFunction, (...args: string[]) => string>>;
  /** text of a column compared letter by letter, whatever its collation says */
  exact(column: string, isPadded: boolean): string;
  day(literal: string): string;
  moment(literal: string): string;
  /** null = it has no regular expressions */
  regex: ((text: string, pattern: string) => string) | null;
  /** number of one character: 65 for A; null = only places in an alphabet */
  codePoint: ((char: string) => string) | null;
  /** place of a character in an alphabet from 1, 0 = nowhere */
  place(char: string, within: string): string;
  modulo(a: string, b: string): string;
  divide(a: string, b: string): string;
  /** a number of which means are taken without losing digits */
  real(value: string): string;
  /** a text of so many characters at most, and of exactly so many; without them the length is compared */
  readonly atMostLong?: (text: string, chars: number) => string;
  readonly exactlyLong?: (text: string, chars: number) => string | null;
  /** rows of which a condition holds */
  countWhere(condition: string): string;
  readonly stdev: ((value: string) => string) | null;
  readonly variance: ((value: string) => string) | null;
  /** null = by windows, as a statement of its own */
  readonly quantile: ((value: string, share: number) => string) | null;
  /** first rows of an ordered select */
  limit(columns: string, rest: string, order: string, rows: number): string;
  /** JSON that can be read; null = no means that every version has */
  readonly isJson: ((text: string) => string) | null;
}

const one =
  (name: string) =>
  (...args: string[]): string =>
    `${name}(${args.join(', ')})`;
const part = (name: string) => (value: string) => `extract(${name} from ${value})`;

const STANDARD: SqlWords = {
  mostExpressions: 40,
  functions: {
    length: one('length'),
    trim: one('trim'),
    upper: one('upper'),
    lower: one('lower'),
    abs: one('abs'),
    round: one('round'),
    floor: one('floor'),
    ceil: one('ceil'),
    concat: (...parts) => `(${parts.map((value) => `coalesce(${value}, '')`).join(' || ')})`,
    left: (value, n) => `substr(${value}, 1, ${n})`,
    right: one('right'),
    substr: one('substr'),
    replace: one('replace'),
    coalesce: one('coalesce'),
    nullif: one('nullif'),
    toText: (value) => `cast(${value} as varchar)`,
    toNumber: (value) => `cast(${value} as numeric)`,
    toDay: (value) => `cast(${value} as date)`,
    addDays: (value, days) => `(cast(${value} as date) + ${days})`,
    daysBetween: (from, to) => `(cast(${to} as date) - cast(${from} as date))`,
    year: part('year'),
    quarter: part('quarter'),
    month: part('month'),
    day: part('day'),
    weekday: part('isodow'),
    hour: part('hour'),
  },
  exact: (column) => column,
  day: (literal) => `cast(${literal} as date)`,
  moment: (literal) => `cast(${literal} as timestamp)`,
  regex: (text, pattern) => `regexp_like(${text}, ${pattern})`,
  codePoint: (char) => `ascii(${char})`,
  place: (char, within) => `instr(${within}, ${char})`,
  modulo: (a, b) => `((${a}) % ${b})`,
  divide: (a, b) => `(${a} / nullif(${b}, 0))`,
  real: (value) => `(${value} * 1.0)`,
  countWhere: (condition) => `count(case when ${condition} then 1 end)`,
  stdev: one('stddev_samp'),
  variance: one('var_samp'),
  quantile: null,
  limit: (columns, rest, order, rows) => `select ${columns} ${rest}${order ? ` order by ${order}` : ''} limit ${rows}`,
  isJson: null,
};

const postgres: SqlWords = {
  ...STANDARD,
  mostExpressions: 60,
  functions: {
    ...STANDARD.functions,
    length: one('char_length'),
    toText: (value) => `cast(${value} as text)`,
    round: (value, n = '0') => `round(cast(${value} as numeric), ${n})`,
    weekday: (value) => `(cast(${value} as date) - cast(date_trunc('week', ${value}) as date) + 1)`,
  },
  exact: (column) => `${column}::text`,
  regex: (text, pattern) => `${text} ~ ${pattern}`,
  place: (char, within) => `strpos(${within}, ${char})`,
  divide: (a, b) => `(cast(${a} as numeric) / nullif(${b}, 0))`,
  real: (value) => `${value}::numeric`,
  // characters are counted only where there are more bytes than that, which is read without the text itself
  atMostLong: (text, chars) => `(octet_length(${text}) <= ${chars} or char_length(${text}) <= ${chars})`,
  // walking a pattern costs a third of counting characters; of long ones the statement would grow
  exactlyLong: (text, chars) => (chars > 0 && chars <= 64 ? `${text} collate "C" like '${'_'.repeat(chars)}'` : null),
  countWhere: (condition) => `count(*) filter (where ${condition})`,
  quantile: (value, share) => `percentile_cont(${share}) within group (order by ${value})`,
};

const mysql: SqlWords = {
  ...STANDARD,
  mostExpressions: 60,
  functions: {
    ...STANDARD.functions,
    length: one('char_length'),
    ceil: one('ceiling'),
    concat: (...parts) => `concat(${parts.map((value) => `coalesce(${value}, '')`).join(', ')})`,
    toText: (value) => `cast(${value} as char)`,
    toNumber: (value) => `(${value} + 0)`,
    toDay: one('date'),
    addDays: (value, days) => `date_add(date(${value}), interval ${days} day)`,
    daysBetween: (from, to) => `datediff(${to}, ${from})`,
    year: one('year'),
    quarter: one('quarter'),
    month: one('month'),
    day: one('day'),
    weekday: (value) => `(weekday(${value}) + 1)`,
    hour: one('hour'),
  },
  exact: (column) => `cast(${column} as char character set utf8mb4) collate utf8mb4_bin`,
  day: (literal) => literal,
  moment: (literal) => literal,
  regex: (text, pattern) => `${text} regexp ${pattern}`,
  real: (value) => `(${value} * 1.0)`,
  isJson: one('json_valid'),
};
const olap: SqlWords = {
  ...mysql,
  mostExpressions: 40,
  exact: (column) => column,
  functions: { ...mysql.functions, toText: (value) => `cast(${value} as string)` },
  quantile: (value, share) => `percentile(${value}, ${share})`,
  isJson: null,
};

const duckdb: SqlWords = {
  ...STANDARD,
  mostExpressions: 60,
  functions: {
    ...STANDARD.functions,
    toNumber: (value) => `try_cast(${value} as double)`,
    daysBetween: (from, to) => `date_diff('day', cast(${from} as date), cast(${to} as date))`,
    year: one('year'),
    quarter: one('quarter'),
    month: one('month'),
    day: one('day'),
    weekday: one('isodow'),
    hour: one('hour'),
  },
  regex: (text, pattern) => `regexp_matches(${text}, ${pattern})`,
  real: (value) => `cast(${value} as double)`,
  quantile: (value, share) => `quantile_cont(${value}, ${share})`,
};

const sqlite: SqlWords = {
  ...STANDARD,
  functions: {
    ...STANDARD.functions,
    right: (value, n) => `substr(${value}, -${n})`,
    floor: (value) => `(cast(${value} as integer) - case when ${value} < cast(${value} as integer) then 1 else 0 end)`,
    ceil: (value) => `(cast(${value} as integer) + case when ${value} > cast(${value} as integer) then 1 else 0 end)`,
    toText: (value) => `cast(${value} as text)`,
    toNumber: (value) => `cast(${value} as real)`,
    toDay: one('date'),
    addDays: (value, days) => `date(${value}, '${/^-/.test(days) ? '' : '+'}${days} days')`,
    daysBetween: (from, to) => `cast(julianday(date(${to})) - julianday(date(${from})) as integer)`,
    year: (value) => `cast(strftime('%Y', ${value}) as integer)`,
    quarter: (value) => `((cast(strftime('%m', ${value}) as integer) + 2) / 3)`,
    month: (value) => `cast(strftime('%m', ${value}) as integer)`,
    day: (value) => `cast(strftime('%d', ${value}) as integer)`,
    weekday: (value) => `((cast(strftime('%w', ${value}) as integer) + 6) % 7 + 1)`,
    hour: (value) => `cast(strftime('%H', ${value}) as integer)`,
  },
  day: (literal) => literal,
  moment: (literal) => literal,
  regex: null,
  codePoint: one('unicode'),
  real: (value) => `cast(${value} as real)`,
  stdev: null,
  variance: null,
  isJson: one('json_valid'),
};

const tsql: SqlWords = {
  ...STANDARD,
  functions: {
    ...STANDARD.functions,
    // len() leaves blanks at the end out
    length: (value) => `(len(${value} + N'x') - 1)`,
    trim: (value) => `ltrim(rtrim(${value}))`,
    ceil: one('ceiling'),
    concat: one('concat'),
    left: one('left'),
    substr: (value, from, n = '4000') => `substring(${value}, ${from}, ${n})`,
    toText: (value) => `cast(${value} as nvarchar(4000))`,
    toNumber: (value) => `try_cast(${value} as float)`,
    addDays: (value, days) => `cast(cast(cast(${value} as date) as datetime) + ${days} as date)`,
    daysBetween: (from, to) =>
      `(cast(cast(cast(${to} as date) as datetime) as int) - cast(cast(cast(${from} as date) as datetime) as int))`,
    year: one('year'),
    quarter: (value) => `((month(${value}) + 2) / 3)`,
    month: one('month'),
    day: one('day'),
    weekday: (value) => `(cast(cast(cast(${value} as date) as datetime) as int) % 7 + 1)`,
    hour: (value) => `cast(convert(varchar(2), ${value}, 108) as int)`,
  },
  exact: (column, isPadded) => `${isPadded ? `rtrim(${column})` : column} collate Latin1_General_100_BIN2`,
  moment: (literal) => `cast(${literal} as datetime2)`,
  regex: null,
  codePoint: (char) => `unicode(${char})`,
  place: (char, within) => `charindex(${char}, ${within})`,
  stdev: one('stdev'),
  variance: one('var'),
  limit: (columns, rest, order, rows) => `select top ${rows} ${columns} ${rest}${order ? ` order by ${order}` : ''}`,
  isJson: (text) => `isjson(${text}) = 1`,
};

const oracle: SqlWords = {
  ...STANDARD,
  functions: {
    ...STANDARD.functions,
    concat: (...parts) => `(${parts.join(' || ')})`,
    right: (value, n) => `substr(${value}, -${n})`,
    toText: one('to_char'),
    toNumber: one('to_number'),
    toDay: one('trunc'),
    addDays: (value, days) => `(trunc(${value}) + ${days})`,
    daysBetween: (from, to) => `(trunc(${to}) - trunc(${from}))`,
    quarter: (value) => `to_number(to_char(${value}, 'Q'))`,
    weekday: (value) => `(trunc(${value}) - trunc(${value}, 'IW') + 1)`,
    hour: (value) => `to_number(to_char(${value}, 'HH24'))`,
  },
  exact: (column, isPadded) => (isPadded ? `rtrim(${column})` : column),
  day: (literal) => `to_date(${literal}, 'YYYY-MM-DD')`,
  moment: (literal) => `to_timestamp(${literal}, 'YYYY-MM-DD HH24:MI:SS')`,
  modulo: (a, b) => `mod(${a}, ${b})`,
  quantile: (value, share) => `percentile_cont(${share}) within group (order by ${value})`,
  limit: (columns, rest, order, rows) =>
    order
      ? `select * from (select ${columns} ${rest} order by ${order}) where rownum <= ${rows}`
      : `select * from (select ${columns} ${rest}) where rownum <= ${rows}`,
};

const clickhouse: SqlWords = {
  ...STANDARD,
  functions: {
    ...STANDARD.functions,
    length: one('lengthUTF8'),
    concat: (...parts) => `concat(${parts.map((value) => `ifNull(${value}, '')`).join(', ')})`,
    left: (value, n) => `substringUTF8(${value}, 1, ${n})`,
    right: (value, n) => `substringUTF8(${value}, -${n})`,
    substr: one('substringUTF8'),
    toText: one('toString'),
    toNumber: one('toFloat64'),
    toDay: one('toDate'),
    addDays: (value, days) => `addDays(toDate(${value}), ${days})`,
    daysBetween: (from, to) => `(toDate(${to}) - toDate(${from}))`,
    year: one('toYear'),
    quarter: one('toQuarter'),
    month: one('toMonth'),
    day: one('toDayOfMonth'),
    weekday: one('toDayOfWeek'),
    hour: one('toHour'),
  },
  day: one('toDate'),
  moment: one('toDateTime'),
  regex: (text, pattern) => `match(${text}, ${pattern})`,
  place: (char, within) => `toInt32(position(${within}, ${char}))`,
  stdev: one('stddevSamp'),
  variance: one('varSamp'),
  quantile: (value, share) => `quantileExact(${share})(${value})`,
};

const trino: SqlWords = {
  ...STANDARD,
  functions: {
    ...STANDARD.functions,
    concat: (...parts) => `concat(${parts.map((value) => `coalesce(${value}, '')`).join(', ')})`,
    right: (value, n) => `substr(${value}, -${n})`,
    toNumber: (value) => `try_cast(${value} as double)`,
    addDays: (value, days) => `date_add('day', ${days}, cast(${value} as date))`,
    daysBetween: (from, to) => `date_diff('day', cast(${from} as date), cast(${to} as date))`,
    weekday: one('day_of_week'),
    year: one('year'),
    quarter: one('quarter'),
    month: one('month'),
    day: one('day'),
    hour: one('hour'),
  },
  codePoint: null,
  place: (char, within) => `strpos(${within}, ${char})`,
  real: (value) => `cast(${value} as double)`,
};

const WORDS: Readonly<Record<SqlDialectName, SqlWords>> = {
  postgres,
  mysql,
  doris: olap,
  starrocks: olap,
  oracle,
  tsql,
  clickhouse,
  trino,
  sqlite,
  duckdb,
};
/** How a kind of database writes what the trees hold. */
export const wordsOf = (name: SqlDialectName): SqlWords => WORDS[name];
