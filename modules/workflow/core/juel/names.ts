import { expressionsIn } from './evaluate.ts';
import { partsOf } from './check.ts';
import { parseExpression, type Expression } from './parse.ts';
import { ExpressionError } from './tokens.ts';

const ofExpression = (expression: Expression): string[] => {
  const own = expression.kind === 'variable' ? [expression.name] : expression.kind === 'variableCall' ? [expression.variable] : [];
  return [...own, ...partsOf(expression).flatMap(ofExpression)];
};

/** Variables that the expressions of a text ask for, in order; a text that cannot be read asks for none. */
export function namesIn(text: string | null): string[] {
  if (text === null) return [];
  try {
    return [...new Set(expressionsIn(text).flatMap((source) => ofExpression(parseExpression(source))))];
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}
