import type { ChartConfig } from '../../contract/chart.ts';
import type { ChartData, Scalar } from '#modules/datasets/contract/query.ts';
import type { ResolvedTheme } from '../look/resolve-theme.ts';
import { asNumber, formatValue } from '../look/format.ts';
import { marksOf, type Mark } from '../look/rules.ts';
import { figure, modelOf, type Clicked, type Part } from './model.ts';
import { aligned } from './table.ts';

/** A record of the pivot: texts of dimensions by key, figures by key; a dimension that is summed up is absent. */
export type PivotRecord = Record<string, string | number | null>;

export interface PivotModel {
  readonly rows: readonly Part[];
  readonly columns: readonly Part[];
  readonly measures: readonly Part[];
  readonly records: readonly PivotRecord[];
  readonly hasTotals: boolean;
  readonly textOf: (key: string, value: unknown) => string;
  readonly markOf: (key: string, value: Scalar) => Mark | null;
  /** the stored value behind a text of a dimension */
  readonly rawOf: (key: string, text: string) => Scalar;
}

/** How many dimensions from the end of the columns and of the rows a row of totals sums up. */
function summed(row: readonly Scalar[], rows: readonly Part[], columns: readonly Part[], level: number): { rows: number; columns: number } {
  const trailing = (parts: readonly Part[]): number => {
    let n = 0;
    while (n < parts.length && row[parts[parts.length - 1 - n]!.at] === null) n += 1;
    return n;
  };
  const most = { rows: trailing(rows), columns: trailing(columns) };
  const fromColumns = Math.min(most.columns, level);
  const fromRows = Math.min(most.rows, level - fromColumns);
  return { rows: fromRows, columns: level - fromRows };
}

/** An answer with its sub-totals as records of a pivot. */
export function pivotOf(config: ChartConfig, data: ChartData, look: ResolvedTheme): PivotModel {
  const { rowDims, colDims, measures: shelved, rows: details } = modelOf(config, data);
  const measures = shelved.map((part) => aligned(part, details));
  const raws = new Map<string, Map<string, Scalar>>();
  const text = (part: Part, value: Scalar): string => {
    const written = formatValue(value, part);
    let known = raws.get(part.key);
    if (!known) raws.set(part.key, (known = new Map()));
    if (!known.has(written)) known.set(written, value);
    return written;
  };
  const records = data.rows.map((row, i): PivotRecord => {
    const level = data.totals?.[i] ?? 0;
    const cutOff = level > 0 ? summed(row, rowDims, colDims, level) : { rows: 0, columns: 0 };
    const record: PivotRecord = {};
    for (const [at, part] of rowDims.entries()) if (at < rowDims.length - cutOff.rows) record[part.key] = text(part, row[part.at] ?? null);
    for (const [at, part] of colDims.entries())
      if (at < colDims.length - cutOff.columns) record[part.key] = text(part, row[part.at] ?? null);
    for (const part of measures) record[part.key] = asNumber(row[part.at] ?? null);
    return record;
  });
  const byKey = new Map(measures.map((part) => [part.key, part]));
  const values = (key: string): Scalar[] => {
    const part = byKey.get(key);
    return part ? details.map((row) => row[part.at] ?? null) : [];
  };
  return {
    rows: rowDims,
    columns: colDims,
    measures,
    records,
    hasTotals: data.totals !== undefined && config.options.table?.totals !== false,
    textOf: (key, value) => {
      const part = byKey.get(key);
      return part ? figure(asNumber(value as Scalar), part) : String(value ?? '');
    },
    markOf: marksOf(config.rules, values, look),
    rawOf: (key, written) => raws.get(key)?.get(written) ?? written,
  };
}

/** The clicked values of a cell from the dimensions that it stands for. */
export const pivotClicked = (pivot: PivotModel, query: Readonly<Record<string, unknown>>): Clicked[] =>
  [...pivot.rows, ...pivot.columns].flatMap(({ key, col }) =>
    typeof query[key] === 'string' ? [{ col, value: pivot.rawOf(key, query[key]) }] : [],
  );
