import type { ChartData, ResultColumn, Scalar } from '#modules/datasets/contract/query.ts';
import { cellOf, headText, numberFormat, type OutCell } from './cells.ts';

/** One tile as a sheet. */
export interface OutSheet {
  readonly name: string;
  readonly columns: readonly { title: string; width: number; format?: string }[];
  readonly head?: { readonly rows: readonly (readonly string[])[]; readonly merges: readonly string[] };
  readonly rows: Iterable<readonly OutCell[]>;
  /** what the sheet leaves out, in a sentence */
  readonly note?: string;
}
/** One whose rows are read while it is written. */
export type StreamedSheet = Omit<OutSheet, 'rows'> & { readonly rows: AsyncIterable<readonly OutCell[]> };

export const TOTAL = '合计';
/** Columns of a sheet, and cells that a pivot may have: crossed names that hardly meet would make a sheet that no memory holds. */
const MAX_COLUMNS = 16_384;
const MAX_CELLS = 2_000_000;
const WIDTH = { least: 10, most: 40, number: 16 } as const;

const widthOf = (column: ResultColumn): number =>
  column.type === 'number' ? WIDTH.number : Math.min(WIDTH.most, Math.max(WIDTH.least, column.name.length * 2 + 6));
const columnOf = (column: ResultColumn, title = column.name) => ({
  title,
  width: widthOf(column),
  format: column.type === 'number' ? numberFormat(column.format, column.modifier) : undefined,
});

/** 0 → A, 26 → AA. */
function letters(index: number): string {
  let name = '';
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26)) name = String.fromCharCode(65 + ((n - 1) % 26)) + name;
  return name;
}

function* plainRows(data: ChartData): Generator<OutCell[]> {
  for (const [at, row] of data.rows.entries())
    yield data.columns.map((column, n) => {
      const value = row[n] ?? null;
      const isTotal = value === null && column.role === 'dimension' && (data.totals?.[at] ?? 0) > 0;
      return isTotal ? TOTAL : cellOf(column, value);
    });
}

/** An answer as it is: one row each. */
export const plainSheet = (name: string, data: ChartData): OutSheet => ({
  name,
  columns: data.columns.map((column) => columnOf(column)),
  rows: plainRows(data),
});

/** An answer that comes in batches, one row each; `known` has its columns, and the total of everything where one was asked. */
export function streamedSheet(name: string, known: ChartData, batches: AsyncIterable<Pick<ChartData, 'columns' | 'rows'>>): StreamedSheet {
  const isTotal = (_: unknown, at: number): boolean => (known.totals?.[at] ?? 0) > 0;
  const total = { ...known, rows: known.rows.filter(isTotal), totals: known.totals?.filter((level) => level > 0) };
  async function* rows(): AsyncGenerator<OutCell[]> {
    for await (const batch of batches) yield* plainRows({ ...known, ...batch, totals: undefined });
    yield* plainRows(total);
  }
  return { name, columns: known.columns.map((column) => columnOf(column)), rows: rows() };
}

type Keyed = { readonly key: string; readonly values: readonly string[] };

/** Header cells that say the same side by side become one, but never across different cells above. */
function mergesOf(rows: readonly (readonly string[])[], from: number): string[] {
  const merges: string[] = [];
  for (const [level, row] of rows.entries())
    for (let at = from; at < row.length;) {
      let end = at + 1;
      const isSame = (n: number) => rows.slice(0, level + 1).every((above) => above[n] === above[at]);
      while (end < row.length && isSame(end)) end++;
      if (end - at > 1) merges.push(`${letters(at)}${level + 1}:${letters(end - 1)}${level + 1}`);
      at = end;
    }
  return merges;
}

/**
 * A pivot as people see it: dimensions of the rows down, those of the columns across with merged headers, measures below them. Totals
 * stand where their rows and columns came in the answer. One that is too wide or too large for a sheet is written as it came, row by row.
 */
export function pivotSheet(name: string, data: ChartData): OutSheet {
  const at = (shelf: ResultColumn['shelf']) => data.columns.flatMap((column, n) => (column.shelf === shelf ? [n] : []));
  const [down, across, measures] = [at('rows'), at('columns'), at('measures')];
  if (across.length === 0 || measures.length === 0) return plainSheet(name, data);
  const columnKeys = new Map<string, Keyed & { order: number }>();
  const lines = new Map<string, { head: OutCell[]; cells: Map<string, Scalar[]> }>();
  for (const [n, row] of data.rows.entries()) {
    const isTotal = (data.totals?.[n] ?? 0) > 0;
    const rowKey = JSON.stringify(down.map((c) => row[c] ?? null)) + String(isTotal && down.some((c) => row[c] === null));
    const top = across.map((c) => (isTotal && (row[c] ?? null) === null ? TOTAL : headText(data.columns[c]!, row[c] ?? null)));
    const key = JSON.stringify(top);
    if (!columnKeys.has(key)) columnKeys.set(key, { key, values: top, order: columnKeys.size });
    let line = lines.get(rowKey);
    if (!line) {
      const head = down.map((c) => (isTotal && (row[c] ?? null) === null ? TOTAL : cellOf(data.columns[c]!, row[c] ?? null)));
      lines.set(rowKey, (line = { head, cells: new Map() }));
    }
    line.cells.set(
      key,
      measures.map((c) => row[c] ?? null),
    );
  }
  const width = columnKeys.size * measures.length;
  if (down.length + width > MAX_COLUMNS || lines.size * width > MAX_CELLS) return plainSheet(name, data);
  const tuples = [...columnKeys.values()].toSorted(
    (a, b) => Number(a.values.at(-1) === TOTAL) - Number(b.values.at(-1) === TOTAL) || a.order - b.order,
  );
  const rowTitles = down.map((c) => data.columns[c]!.name);
  const levels = across.map((_, level) => [
    ...rowTitles.map(() => ''),
    ...tuples.flatMap(({ values }) => measures.map(() => values[level]!)),
  ]);
  const last = [...rowTitles, ...tuples.flatMap(() => measures.map((c) => data.columns[c]!.name))];
  return {
    name,
    columns: [...down.map((c) => columnOf(data.columns[c]!)), ...tuples.flatMap(() => measures.map((c) => columnOf(data.columns[c]!)))],
    head: { rows: [...levels, last], merges: mergesOf(levels, down.length) },
    rows: [...lines.values()].map(({ head, cells }) => [
      ...head,
      ...tuples.flatMap(({ key }) => measures.map((c, n) => cellOf(data.columns[c]!, cells.get(key)?.[n] ?? null))),
    ]),
  };
}

/** Names of sheets: unlike each other, short enough, without the signs that Excel does not take. */
export function sheetNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const base =
      name
        .replace(/[[\]:*?/\\']/g, ' ')
        .trim()
        .slice(0, 24) || '图表';
    let free = base;
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${base} ${n}`;
    taken.add(free.toLowerCase());
    return free;
  });
}
