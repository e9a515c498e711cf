import type { ColumnStats } from '../../../contract/column-stats.ts';
import { classify, type ClassRule, type ColumnFacts, type Hit } from '../../../core/recognise-column.ts';
import { dialectOf, type CatalogTable } from '#modules/sources/core/index.ts';
import { sampleStats } from './sample.ts';
import { lanes } from '../lanes.ts';
import { type OpenResult, type Source, pools } from '#modules/sources/server/index.ts';
import { assertRevealsNoValue, type Measure, type MeasuredColumn } from './grammar.ts';
import { fullName, kindOf, type MeasuredTable } from './relation.ts';
import { sampleStatement, scans, type Extent } from './statements.ts';

export interface Limits {
  /** the account that waits for the answer; without one it runs as background work, after calls of people */
  readonly userId?: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}
/** Cells of a sample that are looked at, in characters. */
const MAX_TEXT = 200;

/** Hands on the rows of a statement that this folder made, in batches, with the account of the source. Throws SourceError. */
export async function streamRows(
  source: Source,
  text: string,
  { timeoutMs, signal, userId }: Limits,
  { most, take }: { readonly most: number; take(rows: unknown[][]): Promise<void> | void },
): Promise<number> {
  const release = await lanes.take(userId === undefined ? 'quality' : 'console', { sourceId: source.id, userId: userId ?? null, signal });
  let result: OpenResult | null = null;
  try {
    result = await pools.of(source, Date.now()).open({ text, params: [], searchPath: [], timeoutMs, signal });
    let count = 0;
    while (count < most) {
      const batch = await result.read(Math.min(1000, most - count));
      if (batch.length === 0) break;
      count += batch.length;
      await take(batch);
      signal.throwIfAborted();
    }
    return count;
  } finally {
    await Promise.resolve(result?.close()).finally(release);
  }
}
/** The rows of a statement that this folder made, with the account of the source. Throws SourceError. */
export async function readRows(source: Source, text: string, limits: Limits, most = Infinity): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  await streamRows(source, text, limits, { most, take: (batch) => void rows.push(...batch) });
  return rows;
}

export interface Measured {
  /** rows that the scan saw */
  readonly rows: number;
  /** one answer per measure; null where there is none, or where a masked column has too few rows for it */
  readonly values: readonly unknown[];
}

/**
 * Computes measures of one table, with statements built here and the source's own account; the caller sends no SQL and gets no rows.
 * `extent`: all rows, a sample, or the first ones. `minRows`: answers about masked columns over fewer rows are null. Throws Refusal for a
 * measure that would reveal a value of a masked column, SourceError when the source fails.
 */
export async function measureTable(
  source: Source,
  table: MeasuredTable,
  batch: readonly Measure[],
  options: Limits & { readonly extent: Extent; readonly minRows: number },
): Promise<Measured> {
  batch.forEach(assertRevealsNoValue);
  const values: unknown[] = batch.map(() => null);
  let rows = 0;
  for (const { text, places } of scans(source.adapter.dialect, table, batch, options.extent)) {
    const [row] = await readRows(source, text, options);
    rows = Number(row?.[0] ?? 0);
    places.forEach((place, i) => (values[place] = row?.[i + 1] ?? null));
  }
  return { rows, values: values.map((value, i) => (batch[i]!.column.isMasked && rows < options.minRows ? null : value)) };
}

/** Rows of a table. Throws SourceError. */
export async function countRows(source: Source, table: MeasuredTable, limits: Limits): Promise<number> {
  const [[count] = []] = await readRows(source, `select count(*) from ${fullName(source.adapter.dialect, table)}`, limits);
  return Number(count ?? 0);
}

/** Distribution of the sampled values of one column. */
export type Distribution = ReturnType<typeof sampleStats>;

/**
 * Most frequent values, value patterns, quantiles and histogram of a random sample, one entry per column in their order; of masked columns
 * only the patterns. Throws SourceError.
 */
export async function distributionsOf(
  source: Source,
  table: MeasuredTable,
  columns: readonly MeasuredColumn[],
  options: Limits & { readonly extent: Extent; readonly minRows: number },
): Promise<Distribution[]> {
  const { dialect } = source.adapter;
  const sample = await readRows(source, sampleStatement(dialect, table, columns, options.extent), options);
  const kind = (column: MeasuredColumn): ColumnStats['kind'] => kindOf(column.dataType, dialect);
  return columns.map((column, index) => {
    const values = sample.map((row) => row[index]);
    const stats = sampleStats(kind(column), values, column.isMasked);
    return column.isMasked ? { ...stats, patterns: stats.patterns.filter((pattern) => pattern.count >= options.minRows) } : stats;
  });
}

export interface Judged<C> {
  readonly column: C;
  readonly hit: Hit;
  readonly samples: string[];
}

/**
 * Which classes the first values of columns fit: how many of them, and a few as `show` masks them for the class. The values stay here.
 * `columns` without facts to read are judged by name alone; so are all when the table cannot be read (`failed`).
 */
export async function classesOf<C extends { readonly columnName: string }>(
  source: Source,
  table: { readonly schemaName: string; readonly tableName: string },
  columns: readonly { readonly column: C; readonly facts: ColumnFacts; readonly isRead: boolean }[],
  options: Limits & { readonly rules: readonly ClassRule[]; readonly mostRows: number; show(value: string, classId: string): string },
): Promise<{ judged: Judged<C>[]; failed: unknown }> {
  const { quote } = dialectOf(source.adapter.dialect);
  const read = columns.filter(({ isRead }) => isRead).map(({ column }) => column);
  let rows: unknown[][] = [];
  let failed: unknown = null;
  try {
    const text = `select ${read.map(({ columnName }) => quote(columnName)).join(', ')} from ${quote(table.schemaName)}.${quote(table.tableName)}`;
    if (read.length > 0) rows = await readRows(source, text, options, options.mostRows);
  } catch (error) {
    options.signal.throwIfAborted();
    failed = error;
  }
  const judged = columns.flatMap(({ column, facts }) => {
    const place = read.indexOf(column);
    const cells = place < 0 ? [] : rows.map((row) => row[place]).filter((cell) => cell !== null && cell !== undefined);
    const values = cells.map((cell) => String(cell as string | number).slice(0, MAX_TEXT));
    const first = [...new Set(values)].slice(0, 3);
    return classify(facts, values, options.rules).map((hit) => ({
      column,
      hit,
      samples: first.map((value) => options.show(value, hit.classId)),
    }));
  });
  return { judged, failed };
}

/** Rows of a table without and with a checked condition of a row filter. Throws SourceError. */
export async function countWhere(
  source: Source,
  table: Pick<CatalogTable, 'schema' | 'name'>,
  condition: string,
  limits: Limits,
): Promise<{ before: string; after: string }> {
  const { quote } = dialectOf(source.adapter.dialect);
  const text = `select count(*), count(case when (${condition}\n) then 1 end) from ${quote(table.schema)}.${quote(table.name)}`;
  const [row] = await readRows(source, text, limits, 1);
  return { before: String(row![0]), after: String(row![1]) };
}
