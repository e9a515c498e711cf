import type { Expr, ExprError, ExprFieldType, ExprType, Span } from './ast.ts';
import { functionOf, type ExprFunction } from './functions.ts';
import { parseExpr } from './parser.ts';

/** A field as expressions see it: found by its id, then by its name. */
export interface ExprField {
  readonly id: string;
  readonly name: string;
  readonly type: ExprFieldType;
  /** expression of a calculated field; absent or null = a value of the row */
  readonly expr?: string | null | undefined;
}
export interface CheckedExpr {
  readonly type: ExprType;
  /** it aggregates by itself: `SUM([a]) / SUM([b])` */
  readonly isAggregate: boolean;
  readonly errors: readonly ExprError[];
  /** ids of the fields that it names, each once */
  readonly fields: readonly string[];
}
/** Calculated fields inside calculated fields. */
const MAX_NESTING = 8;
/** Text of the calculated fields that one expression stands for: fields that name each other many times would never end. */
const MAX_TEXT = 40_000;
const TYPE_NAMES: Readonly<Record<ExprType, string>> = {
  string: '文本',
  number: '数值',
  date: '日期',
  datetime: '日期时间',
  bool: '是否',
  any: '空值',
};

/** What a part of an expression is: `none` are constants, which go with rows and with aggregates. */
type Level = 'none' | 'row' | 'aggregate';
interface CheckedType {
  readonly type: ExprType;
  readonly level: Level;
}

/** The field that a name means: by id first, then by what people call it. */
export function fieldOf<F extends ExprField>(fields: readonly F[], name: string): F | undefined {
  return fields.find((field) => field.id === name) ?? fields.find((field) => field.name === name);
}

const isTime = (type: ExprType): boolean => type === 'date' || type === 'datetime';
const fits = (type: ExprType, expected: string): boolean =>
  type === 'any' ||
  expected === 'any' ||
  expected === 'same' ||
  type === expected ||
  (isTime(type) && (expected === 'time' || isTime(expected as ExprType)));
const together = (a: ExprType, b: ExprType): ExprType | null =>
  a === 'any' ? b : b === 'any' || a === b ? a : isTime(a) && isTime(b) ? 'datetime' : null;

class Checker {
  readonly errors: ExprError[] = [];
  readonly named = new Set<string>();
  readonly #fields: readonly ExprField[];
  readonly #above: readonly string[];
  /** characters that may still be looked into, for all levels together */
  readonly #rest: { chars: number };

  constructor(fields: readonly ExprField[], above: readonly string[], rest: { chars: number }) {
    this.#fields = fields;
    this.#above = above;
    this.#rest = rest;
  }

  #blame(at: Span, message: string): void {
    this.errors.push({ start: at.start, end: at.end, message });
  }

  #expect(expr: Expr, found: CheckedType, expected: string, what: string): void {
    if (!fits(found.type, expected))
      this.#blame(expr, `${what}需要${expected === 'time' ? '日期' : TYPE_NAMES[expected as ExprType]}，这里是${TYPE_NAMES[found.type]}`);
  }

  /** Rows and aggregates do not mix: `[a] + SUM([b])`. */
  #mixed(at: Span, parts: readonly CheckedType[]): Level {
    const levels = new Set(parts.map(({ level }) => level));
    if (levels.has('row') && levels.has('aggregate')) this.#blame(at, '聚合结果不能与未聚合的字段混用，请为字段加上聚合函数');
    return levels.has('aggregate') ? 'aggregate' : levels.has('row') ? 'row' : 'none';
  }

  #same(at: Span, types: readonly ExprType[]): ExprType {
    return types.reduce<ExprType>((all, type) => {
      const both = together(all, type);
      if (both === null) this.#blame(at, `类型不一致：${TYPE_NAMES[all]}与${TYPE_NAMES[type]}`);
      return both ?? all;
    }, 'any');
  }

  find(expr: Expr): CheckedType {
    switch (expr.kind) {
      case 'number':
        return { type: 'number', level: 'none' };
      case 'string':
        return { type: 'string', level: 'none' };
      case 'bool':
        return { type: 'bool', level: 'none' };
      case 'null':
        return { type: 'any', level: 'none' };
      case 'field':
        return this.#field(expr);
      case 'unary': {
        const arg = this.find(expr.arg);
        this.#expect(expr.arg, arg, expr.op === '-' ? 'number' : 'bool', expr.op === '-' ? '负号' : 'NOT ');
        return { type: expr.op === '-' ? 'number' : 'bool', level: arg.level };
      }
      case 'binary':
        return this.#binary(expr);
      case 'in': {
        const parts = [expr.arg, ...expr.items].map((item) => this.find(item));
        for (const [i, item] of expr.items.entries())
          if (!['number', 'string', 'bool', 'null'].includes(item.kind)) this.#blame(expr.items[i]!, 'IN 的列表只能是常量');
        this.#comparable(expr, parts);
        return { type: 'bool', level: this.#mixed(expr, parts) };
      }
      case 'isNull':
        return { type: 'bool', level: this.find(expr.arg).level };
      case 'case': {
        const whens = expr.whens.map(([when]) => {
          const found = this.find(when);
          this.#expect(when, found, 'bool', 'WHEN ');
          return found;
        });
        const results = [...expr.whens.map(([, then]) => then), ...(expr.other ? [expr.other] : [])].map((one) => this.find(one));
        return {
          type: this.#same(
            expr,
            results.map(({ type }) => type),
          ),
          level: this.#mixed(expr, [...whens, ...results]),
        };
      }
      case 'call':
        return this.#call(expr, functionOf(expr.name)!);
    }
  }

  /** Times may be compared with text, `[日期] >= '2026-01-01'`. */
  #comparable(at: Span, parts: readonly CheckedType[]): void {
    const hasTime = parts.some(({ type }) => isTime(type));
    this.#same(
      at,
      parts.map(({ type, level }) => (hasTime && type === 'string' && level === 'none' ? 'any' : type)),
    );
  }

  #binary(expr: Extract<Expr, { kind: 'binary' }>): CheckedType {
    const [left, right] = [this.find(expr.left), this.find(expr.right)];
    const level = this.#mixed(expr, [left, right]);
    switch (expr.op) {
      case 'and':
      case 'or':
        this.#expect(expr.left, left, 'bool', `${expr.op.toUpperCase()} `);
        this.#expect(expr.right, right, 'bool', `${expr.op.toUpperCase()} `);
        return { type: 'bool', level };
      case '=':
      case '<>':
      case '<':
      case '<=':
      case '>':
      case '>=':
        this.#comparable(expr, [left, right]);
        return { type: 'bool', level };
      default:
        this.#expect(expr.left, left, 'number', `运算符 ${expr.op} `);
        this.#expect(expr.right, right, 'number', `运算符 ${expr.op} `);
        return { type: 'number', level };
    }
  }

  #field(expr: Extract<Expr, { kind: 'field' }>): CheckedType {
    const field = fieldOf(this.#fields, expr.name);
    if (!field) {
      this.#blame(expr, `没有字段“${expr.name}”`);
      return { type: 'any', level: 'row' };
    }
    this.named.add(field.id);
    if (this.#above.includes(field.id)) {
      this.#blame(expr, `字段“${field.name}”引用了自己`);
      return { type: field.type, level: 'row' };
    }
    if (!field.expr) return { type: field.type, level: 'row' };
    if (this.#above.length >= MAX_NESTING) {
      this.#blame(expr, `计算字段最多嵌套${MAX_NESTING}层`);
      return { type: field.type, level: 'row' };
    }
    this.#rest.chars -= field.expr.length;
    if (this.#rest.chars < 0) {
      this.#blame(expr, '引用的计算字段展开后过长，请简化');
      return { type: field.type, level: 'row' };
    }
    const inner = parseExpr(field.expr);
    if (inner.ast === null) {
      this.#blame(expr, `字段“${field.name}”的表达式不正确：${inner.error.message}`);
      return { type: field.type, level: 'row' };
    }
    const checked = checkExpr(inner.ast, this.#fields, [...this.#above, field.id], this.#rest);
    if (checked.errors.length > 0) this.#blame(expr, `字段“${field.name}”的表达式不正确：${checked.errors[0]!.message}`);
    return { type: checked.type, level: checked.isAggregate ? 'aggregate' : 'row' };
  }

  #call(expr: Extract<Expr, { kind: 'call' }>, called: ExprFunction): CheckedType {
    const parts = expr.args.map((arg) => this.find(arg));
    const least = called.args.length - (called.optional === Infinity ? 0 : called.optional);
    const most = called.optional === Infinity ? Infinity : called.args.length;
    if (parts.length < least || parts.length > most) {
      const count = most === Infinity ? `至少${least}个` : least === most ? `${least}个` : `${least}到${most}个`;
      this.#blame(expr, `函数 ${called.name} 需要${count}参数，例如 ${called.sample}`);
    }
    parts.forEach((part, i) => {
      const expected = called.args[Math.min(i, called.args.length - 1)];
      const isText = expected === 'time' && part.type === 'string' && part.level === 'none';
      if (expected !== undefined && !isText) this.#expect(expr.args[i]!, part, expected, `函数 ${called.name} 的第${i + 1}个参数`);
    });
    const shared = parts.filter((_, i) => called.args[Math.min(i, called.args.length - 1)] === 'same').map(({ type }) => type);
    const common = this.#same(expr, shared);
    if (called.group === 'aggregate') {
      if (parts.some(({ level }) => level === 'aggregate')) this.#blame(expr, '聚合函数不能嵌套');
      return { type: called.result === 'same' ? (parts[0]?.type ?? 'number') : called.result, level: 'aggregate' };
    }
    if ((called.name === 'CONTAINS' || called.name === 'STARTSWITH') && expr.args[1] && expr.args[1].kind !== 'string')
      this.#blame(expr.args[1], `函数 ${called.name} 的第2个参数须是文本常量`);
    if (called.name === 'ADDDAYS' && expr.args[1] && expr.args[1].kind !== 'number')
      this.#blame(expr.args[1], '函数 ADDDAYS 的天数须是常数');
    for (const at of called.name === 'ROUND' ? [1] : called.name === 'LEFT' || called.name === 'RIGHT' ? [1] : []) {
      const given = expr.args[at];
      if (given && (given.kind !== 'number' || !Number.isInteger(given.value) || given.value < 0 || given.value > 1000))
        this.#blame(given, `函数 ${called.name} 的第${at + 1}个参数须是不小于0的整数`);
    }
    return { type: called.result === 'same' ? common : called.result, level: this.#mixed(expr, parts) };
  }
}

/**
 * Checks an expression against the fields of its data set: unknown fields, types, functions and their arguments, rows mixed with
 * aggregates, fields that lead back to themselves. `above` names the calculated fields that are being looked into; give the id of the field
 * that the expression belongs to.
 */
export function checkExpr(
  ast: Expr,
  fields: readonly ExprField[],
  above: readonly string[] = [],
  rest: { chars: number } = { chars: MAX_TEXT },
): CheckedExpr {
  const checker = new Checker(fields, above, rest);
  const found = checker.find(ast);
  return { type: found.type, isAggregate: found.level === 'aggregate', errors: checker.errors, fields: [...checker.named] };
}
