import { ExprProblem, type Expr, type ExprType, type Span } from './ast.ts';
import { calendarTime, dateOnly } from './calendar.ts';
import { checkExpr, fieldOf, type ExprField } from './check.ts';
import { decimalOf, negate } from './decimal.ts';
import { functionOf } from './functions.ts';
import { parseExpr } from './parser.ts';
import { STRICT } from './run-functions.ts';
import {
  ARITHMETIC,
  beside,
  COMPARED,
  concatenation,
  counted,
  decimal,
  firstKnown,
  nothing,
  onKnown,
  stepOf,
  unified,
  type ExprRow,
  type Part,
  type Run,
  type Step,
} from './run-steps.ts';
import { compareValues, textOf, valueOf } from './value.ts';

export type { ExprRow } from './run-steps.ts';
/** A result: numbers and times are texts, so that no digit is lost; null is SQL's. */
export type ExprResult = string | boolean | null;
export interface ExprProgram {
  readonly type: ExprType;
  /** The value for one row. Throws ExprProblem where a value cannot be used so, or takes too long. */
  run(row: ExprRow): ExprResult;
}

class Maker {
  readonly #fields: readonly ExprField[];
  readonly #today: string;
  readonly #made = new Map<string, Part>();

  constructor(fields: readonly ExprField[], today: string) {
    this.#fields = fields;
    this.#today = today;
  }

  part(expr: Expr): Part {
    const { type, run } = this.#part(expr);
    return { type, run: counted(expr, run) };
  }

  #part(expr: Expr): Part {
    switch (expr.kind) {
      case 'number': {
        const value = decimalOf(expr.text);
        return { type: 'number', run: () => value };
      }
      case 'string':
        return { type: 'string', run: () => expr.value };
      case 'bool':
        return { type: 'bool', run: () => expr.value };
      case 'null':
        return { type: 'any', run: () => null };
      case 'field':
        return this.#field(expr);
      case 'unary': {
        const { run } = this.part(expr.arg);
        return expr.op === 'not'
          ? { type: 'bool', run: onKnown(run, (value) => value === false) }
          : { type: 'number', run: onKnown(run, (value) => negate(decimal(value, expr.arg))) };
      }
      case 'binary':
        return this.#binary(expr);
      case 'in':
        return this.#in(expr);
      case 'isNull': {
        const { run } = this.part(expr.arg);
        return { type: 'bool', run: (frame) => (run(frame) === null) !== expr.not };
      }
      case 'case':
        return this.#choice(
          expr.whens.map(([when]) => this.part(when)),
          [...expr.whens.map(([, then]) => then), ...(expr.other ? [expr.other] : [])].map((one) => this.part(one)),
        );
      case 'call':
        return this.#call(expr);
    }
  }

  #field(expr: Extract<Expr, { kind: 'field' }>): Part {
    const field = fieldOf(this.#fields, expr.name)!; // the check has found it
    const made = this.#made.get(field.id) ?? this.#read(field, expr);
    this.#made.set(field.id, made);
    return made;
  }

  /** A value of the row, or what its expression makes of the row; found once for each row. */
  #read(field: ExprField, at: Span): Part {
    const inner = field.expr ? this.part(parseExpr(field.expr).ast!) : null;
    const find: Run = inner ? inner.run : ({ row }) => valueOf(row(field.id), field.type, at);
    return {
      type: inner?.type ?? field.type,
      run(frame) {
        const kept = frame.known.get(field.id);
        if (kept !== undefined) return kept;
        try {
          const value = find(frame);
          frame.known.set(field.id, value);
          return value;
        } catch (error) {
          throw error instanceof ExprProblem ? new ExprProblem(`字段“${field.name}”：${error.message}`, at) : error;
        }
      },
    };
  }

  /** `a + b + c` is walked from its first value on, so that long sums do not stand deep. */
  #binary(expr: Extract<Expr, { kind: 'binary' }>): Part {
    const chain: Extract<Expr, { kind: 'binary' }>[] = [];
    let innermost: Expr = expr;
    for (; innermost.kind === 'binary'; innermost = innermost.left) chain.unshift(innermost);
    let left = this.part(innermost);
    let first: Run | null = null;
    const steps: Step[] = [];
    for (const { op, right, left: leftExpr } of chain) {
      const other = this.part(right);
      first ??= COMPARED[op] ? beside(left, other, leftExpr) : left.run;
      steps.push(stepOf(op, { at: leftExpr, run: COMPARED[op] ? beside(other, left, right) : other.run, behind: right }));
      left = { type: op in ARITHMETIC ? 'number' : 'bool', run: nothing };
    }
    const start = first!; // a chain has one link at least
    return { type: left.type, run: (frame) => steps.reduce((value, step) => step(value, frame), start(frame)) };
  }

  /** One equal item is enough; with an unknown one among the others nothing is known. */
  #in({ arg, items, not }: Extract<Expr, { kind: 'in' }>): Part {
    const looked = this.part(arg);
    const among = items.map((item) => beside(this.part(item), looked, item));
    return {
      type: 'bool',
      run(frame) {
        const value = looked.run(frame);
        if (value === null) return null;
        let hasUnknown = false;
        for (const item of among) {
          const other = item(frame);
          if (other === null) hasUnknown = true;
          else if (compareValues(value, other) === 0) return !not;
        }
        return hasUnknown ? null : not;
      },
    };
  }

  /** The result behind the first condition that holds, else the last one when there is one more. */
  #choice(whens: readonly Part[], results: readonly Part[]): Part {
    const { type, runs } = unified(results);
    return {
      type,
      run(frame) {
        const at = whens.findIndex(({ run }) => run(frame) === true);
        return (runs[at < 0 ? whens.length : at] ?? nothing)(frame);
      },
    };
  }

  #call(expr: Extract<Expr, { kind: 'call' }>): Part {
    const args = expr.args.map((arg) => this.part(arg));
    const [first, second] = args as [Part, Part];
    const { result } = functionOf(expr.name)!; // the parser knows no others
    const type = result === 'same' ? (first?.type ?? 'any') : result;
    switch (expr.name) {
      case 'IF':
        return this.#choice([first], args.slice(1));
      case 'IFNULL':
      case 'COALESCE':
        return firstKnown(args);
      case 'NULLIF': {
        const other = beside(second, first, expr.args[1]!);
        return {
          type: type === 'any' ? second.type : type,
          run(frame) {
            const [value, empty] = [first.run(frame), other(frame)];
            return value !== null && empty !== null && compareValues(value, empty) === 0 ? null : value;
          },
        };
      }
      case 'ISNULL':
        return { type, run: (frame) => first.run(frame) === null };
      case 'CONCAT':
        return { type, run: concatenation(args, expr) };
      case 'TODAY': {
        const today = calendarTime(this.#today);
        return { type, run: () => today && dateOnly(today) };
      }
    }
    // aggregates are the only ones left out there
    const strict = STRICT.get(expr.name);
    if (!strict) throw new ExprProblem(`函数 ${expr.name} 在分组后计算，没有逐行的值`, expr);
    return {
      type,
      run(frame) {
        const values = args.map(({ run }) => run(frame));
        return values.every((value) => value !== null) ? strict(values, expr) : null;
      },
    };
  }
}

/**
 * Makes an expression ready to run over rows without any database: exact numbers, SQL's rules for null, nothing evaluated as code.
 * PostgreSQL gives the same values; text is ordered by characters. `today` is the day of TODAY(), `2026-03-01`; `id` is that of the field
 * that the expression belongs to. Throws ExprProblem for what the check refuses and for aggregates, which have no value for one row.
 */
export function exprProgram(ast: Expr, fields: readonly ExprField[], options: { today: string; id?: string | null }): ExprProgram {
  const checked = checkExpr(ast, fields, [options.id ?? '']);
  const error = checked.errors[0];
  if (error) throw new ExprProblem(error.message, error);
  if (checked.isAggregate) throw new ExprProblem('聚合结果在分组后计算，没有逐行的值', ast);
  const { run } = new Maker(fields, options.today).part(ast);
  return {
    type: checked.type,
    run(row) {
      const value = run({ row, known: new Map(), steps: 0, depth: 0 });
      return value === null || typeof value === 'boolean' ? value : textOf(value);
    },
  };
}
