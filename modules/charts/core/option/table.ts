import type { ChartConfig } from '../../contract/chart.ts';
import type { ChartData, Scalar } from '#modules/datasets/contract/query.ts';
import type { ResolvedTheme } from '../look/resolve-theme.ts';
import { asNumber, commonDigits, formatValue } from '../look/format.ts';
import { marksOf, type Mark } from '../look/rules.ts';
import { figure, modelOf, textWidth, type Clicked, type Part } from './model.ts';

export interface TableColumn extends Part {
  readonly isMeasure: boolean;
  readonly width: number;
}
export interface TableSort {
  readonly key: string;
  readonly dir: 'asc' | 'desc';
}
export interface TableModel {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly Scalar[])[];
  readonly markOf: (key: string, value: Scalar) => Mark | null;
  /** totals of the measures, text by key of column; null = no row of totals, or no total known */
  readonly totals: Readonly<Record<string, string>> | null;
}

/** Aggregates that may be added up over rows. */
const ADDS = new Set(['sum', 'count']);

/** Widths from the head and the first rows: room for what is there, within reason. */
function widthOf(part: Part, isMeasure: boolean, rows: readonly (readonly Scalar[])[], text: number): number {
  const longest = rows
    .slice(0, 60)
    .reduce((most, row) => Math.max(most, textWidth(formatValue(row[part.at], part), text)), textWidth(part.name, text) + 16);
  return Math.round(Math.min(isMeasure ? 220 : 280, Math.max(72, longest + 28)));
}

/** A figure with as many decimals in every row as any has: points below each other let sizes be compared. */
export function aligned(part: Part, rows: readonly (readonly Scalar[])[]): Part {
  if (part.type !== 'number') return part;
  const digits = commonDigits(
    rows.map((row) => asNumber(row[part.at])),
    part.format,
    part.modifier,
  );
  return digits === null || digits === 0
    ? part
    : { ...part, format: { kind: 'auto', scale: 'none', thousands: true, ...part.format, digits } };
}

/** A table: columns in the order of the shelves, marks of its rules, totals. */
export function tableOf(config: ChartConfig, data: ChartData, look: ResolvedTheme): TableModel {
  const model = modelOf(config, data);
  const parts = [...model.rowDims, ...model.colDims].map((part) => [part, false] as const);
  const all = [...parts, ...model.measures.map((part) => [part, true] as const)].toSorted(([a], [b]) => a.at - b.at);
  const planned = all.map(([given, isShelved]) => {
    const isMeasure = isShelved || (given.type === 'number' && given.slot === null);
    const part = isMeasure ? aligned(given, model.rows) : given;
    return { ...part, isMeasure, width: widthOf(part, isMeasure, model.rows, look.text + 1) };
  });
  const at = new Map(planned.map((column) => [column.key, column.at]));
  const values = (key: string): Scalar[] => (at.has(key) ? model.rows.map((row) => row[at.get(key)!] ?? null) : []);
  const wantsTotals = config.options.table?.totals === true;
  // a change against the year before, a running sum, a rank: none of them has a total
  const hasTotal = ({ isMeasure, modifier }: TableColumn) => isMeasure && (modifier ?? 'none') === 'none';
  const grand = grandOf(data, parts.length);
  // the sum of the rows that happen to be here is not the total
  const totals =
    !wantsTotals || (!grand && data.truncated)
      ? null
      : grand
        ? Object.fromEntries(planned.filter(hasTotal).map((column) => [column.key, figure(asNumber(grand[column.at]), column)]))
        : Object.fromEntries(
            planned
              .filter((column) => hasTotal(column) && ADDS.has(column.slot?.aggregateType ?? 'sum') && column.format?.kind !== 'percent')
              .map((column) => [column.key, figure(sum(model.rows, column.at), column)]),
          );
  const columns = planned.map((column) => ({
    ...column,
    width: Math.max(column.width, Math.min(240, textWidth(totals?.[column.key] ?? '', look.text + 2) + 28)),
  }));
  return { columns, rows: model.rows, markOf: marksOf(config.rules, values, look), totals };
}

/** The row of the total that the source made; null when it was not asked for one. */
function grandOf(data: ChartData, dims: number): readonly Scalar[] | null {
  const at = dims === 0 ? -1 : (data.totals?.indexOf(dims) ?? -1);
  return at < 0 ? null : (data.rows[at] ?? null);
}

function sum(rows: readonly (readonly Scalar[])[], at: number): number | null {
  let total: number | null = null;
  for (const row of rows) {
    const value = asNumber(row[at]);
    if (value !== null) total = (total ?? 0) + value;
  }
  return total;
}

/** Rows in the order of a column, gaps last; `none` leaves the order of the answer. */
export function sortRows(table: TableModel, sort: TableSort | null): readonly (readonly Scalar[])[] {
  const column = sort && table.columns.find(({ key }) => key === sort.key);
  if (!sort || !column) return table.rows;
  const sign = sort.dir === 'asc' ? 1 : -1;
  const isNumber = column.type === 'number';
  const collator = new Intl.Collator('zh-CN');
  const keyed = table.rows.map((row, i) => ({ row, i, value: isNumber ? asNumber(row[column.at]) : (row[column.at] ?? null) }));
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null) return a.value === b.value ? a.i - b.i : a.value === null ? 1 : -1;
    const order = isNumber ? Number(a.value) - Number(b.value) : collator.compare(String(a.value), String(b.value));
    return order * sign || a.i - b.i;
  });
  return keyed.map(({ row }) => row);
}

/**
 * How many rows each cell of the leading dimension columns spans, 0 = covered by the one above; cells merge only inside the merged cells to
 * their left. Beyond the dimensions nothing merges.
 */
export function mergeSpans(rows: readonly (readonly Scalar[])[], columns: readonly TableColumn[]): ReadonlyMap<string, Uint32Array> {
  const spans = new Map<string, Uint32Array>();
  let breaks = new Uint8Array(rows.length);
  for (const column of columns) {
    if (column.isMeasure) break;
    const own = new Uint32Array(rows.length);
    const next = new Uint8Array(rows.length);
    let start = 0;
    rows.forEach((row, i) => {
      const isNew = i === 0 || breaks[i] === 1 || row[column.at] !== rows[i - 1]?.[column.at];
      if (isNew) {
        start = i;
        next[i] = 1;
      }
      own[start] = (own[start] ?? 0) + 1;
    });
    spans.set(column.key, own);
    breaks = next;
  }
  return spans;
}

/** The clicked values of a row: its dimensions. */
export const rowClicked = (table: TableModel, row: readonly Scalar[]): Clicked[] =>
  table.columns.filter(({ isMeasure }) => !isMeasure).map(({ col, at }) => ({ col, value: row[at] ?? null }));

/** Cells as text for the clipboard: tabs and lines, as spreadsheets read them; line breaks inside cells become spaces. */
export const cellsText = (rows: readonly (readonly Scalar[])[], columns: readonly TableColumn[], hasHead: boolean): string =>
  [
    ...(hasHead ? [columns.map(({ name }) => name)] : []),
    ...rows.map((row) => columns.map((column) => formatValue(row[column.at], column))),
  ]
    .map((line) => line.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');
