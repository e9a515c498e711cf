import type { DialectName } from '#modules/sources/contract/db-types.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import { exactText, formSql } from './forms.ts';
import type { Measure } from './grammar.ts';
import { fullName, kindOf, limited, type MeasuredTable } from './relation.ts';
import { blankSql, inSetSql } from './rows.ts';

/** Tables above this are sampled. */
export const MAX_ROWS = 1_000_000;
/** Up to here a sample is drawn row by row, which reads every block; above, whole blocks are drawn, whose rows may be alike. */
const MAX_ROWS_BY_ROW = 20_000_000;
/** Rows that a sampled scan is meant to see. */
const SCANNED = 200_000;
/** Rows that top values, shapes and histograms are made from. */
const SAMPLE = 10_000;
/** Columns of one statement: every source takes this many expressions. */
const COLUMNS_AT_ONCE = 40;

/** Whether a table is sampled instead of scanned: more than a million rows by the source's estimate. */
export const isLarge = (table: MeasuredTable): boolean => Number(table.rowEstimate ?? 0) > MAX_ROWS;

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
    ? `${name} t tablesample ${Number(table.rowEstimate ?? 0) > MAX_ROWS_BY_ROW ? 'system' : 'bernoulli'} (${percent})`
    : `(select ${columns} from ${name} where ${randomShare(dialect)} < ${Number(percent) / 100}) t`;
}

/** Rows that are scanned: all, a random sample, or the first ones. The last is the fallback for a sample that was empty or timed out. */
export type Extent = 'all' | 'sample' | 'first';

/** The table itself, or a part of it of a bounded size. */
function scanned(dialect: DialectName, table: MeasuredTable, columns: string, extent: Extent): string {
  const name = fullName(dialect, table);
  if (extent === 'all') return `${name} t`;
  if (extent === 'sample') return sampledFrom(dialect, table, columns);
  return `(${limited(dialect, columns, name, SCANNED)}) t`;
}

const counted = (condition: string | null): string | null =>
  condition === null ? null : `coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;

/** The expression of a measure; null where its kind of column or source has none. */
export function measureSql(dialect: DialectName, { column, of, codes }: Measure): string | null {
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
      return counted(blankSql(dialect, name, column.dataType));
    case 'minLength':
      return isText ? `min(${length}(${text}))` : null;
    case 'meanLength':
      return isText ? `avg(${length}(${text}) * 1.0)` : null;
    case 'maxLength':
      return isText ? `max(${length}(${text}))` : null;
    case 'mobile':
    case 'email':
    case 'idCard':
    case 'creditCode':
      return isText ? counted(formSql(dialect, exactText(dialect, name, column.dataType), of)) : null;
    case 'inSet':
      return counted(inSetSql(dialect, name, column.dataType, codes ?? []));
    case 'latest':
      return kind === 'time' ? `max(${name})` : null;
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

/** A statement that returns at most 10,000 random rows of the scanned part, for what aggregates cannot answer (frequent values, patterns). */
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
