import type { ColumnInfo } from '#modules/sources/contract/column-info.ts';

export type ChartKind = 'bar' | 'line' | 'pie';
export interface ChartChoice {
  kind: ChartKind;
  /** column of the categories */
  x: string;
  /** columns of the figures */
  y: readonly string[];
}
const MAX_SLICES = 12;

/** A sensible first picture of a result: time along a line, few shares in a pie, else bars. Null without figures. */
export function guessChart(columns: readonly ColumnInfo[], rows: number): ChartChoice | null {
  const figures = columns.filter((column) => column.kind === 'number' && !column.masked);
  const isKey = (name: string) => /(^|_)(id|no|code|year|month|day|编号|年|月|日)$/i.test(name);
  const moment = columns.find((column) => column.kind === 'time');
  const word = columns.find((column) => column.kind === 'text' || column.kind === 'boolean');
  const x = moment ?? word ?? figures.find((column) => isKey(column.name)) ?? (figures.length > 1 ? figures[0] : undefined);
  if (!x) return null;
  const y = figures.filter((column) => column !== x && !isKey(column.name)).map((column) => column.name);
  const all = y.length > 0 ? y : figures.filter((column) => column !== x).map((column) => column.name);
  if (all.length === 0) return null;
  const isPeriod = moment !== undefined || /(年|月|日|周|季|year|month|day|week|quarter|date|^ym$|period)/i.test(x.name);
  const kind: ChartKind = isPeriod && rows > 2 ? 'line' : rows <= MAX_SLICES && all.length === 1 && rows > 1 && rows <= 6 ? 'pie' : 'bar';
  return { kind, x: x.name, y: all.slice(0, 3) };
}

/** Rows along a line of time: in its order, whatever the order of the result. Other rows stay as they are. */
export function alongTime<Row extends Readonly<Record<string, unknown>>>(
  rows: readonly Row[],
  x: string,
  columns: readonly Pick<ColumnInfo, 'name' | 'kind'>[],
): readonly Row[] {
  if (columns.find((column) => column.name === x)?.kind !== 'time') return rows;
  const keyed = rows.map((row) => ({ row, at: typeof row[x] === 'string' ? row[x] : null }));
  // ISO texts of one column compare like the moments they name; what has none comes last
  return keyed.sort((a, b) => (a.at === b.at ? 0 : a.at === null ? 1 : b.at === null || a.at < b.at ? -1 : 1)).map(({ row }) => row);
}
