import { CN_KINDS } from '#kit/core/cn/index.ts';
import { schemaProblem } from '../measure/json-schema.ts';
import { holds, type Row } from '../measure/judge.ts';
import { Unsupported } from '../measure/problem.ts';
import { columnsOf, TRUE, type Condition } from '../measure/tree.ts';
import { outcome, type Outcome } from './outcome.ts';
import type { Tables } from './tables.ts';
import { judged, type Measured } from './plan.ts';

/** Rows that are read of a table for rules that no statement can judge. */
export const STREAMED_ROWS = 100_000;

/** A rule whose values are read and judged here. */
export interface Stream {
  readonly ruleId: string;
  /** reads `columns`, in this order, of at most `most` rows */
  readonly text: string;
  readonly columns: readonly string[];
  readonly most: number;
  /** what of a row is found; null = it is not looked at */
  isBad(row: Row): boolean | null;
}

const validated = (of: { kind: keyof typeof CN_KINDS } | { schema: string }, text: string): boolean =>
  'kind' in of ? CN_KINDS[of.kind].problem(text) === null : schemaProblem(of.schema, text) === null;

/** A rule as rows to read; null where it is about more than one row. */
export function streamOf(tables: Tables, ruleId: string, measured: Measured): Stream | null {
  const { measure, filter, nulls } = measured;
  const read = (names: readonly string[], isBad: (row: Row) => boolean | null, left: Condition): Stream => {
    const columns = [...new Set(names)];
    const list = columns.map((name) => tables.t.name(name)).join(', ');
    const where = left.is === 'true' ? '' : ` where ${tables.t.condition(left)}`;
    const text = tables.t.words.limit(list, `from ${tables.from()}${where}`, '', STREAMED_ROWS);
    return { ruleId, text, columns, most: STREAMED_ROWS, isBad };
  };
  try {
    if (measure.of === 'streamed') {
      const { column, by } = measure;
      return read(
        [column],
        (row) => {
          const text = row(column);
          return text === null ? (nulls === 'bad' ? true : null) : !validated(by, text);
        },
        filter,
      );
    }
    if (measure.of !== 'rows') return null;
    // rows without the filter's condition never arrive, so what is left of the rule is judged as if there were none
    const { checked, bad } = judged({ ...measured, measure, filter: TRUE });
    return read([...columnsOf(checked), ...columnsOf(bad)], (row) => (holds(checked, row) ? holds(bad, row) === true : null), filter);
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

const cellOf = (value: unknown): string | null =>
  value === null || value === undefined
    ? null
    : value instanceof Date
      ? value.toISOString().replace('T', ' ').slice(0, 19)
      : String(value as string | number);

/** The result of a stream from the rows that were read; `sampled` says how many, when there were more. */
export function judgeStream(stream: Stream, rows: readonly (readonly unknown[])[]): Outcome {
  let [checked, bad] = [0, 0];
  try {
    for (const cells of rows) {
      const found = stream.isBad((name) => cellOf(cells[stream.columns.indexOf(name)]));
      if (found === null) continue;
      checked++;
      if (found) bad++;
    }
  } catch (error) {
    if (error instanceof Unsupported)
      return outcome(stream.ruleId, { problem: { state: 'skip', message: '该类数据源没有这种检查所需的函数，本次跳过' } });
    throw error;
  }
  return outcome(stream.ruleId, { rows: rows.length, checked, bad, sampled: rows.length >= stream.most ? rows.length : null });
}
