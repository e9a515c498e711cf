import type { ChartData, ResultColumn, Scalar } from '#modules/datasets/contract/query.ts';
import { formatValue } from '../look/format.ts';

interface Clicked {
  readonly col: string;
  readonly value: Scalar;
}
/** One data point of an answer: a row of it. */
export interface Point {
  /** what a click on it says */
  readonly values: readonly Clicked[];
  /** what it shows, in words */
  readonly text: string;
  /** its figures as they are pasted elsewhere: one alone, several with their names in lines */
  readonly figures: string;
}

const written = (value: Scalar | undefined, column: ResultColumn): string => formatValue(value ?? null, column);
const plain = (value: Scalar | undefined): string => (value === null || value === undefined ? '' : String(value));

function pointAt(columns: readonly ResultColumn[], row: readonly Scalar[]): Point {
  const cells = columns.map((column, n) => ({ column, value: row[n] ?? null }));
  const measures = cells.filter(({ column }) => column.role === 'measure');
  const names = cells.filter(({ column }) => column.role === 'dimension').map(({ column, value }) => written(value, column));
  const told = measures.map(({ column, value }) => `${column.name} ${written(value, column)}`);
  return {
    values: cells.filter(({ column }) => column.role === 'dimension').map(({ column, value }) => ({ col: column.col, value })),
    text: [...names, ...told].join('　'),
    figures:
      measures.length === 1 ? plain(measures[0]!.value) : measures.map(({ column, value }) => `${column.name}\t${plain(value)}`).join('\n'),
  };
}

/** The data points of an answer in its order, without totals. */
export const pointsOf = ({ columns, rows, totals }: ChartData): Point[] =>
  rows.filter((_, n) => (totals?.[n] ?? 0) === 0).map((row) => pointAt(columns, row));

/** The first data point that holds all the clicked values; null when there is none, as for the rest of a ranking. */
export function pointOf(data: ChartData, values: readonly Clicked[]): Point | null {
  const places = values.flatMap(({ col, value }) => {
    const at = data.columns.findIndex((column) => column.col === col && column.role === 'dimension');
    return at < 0 ? [] : [{ at, value }];
  });
  const row = data.rows.find((one, n) => (data.totals?.[n] ?? 0) === 0 && places.every(({ at, value }) => (one[at] ?? null) === value));
  return row ? pointAt(data.columns, row) : null;
}
