import { ExprProblem, type BinaryOp, type ExprType, type Span } from './ast.ts';
import { dateOnly, withTime } from './calendar.ts';
import { add, divide, multiply, OutOfRange, remainder, subtract, type Decimal } from './decimal.ts';
import { boundedText, compareValues, isDecimal, isTimeValue, numberFrom, textOf, timeFrom, type Value } from './value.ts';

/** What is read from a row: the stored value of a field by its id. */
export type ExprRow = (fieldId: string) => unknown;
/** Nodes that one row may pass, and how deep they may stand: far above what people write, far below what hurts. */
const MAX_STEPS = 100_000;
const MAX_DEPTH = 1_000;

export interface Frame {
  readonly row: ExprRow;
  /** values of fields that this row has been asked for */
  readonly known: Map<string, Value>;
  steps: number;
  depth: number;
}
export type Run = (frame: Frame) => Value;
export interface Part {
  readonly type: ExprType;
  readonly run: Run;
}
export const ARITHMETIC: Readonly<Partial<Record<BinaryOp, (a: Decimal, b: Decimal) => Decimal | null>>> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
  '%': remainder,
};
export const COMPARED: Readonly<Partial<Record<BinaryOp, (order: number) => boolean>>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};
const isTime = (type: ExprType): boolean => type === 'date' || type === 'datetime';

/** Counts the step and says where in the text a result got out of hand. */
export function counted(at: Span, run: Run): Run {
  return (frame) => {
    if (++frame.steps > MAX_STEPS) throw new ExprProblem('计算步骤过多，请简化', at);
    if (++frame.depth > MAX_DEPTH) throw new ExprProblem('表达式嵌套过深，请简化', at);
    try {
      const value = run(frame);
      frame.depth--;
      return value;
    } catch (error) {
      throw error instanceof OutOfRange ? new ExprProblem(error.message, at) : error;
    }
  };
}

/** The value as a number; text is read as one. Throws at the place `at` when it is none. */
export function decimal(value: Exclude<Value, null>, at: Span): Decimal {
  return isDecimal(value) ? value : numberFrom(textOf(value), at);
}

/** A text next to a time is a time of the same kind, `[日期] >= '2026-01-01'`. */
export function beside(part: Part, other: Part, at: Span): Run {
  if (part.type !== 'string' || !isTime(other.type)) return part.run;
  const fit = other.type === 'date' ? dateOnly : withTime;
  return (frame) => {
    const value = part.run(frame);
    return typeof value === 'string' ? fit(timeFrom(value, at)) : value;
  };
}

/** A step on a value that is not null; null stays null, as in SQL. */
export const onKnown =
  (run: Run, change: (value: Exclude<Value, null>) => Value): Run =>
  (frame) => {
    const value = run(frame);
    return value === null ? null : change(value);
  };
/** Always null. */
export const nothing: Run = () => null;
/** Goes on from the value of the left side. */
export type Step = (left: Value, frame: Frame) => Value;
/** Unknown on either side is unknown, unless the other side decides alone. */
function junction(op: 'and' | 'or', right: Run): Step {
  const decides = op === 'or';
  return (left, frame) => {
    if (left === decides) return decides;
    const other = right(frame);
    return other === decides ? decides : left === null || other === null ? null : !decides;
  };
}
/** One operator with its right side: `at` is the place of the operator, `behind` that of the right side, for errors. */
export function stepOf(op: BinaryOp, { at, run, behind }: { at: Span; run: Run; behind: Span }): Step {
  if (op === 'and' || op === 'or') return junction(op, run);
  const holds = COMPARED[op];
  const calculate = ARITHMETIC[op];
  return (left, frame) => {
    const right = run(frame);
    if (left === null || right === null) return null;
    return holds ? holds(compareValues(left, right)) : calculate!(decimal(left, at), decimal(right, behind));
  };
}

/** Results of one choice: days become moments where the others are. */
export function unified(results: readonly Part[]): { type: ExprType; runs: readonly Run[] } {
  const types = new Set(results.map(({ type }) => type));
  types.delete('any');
  if (!types.has('datetime')) return { type: [...types][0] ?? 'any', runs: results.map(({ run }) => run) };
  const moment = (run: Run): Run => {
    return (frame) => {
      const value = run(frame);
      return isTimeValue(value) ? withTime(value) : value;
    };
  };
  return { type: 'datetime', runs: results.map(({ run }) => moment(run)) };
}

/** COALESCE: the first argument that is not null, in the type that all of them share. */
export function firstKnown(args: readonly Part[]): Part {
  const { type, runs } = unified(args);
  return {
    type,
    run(frame) {
      for (const run of runs) {
        const value = run(frame);
        if (value !== null) return value;
      }
      return null;
    },
  };
}

/** The texts of all arguments one after the other; null counts as empty, as in `concat` of PostgreSQL. Throws when it gets too long. */
export function concatenation(args: readonly Part[], at: Span): Run {
  return (frame) => {
    let all = '';
    for (const { run } of args) {
      const value = run(frame);
      if (value !== null) all += textOf(value);
      boundedText(all.length, at);
    }
    return all;
  };
}
