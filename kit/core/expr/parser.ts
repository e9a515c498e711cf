import { ExprProblem, type BinaryOp, type Expr, type ExprError, type Span } from './ast.ts';
import { functionOf } from './functions.ts';
import { tokens, type ExprToken } from './lexer.ts';

/** Deeper trees and longer lists are nothing that a person writes. */
const MAX_DEPTH = 60;
const MAX_ITEMS = 200;
const LEVELS: readonly (readonly BinaryOp[])[] = [['or'], ['and'], ['=', '<>', '<', '<=', '>', '>='], ['+', '-'], ['*', '/', '%']];
const COMPARE = 2;
const KEYWORDS = new Set('and or not in is null true false case when then else end'.split(' '));

const negated = (text: string): string => (text.startsWith('-') ? text.slice(1) : `-${text}`);

class Parser {
  readonly #tokens: readonly ExprToken[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#tokens = tokens(text);
  }

  get #now(): ExprToken {
    return this.#tokens[this.#at]!;
  }

  #take(): ExprToken {
    const token = this.#now;
    if (token.kind !== 'end') this.#at++;
    return token;
  }

  /** The token as an operator or keyword in lower case. */
  #word(token = this.#now): string {
    return token.kind === 'symbol' ? token.text : token.kind === 'name' ? token.text.toLowerCase() : '';
  }

  #skip(word: string): boolean {
    if (this.#word() !== word) return false;
    this.#at++;
    return true;
  }

  #need(word: string, what: string): void {
    if (!this.#skip(word)) throw this.#problem(`${what}缺少 ${word.toUpperCase()}`);
  }

  #problem(message: string, at: Span = this.#now): ExprProblem {
    return new ExprProblem(message, { start: at.start, end: Math.max(at.end, at.start + 1) });
  }

  whole(): Expr {
    const expr = this.#level(0);
    if (this.#now.kind !== 'end') throw this.#problem(`“${this.#now.text}”的位置不正确`);
    return expr;
  }

  #level(level: number): Expr {
    if (level === 0 && ++this.#depth > MAX_DEPTH) throw this.#problem('表达式嵌套过深，请简化');
    let left = this.#below(level);
    for (;;) {
      const op = LEVELS[level]!.find((one) => one === this.#word());
      if (op !== undefined) {
        this.#at++;
        const right = this.#below(level);
        left = { kind: 'binary', op, left, right, start: left.start, end: right.end };
      } else {
        const more = level === COMPARE ? this.#membership(left) : null;
        if (more === null) break;
        left = more;
      }
    }
    if (level === 0) this.#depth--;
    return left;
  }

  #below(level: number): Expr {
    if (level === 1 && this.#word() === 'not') {
      const { start } = this.#take();
      if (++this.#depth > MAX_DEPTH) throw this.#problem('表达式嵌套过深，请简化');
      const arg = this.#below(1);
      this.#depth--;
      return { kind: 'unary', op: 'not', arg, start, end: arg.end };
    }
    return level + 1 < LEVELS.length ? this.#level(level + 1) : this.#unary();
  }

  /** `in (…)`, `not in (…)`, `is null`, `is not null` */
  #membership(arg: Expr): Expr | null {
    if (this.#skip('is')) {
      const not = this.#skip('not');
      const { end } = this.#now;
      this.#need('null', 'IS 后面');
      return { kind: 'isNull', arg, not, start: arg.start, end };
    }
    const not = this.#word() === 'not' && this.#word(this.#tokens[this.#at + 1]) === 'in';
    if (not) this.#at++;
    if (!this.#skip('in')) return null;
    this.#need('(', 'IN 后面');
    const { items, end } = this.#list();
    if (items.length === 0) throw this.#problem('IN 的列表不能为空');
    return { kind: 'in', arg, items, not, start: arg.start, end };
  }

  #list(): { items: Expr[]; end: number } {
    const items: Expr[] = [];
    if (this.#word() !== ')')
      do {
        if (items.length === MAX_ITEMS) throw this.#problem(`一个列表最多${MAX_ITEMS}项`);
        items.push(this.#level(0));
      } while (this.#skip(','));
    const { end } = this.#now;
    this.#need(')', '这里');
    return { items, end };
  }

  #unary(): Expr {
    const token = this.#now;
    if (this.#word() !== '-' && this.#word() !== '+') return this.#primary();
    this.#at++;
    if (++this.#depth > MAX_DEPTH) throw this.#problem('表达式嵌套过深，请简化');
    const arg = this.#unary();
    this.#depth--;
    if (token.text === '+') return arg;
    if (arg.kind === 'number') return { ...arg, value: -arg.value, text: negated(arg.text), start: token.start };
    return { kind: 'unary', op: '-', arg, start: token.start, end: arg.end };
  }

  #primary(): Expr {
    const token = this.#take();
    const at = { start: token.start, end: token.end };
    if (token.kind === 'end') throw this.#problem('表达式不完整', token);
    if (token.kind === 'number') return { kind: 'number', value: Number(token.text), text: token.text, ...at };
    if (token.kind === 'string') return { kind: 'string', value: token.text, ...at };
    if (token.kind === 'field') return { kind: 'field', name: token.text, ...at };
    if (this.#word(token) === '(') {
      const inner = this.#level(0);
      this.#need(')', '括号不匹配，');
      return inner;
    }
    if (token.kind === 'symbol') throw this.#problem(`“${token.text}”的位置不正确`, token);
    const word = this.#word(token);
    if (word === 'true' || word === 'false') return { kind: 'bool', value: word === 'true', ...at };
    if (word === 'null') return { kind: 'null', ...at };
    if (word === 'case') return this.#case(token.start);
    if (this.#word() === '(' && !KEYWORDS.has(word)) {
      if (!functionOf(word)) throw this.#problem(`没有函数“${token.text}”`, token);
      this.#at++;
      const { items, end } = this.#list();
      return { kind: 'call', name: word.toUpperCase(), args: items, start: token.start, end };
    }
    if (functionOf(word)) throw this.#problem(`函数 ${word.toUpperCase()} 后面需要括号`, token);
    throw this.#problem(`“${token.text}”不是函数；字段请写成 [${token.text}]，文本请加引号`, token);
  }

  #case(start: number): Expr {
    const whens: [Expr, Expr][] = [];
    const subject = this.#word() === 'when' ? null : this.#level(0);
    while (this.#skip('when')) {
      if (whens.length === MAX_ITEMS) throw this.#problem(`CASE 最多${MAX_ITEMS}个分支`);
      const when = this.#level(0);
      this.#need('then', 'CASE ');
      const test: Expr = subject ? { kind: 'binary', op: '=', left: subject, right: when, start: when.start, end: when.end } : when;
      whens.push([test, this.#level(0)]);
    }
    if (whens.length === 0) throw this.#problem('CASE 至少需要一个 WHEN 分支');
    const other = this.#skip('else') ? this.#level(0) : null;
    const { end } = this.#now;
    this.#need('end', 'CASE ');
    return { kind: 'case', whens, other, start, end };
  }
}

export type ParsedExpr = { readonly ast: Expr; readonly error: null } | { readonly ast: null; readonly error: ExprError };

/**
 * Reads an expression of a calculated field, `SUM([金额]) / COUNTD([客户])`. Nothing is thrown: what cannot be read is answered as an error
 * with its place and a Chinese sentence.
 */
export function parseExpr(text: string): ParsedExpr {
  try {
    if (text.length > 4000) throw new ExprProblem('表达式不能超过4000个字符', { start: 4000, end: text.length });
    return { ast: new Parser(text).whole(), error: null };
  } catch (error) {
    if (!(error instanceof ExprProblem)) throw error;
    return { ast: null, error: { message: error.message, ...error.at } };
  }
}
