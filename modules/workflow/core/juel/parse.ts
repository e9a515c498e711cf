/**
 * The notation of Flowable's expressions (`${amount > 1000 && vars:eq(kind, 'a')}`), a part of Jakarta Expression Language 3: literals, variables,
 * members, indexes, operators, choices, calls of a closed set of functions. There are no method calls on anything but the listed methods.
 */
import { ExpressionError, tokensOf, type Token } from './tokens.ts';

export type BinaryOperator = '||' | '&&' | '==' | '!=' | '<' | '>' | '<=' | '>=' | '+' | '-' | '*' | '/' | '%';

export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'member'; readonly of: Expression; readonly key: Expression }
  | { readonly kind: 'method'; readonly of: Expression; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  /** `vars:get(name, …)`: the first argument is the name of a variable, which may be absent */
  | { readonly kind: 'variableCall'; readonly name: string; readonly variable: string; readonly args: readonly Expression[] }
  | { readonly kind: 'not' | 'negative' | 'empty'; readonly of: Expression }
  | { readonly kind: 'choice'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Expression; readonly right: Expression };

const MAX_DEPTH = 100;
/** Operators, also by their words, with how tightly they bind. */
const BINARY: Readonly<Record<string, readonly [BinaryOperator, number]>> = {
  '||': ['||', 1],
  or: ['||', 1],
  '&&': ['&&', 2],
  and: ['&&', 2],
  '==': ['==', 3],
  eq: ['==', 3],
  '!=': ['!=', 3],
  ne: ['!=', 3],
  '<': ['<', 4],
  lt: ['<', 4],
  '>': ['>', 4],
  gt: ['>', 4],
  '<=': ['<=', 4],
  le: ['<=', 4],
  '>=': ['>=', 4],
  ge: ['>=', 4],
  '+': ['+', 5],
  '-': ['-', 5],
  '*': ['*', 6],
  '/': ['/', 6],
  div: ['/', 6],
  '%': ['%', 6],
  mod: ['%', 6],
};
const CONSTANTS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };
/** Prefixes of the functions whose first argument is the name of a variable. */
const VARIABLE_PREFIX: ReadonlySet<string> = new Set(['vars', 'var', 'variables']);

class Parser {
  readonly #tokens: readonly Token[];
  readonly #source: string;
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
    this.#tokens = tokensOf(source);
  }

  whole(): Expression {
    const expression = this.#choice();
    if (this.#at < this.#tokens.length) this.#fail();
    return expression;
  }

  #fail(): never {
    const token = this.#tokens[this.#at];
    const at = token ? `“${token.kind === 'literal' ? String(token.value) : token.text}”处` : '末尾';
    throw new ExpressionError(`表达式“${this.#source}”在${at}有语法错误`);
  }
  #is(text: string): boolean {
    const token = this.#tokens[this.#at];
    return token !== undefined && token.kind !== 'literal' && token.text === text;
  }
  #take(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#at += 1;
    return true;
  }
  #expect(text: string): void {
    if (!this.#take(text)) this.#fail();
  }
  #name(): string {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'name') this.#fail();
    this.#at += 1;
    return token.text;
  }

  #choice(): Expression {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new ExpressionError(`表达式“${this.#source.slice(0, 40)}…”嵌套过深`);
    const test = this.#binary(0);
    this.#depth -= 1;
    if (!this.#take('?')) return test;
    const yes = this.#choice();
    this.#expect(':');
    return { kind: 'choice', test, yes, no: this.#choice() };
  }

  #binary(weakest: number): Expression {
    let left = this.#unary();
    for (;;) {
      const token = this.#tokens[this.#at];
      const operator = token && token.kind !== 'literal' && Object.hasOwn(BINARY, token.text) ? BINARY[token.text] : undefined;
      if (!operator || operator[1] <= weakest) return left;
      this.#at += 1;
      left = { kind: 'binary', operator: operator[0], left, right: this.#binary(operator[1]) };
    }
  }

  #unary(): Expression {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new ExpressionError(`表达式“${this.#source.slice(0, 40)}…”嵌套过深`);
    try {
      if (this.#take('!') || this.#take('not')) return { kind: 'not', of: this.#unary() };
      if (this.#take('-')) return { kind: 'negative', of: this.#unary() };
      if (this.#take('empty')) return { kind: 'empty', of: this.#unary() };
      return this.#postfix();
    } finally {
      this.#depth -= 1;
    }
  }

  #postfix(): Expression {
    let expression = this.#primary();
    for (;;) {
      if (this.#take('.')) {
        const name = this.#name();
        expression = this.#is('(')
          ? { kind: 'method', of: expression, name, args: this.#arguments() }
          : { kind: 'member', of: expression, key: { kind: 'literal', value: name } };
      } else if (this.#take('[')) {
        const key = this.#choice();
        this.#expect(']');
        expression = { kind: 'member', of: expression, key };
      } else return expression;
    }
  }

  #primary(): Expression {
    const token = this.#tokens[this.#at];
    if (token?.kind === 'literal') {
      this.#at += 1;
      return { kind: 'literal', value: token.value };
    }
    if (this.#take('(')) {
      const inner = this.#choice();
      this.#expect(')');
      return inner;
    }
    const name = this.#name();
    if (Object.hasOwn(CONSTANTS, name)) return { kind: 'literal', value: CONSTANTS[name] ?? null };
    const after = this.#tokens[this.#at + 1];
    if (VARIABLE_PREFIX.has(name) && this.#is(':') && after?.kind === 'name') {
      this.#at += 1;
      return this.#variableCall();
    }
    return this.#is('(') ? { kind: 'call', name, args: this.#arguments() } : { kind: 'variable', name };
  }

  #variableCall(): Expression {
    const name = this.#name();
    this.#expect('(');
    const token = this.#tokens[this.#at];
    if (token?.kind === 'operator' || token === undefined) this.#fail();
    const variable = token.kind === 'name' ? token.text : String(token.value);
    this.#at += 1;
    const args: Expression[] = [];
    while (this.#take(',')) args.push(this.#choice());
    this.#expect(')');
    return { kind: 'variableCall', name, variable, args };
  }

  #arguments(): Expression[] {
    this.#expect('(');
    const args: Expression[] = [];
    if (this.#take(')')) return args;
    do args.push(this.#choice());
    while (this.#take(','));
    this.#expect(')');
    return args;
  }
}

/** Reads an expression without its `${ }`. Throws ExpressionError with a Chinese sentence. */
export const parseExpression = (source: string): Expression => new Parser(source).whole();
