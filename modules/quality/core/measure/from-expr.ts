import { checkExpr, parseExpr, type Expr, type ExprField } from '#kit/core/expr/index.ts';
import { ConfigProblem } from './problem.ts';
import { call, number, type Comparison, type Condition, type RowFunction, type Value } from './tree.ts';
import type { WrittenColumn } from './sql.ts';

/** A column that expressions may name by its name or its comment. */
export interface NamedColumn extends WrittenColumn {
  readonly comment: string | null;
}

const FUNCTIONS: Readonly<Record<string, RowFunction>> = {
  CONCAT: 'concat',
  LEFT: 'left',
  RIGHT: 'right',
  SUBSTR: 'substr',
  LENGTH: 'length',
  UPPER: 'upper',
  LOWER: 'lower',
  TRIM: 'trim',
  REPLACE: 'replace',
  COALESCE: 'coalesce',
  IFNULL: 'coalesce',
  NULLIF: 'nullif',
  ABS: 'abs',
  ROUND: 'round',
  FLOOR: 'floor',
  CEIL: 'ceil',
  NUMBER: 'toNumber',
  TEXT: 'toText',
  DATE: 'toDay',
  ADDDAYS: 'addDays',
  DAYSBETWEEN: 'daysBetween',
  YEAR: 'year',
  QUARTER: 'quarter',
  MONTH: 'month',
  DAY: 'day',
  WEEKDAY: 'weekday',
  HOUR: 'hour',
};
const TYPES = { number: 'number', text: 'string', boolean: 'bool' } as const;
const COMPARED = new Set(['=', '<>', '<', '<=', '>', '>=']);
const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?$/;

function typeOf({ kind, dataType }: NamedColumn): ExprField['type'] | null {
  if (kind === 'time') return /^date$/i.test(dataType) ? 'date' : 'datetime';
  return kind === 'other' ? null : TYPES[kind];
}

class Maker {
  readonly #columns: readonly NamedColumn[];
  readonly #today: string;

  constructor(columns: readonly NamedColumn[], today: string) {
    this.#columns = columns;
    this.#today = today;
  }

  #column(name: string): NamedColumn {
    return this.#columns.find((one) => one.name === name) ?? this.#columns.find((one) => one.comment === name)!; // the check has found it
  }
  #isTime(expr: Expr): boolean {
    return (
      (expr.kind === 'field' && this.#column(expr.name).kind === 'time') ||
      (expr.kind === 'call' && /^(DATE|ADDDAYS|TODAY)$/.test(expr.name))
    );
  }
  /** A value beside another one: a text beside a time is a time. */
  #beside(expr: Expr, other: Expr): Value {
    if (expr.kind === 'string' && this.#isTime(other)) {
      if (DAY.test(expr.value)) return { is: 'day', day: expr.value };
      if (MOMENT.test(expr.value)) return { is: 'moment', moment: expr.value.replace('T', ' ').padEnd(19, ':00') };
    }
    return this.value(expr);
  }

  value(expr: Expr): Value {
    switch (expr.kind) {
      case 'number':
        return number(expr.text);
      case 'string':
        return { is: 'text', text: expr.value };
      case 'null':
        return { is: 'null' };
      case 'field':
        return { is: 'column', name: this.#column(expr.name).name };
      case 'unary':
        if (expr.op === '-') return { is: 'math', op: '-', left: number(0), right: this.value(expr.arg) };
        break;
      case 'binary': {
        const { op } = expr;
        if (op === '+' || op === '-' || op === '*' || op === '/' || op === '%')
          return { is: 'math', op, left: this.value(expr.left), right: this.value(expr.right) };
        break;
      }
      case 'case':
        return {
          is: 'choice',
          whens: expr.whens.map(([when, then]) => [this.condition(when), this.value(then)] as const),
          other: expr.other ? this.value(expr.other) : null,
        };
      case 'call': {
        if (expr.name === 'IF') {
          const [when, then, other] = expr.args;
          return { is: 'choice', whens: [[this.condition(when!), this.value(then!)]], other: other ? this.value(other) : null };
        }
        if (expr.name === 'TODAY') return { is: 'day', day: this.#today };
        const fn = FUNCTIONS[expr.name];
        if (fn) return call(fn, ...expr.args.map((arg) => this.value(arg)));
        break;
      }
      default:
        break;
    }
    throw new ConfigProblem('条件中的这一部分不能作为取值使用', 'ruleConfig.filter');
  }

  condition(expr: Expr): Condition {
    switch (expr.kind) {
      case 'bool':
        return expr.value ? { is: 'true' } : { is: 'not', part: { is: 'true' } };
      case 'unary':
        if (expr.op === 'not') return { is: 'not', part: this.condition(expr.arg) };
        break;
      case 'binary':
        if (expr.op === 'and' || expr.op === 'or') return { is: expr.op, parts: [this.condition(expr.left), this.condition(expr.right)] };
        if (COMPARED.has(expr.op))
          return {
            is: 'compare',
            op: expr.op as Comparison,
            left: this.#beside(expr.left, expr.right),
            right: this.#beside(expr.right, expr.left),
          };
        break;
      case 'in': {
        const codes = expr.items.flatMap((item) => (item.kind === 'string' ? [item.value] : item.kind === 'number' ? [item.text] : []));
        const inside: Condition = this.#isTime(expr.arg)
          ? {
              is: 'or',
              parts: expr.items.map((item) => ({
                is: 'compare',
                op: '=',
                left: this.value(expr.arg),
                right: this.#beside(item, expr.arg),
              })),
            }
          : { is: 'in', value: this.value(expr.arg), codes };
        return expr.not ? { is: 'not', part: inside } : inside;
      }
      case 'isNull': {
        const missing: Condition = { is: 'missing', value: this.value(expr.arg) };
        return expr.not ? { is: 'not', part: missing } : missing;
      }
      case 'field':
        return { is: 'in', value: this.value(expr), codes: ['1'] };
      case 'call': {
        const [value, text] = expr.args;
        if (expr.name === 'ISNULL') return { is: 'missing', value: this.value(value!) };
        if ((expr.name === 'CONTAINS' || expr.name === 'STARTSWITH') && text?.kind === 'string')
          return this.#found(expr.name, value!, text.value);
        break;
      }
      default:
        break;
    }
    throw new ConfigProblem("条件必须是一个成立或不成立的判断，如 [状态] = '1'", 'ruleConfig.filter');
  }

  /** A part of a text in any case: compared by what stands there, because wildcards of the searched text mean nothing. */
  #found(how: string, value: Expr, part: string): Condition {
    const lower = call('lower', this.value(value));
    const small: Value = { is: 'text', text: part.toLowerCase() };
    if (how === 'STARTSWITH') return { is: 'compare', op: '=', left: call('left', lower, number(part.length)), right: small };
    return {
      is: 'compare',
      op: '<',
      left: call('length', call('replace', lower, small, { is: 'text', text: '' })),
      right: call('length', lower),
    };
  }
}

/**
 * A condition of people, `[字段] > 1 and [部门] = 'A'`, over the columns of a table, by their names or comments. `today` is the day of TODAY().
 * Throws ConfigProblem with the place `path` for what is no condition.
 */
export function conditionOf(text: string, columns: readonly NamedColumn[], of: { today: string; path: string }): Condition {
  const parsed = parseExpr(text);
  if (parsed.ast === null) throw new ConfigProblem(`条件不正确：${parsed.error.message}`, of.path);
  const fields = columns.flatMap((one): ExprField[] => {
    const type = typeOf(one);
    return type === null ? [] : [{ id: one.name, name: one.comment ?? one.name, type }];
  });
  const checked = checkExpr(parsed.ast, fields);
  const [error] = checked.errors;
  if (error) throw new ConfigProblem(`条件不正确：${error.message}`, of.path);
  if (checked.isAggregate) throw new ConfigProblem('条件按行判断，不能使用聚合函数', of.path);
  if (checked.type !== 'bool' && checked.type !== 'any') throw new ConfigProblem('条件的结果应为成立或不成立', of.path);
  return new Maker(columns, of.today).condition(parsed.ast);
}
