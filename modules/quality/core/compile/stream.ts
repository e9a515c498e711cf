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

type Validator = { readonly kind: keyof typeof CN_KINDS } | { readonly schema: string };
/** How rows are judged: data only, so that another thread can be told. */
type Judging =
  | { readonly column: string; readonly by: Validator; readonly nulls: Measured['nulls'] }
  | { readonly checked: Condition; readonly bad: Condition };

/** A rule whose values are read and judged by us. */
export interface Stream {
  readonly ruleId: string;
  /** reads `columns`, in this order, of at most `most` rows */
  readonly text: string;
  readonly columns: readonly string[];
  readonly most: number;
  readonly judging: Judging;
}

const validated = (of: Validator, text: string): boolean =>
  'kind' in of ? CN_KINDS[of.kind].problem(text) === null : schemaProblem(of.schema, text) === null;
/** What of a row is found; null = it is not looked at. */
function isBad(judging: Judging, row: Row): boolean | null {
  if ('checked' in judging) return holds(judging.checked, row) ? holds(judging.bad, row) === true : null;
  const text = row(judging.column);
  return text === null ? (judging.nulls === 'bad' ? true : null) : !validated(judging.by, text);
}

/** A rule as rows to read; null where it is about more than one row. */
export function streamOf(tables: Tables, ruleId: string, measured: Measured): Stream | null {
  const { measure, filter, nulls } = measured;
  const read = (names: readonly string[], judging: Judging, left: Condition): Stream => {
    const columns = [...new Set(names)];
    const list = columns.map((name) => tables.t.name(name)).join(', ');
    const where = left.is === 'true' ? '' : ` where ${tables.t.condition(left)}`;
    const text = tables.t.words.limit(list, `from ${tables.from()}${where}`, '', STREAMED_ROWS);
    return { ruleId, text, columns, most: STREAMED_ROWS, judging };
  };
  try {
    if (measure.of === 'streamed') {
      const { column, by } = measure;
      return read([column], { column, by, nulls }, filter);
    }
    if (measure.of !== 'rows') return null;
    // rows without the filter's condition never arrive, so what is left of the rule is judged as if there were none
    const { checked, bad } = judged({ ...measured, measure, filter: TRUE });
    return read([...columnsOf(checked), ...columnsOf(bad)], { checked, bad }, filter);
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

/** A value that was read as the text that is judged. */
export const cellOf = (value: unknown): string | null =>
  value === null || value === undefined
    ? null
    : value instanceof Date
      ? value.toISOString().replace('T', ' ').slice(0, 19)
      : String(value as string | number);

/**
 * The result of a stream from the rows that were read; `sampled` says how many, when there were more. Patterns of people may take for ever over
 * a value, so the server has it done by a thread.
 */
export function judgeStream(stream: Stream, rows: readonly (readonly unknown[])[]): Outcome {
  let [checked, bad] = [0, 0];
  try {
    for (const cells of rows) {
      const found = isBad(stream.judging, (name) => cellOf(cells[stream.columns.indexOf(name)]));
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
