import { isFunction, isMethod, isVariableFunction } from './functions.ts';
import { expressionsIn } from './evaluate.ts';
import { parseExpression, type Expression } from './parse.ts';
import { ExpressionError } from './tokens.ts';

const FORBIDDEN: ReadonlySet<unknown> = new Set(['constructor', 'prototype', '__proto__']);

/** What an expression is made of. */
export function partsOf(expression: Expression): Expression[] {
  switch (expression.kind) {
    case 'member':
      return [expression.of, expression.key];
    case 'method':
      return [expression.of, ...expression.args];
    case 'call':
    case 'variableCall':
      return [...expression.args];
    case 'not':
    case 'negative':
    case 'empty':
      return [expression.of];
    case 'choice':
      return [expression.test, expression.yes, expression.no];
    case 'binary':
      return [expression.left, expression.right];
    default:
      return [];
  }
}

function check(expression: Expression): void {
  if (expression.kind === 'method' && !isMethod(expression.name)) throw new ExpressionError(`没有方法 .${expression.name}`);
  if (expression.kind === 'call' && !isFunction(expression.name)) throw new ExpressionError(`没有函数 ${expression.name}`);
  if (expression.kind === 'variableCall' && !isVariableFunction(expression.name))
    throw new ExpressionError(`没有函数 vars:${expression.name}`);
  if (expression.kind === 'member' && expression.key.kind === 'literal' && FORBIDDEN.has(expression.key.value))
    throw new ExpressionError(`没有属性 ${String(expression.key.value)}`);
  partsOf(expression).forEach(check);
}

/** Checks every expression of a text without evaluating it: notation and names of functions and methods. Throws ExpressionError. */
export function checkExpressions(text: string): void {
  const sources = expressionsIn(text);
  const opened = text.match(/[$#]\{/g)?.length ?? 0;
  if (opened > sources.length) throw new ExpressionError('表达式没有结束');
  for (const source of sources) check(parseExpression(source));
}
