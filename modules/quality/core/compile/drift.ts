import { MAX_BINS, MAX_LENGTH, MAX_VALUES, type Bins, type Distribution } from '../anomaly-drift.ts';
import { all, column, compare, isIn, number, present, type Aggregate, type Condition } from '../measure/tree.ts';
import { Tables } from './tables.ts';
import type { Measured } from './plan.ts';
import type { TableToRun } from './table.ts';

/*
 * Statements of drift rules: one that finds bins where no baseline brings them, one that counts the values in bins. Both answer one row.
 */

type Drifting = Measured & { readonly measure: Extract<Measured['measure'], { of: 'drift' }> };
type Run = Pick<TableToRun, 'quotes' | 'table'>;

const whole = (value: unknown): number => Number(value ?? 0);

/** Finds the bins of a column: ends of ten equal parts of its numbers, or its most frequent values. */
export function binsStatement(run: Run, { measure, filter }: Drifting): string {
  const tables = new Tables(run.quotes, run.table);
  const { t } = tables;
  const value = t.value(column(measure.column));
  const where = t.condition(all(filter, present(column(measure.column))));
  if (tables.kindOf(measure.column) === 'number') {
    const parts = `select ${value} as v, ntile(${MAX_BINS}) over (order by ${value}) as b from ${tables.from()} where ${where}`;
    const ends = Array.from({ length: MAX_BINS - 1 }, (_, i) => `min(case when w.b = ${i + 2} then w.v end) as c${i}`);
    return `select ${ends.join(', ')} from (${parts}) w`;
  }
  const grouped = `select ${value} as v, count(*) as n from ${tables.from()} where ${where} group by ${value}`;
  const ranked = `select g.v as v, row_number() over (order by g.n desc, g.v) as r from (${grouped}) g`;
  const tops = Array.from({ length: MAX_VALUES }, (_, i) => `max(case when w.r = ${i + 1} then w.v end) as c${i}`);
  return `select ${tops.join(', ')} from (${ranked}) w`;
}

/** Bins from the row of `binsStatement`. */
export function binsOf(run: Run, { measure }: Drifting, row: readonly unknown[]): Bins {
  const cells = row.filter((cell) => cell !== null && cell !== undefined).map((cell) => String(cell as string | number));
  const isNumber = new Tables(run.quotes, run.table).kindOf(measure.column) === 'number';
  return isNumber
    ? { of: 'number', edges: [...new Set(cells.map(Number))].filter(Number.isFinite).toSorted((a, b) => a - b) }
    : { of: 'text', values: [...new Set(cells)].filter(({ length }) => length <= MAX_LENGTH) };
}

/** Plain digits: an exponent is no literal of the grammar. */
function digits(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(Math.abs(value) < 1 ? 20 : 0) : text;
}

/** Counts the values of a column in bins; of texts the last number is that of all values. */
export function countsStatement(run: Run, { measure, filter }: Drifting, bins: Bins): string {
  const tables = new Tables(run.quotes, run.table);
  const one = column(measure.column);
  const there = all(filter, present(one));
  const count = (...of: Condition[]): Aggregate => ({ is: 'count', where: all(there, ...of) });
  const needs =
    bins.of === 'text'
      ? [...bins.values.map((value) => count(isIn(one, [value]))), count()]
      : [...bins.edges, null].map((edge, i) => {
          const low = bins.edges[i - 1];
          return count(
            ...(low === undefined ? [] : [compare(one, '>=', number(digits(low)))]),
            ...(edge === null ? [] : [compare(one, '<', number(digits(edge)))]),
          );
        });
  return `select ${needs.map((need, i) => `${tables.t.aggregate(need)} as c${i}`).join(', ')} from ${tables.from()}`;
}

/** Counts by bin from the row of `countsStatement`. */
export function countsOf(bins: Bins, row: readonly unknown[]): Distribution {
  const counts = row.map(whole);
  if (bins.of === 'number') return { bins, counts };
  const known = counts.slice(0, -1);
  return { bins, counts: [...known, Math.max(0, (counts.at(-1) ?? 0) - known.reduce((sum, one) => sum + one, 0))] };
}
