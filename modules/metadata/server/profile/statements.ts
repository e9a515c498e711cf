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

/** Relations that the source can sample by itself. */
const canSample = (dialect: DialectName, table: ProfiledTable) =>
  dialect === 'postgres' && ['table', 'partitioned', 'materialized'].includes(table.tableKind);
const share = (table: ProfiledTable, rows: number): string =>
  Math.max(0.001, Math.min(100, (rows / Math.max(1, Number(table.rowEstimate ?? 1))) * 100)).toFixed(3);

/** All rows, a sample of them, or the first ones: what is left when a sample found nothing because the estimate was wrong. */
export type Extent = 'all' | 'sample' | 'first';

/** The table itself, or a part of it of a bounded size. */
function scanned(dialect: DialectName, table: ProfiledTable, columns: string, extent: Extent): string {
  const name = fullName(dialect, table);
  if (extent === 'all') return `${name} t`;
  if (extent === 'sample' && canSample(dialect, table) && isLarge(table)) return `${name} t tablesample system (${share(table, SCANNED)})`;
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

/** Rows for what a scan cannot tell. */
export function sampleStatement(dialect: DialectName, table: ProfiledTable, columns: readonly ProfiledColumn[], extent: Extent): string {
  const { quote } = dialectOf(dialect);
  const names = columns.map((column) => quote(column.columnName)).join(', ');
  const name = fullName(dialect, table);
  // three times as many as needed: blocks are not equally full
  const isSampled = extent !== 'first' && canSample(dialect, table) && Number(table.rowEstimate ?? 0) > SAMPLE * 3;
  return limited(dialect, names, isSampled ? `${name} tablesample system (${share(table, SAMPLE * 3)})` : name, SAMPLE);
}
