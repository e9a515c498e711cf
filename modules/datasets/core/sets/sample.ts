import { ExprProblem, exprProgram, type Expr, type ExprResult } from '#kit/core/expr/index.ts';
import type { Field } from '../../contract/field.ts';

/** Rows that have been read already, as the preview answers them. */
export interface ReadRows {
  readonly columns: readonly { readonly id: string; readonly name: string; readonly type: string; readonly masked: boolean }[];
  readonly rows: readonly (readonly unknown[])[];
}
export interface Sample {
  /** stored fields that the expression has looked at, then the result */
  readonly columns: ReadRows['columns'];
  readonly rows: readonly (readonly unknown[])[];
}
interface Calculated {
  readonly ast: Expr;
  readonly fields: readonly Field[];
  /** the calculated field itself, null while it is new */
  readonly id: string | null;
  readonly name: string;
  readonly today: string;
}
/** More columns than these do not stand beside a result. */
const SHOWN = 3;

/**
 * What an expression makes of rows, worked out here: the source is not asked. A row that it cannot be calculated for says why. Throws
 * ExprProblem for an expression that does not hold or has no value for one row.
 */
export function sampleOf({ ast, fields, id, name, today }: Calculated, read: ReadRows): Sample {
  const program = exprProgram(ast, fields, { today, id });
  const places = new Map(read.columns.map((column, at) => [column.id, at]));
  const asked = new Set<number>();
  const calculate = (row: readonly unknown[]): ExprResult => {
    try {
      return program.run((field) => {
        const at = places.get(field);
        if (at === undefined) throw new ExprProblem('没有样例值', ast);
        asked.add(at);
        return row[at];
      });
    } catch (error) {
      if (!(error instanceof ExprProblem)) throw error;
      return `无法计算：${error.message}`;
    }
  };
  const results = read.rows.map(calculate);
  const shown = [...asked].slice(0, SHOWN);
  const columns = shown.map((at) => read.columns[at]!);
  const isMasked = [...asked].some((at) => read.columns[at]!.masked);
  return {
    columns: [...columns, { id: 'result', name, type: program.type, masked: isMasked }],
    rows: read.rows.map((row, i) => [...shown.map((at) => row[at]), results[i]]),
  };
}
