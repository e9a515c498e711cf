import { callFunction, callMethod, callOnVariable } from './functions.ts';
import { parseExpression, type Expression } from './parse.ts';
import { ExpressionError } from './tokens.ts';
import { areEqual, calculate, compare, isTrue, memberOf, sizeOf, textOf } from './values.ts';

/** What the names of an expression stand for. */
export interface Environment {
  /** undefined: nobody has set this variable */
  readonly variable: (name: string) => unknown;
  /** milliseconds since 1970, of `now()` */
  readonly now: number;
}

function binary(expression: Extract<Expression, { kind: 'binary' }>, env: Environment): unknown {
  const { operator } = expression;
  const left = valueOf(expression.left, env);
  if (operator === '||') return isTrue(left) || isTrue(valueOf(expression.right, env));
  if (operator === '&&') return isTrue(left) && isTrue(valueOf(expression.right, env));
  const right = valueOf(expression.right, env);
  switch (operator) {
    case '==':
      return areEqual(left, right);
    case '!=':
      return !areEqual(left, right);
    case '<':
      return compare(left, right) === -1;
    case '>':
      return compare(left, right) === 1;
    case '<=':
      return (compare(left, right) ?? 1) <= 0;
    case '>=':
      return (compare(left, right) ?? -1) >= 0;
    default:
      return calculate(operator, left, right);
  }
}

function variable(name: string, env: Environment): unknown {
  const value = env.variable(name);
  if (value === undefined) throw new ExpressionError(`没有名为“${name}”的变量`);
  return value;
}

/** The value of a tree that was read. Throws ExpressionError, for one when a variable is unknown. */
export function valueOf(expression: Expression, env: Environment): unknown {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'variable':
      return variable(expression.name, env);
    case 'member':
      return memberOf(valueOf(expression.of, env), valueOf(expression.key, env));
    case 'method':
      return method(expression, env);
    case 'call':
      return callFunction(
        expression.name,
        expression.args.map((arg) => valueOf(arg, env)),
        env.now,
      );
    case 'variableCall':
      return callOnVariable(
        expression.name,
        env.variable(expression.variable) ?? null,
        expression.args.map((arg) => valueOf(arg, env)),
      );
    case 'not':
      return !isTrue(valueOf(expression.of, env));
    case 'negative':
      return calculate('-', 0, valueOf(expression.of, env));
    case 'empty':
      return sizeOf(valueOf(expression.of, env)) === 0;
    case 'choice':
      return valueOf(isTrue(valueOf(expression.test, env)) ? expression.yes : expression.no, env);
    default:
      return binary(expression, env);
  }
}

/** `execution` stands for the variables themselves, all other values have the listed methods only. */
function method({ of, name, args }: Extract<Expression, { kind: 'method' }>, env: Environment): unknown {
  const values = args.map((arg) => valueOf(arg, env));
  const isExecution = of.kind === 'variable' && of.name === 'execution' && env.variable('execution') === undefined;
  if (!isExecution) return callMethod(name, valueOf(of, env), values);
  if (name === 'getVariable' || name === 'getVariableLocal') return env.variable(textOf(values[0])) ?? null;
  if (name === 'hasVariable' || name === 'hasVariableLocal') return env.variable(textOf(values[0])) !== undefined;
  throw new ExpressionError(`不支持 execution.${name}()`);
}

const cache = new Map<string, Expression>();
const MAX_CACHED = 5000;
function parsed(source: string): Expression {
  let expression = cache.get(source);
  if (!expression) {
    expression = parseExpression(source);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(source, expression);
  }
  return expression;
}

/** `${…}` or `#{…}`; a brace inside a quoted text does not end it. */
const PLACE = /[$#]\{((?:[^{}"']|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')*)\}/gu;
const WHOLE = new RegExp(`^${PLACE.source}$`, 'u');

/** True when a text holds an expression. */
export const hasExpression = (text: string): boolean => text.search(PLACE) >= 0;

/** The sources of all expressions in a text. */
export const expressionsIn = (text: string): string[] => [...text.matchAll(PLACE)].map((match) => match[1] ?? '');

/**
 * The value of a text of BPMN: that of its expression when it is nothing else, otherwise the text with each expression replaced by its value.
 * Throws ExpressionError.
 */
export function evaluate(text: string, env: Environment): unknown {
  const trimmed = text.trim();
  const whole = WHOLE.exec(trimmed);
  if (whole) return valueOf(parsed(whole[1] ?? ''), env);
  return text.replace(PLACE, (_match, source: string) => textOf(valueOf(parsed(source), env)));
}
