import type { DialectName } from '../../contract/db-types.ts';
import type { ColumnStats } from '../../contract/profile.ts';
import { dialectOf } from '../../core/sql/dialects.ts';

/** A column to look at. */
export interface ProfiledColumn {
  readonly id: string;
  readonly columnName: string;
  readonly dataType: string;
  readonly level: string | null;
}
export interface ProfiledTable {
  readonly schemaName: string;
  readonly tableName: string;
  readonly tableKind: string;
  readonly rowEstimate: string | null;
}

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
export const isLarge = (table: ProfiledTable): boolean => Number(table.rowEstimate ?? 0) > MOST_ROWS;

const limited = (dialect: DialectName, columns: string, from: string, rows: number): string =>
  dialect === 'tsql'
    ? `select top ${rows} ${columns} from ${from}`
    : dialect === 'oracle'
      ? `select ${columns} from ${from} where rownum <= ${rows}`
      : `select ${columns} from ${from} limit ${rows}`;

const fullName = (dialect: DialectName, table: ProfiledTable): string => {
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
const canSample = (dialect: DialectName, table: ProfiledTable) =>
  dialect === 'postgres' && ['table', 'partitioned', 'materialized'].includes(table.tableKind);
const share = (table: ProfiledTable, rows: number): string =>
  Math.max(0.001, Math.min(100, (rows / Math.max(1, Number(table.rowEstimate ?? 1))) * 100)).toFixed(3);

/** Rows of a table that is too large for a whole scan, chosen by chance over all of it. */
function sampledFrom(dialect: DialectName, table: ProfiledTable, columns: string): string {
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
function scanned(dialect: DialectName, table: ProfiledTable, columns: string, extent: Extent): string {
  const name = fullName(dialect, table);
  if (extent === 'all') return `${name} t`;
  if (extent === 'sample') return sampledFrom(dialect, table, columns);
  return `(${limited(dialect, columns, name, SCANNED)}) t`;
}

/** Expressions of one column, by name, in the order of the answer. */
function expressions(dialect: DialectName, column: ProfiledColumn): { readonly [field: string]: string } {
  const kind = kindOf(column.dataType, dialect);
  const name = `t.${dialectOf(dialect).quote(column.columnName)}`;
  const isSensitive = column.level === 'L3' || column.level === 'L4';
  const length =
    dialect === 'tsql' ? 'len' : dialect === 'mysql' || dialect === 'doris' || dialect === 'starrocks' ? 'char_length' : 'length';
  const text = dialect === 'postgres' && kind === 'text' ? `${name}::text` : name;
  const real = dialect === 'postgres' || dialect === 'duckdb' ? `${name}::double precision` : `${name} * 1.0`;
  const deviation = dialect === 'tsql' ? 'stdev' : dialect === 'clickhouse' ? 'stddevSamp' : dialect === 'sqlite' ? null : 'stddev_samp';
  return {
    present: `count(${name})`,
    ...(kind !== 'other' && { distinct: `count(distinct ${text})` }),
    ...((kind === 'number' || kind === 'time' || kind === 'text') && !isSensitive && { min: `min(${text})`, max: `max(${text})` }),
    ...(kind === 'number' && !isSensitive && { mean: `avg(${real})`, ...(deviation !== null && { stdev: `${deviation}(${real})` }) }),
    ...(kind === 'text' && {
      minLength: `min(${length}(${text}))`,
      meanLength: `avg(${length}(${text}) * 1.0)`,
      maxLength: `max(${length}(${text}))`,
    }),
  };
}

/** A statement and what stands in each place of its row. */
export interface Scan {
  readonly text: string;
  readonly fields: readonly { readonly columnId: string | null; readonly field: string }[];
}

/** One scan per table, in portions when it is very wide; the first place of each is the number of rows. */
export function scans(dialect: DialectName, table: ProfiledTable, columns: readonly ProfiledColumn[], extent: Extent): Scan[] {
  const { quote } = dialectOf(dialect);
  const portions = Array.from({ length: Math.max(1, Math.ceil(columns.length / COLUMNS_AT_ONCE)) }, (_, index) =>
    columns.slice(index * COLUMNS_AT_ONCE, (index + 1) * COLUMNS_AT_ONCE),
  );
  return portions.map((portion) => {
    const wanted = portion.flatMap((column) =>
      Object.entries(expressions(dialect, column)).map(([field, sql]) => ({ columnId: column.id, field, sql })),
    );
    const list = ['count(*)', ...wanted.map(({ sql }) => sql)].map((sql, index) => `${sql} as c${index}`).join(', ');
    const names = portion.map((column) => quote(column.columnName)).join(', ') || '*';
    return {
      text: `select ${list} from ${scanned(dialect, table, names, extent)}`,
      fields: [{ columnId: null, field: 'rows' }, ...wanted.map(({ columnId, field }) => ({ columnId, field }))],
    };
  });
}

/** Rows for what a scan cannot tell: chosen by chance among those that the scan sees. */
export function sampleStatement(dialect: DialectName, table: ProfiledTable, columns: readonly ProfiledColumn[], extent: Extent): string {
  const { quote } = dialectOf(dialect);
  const names = columns.map((column) => quote(column.columnName)).join(', ');
  return randomRows(dialect, names, scanned(dialect, table, names, extent), SAMPLE);
}
