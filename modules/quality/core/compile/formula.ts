import { exprProgram, parseExpr, ExprProblem, type ExprField } from '#kit/core/expr/index.ts';
import type { Measure } from '../catalogue/measure.ts';
import { against } from './facts.ts';
import { failed, skipped, type Outcome } from './outcome.ts';

/** The last result of a rule that a formula refers to. */
export interface ReferredResult {
  readonly name: string;
  /** the measured number, or bad rows of row rules */
  readonly number: string | null;
  /** rows that were measured */
  readonly rows: string | null;
}

const fieldsOf = (count: number): ExprField[] =>
  Array.from({ length: count }, (_, i) => [`规则${i + 1}`, `规则${i + 1}行数`])
    .flat()
    .map((name): ExprField => ({ id: name, name, type: 'number' }));

/** What is wrong with a formula over so many rules, as a Chinese sentence; null for one that can be calculated. */
export function formulaProblem(expression: string, count: number): string | null {
  const parsed = parseExpr(expression);
  if (parsed.ast === null) return `公式不正确：${parsed.error.message}`;
  try {
    exprProgram(parsed.ast, fieldsOf(count), { today: '2000-01-01' }).run(() => '1');
    return null;
  } catch (error) {
    if (error instanceof ExprProblem) return `公式不正确：${error.message}`;
    throw error;
  }
}

/** A number without the digits that a division leaves behind. */
const shownDigits = (value: string): string => (value.includes('.') ? value.replace(/(\.\d{8})\d+$/, '$1').replace(/\.?0+$/, '') : value);

/**
 * Result of a formula over other rules: `[规则1]` is the number of the first of them (bad rows of row rules), `[规则1行数]` the rows that it
 * measured. One that has no result leaves the formula without one.
 */
export function formulaOutcome(
  ruleId: string,
  measure: Extract<Measure, { of: 'formula' }>,
  results: readonly (ReferredResult | null)[],
): Outcome {
  const lacking = results.findIndex((one) => one === null || one.number === null);
  if (lacking >= 0)
    return skipped(ruleId, `规则${lacking + 1}${results[lacking] ? `“${results[lacking].name}”` : ''}没有可用的结果，本次跳过`);
  const bad = results.findIndex((one) => !Number.isFinite(Number(one!.number)));
  if (bad >= 0) return skipped(ruleId, `规则${bad + 1}“${results[bad]!.name}”的结果不是数值，不能参与计算，本次跳过`);
  const numbers = new Map<string, string | null>(
    results.flatMap((one, i) => [[`规则${i + 1}`, one!.number] as const, [`规则${i + 1}行数`, one!.rows] as const]),
  );
  const parsed = parseExpr(measure.expression);
  if (parsed.ast === null) return failed(ruleId, `公式不正确：${parsed.error.message}`);
  try {
    const value = exprProgram(parsed.ast, fieldsOf(results.length), { today: '2000-01-01' }).run((id) => numbers.get(id) ?? null);
    if (typeof value !== 'string') return skipped(ruleId, '公式没有得到数值（如除数为0），本次跳过');
    return { ...against(ruleId, value, measure), value: shownDigits(value) };
  } catch (error) {
    if (error instanceof ExprProblem) return failed(ruleId, `公式不正确：${error.message}`);
    throw error;
  }
}
