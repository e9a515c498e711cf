import type { DialectName } from '../../../contract/db-types.ts';
import type { ColumnStats } from '../../../contract/profile.ts';
import { dialectOf } from '../../../core/sql/dialects.ts';

/** A column to measure. */
export interface MeasuredColumn {
  readonly columnName: string;
  readonly dataType: string;
  /** who asks sees it masked: nothing that holds or compares its values is told */
  readonly isMasked: boolean;
}
export interface MeasuredTable {
  readonly schemaName: string;
  readonly tableName: string;
  readonly tableKind: string;
  readonly rowEstimate: string | null;
}

/** Measures that say nothing of a single value and hold no literal: of every column. `mobile`, `email`, `idCard`: rows of that format. */
export const OPEN_MEASURES = [
  'present',
  'distinct',
  'blanks',
  'minLength',
  'meanLength',
  'maxLength',
  'mobile',
  'email',
  'idCard',
] as const;
/** Measures that are values of the column, or made of them: of columns that are not masked. */
export const VALUE_MEASURES = ['min', 'max', 'mean', 'stdev'] as const;
export type MeasureKind = (typeof OPEN_MEASURES)[number] | (typeof VALUE_MEASURES)[number];
/** One named measure of a column. */
export interface Measure {
  readonly column: MeasuredColumn;
  readonly of: MeasureKind;
}
export const isValueMeasure = (of: MeasureKind): boolean => VALUE_MEASURES.some((one) => one === of);

/** Tables above this are sampled. */
export const MOST_ROWS = 1_000_000;
/** Up to here a sample is drawn row by row, which reads every block; above, whole blocks are drawn, whose rows may be alike. */
const MOST_ROWS_BY_ROW = 20_000_000;
/** Rows that a sampled scan is meant to see. */
const SCANNED = 200_000;
/** Rows that top values, shapes and histograms are made from. */
const SAMPLE = 10_000;
/** Columns of one statement: every source takes this many expressions. */
const COLUMNS_AT_ONCE = 40;

const KINDS: readonly (readonly [RegExp, ColumnStats['kind']])[] = [
  [/\[\]|json|xml|blob|binary|bytea|raw|image|geo|point|array|struct|map|clob|^n?text$|interval|tuple|nested|range|bit/i, 'other'],
  [/^(u?int|u?big|u?small|u?tiny|medium|integer|serial|decimal|dec|numeric|number|float|double|real|money)/i, 'number'],
  [/bool/i, 'boolean'],
  [/^(date|time|smalldate)/i, 'time'],
  [/char|text|string|uuid|enum|^name$|^long$/i, 'text'],
];
const wrapped = /^(?:nullable|lowcardinality)\((.*)\)$/i;

/** What a type of some database is for statistics; what cannot be compared or is too large is `other`. */
export function kindOf(dataType: string, dialect: DialectName): ColumnStats['kind'] {
  const inner = wrapped.exec(dataType)?.[1];
  if (inner !== undefined) return kindOf(inner, dialect);
  // large texts of these sources cannot be counted by value, those of the others can
  const canCountText = dialect !== 'tsql' && dialect !== 'oracle';
  if (canCountText && /^(tiny|medium|long)?text$/i.test(dataType)) return 'text';
  // its values are made for one currency and cannot be counted with
  if (dialect === 'postgres' && dataType === 'money') return 'other';
  return KINDS.find(([pattern]) => pattern.test(dataType))?.[1] ?? 'other';
}

/** Whether a scan of the table would be too much. */
export const isLarge = (table: MeasuredTable): boolean => Number(table.rowEstimate ?? 0) > MOST_ROWS;

const limited = (dialect: DialectName, columns: string, from: string, rows: number): string =>
  dialect === 'tsql'
    ? `select top ${rows} ${columns} from ${from}`
    : dialect === 'oracle'
      ? `select ${columns} from ${from} where rownum <= ${rows}`
      : `select ${columns} from ${from} limit ${rows}`;

const fullName = (dialect: DialectName, table: MeasuredTable): string => {
  const { quote } = dialectOf(dialect);
  return [table.schemaName, table.tableName].filter(Boolean).map(quote).join('.');
};

/** A number from 0 to below 1, another one for each row. */
function randomShare(dialect: DialectName): string {
  switch (dialect) {
    case 'mysql':
    case 'doris':
    case 'starrocks':
      return 'rand()';
    case 'clickhouse':
      return 'rand32() / 4294967296.0';
    case 'oracle':
      return 'dbms_random.value';
    case 'tsql':
      return '(abs(checksum(newid())) % 1000000) / 1000000.0';
    case 'sqlite':
      return 'abs(random() % 1000000) / 1000000.0';
    case 'postgres':
    case 'trino':
    case 'duckdb':
      return 'random()';
  }
}

/** So many rows of a relation, each as likely as any other. */
function randomRows(dialect: DialectName, columns: string, from: string, rows: number): string {
  if (dialect === 'tsql') return `select top ${rows} ${columns} from ${from} order by newid()`;
  const ordered = `select ${columns} from ${from} order by ${randomShare(dialect)}`;
  return dialect === 'oracle' ? `select * from (${ordered}) where rownum <= ${rows}` : `${ordered} limit ${rows}`;
}

/** Relations that the source can sample by itself. */
const canSample = (dialect: DialectName, table: MeasuredTable) =>
  dialect === 'postgres' && ['table', 'partitioned', 'materialized'].includes(table.tableKind);
const share = (table: MeasuredTable, rows: number): string =>
  Math.max(0.001, Math.min(100, (rows / Math.max(1, Number(table.rowEstimate ?? 1))) * 100)).toFixed(3);

/** Rows of a table that is too large for a whole scan, chosen by chance over all of it. */
function sampledFrom(dialect: DialectName, table: MeasuredTable, columns: string): string {
  const name = fullName(dialect, table);
  const percent = share(table, SCANNED);
  return canSample(dialect, table)
    ? `${name} t tablesample ${Number(table.rowEstimate ?? 0) > MOST_ROWS_BY_ROW ? 'system' : 'bernoulli'} (${percent})`
    : `(select ${columns} from ${name} where ${randomShare(dialect)} < ${Number(percent) / 100}) t`;
}

/**
 * All rows, a random sample of them, or the first ones: what is left when a sample found nothing because the estimate was wrong, or took
 * too long.
 */
export type Extent = 'all' | 'sample' | 'first';

/** The table itself, or a part of it of a bounded size. */
function scanned(dialect: DialectName, table: MeasuredTable, columns: string, extent: Extent): string {
  const name = fullName(dialect, table);
  if (extent === 'all') return `${name} t`;
  if (extent === 'sample') return sampledFrom(dialect, table, columns);
  return `(${limited(dialect, columns, name, SCANNED)}) t`;
}

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** Whether a text has a form, as a condition; null where the source has no means for it. */
function formatSql(dialect: DialectName, text: string, of: 'mobile' | 'email' | 'idCard'): string | null {
  const matches: Partial<Record<DialectName, (pattern: string) => string>> = {
    postgres: (pattern) => `${text} ~ '${pattern}'`,
    mysql: (pattern) => `${text} regexp '${pattern}'`,
    doris: (pattern) => `${text} regexp '${pattern}'`,
    starrocks: (pattern) => `${text} regexp '${pattern}'`,
    duckdb: (pattern) => `regexp_matches(${text}, '${pattern}')`,
    oracle: (pattern) => `regexp_like(${text}, '${pattern}')`,
    trino: (pattern) => `regexp_like(${text}, '${pattern}')`,
    clickhouse: (pattern) => `match(${text}, '${pattern}')`,
  };
  const match = matches[dialect];
  if (!match) return null;
  if (of === 'mobile') return match('^1[3-9][0-9]{9}$');
  if (of === 'email') return match('^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+([.][A-Za-z0-9-]+)+$');
  // ISO 7064 MOD 11-2 of GB 11643: the digits are only read where the form is right
  const number =
    dialect === 'clickhouse'
      ? (at: number) => `toInt32(substr(${text}, ${at}, 1))`
      : (at: number) =>
          `cast(substr(${text}, ${at}, 1) as ${dialect === 'mysql' || dialect === 'doris' || dialect === 'starrocks' ? 'signed' : 'integer'})`;
  const sum = WEIGHTS.map((weight, i) => `${weight} * ${number(i + 1)}`).join(' + ');
  const shape = match('^[1-9][0-9]{16}[0-9Xx]$');
  const rest = dialect === 'oracle' ? `mod(${sum}, 11)` : `(${sum}) % 11`;
  return `case when ${shape} then upper(substr(${text}, 18, 1)) = substr('10X98765432', ${rest} + 1, 1) else false end`;
}

/** The expression of a measure; null where its kind of column or source has none. */
export function measureSql(dialect: DialectName, { column, of }: Measure): string | null {
  const kind = kindOf(column.dataType, dialect);
  const name = `t.${dialectOf(dialect).quote(column.columnName)}`;
  const length =
    dialect === 'tsql' ? 'len' : dialect === 'mysql' || dialect === 'doris' || dialect === 'starrocks' ? 'char_length' : 'length';
  const text = dialect === 'postgres' && kind === 'text' ? `${name}::text` : name;
  const real = dialect === 'postgres' || dialect === 'duckdb' ? `${name}::double precision` : `${name} * 1.0`;
  const deviation = dialect === 'tsql' ? 'stdev' : dialect === 'clickhouse' ? 'stddevSamp' : dialect === 'sqlite' ? null : 'stddev_samp';
  const [isNumber, isText] = [kind === 'number', kind === 'text'];
  switch (of) {
    case 'present':
      return `count(${name})`;
    case 'distinct':
      return kind === 'other' ? null : `count(distinct ${text})`;
    case 'blanks':
      return isText ? `sum(case when ${dialect === 'tsql' ? `ltrim(rtrim(${text}))` : `trim(${text})`} = '' then 1 else 0 end)` : null;
    case 'minLength':
      return isText ? `min(${length}(${text}))` : null;
    case 'meanLength':
      return isText ? `avg(${length}(${text}) * 1.0)` : null;
    case 'maxLength':
      return isText ? `max(${length}(${text}))` : null;
    case 'mobile':
    case 'email':
    case 'idCard': {
      const valid = isText ? formatSql(dialect, text, of) : null;
      return valid === null ? null : `sum(case when ${valid} then 1 else 0 end)`;
    }
    case 'min':
    case 'max':
      return isNumber || isText || kind === 'time' ? `${of}(${text})` : null;
    case 'mean':
      return isNumber ? `avg(${real})` : null;
    case 'stdev':
      return isNumber && deviation !== null ? `${deviation}(${real})` : null;
  }
}

/** A statement; its row holds the number of rows and then the measures whose places in the batch are in `places`. */
export interface Scan {
  readonly text: string;
  readonly places: readonly number[];
}

/** One scan per table, in portions when it is very wide. */
export function scans(dialect: DialectName, table: MeasuredTable, batch: readonly Measure[], extent: Extent): Scan[] {
  const { quote } = dialectOf(dialect);
  const names = [...new Set(batch.map(({ column }) => column.columnName))];
  const portions = Array.from({ length: Math.max(1, Math.ceil(names.length / COLUMNS_AT_ONCE)) }, (_, index) =>
    names.slice(index * COLUMNS_AT_ONCE, (index + 1) * COLUMNS_AT_ONCE),
  );
  return portions.map((portion) => {
    const wanted = batch.flatMap((measure, place) => {
      const sql = portion.includes(measure.column.columnName) ? measureSql(dialect, measure) : null;
      return sql === null ? [] : [{ place, sql }];
    });
    const list = ['count(*)', ...wanted.map(({ sql }) => sql)].map((sql, index) => `${sql} as c${index}`).join(', ');
    return {
      text: `select ${list} from ${scanned(dialect, table, portion.map(quote).join(', ') || '*', extent)}`,
      places: wanted.map(({ place }) => place),
    };
  });
}

/** Rows for what a scan cannot tell: chosen by chance among those that the scan sees. */
export function sampleStatement(
  dialect: DialectName,
  table: MeasuredTable,
  columns: readonly { readonly columnName: string }[],
  extent: Extent,
): string {
  const { quote } = dialectOf(dialect);
  const names = columns.map((column) => quote(column.columnName)).join(', ');
  return randomRows(dialect, names, scanned(dialect, table, names, extent), SAMPLE);
}
